"""Commands for who directs an event: tabellone, groups."""

from __future__ import annotations

from datetime import date

from ops.cli import output
from ops.cli.app import ANSWERS, Format, Knowing, app


@app.command(group=ANSWERS)
def tabellone(
    tournament: str | None = None,
    *,
    pool: str | None = None,
    players: str | None = None,
    on: date | None = None,
    expected: bool = False,
    asked: Knowing = Knowing(),
) -> None:
    """Show the cross table of an event: expected scores of every pair, or what it came to.

    Before play it takes the entrants from --players, with the ratings they would have on the day.
    Once reported it shows results, PA, PO, D and, where each event is rated by itself, S, V and CF:
    provisional as long as no list has booked it.

    Example: ledger tabellone T-000001 --pool rubele-italiana

    Parameters
    ----------
    tournament
        One that is announced or reported; without it --pool and --players.
    pool
        The pool; by default the only one the tournament counts for.
    players
        The entrants before play, in their order, as BODY:NUMBER,BODY:NUMBER.
    on
        The day of play; by default that of the tournament, without one today.
    expected
        Show expected scores of every pair though there are results.
    """
    from ledger.errors import Refused
    from ops import tabellone as tables
    from ops.tournaments import read_tournament

    with asked.followed() as official:
        if tournament is None:
            if pool is None or players is None:
                raise Refused("name a tournament; or say --pool and --players, before one is")
            opened = asked.of(official, pool)
            found = [tables.of_entrants(opened, tables.find(opened, players), on)]
        else:
            of = read_tournament(official.ledger.read, tournament)
            opened = asked.of(official, tables.pool_of(of, pool, list(official.facts.pools)))
            of = read_tournament(official.ledger.read, tournament, opened.known)
            if players is None:
                found = tables.of_tournament(opened, of)
            else:
                day = on or tables.starts(of)
                found = [tables.of_entrants(opened, tables.find(opened, players), day)]
        tables.show(opened, found, asked.format, before=expected or players is not None)


@app.command(group=ANSWERS)
def groups(
    *,
    players: int,
    turns: int,
    groups: int | None = None,
    lowest: int = 0,
    on: date | None = None,
    format: Format = "table",  # noqa: A002 - the option is --format
) -> None:
    """Divide a draughts event into groups, with the worksheet; say what is impossible.

    Example: ledger groups --players 66 --turns 5 --groups 3

    Parameters
    ----------
    players
        How many entrants there are.
    turns
        How many turns are played: from 5 to 10.
    groups
        How many groups; without it, what 2 to 6 groups would come to.
    lowest
        How many entrants are of the lowest category: enough of them play in a group apart.
    on
        The first day of the event, for the edition in force; default: the last edition.
    """
    from ops import groups as dividing
    from projections.rulebooks import fid_groups

    edition = fid_groups.edition_on(on or date.max)
    event = dividing.Event(players, lowest, turns)
    title = f"{players} players, {turns} turns"
    if groups is None:
        output.show(dividing.choices(edition, event), format, title=title)
        return
    division = dividing.divide(edition, event, groups)
    rows, steps = dividing.group_rows(division), division.steps()
    if format == "json":
        about = {"edition": edition.name, "numbers_digest": edition.digest}
        output.document({"about": about, "worksheet": steps, "groups": rows})
        return
    output.show(rows, format, title=f"{title}, {groups} groups")
    if format == "table":
        output.say()
        output.show(steps, format, title=f"worksheet, edition {edition.name}")
