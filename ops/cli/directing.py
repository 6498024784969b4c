"""Commands for arbiters of draughts events: tournament cross-table, groups."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Annotated

from ledger.errors import Refused
from ops.cli.app import option, tournament_app
from ops.cli.shared_options import Knowing


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
    texts = None
    if players is not None:
        texts = [text.strip() for text in players.split(",") if text.strip()]
    with asked.followed() as house:
        opened, of = tables.pool_and_tournament(house, tournament, pool, asked.known_at)
        shown = tables.tables_asked(opened, of, texts, on)
        written.show(opened, shown, asked.format, before=expected or texts is not None)


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
    from ops.answers.division import EventAsked, by_number, event_found
    from ops.cli import division

    wanted = EventAsked(
        turns=turns,
        players=players,
        lowest=lowest,
        of=of,
        entrants=() if entrants else None,
        pool=pool,
        on=on,
        known_at=asked.known_at,
    )
    wanted.check()
    if entrants is not None:
        wanted = replace(wanted, entrants=tuple(division.players_in(entrants)))
    if players is not None:
        division.show(by_number(wanted), groups, asked.format)
        return
    with asked.followed() as house:
        division.show(event_found(house, wanted), groups, asked.format)
