"""A division into groups as it is written: groups, entrants and worksheet, or the choices."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from ledger.errors import Refused
from ledger.intake.files import read
from ledger.wording import counted
from ops.answers.answer import VERSION, Answer
from ops.answers.groups import Event, choices, divide, later_group_apart, members
from ops.cli import output
from ops.cli.app import Format
from ops.cli.words import cells, choice_row
from projections.rulebooks.elo_rubele import groups as fid_groups

if TYPE_CHECKING:
    from pathlib import Path

    from projections.queries import PoolQuery
    from projections.queries.explain.cross_table import Entrant

MOST_BYTES = 1_000_000
"""Largest file of entrants."""


def show(
    event: Event,
    entrants: Sequence[Entrant],
    pool: PoolQuery | None,
    groups: int | None,
    day: date,
    form: Format,
) -> None:
    """Write a division, or the possible ones; with the entrants of a pool if they are known."""
    edition = fid_groups.edition_on(day)
    if later := later_group_apart(edition, event):
        output.notice(
            f"edition {edition.name}: the {event.lowest} of the lowest category play with all; "
            f"a group of their own is known from {later[0].name} on ({later[1]})"
        )
    title = f"{counted(event.entrants, 'player')}, {counted(event.turns, 'turn')}"
    if groups is None:
        answer = Answer({}, choices(edition, event))
        output.answer(answer, form, title=title, words=choice_row)
        return
    division = divide(edition, event, groups)
    if division.apart_is_small:
        output.notice(
            f"the group apart has {counted(division.apart, 'player')}: at "
            f"{counted(event.turns, 'turn')} an Italo-Swiss group has {division.least} at least "
            "(VII.2.1, table 23); give it another system, or fewer turns"
        )
    rows, steps = Answer({}, division.rows()), Answer({}, division.steps())
    placed = Answer({}, members(pool, division, entrants) if pool else ())
    if form == "json":
        about = {"edition": edition.name, "numbers_digest": edition.digest}
        document = {"version": VERSION, "about": about, "worksheet": steps.rows}
        document["groups"] = rows.rows
        output.document(document | ({"entrants": placed.rows} if placed.rows else {}))
    elif form == "csv":
        if placed.rows:
            output.answer(placed, form)
        else:
            output.answer(rows, form)
    else:
        output.answer(
            rows,
            form,
            title=f"{title}, {groups} groups",
            words=partial(cells, names={"first": "from", "last": "to"}),
        )
        if placed.rows:
            output.say()
            output.answer(placed, form)
        output.say()
        output.answer(steps, form, title=f"worksheet, edition {edition.name}")


def players_in(path: Path) -> list[str]:
    """Return the players of a file: the first word of each line; `#` begins a remark."""
    try:
        text = read(path, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(
            f"{path.name}: not UTF-8 at byte {error.start}; save it as UTF-8",
            code="not-utf-8",
            field="entrants",
            found=path.name,
            expected="UTF-8",
        ) from error
    lines = (line.partition("#")[0].replace(",", " ").split() for line in text.splitlines())
    return [words[0] for words in lines if words]
