"""A division into groups as it is written: groups, entrants and worksheet, or the choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.errors import Refused
from ledger.intake.files import read
from ledger.sentences import Count, Sentence, tabled
from ops.answers.abouts import About
from ops.answers.answer import Answer
from ops.answers.division import EventFound, division_document, possible_divisions
from ops.answers.groups import divide, later_group_apart
from ops.cli import output
from ops.cli.app import Format
from ops.cli.words import choice_row, group_row, member_row, step_row
from ops.words import said

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES = 1_000_000
"""Largest file of entrants."""


def show(found: EventFound, groups: int | None, form: Format) -> None:
    """Write a division, or the possible divisions, with known entrants by name."""
    edition, event = found.edition, found.event
    if later := later_group_apart(edition, event):
        notice = Sentence(
            "edition {edition}: the {lowest} of the lowest category play with all; a group of "
            "their own is known from {later} on ({article})",
            edition=edition.name,
            lowest=event.lowest,
            later=later[0].name,
            article=tabled(later[1]),
        )
        output.notice(said(notice))
    title = Sentence(
        "{players}, {turns}",
        players=Count(event.entrants, "player"),
        turns=Count(event.turns, "turn"),
    )
    if groups is None:
        output.answer(possible_divisions(found), form, title=title, words=choice_row)
        return
    division = divide(edition, event, groups)
    if division.apart_is_small:
        notice = Sentence(
            "the group apart has {players}: at {turns} an Italo-Swiss group has {least} at least "
            "(VII.2.1, table 23); give it another system, or fewer turns",
            players=Count(division.apart, "player"),
            turns=Count(event.turns, "turn"),
            least=division.least,
        )
        output.notice(said(notice))
    document = division_document(found, groups)
    rows, placed = Answer(About(), document.groups), Answer(About(), document.entrants)
    if form == "json":
        output.document(document)
    elif form == "csv":
        if placed.rows:
            output.answer(placed, form)
        else:
            output.answer(rows, form)
    else:
        output.answer(
            rows,
            form,
            title=Sentence("{title}, {groups}", title=title, groups=Count(groups, "group")),
            words=group_row,
        )
        if placed.rows:
            output.say()
            output.answer(placed, form, words=member_row)
        output.say()
        steps = Answer(About(), document.worksheet)
        title = Sentence("worksheet, edition {edition}", edition=edition.name)
        output.answer(steps, form, title=title, words=step_row)


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
