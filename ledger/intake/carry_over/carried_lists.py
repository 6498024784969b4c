"""Carry-over from the rating list of another body: rows taken, and data missing in lists.

A list has the rating and K as printed. Its games are those of one period, not of a life, and it
has no peaks: games stay unknown, the peak is the rating itself. Whoever is not flagged inactive
is active on the list's date.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.events.register import PlayerDetailsCorrected, PlayersRegistered
from ledger.intake.carry_over.carried_rows import CarriedRow
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.rating_list.reading import ListFile, Progress, Written, rating_in
from ledger.intake.formats.rating_list.rows import ExternalRow
from ledger.intake.formats.text import federation_in
from ledger.intake.people.registering import Person
from ledger.register import identities
from ledger.store.reading import Reader
from ledger.wording import counted

_MOST_K: Final = 99


@dataclass(frozen=True, slots=True)
class FromList:
    """File, format, and federation of the rows to take ("" is all)."""

    path: Path
    written: Written = field(default_factory=Written)
    federation: str = ""

    def identity(self) -> dict[str, Any]:
        """Return the identity of the carry-over, apart from the file."""
        written = self.written
        return {
            "columns": dict(written.columns),
            "federation": self.federation,
            "kind": written.kind,
        }


@dataclass
class Taken:
    """Rows taken so far, and the number of rows left out."""

    read: Reader
    known: Mapping[str, int]
    """Players of the register by their numbers."""
    listed: FromList
    register_new: bool
    rows: list[CarriedRow] = field(default_factory=list)
    unrated: int = 0
    unknown: int = 0

    def take(self, row: ExternalRow, column: str, problems: Problems) -> None:
        """Take a rated row of the federation asked for."""
        federation = self.listed.federation
        if federation and row.federation != federation:
            return
        player, rating = self.known.get(row.number), row.values.get(column, 0)
        if not rating:
            self.unrated += 1
        elif player is None and not self.register_new:
            self.unknown += 1
        else:
            self.rows.append(_carried(row, rating, row.values.get(f"{column}_k", 0), problems))

    def notes(self) -> Iterator[str]:
        """Yield notes on rows left out and data missing in lists."""
        if self.unrated:
            yield f"left out: {counted(self.unrated, 'player')} without a rating"
        if self.unknown:
            unknown = counted(self.unknown, "player")
            yield f"left out: {unknown} not in the register (--register-new takes them in)"
        yield "games so far and peaks are unknown: a list does not tell them"

    def check_births(self, problems: Problems) -> None:
        """Refuse years of birth unlike the register's."""
        births = birth_years(self.read)
        for row in self.rows:
            player = self.known.get(row.number)
            registered_year = int(births[player]) if player is not None else 0
            if (
                registered_year
                and row.person.birth_year
                and registered_year != row.person.birth_year
            ):
                expected = f"{registered_year}, as registered of {identities.show(player or 0)}"
                remedy = "decide which is right: correct the register, or ask whose number it is"
                place = Place("birth year", row.line)
                problems.refuse(place, str(row.person.birth_year), expected, remedy)


def take_rows(
    selection: Taken, scheme: str, on: date, problems: Problems, progress: Progress | None = None
) -> str:
    """Take the rows of a list; return the SHA-256 of the file.

    A list whose heading names another month than that of the day `on` is wrong.
    """
    listed = selection.listed
    if listed.federation and not federation_in(listed.federation):
        expected = "three letters, such as ITA"
        problems.refuse(Place("federation"), listed.federation, expected, "correct it")
    file = ListFile(listed.path, replace(listed.written, scheme=scheme), problems, progress)
    column: str | None = None
    for row in file.rows():
        if column is None:
            column = rating_in(row.values, listed.written.kind, problems)
        selection.take(row, column, problems)
    file.check_month(on, "the day of the carry-over")
    if not (selection.rows or problems.refused):
        whose = f"rated players of {listed.federation}" if listed.federation else "rated players"
        remedy = "register them with --register-new, or choose another list"
        problems.refuse(Place("file"), "none", f"{whose} whom the register knows", remedy)
    return file.digest


def _carried(row: ExternalRow, rating: int, k: int, problems: Problems) -> CarriedRow:
    if k > _MOST_K:
        expected = f"at most {_MOST_K}"
        problems.refuse(Place("k", row.line), str(k), expected, "look at this line")
    person = Person(
        number=row.number,
        name=row.name,
        birth_year=row.birth_year,
        sex=row.sex,
        federation=row.federation,
        title=row.title,
    )
    active = not row.values.get("inactive", 0)
    return CarriedRow(row.line, person, rating=rating, k=k, peak=rating, active=active)


_AS_IT_WAS = 9_999


def birth_years(read: Reader) -> NDArray[np.int32]:
    """Return years of birth by register number, as corrected; 0 is unknown."""
    years = np.zeros(1, dtype=np.int32)
    for recorded in read.stream("register"):
        payload = recorded.decoded().payload
        if isinstance(payload, PlayersRegistered | PlayerDetailsCorrected):
            players = columns.read(payload.player, columns.PLAYER)
            birth_year_column = columns.read(payload.birth_year, columns.YEAR)
            if len(players) and players[-1] >= len(years):
                years = np.concatenate([years, np.zeros(players[-1] + 1 - len(years), np.int32)])
            years[players] = np.where(
                birth_year_column == _AS_IT_WAS, years[players], birth_year_column
            )
    return years
