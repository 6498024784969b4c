"""How the intake of a report asks who its entrants are."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.intake.formats.problems import Problems
from ledger.intake.import_report.options import ImportOptions
from ledger.intake.people.deciding import read_decisions
from ledger.intake.people.decisions import Decisions
from ledger.intake.people.entrants import Matching, Roll, identify
from ledger.register import identities
from ledger.store.reading import Reader
from ledger.tournaments.report import Entrant


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
    if options.scheme not in identities.SCHEMES:
        return Roll()
    return identify(read, entrants, matching(options, problems), problems)
