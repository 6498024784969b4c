"""Questions about players: rating, ratings, history, outlook."""

from pathlib import Path
from typing import Annotated

from ledger.sentences import Sentence
from ops.cli import history_words, output, overview_words, streams, words
from ops.cli.app import (
    PlayerId,
    PoolName,
    option,
    player_app,
)
from ops.cli.shared_options import Asked, Knowing, Reading


@player_app.command
def rating(pool: PoolName, player: PlayerId, *, asked: Asked = Asked()) -> None:
    """Show a player's rating on a day, with its list.

    Example: ledger player rating fide-standard fide:90000001 --as-of 2025-11-15 --known-at "#40"
    """
    from ops.answers.carried_in import rating_known_at

    with asked.followed() as house:
        found = rating_known_at(house, pool, player, asked.as_of, asked.known_at, asked.track)
        output.answer(found, asked.format, words=overview_words.rating_row)


@player_app.command
def ratings(
    file: Annotated[Path | None, option("the CSV file; default: standard input")] = None,
    *,
    reading: Reading = Reading(),
) -> None:
    """Show the ratings of many players, pools and days at once, from a CSV file of questions.

    The columns are pool and player, and where needed as_of (a day), known_at, and track (official
    or revised). At most 1 000 rows; a row without answer has the reason.

    Example: ledger player ratings questions.csv --format csv
    """
    from ledger.intake.files import read
    from ops.answers.many_ratings import questions_in, ratings_query

    asked = questions_in(read(file) if file else streams.read())
    with reading.followed() as house:
        output.answer(
            ratings_query(house, asked), reading.format, words=overview_words.rating_found
        )


@player_app.command
def history(
    pool: PoolName,
    player: PlayerId,
    *,
    last: Annotated[int | None, option("only the last so many lists")] = None,
    asked: Asked = Asked(),
) -> None:
    """Show a player's ratings list after list, with the tournaments and decisions behind each.

    Each tournament has its points; where a list rates several together, before rounding.

    Decisions are named by their events, as #40: `ledger event show "#40"` shows one.

    Example: ledger player history fide-standard fide:90000001
    """
    from ledger.register import identities
    from ops.answers.asked_players import player_on
    from ops.answers.rating_history import history_asked
    from ops.answers.rating_lists import chosen

    with asked.pool(pool) as opened:
        shown, on = chosen(opened, None, asked.as_of)
        who = player_on(shown, player, on)
        found = history_asked(opened, player, asked.as_of, last)
        name = identities.names(opened.official.ledger.read, [who])[who]
        title = _in_pool(who, name, pool)
        if asked.format == "table":
            rows, about = [*history_words.history_words(found.rows)], words.basis_words(found.about)
            output.show(rows, "table", title=title, about=about)
        else:
            output.answer(found, asked.format, title=title, in_csv=history_words.history_lists)


@player_app.command
def outlook(pool: PoolName, player: PlayerId, *, asked: Knowing = Knowing()) -> None:
    """Preview a player's next list, closed with everything recorded now.

    Shows the provisional rating with its tournaments, promotions, the points to the next category,
    the first list as an inactive player, and the year end with which the rating would cease.
    Nothing of this is official. With --known-at: as known then.

    Example: ledger player outlook fide-standard fide:90000001
    """
    from ledger.register import identities
    from ops.answers.player_outlook import player_outlook

    with asked.pool(pool) as opened:
        read = opened.official.ledger.read
        who = identities.find(read, player, opened.known)
        found = player_outlook(opened, who)
        name = identities.names(read, [who])[who]
        title = Sentence("provisional outlook of {player}", player=_in_pool(who, name, pool))
        output.answer(found, asked.format, title=title, words=words.outlook_row)


def _in_pool(number: int, name: str, pool: str) -> Sentence:
    from ledger.register import identities

    player = identities.show(number)
    return Sentence("{player} {name} in {pool}", player=player, name=name, pool=pool)
