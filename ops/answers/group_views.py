"""A division as it is written: groups, entrants, and the worksheet; or the choices there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from ledger.wording import counted
from ops.answers.group_entrants import ListedEntrant, members
from ops.answers.groups import Event, choices, divide, group_rows
from ops.cli import output
from ops.cli.app import Format
from projections.rulebooks.elo_rubele import groups as fid_groups
from projections.rulebooks.engine.columns import Edition


def _not_yet(edition: Edition, event: Event) -> Iterator[str]:
    """Say from when the lowest category has a group, where it would have one by a later text."""
    for later in fid_groups.EDITIONS:
        rule = later.columns.get("group_apart")
        enough = rule is not None and event.lowest >= later.numbers["apart_from"]
        if rule is not None and enough and "group_apart" not in edition.columns:
            yield (
                f"edition {edition.name}: the {event.lowest} of the lowest category play with all; "
                f"a group of their own is known from {later.name} on ({rule.article})"
            )
            return


def show(
    event: Event, found: Sequence[ListedEntrant], groups: int | None, day: date, form: Format
) -> None:
    """Write a division, or those that would be possible: groups, entrants, worksheet."""
    edition = fid_groups.edition_on(day)
    for note in _not_yet(edition, event):
        output.beside(note)
    title = f"{counted(event.entrants, 'player')}, {counted(event.turns, 'turn')}"
    if groups is None:
        output.show(choices(edition, event), form, title=title)
        return
    division = divide(edition, event, groups)
    if division.apart_is_small:
        output.beside(
            f"the group apart has {counted(division.apart, 'player')}: at "
            f"{counted(event.turns, 'turn')} an Italo-Swiss group has {division.least} at least "
            "(VII.2.1, table 23); give it another system, or fewer turns"
        )
    rows, steps = group_rows(division), division.steps()
    placed = [
        {"group": group, "player": each.player, "name": each.name, "CI": each.capital,
         "category": each.category}
        for group, each in members(division, found)
    ]  # fmt: skip
    if form == "json":
        about = {"edition": edition.name, "numbers_digest": edition.digest}
        document = {"about": about, "worksheet": steps, "groups": rows}
        output.document(document | ({"entrants": placed} if placed else {}))
    elif form == "csv":
        output.show(placed or rows, form)
    else:
        output.show(rows, form, title=f"{title}, {groups} groups")
        if placed:
            output.say()
            output.show(placed, form)
        output.say()
        output.show(steps, form, title=f"worksheet, edition {edition.name}")
