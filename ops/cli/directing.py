"""Commands for who directs an event: groups."""

from __future__ import annotations

from datetime import date

from ops.cli import output
from ops.cli.app import ANSWERS, Format, app


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
