"""What every reader of report files gives: the report, or all that is wrong with the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ledger.intake.formats.problems import Problem, ReportRefused
from ledger.tournaments.report import Entrant, TournamentReport

NO_FACTS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file says: its report, and every problem in the order of the file.

    `report` is None exactly when one of the problems refuses it; `entrants` are the players whose
    lines could be read, then too.
    """

    report: TournamentReport | None
    problems: tuple[Problem, ...]
    entrants: tuple[Entrant, ...] = ()

    @property
    def refusals(self) -> tuple[Problem, ...]:
        """Give the problems with which the report cannot be taken."""
        return tuple(each for each in self.problems if each.severity == "refused")

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Give the problems with which the report can be taken."""
        return tuple(each for each in self.problems if each.severity == "warning")

    def accepted(self) -> TournamentReport:
        """Give the report; raises ReportRefused with all problems where there is none."""
        if self.report is None:
            raise ReportRefused(self.problems)
        return self.report
