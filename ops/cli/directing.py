"""Commands for arbiters of draughts events: tournament cross-table, groups."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ledger.errors import Refused
from ops.cli.app import Knowing, option, tournament_app

if TYPE_CHECKING:
    from ops.answers.tournament_games import Tournament
    from ops.house import House
    from projections.queries import PoolQuery


@tournament_app.command
def cross_table(
    tournament: Annotated[
        str | None, option("an announced or reported tournament; without one, --pool and --players")
    ] = None,
    *,
    pool: Annotated[
        str | None, option("the pool; by default the only one the tournament counts for")
    ] = None,
    players: Annotated[
        str | None, option("the entrants before play, in their order, as BODY:NUMBER,BODY:NUMBER")
    ] = None,
    on: Annotated[
        date | None, option("the day of play; by default that of the tournament, without one today")
    ] = None,
    expected: Annotated[bool, option("show expected scores also after the report")] = False,
    asked: Knowing = Knowing(),
) -> None:
    """Show the cross table of an event: expected scores before play, results after.

    Before play: the entrants of --players with their ratings on the day. After the report: results,
    PA, PO, D and, where each event is rated by itself, S, V and CF, provisional until a list counts
    the tournament.

    Example: ledger tournament cross-table T-000001 --pool rubele-italiana
    """
    from ops.answers import cross_table as tables
    from ops.cli import cross_table as written

    if tournament is None and (pool is None or players is None):
        raise Refused(
            "name a tournament, or use --pool and --players before there is one",
            code="option-needed",
            field="tournament",
        )
    with asked.followed() as house:
        opened, of = _pool_and_tournament(asked, house, tournament, pool)
        if players is not None:
            texts = [text.strip() for text in players.split(",") if text.strip()]
            day = on or (tables.first_day(of) if of else None)
            shown = [tables.before_play(opened, texts, day, tables.MOST)]
        else:
            assert of is not None
            shown = tables.of_tournament(opened, of)
        written.show(opened, shown, asked.format, before=expected or players is not None)


def _pool_and_tournament(
    asked: Knowing, house: House, tournament: str | None, pool: str | None
) -> tuple[PoolQuery, Tournament | None]:
    """Return the pool and the tournament at the moment of knowledge."""
    from ops.answers import cross_table as tables
    from ops.answers.tournament_games import read_tournament

    if tournament is None:
        return asked.of(house, pool or ""), None
    read = house.read
    now = read_tournament(read, tournament)
    opened = asked.of(house, tables.pool_of(now, pool, list(house.official.facts.pools)))
    return opened, read_tournament(read, tournament, opened.known)


@tournament_app.command
def groups(
    *,
    turns: Annotated[int, option("how many turns are played: from 5 to 10")],
    groups: Annotated[
        int | None, option("how many groups; by default divisions into 2 to 6 groups are compared")
    ] = None,
    players: Annotated[int | None, option("how many entrants there are")] = None,
    lowest: Annotated[
        int | None,
        option("how many have the lowest category: from a certain number on a group of their own"),
    ] = None,
    of: Annotated[str | None, option("the tournament with the entrants")] = None,
    entrants: Annotated[
        Path | None, option("a file of entrants, each line a player as BODY:NUMBER; needs --pool")
    ] = None,
    pool: Annotated[
        str | None, option("the pool with the capitals; by default the only one of the tournament")
    ] = None,
    on: Annotated[
        date | None,
        option(
            "the day of play, which decides the edition; by default the day of the tournament, "
            "for a file today, for a number of players the last edition"
        ),
    ] = None,
    asked: Knowing = Knowing(),
) -> None:
    """Divide a draughts event into groups, with the worksheet.

    The entrants are a number, or the entrants of a report or of a file. In the last two cases the
    groups have names, in the order of the capitals before the event.

    Example: ledger tournament groups --players 66 --turns 5 --groups 3
    """
    from ops.answers import groups as dividing
    from ops.cli import division

    if sum(option is not None for option in (players, of, entrants)) != 1:
        raise Refused(
            "name the entrants with one of --players, --of, --entrants",
            code="options-contradict",
            field="entrants",
        )
    if players is not None:
        event = dividing.Event(players, lowest or 0, turns)
        division.show(event, (), None, groups, on or date.max, asked.format)
        return
    if lowest is not None or (entrants is not None and pool is None):
        raise Refused(
            "--lowest goes with --players, and --entrants with --pool",
            code="options-contradict",
            field="lowest",
        )
    with asked.followed() as house:
        opened, tournament = _pool_and_tournament(asked, house, of, pool)
        texts = division.players_in(entrants) if entrants else ()
        entered, day = dividing.taking_part(opened, tournament, texts, on)
        lowest = sum(entrant.category == 0 for entrant in entered)
        event = dividing.Event(len(entered), lowest, turns)
        division.show(event, entered, opened, groups, day, asked.format)
