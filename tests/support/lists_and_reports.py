"""An office with a UISP pool: lists of other bodies as files, and reports of tournaments as files.

Persons are numbers; their names are unlike each other, and some have no number at any body.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from ledger.intake.carry_over.carried_rows import CarryOptions
from ledger.intake.carry_over.carrying import carry_over
from ledger.intake.external_list.recording import ListOptions, record_list
from ledger.intake.import_report.options import ImportOptions
from ledger.intake.import_report.receipts import ImportReceipt
from ledger.store.ledger import Ledger
from ops.house import House
from ops.tournaments.importing import ReportFile, import_file, with_rulebooks
from tests.support.begun_ledgers import begun
from tests.support.report_files import GIVEN_NAMES, Player, Tournament

UISP, LIST = "uisp", "2026-Q1"
ISSUE, CARRIED_ON = date(2026, 1, 7), date(2025, 7, 5)
BEGUN = (
    "init --origin example.org",
    f"pool open {UISP} --first-period {LIST} --adopt",
    f"list schedule {UISP} {LIST} --issue-day {ISSUE}",
)
NAMELESS = (8, 9)
"""Persons without a number: of each one report, as a name alone identifies nobody."""

Rounds = Sequence[Sequence[tuple[int, int, str]]]
"""White, black, result of each game, by start number."""


def number_of(person: int) -> str:
    return "" if person in NAMELESS else str(90_000_000 + person)


def name_of(person: int) -> str:
    letters = "ABCDEFGHIJ"[person % 10] * 5
    return f"{letters}{person:02d}, {GIVEN_NAMES[person % len(GIVEN_NAMES)]}"


@dataclass(frozen=True)
class External:
    """A list of another body: by kind of rating, persons with their ratings."""

    body: str
    day: date
    ratings: dict[str, dict[int, int]]

    def file(self) -> bytes:
        text = io.StringIO()
        rows = csv.writer(text)
        rows.writerow(["number", "name", *self.ratings])
        for person in sorted({one for column in self.ratings.values() for one in column}):
            row = (column.get(person, "") for column in self.ratings.values())
            rows.writerow([number_of(person), name_of(person), *row])
        return text.getvalue().encode()


@dataclass(frozen=True)
class Played:
    """A tournament: first day, entrants by start number, games."""

    name: str
    day: date
    entrants: Sequence[int]
    rounds: Rounds

    def report(self) -> bytes:
        players = [
            Player(row, name_of(one), fide_id=number_of(one), birth=1960 + one)
            for row, one in enumerate(self.entrants, 1)
        ]
        return Tournament(players, self.rounds, name=self.name, start=self.day).trf16()


@dataclass(frozen=True)
class Office:
    """The ledger, and a folder for files."""

    house: House
    folder: Path

    def record(self, external: External, name: str = "") -> None:
        """Record a list, under the name of the month."""
        name = name or f"{external.day:%Y-%m}"
        file = self.folder / f"{external.body} {name}.csv"
        file.write_bytes(external.file())
        record_list(self.house.ledger, file, ListOptions(external.body, name, external.day))

    def bring_in(self, played: Played, **options: Any) -> ImportReceipt:
        """Import a report, received five days after the first day."""
        facts = {"received_on": f"{played.day + timedelta(5)}"}
        usual = {"pools": (UISP,), "register_new": True, "recorded_by": self.house.by}
        given = ImportOptions(**{**usual, "facts": facts, **options})
        file = ReportFile(f"{played.name}.trf", played.report())
        return import_file(self.house, file, with_rulebooks(self.house, given)).receipt


@contextmanager
def an_office(folder: Path, carried: dict[int, int]) -> Iterator[Office]:
    """A new ledger with the pool, and persons with ratings of July 2025."""
    begun(folder / "ratings.ledger", *BEGUN)
    rows = [f"{number_of(one)};{name_of(one)};{rating}" for one, rating in carried.items()]
    data = "\n".join(["number;name;rating", *rows]).encode()
    with Ledger.open(str(folder / "ratings.ledger")) as ledger, House(ledger) as house:
        carry_over(ledger, UISP, data, CarryOptions(CARRIED_ON, "July", register_new=True))
        yield Office(house, folder)
