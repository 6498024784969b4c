"""Questions about lists, players, findings: list show, compare, malus; player …; pool …."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from ledger.errors import Refused
from ops.cli import exits, output
from ops.cli.app import (
    Asked,
    Knowing,
    Limit,
    ListName,
    ListOrInForce,
    PlayerId,
    PoolName,
    list_app,
    option,
    player_app,
    pool_app,
    tournament_app,
)
from ops.cli.options import Selecting, facts_given
from ops.cli.words import (
    basis_words,
    finding_row,
    history_lists,
    history_words,
    list_row,
    penalty_row,
    pending_row,
    rating_row,
    remedy_lines,
)


@list_app.command(name="show")
def show_list(
    pool: PoolName,
    period: ListOrInForce = None,
    *,
    limit: Limit = 50,
    persons: Annotated[
        bool, option("title, number, federation, year of birth, sex and flags too")
    ] = False,
    ranking: Annotated[
        bool, option("as a ranking: places, cards, changes since the list before")
    ] = False,
    selecting: Selecting = Selecting(),
    asked: Asked = Asked(),
) -> None:
    """Show a rating list: of a period or a day, of all players or a selection.

    With the categories of the list's day, where the pool has categories.

    Example: ledger list show fide-standard --as-of 2025-11-15 --persons --sex w --age 0-17
    """
    from ops.answers.ranking import ranking as ranked
    from ops.answers.rating_lists import chosen, rating_list

    if persons and ranking:
        raise Refused(
            "--persons and --ranking show different columns: ask for one of them",
            code="options-contradict",
            field="ranking",
        )
    selection = selecting.selection()
    with asked.pool(pool) as opened:
        row = chosen(opened, period, asked.as_of)
        title = f"{pool}, list {row.period}"
        if ranking:
            output.answer(ranked(opened, row, limit or None, selection), asked.format, title=title)
            return
        found = rating_list(opened, row, limit or None, selection, persons=persons)
        words = partial(list_row, scheme=opened.law.number_scheme)
        output.answer(found, asked.format, title=title, words=words)


@player_app.command
def rating(pool: PoolName, player: PlayerId, *, asked: Asked = Asked()) -> None:
    """Show a player's rating on a day, with its list.

    Example: ledger player rating fide-standard fide:90000001 --as-of 2025-11-15 --known-at "#40"
    """
    from ledger.register import identities
    from ops.answers.player_ratings import player_rating
    from ops.answers.rating_lists import chosen

    with asked.pool(pool) as opened:
        who = identities.find(opened.official.ledger.read, player)
        row = chosen(opened, None, asked.as_of)
        found = player_rating(opened, who, row, asked.as_of)
        output.answer(found, asked.format, words=rating_row)


@player_app.command
def history(pool: PoolName, player: PlayerId, *, asked: Asked = Asked()) -> None:
    """Show a player's ratings list after list, with the tournaments and decisions behind each.

    Decisions are named by their events, as #40: `ledger event list "#40" "#40" --body` shows one.

    Example: ledger player history fide-standard fide:90000001
    """
    from ledger.register import identities
    from ops.answers.player_ratings import rating_history
    from ops.answers.rating_lists import chosen

    with asked.pool(pool) as opened:
        who = identities.find(opened.official.ledger.read, player)
        found = rating_history(opened, who, chosen(opened, None, asked.as_of))
        name = identities.names(opened.official.ledger.read, [who])[who]
        title = f"{identities.show(who)} {name} in {pool}"
        if asked.format == "table":
            output.show(
                [*history_words(found.rows)], "table", title=title, about=basis_words(found.about)
            )
        else:
            output.answer(found, asked.format, title=title, in_csv=history_lists)


@list_app.command
def compare(
    pool: PoolName, earlier: ListName, later: ListName, *, asked: Knowing = Knowing()
) -> None:
    """Compare two lists of a pool: new, missing and changed players.

    Example: ledger list compare fide-standard 2025-10 2025-11
    """
    from ops.answers.list_changes import list_changes

    with asked.pool(pool) as opened:
        answer = list_changes(opened, earlier, later)
    output.answer(answer, asked.format, title=f"{pool}: list {earlier} to list {later}")


@list_app.command
def malus(pool: PoolName, period: ListOrInForce = None, *, asked: Asked = Asked()) -> None:
    """Show inactivity penalties (malus): years, points taken, points left.

    Example: ledger list malus rubele-italiana
    """
    from ops.answers.inactivity_penalties import inactivity_penalties
    from ops.answers.rating_lists import chosen

    with asked.pool(pool) as opened:
        found = inactivity_penalties(opened, chosen(opened, period, asked.as_of))
        title = f"{pool}, points taken for idle years"
        output.answer(found, asked.format, title=title, words=penalty_row)


@player_app.command
def explain(
    pool: PoolName, player: PlayerId, period: ListOrInForce = None, *, asked: Asked = Asked()
) -> None:
    """Explain a rating down to the articles: the worksheet of the calculation.

    Example: ledger player explain fide-standard fide:90000001 2025-11
    """
    from ledger.register import identities
    from ops.answers.answer import Answer
    from ops.answers.explained_games import game_rows
    from ops.answers.explanation import explanation
    from ops.answers.rating_lists import chosen
    from ops.cli import worksheet
    from projections.explain import explain as worked_out

    with asked.pool(pool) as opened:
        who = identities.find(opened.official.ledger.read, player)
        explained = worked_out(opened, who, chosen(opened, period, asked.as_of))
        if asked.format == "json":
            output.document(explanation(opened, explained))
        elif asked.format == "csv":
            output.answer(Answer({}, game_rows(explained)), "csv")
        else:
            worksheet.write(opened, explained)


@pool_app.command
def findings(
    pool: PoolName,
    subject: Annotated[str, option("a tournament, by its id, or a player, as 572-4")],
    *,
    asked: Knowing = Knowing(),
) -> None:
    """Show findings of a tournament or a player: games not counted, or counted later.

    Example: ledger pool findings fide-standard T-000001
    """
    from ops.answers.findings import findings_of

    with asked.pool(pool) as opened:
        found = findings_of(opened, subject)
        title = f"findings of {subject} in {pool}"
        output.answer(found, asked.format, title=title, words=finding_row)


@tournament_app.command
def check(
    pool: PoolName,
    tournament: Annotated[
        str | None, option("an announced or reported tournament; without one, the details of --set")
    ] = None,
    *,
    set_: Annotated[
        tuple[str, ...],
        option("a detail of a tournament not announced yet, as key=value", name="--set"),
    ] = (),
    asked: Knowing = Knowing(),
) -> int:
    """Check a tournament for rating, also before play: missing or wrong details, with remedies.

    Ends with 1 if something is not rated, or needs a decision.

    Example: ledger tournament check fide-standard T-000001
    """
    from ops.answers.findings import findings_before_play, findings_of
    from ops.commands import announce_tournament

    if (tournament is None) == (not set_):
        raise Refused(
            "name a tournament, or say with --set what will be announced",
            code="options-contradict",
            field="tournament",
        )
    with asked.followed() as house:
        opened = asked.of(house, pool)
        if tournament is not None:
            found = findings_of(opened, tournament)
        else:
            intended = announce_tournament.announcement(house, pool, facts_given(set_))
            found = findings_before_play(opened, intended)
        what = tournament or "what is intended"
    if not found.rows and asked.format == "table":
        output.say(f"{what} in {pool}: nothing is missing or wrong for rating")
    else:
        output.answer(found, asked.format, title=f"{what} in {pool}", words=finding_row)
        if asked.format == "table" and tournament is not None:
            for line in remedy_lines(tournament, found.rows):
                output.say(line)
    return exits.FOUND if any(row.kind in exits.BARS for row in found.rows) else exits.DONE


@pool_app.command(name="pending")
def pool_pending(pool: PoolName, *, asked: Knowing = Knowing()) -> None:
    """Show decisions pending in a pool, each with its article and command.

    Included: tournaments announced, or reported and on no list yet; entrants with a printed rating
    that no list confirms; first ratings that wait for the body's choice of a rule; tournaments
    counted only in part; proposed categories. For tournaments on closed lists: `ledger pool
    findings`.

    Example: ledger pool pending fide-standard
    """
    from ops.answers.pending_decisions import pending_decisions

    with asked.pool(pool) as opened:
        answer = pending_decisions(opened)
        output.answer(
            answer, asked.format, title=f"{pool}: waits for a decision", words=pending_row
        )
