"""How the intake of a report asks who its entrants are."""

from __future__ import annotations

from collections.abc import Iterable

from ledger import register
from ledger.intake.options import ImportOptions
from ledger.intake.persons.deciding import read_decisions
from ledger.intake.persons.decisions import Decisions
from ledger.intake.persons.entrants import Matching, Roll, identify
from ledger.intake.problems import Problems
from ledger.intake.report import Entrant
from ledger.store.reading import Reader


def matching(options: ImportOptions, problems: Problems) -> Matching:
    """Give by what entrants are recognised; what is wrong with the map goes to `problems`."""
    decided = Decisions()
    if options.decisions:
        decided = read_decisions(options.decisions, problems)
    return Matching(options.scheme, options.register_new, decided)


def rolled(
    read: Reader, entrants: Iterable[Entrant], options: ImportOptions, problems: Problems
) -> Roll:
    """Give who the entrants are; nobody under a scheme of numbers that was refused before."""
    if options.scheme not in register.SCHEMES:
        return Roll()
    return identify(read, entrants, matching(options, problems), problems)
