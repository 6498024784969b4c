"""Decisions of a person about the entrants of a file: the file of `--map`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.table import read_table
from ledger.intake.formats.text import whole
from ledger.register.likeness import folded

COLUMNS: Final = ("number", "name", "player", "birth_year", "candidates")
"""Columns of a map; the last two are for information and are not read."""

_REQUIRED: Final = COLUMNS[:3]

NEW: Final = "new"
"""Decision for a player not in the register."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A line of a map: the entrant with this start number and name is this player."""

    line: int = field(compare=False)
    number: int
    name: str
    player: str
    """As written: `572-4`, `fide:123` or `new`."""

    @property
    def place(self) -> Place:
        """Place in the map, not in the report."""
        return Place(f"line {self.line} of the map, player")


Decisions = Mapping[int, Decision]
"""The decisions about a file, by start number."""


def read_decisions(data: bytes, problems: Problems) -> Decisions:
    """Read a map: a CSV file of number, name and player; without a player nothing is decided."""
    own = Problems()
    decisions: dict[int, Decision] = {}
    for row in read_table(data, COLUMNS, _REQUIRED, own):
        number, player = whole(row.text("number")), row.text("player")
        place = Place("number", row.line)
        if not number:
            own.refuse(place, row.text("number"), "a start number", "take it from the file")
        elif player:
            decided = NEW if player.lower() == NEW else player
            decision = Decision(row.line, number, row.text("name"), decided)
            first = decisions.setdefault(number, decision)
            if first is not decision:
                expected = f"each start number once (line {first.line} has it)"
                own.refuse(place, row.text("number"), expected, "keep one")
    for problem in own.all():
        where = f"line {problem.line} of the map, " if problem.line else "map, "
        report_problem = problems.refuse if problem.severity == "refused" else problems.warn
        report_problem(
            Place(where + problem.field), problem.found, problem.expected, problem.remedy
        )
    return decisions


def check_names(decisions: Decisions, named: Mapping[int, str], problems: Problems) -> None:
    """Refuse lines unlike the file's names by start number: the map may be another file's."""
    for number, decision in sorted(decisions.items()):
        where = f"line {decision.line} of the map, "
        if number not in named:
            expected = "a start number of this file"
            remedy = "take the map that was made for it, or delete the line"
            problems.refuse(Place(where + "number"), str(number), expected, remedy)
        elif folded(named[number]) != folded(decision.name):
            expected = f"{named[number]}, who has start number {number} in this file"
            remedy = "take the map that was made for it, or correct the line"
            problems.refuse(Place(where + "name"), decision.name, expected, remedy)
