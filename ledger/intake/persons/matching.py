"""How the intake of a report asks who its entrants are, and takes in those who are new."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from ledger import register
from ledger.intake.options import ImportOptions
from ledger.intake.persons.deciding import read_decisions
from ledger.intake.persons.decisions import Decisions
from ledger.intake.persons.entrants import Matching, Roll, identify
from ledger.intake.problems import Problems
from ledger.intake.registering import Salts, registration
from ledger.intake.report import Entrant
from ledger.store.reading import Reader
from ledger.store.requests import Subject


def rolled(
    read: Reader, entrants: Iterable[Entrant], options: ImportOptions, problems: Problems
) -> Roll:
    """Give who the entrants are; nobody under a scheme of numbers that was refused before."""
    scheme = options.number_scheme
    if scheme not in register.SCHEMES:
        return Roll((), {}, ())
    return identify(read, entrants, scheme, options.register_new, problems)


def entered(
    roll: Roll, first: int, scheme: str, on: date, salts: Salts
) -> tuple[tuple[Fact, ...], tuple[Subject, ...]]:
    """Give the events by which the new enter the register, from number `first`, and their words."""
    del on
    registered, subjects = registration(roll.newcomers, first, scheme, salts)
    return ((registered,) if subjects else ()), subjects
