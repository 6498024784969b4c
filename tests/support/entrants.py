"""Entrants as in a file, and the result of identifying them."""

from dataclasses import dataclass

from ledger.intake.formats.problems import Problems
from ledger.intake.people.claims import Decision
from ledger.intake.people.entrants import Roll, identify
from ledger.intake.people.recognising import Matching
from ledger.store.ledger import Ledger
from ledger.tournaments.report import Entrant, NationalNumber


def entrant(
    name: str,
    fide: str = "",
    year: int | None = None,
    *,
    number: int = 1,
    sex: str = "",
    federation: str = "ITA",
    **national: str,
) -> Entrant:
    """Return an entrant of start number `number`, on line 100 + number."""
    return Entrant(
        line=100 + number,
        number=number,
        name=name,
        sex=sex,
        title="",
        rating=0,
        federation=federation,
        reported_number=fide,
        birth=str(year or ""),
        birth_year=year,
        points_halves=None,
        rank=None,
        national=tuple(NationalNumber(body, text, 0) for body, text in national.items()),
    )


@dataclass(frozen=True)
class Identified:
    """The result of identifying."""

    roll: Roll
    refused: list[str]
    warned: list[str]


def identified(
    ledger: Ledger,
    *entrants: Entrant,
    new: bool = False,
    scheme: str = "fide",
    decided: dict[int, str] | None = None,
) -> Identified:
    """Identify entrants; `decided` has players by start number."""
    named = {each.number: each.name for each in entrants}
    lines = {
        number: Decision(line, number, named.get(number, "?"), player)
        for line, (number, player) in enumerate((decided or {}).items(), 2)
    }
    problems = Problems()
    roll = identify(ledger.read, entrants, Matching(scheme, new, lines), problems)
    told = problems.all()
    return Identified(
        roll,
        [str(problem) for problem in told if problem.severity == "refused"],
        [str(problem) for problem in told if problem.severity == "warning"],
    )
