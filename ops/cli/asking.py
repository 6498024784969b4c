"""Questions by hand: pool list, lists, categories; player ratings."""

from pathlib import Path
from typing import Annotated

from ledger.sentences import Sentence
from ops.cli import output, overview_words, streams
from ops.cli.app import Limit, PoolName, option, player_app, pool_app
from ops.cli.shared_options import Asked, Knowing, OnTrack, Reading


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
    from ops.players.words import rating_found

    asked = questions_in(read(file) if file else streams.read())
    with reading.followed() as house:
        output.answer(ratings_query(house, asked), reading.format, words=rating_found)


@pool_app.command(name="list")
def pool_list(*, asked: Knowing = Knowing()) -> None:
    """List the pools: rulebook, zone, first and last list, next list, editions.

    Example: ledger pool list
    """
    from ops.answers.pools import pools

    with asked.opened() as house:
        found = pools(house, asked.known_at)
    output.answer(found, asked.format, title=Sentence("pools"), words=overview_words.pool_row)


@pool_app.command
def lists(pool: PoolName, *, asked: OnTrack = OnTrack()) -> None:
    """Show the closed lists of a pool, with their digests and the days of their force.

    Example: ledger pool lists fide-standard
    """
    from ops.answers.closed_lists import closed_lists

    with asked.pool(pool) as opened:
        answer = closed_lists(opened)
    output.answer(answer, asked.format, title=Sentence("closed lists of {pool}", pool=pool))


@pool_app.command
def categories(pool: PoolName, *, limit: Limit = 50, asked: Asked = Asked()) -> None:
    """Show the categories of a pool on a day, the highest first.

    Default for --as-of: today, on the last list.

    Example: ledger pool categories rubele-italiana --as-of 2025-07-05
    """
    from ops.answers.category_questions import category_holders

    with asked.pool(pool) as opened:
        holders = category_holders(opened, asked.as_of, limit or None)
    title = Sentence("categories in {pool}", pool=pool)
    output.answer(holders, asked.format, title=title)
