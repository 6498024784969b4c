"""Small reports of a team tournament: three teams of two players, two rounds."""

from typing import Final

from ledger.tournaments.report import Team
from tests.support.reader_messages import refusals
from tests.support.received_reports import (
    LONG,
)
from tests.support.report_files import Pairing, Tournament, players

ROUNDS: Final[list[list[Pairing]]] = [
    [(1, 3, "1-0"), (4, 2, "1-0"), (5, "Z"), (6, "Z")],
    [(1, 5, "+--"), (6, 2, "--+"), (3, "Z"), (4, "Z")],
]


def new(number: int, name: str, *members: int) -> str:
    """Write the value of a record 310."""
    known = f"{number:3d} {name:<32} {name[:3].upper():<5} {2000:6d} {3.0:6.1f} {4.5:6.1f} {1:3d}  "
    return known + " ".join(f"{member:4d}" for member in members)


def old(name: str, *members: int) -> str:
    """Write the value of a record 013."""
    return f"{name:<32}" + " ".join(f"{member:4d}" for member in members)


NEW: Final = [new(1, "Torino", 1, 2), new(2, "Forlì", 3, 4), new(3, "Lucca", 5, 6)]
OLD: Final = [old("Torino", 1, 2), old("Forlì", 3, 4), old("Lucca", 5, 6)]
TEAMS: Final = (
    Team(1, "Torino", (0, 1)),
    Team(2, "Forlì", (2, 3)),
    Team(3, "Lucca", (4, 5)),
)


def file(**records: str | list[str]) -> bytes:
    """Write a file of six players in two rounds with the records `_310` and so on."""
    extra = {name.removeprefix("_"): value for name, value in records.items()}
    return Tournament(players(6), ROUNDS, extra=extra).trf16()


def told(**records: str | list[str]) -> list[str]:
    """Return the refusals of a file with the teams and these records, from the field on."""
    return [refusal.split(", ", 1)[1] for refusal in refusals(file(_310=NEW, **records))]


CUMULATIVE = LONG.trf16()
