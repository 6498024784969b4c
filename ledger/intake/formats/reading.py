"""The result of reading a report file, and the checks of all formats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ledger.intake.formats.dates import ORDERS
from ledger.intake.formats.header import Header
from ledger.intake.formats.pairings import Pairings, read_pairings
from ledger.intake.formats.players import Player
from ledger.intake.formats.points import check_points, totals_of_rounds_played
from ledger.intake.formats.problems import Problem, Problems, ReportRefused, Value
from ledger.intake.formats.scoring import DOUBLED, SCORINGS, Scoring
from ledger.tournaments.counting import STANDARD
from ledger.tournaments.report import Entrant, TournamentReport

NO_FACTS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as read: the report, and all problems in the order of the file.

    `report` is None exactly when one of the problems refuses it; `entrants` are the players whose
    lines could be read, then too.
    """

    report: TournamentReport | None
    problems: tuple[Problem, ...]
    entrants: tuple[Entrant, ...] = ()

    @property
    def refusals(self) -> tuple[Problem, ...]:
        """Refusing problems."""
        return tuple(problem for problem in self.problems if problem.severity == "refused")

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Problems of severity `warning`."""
        return tuple(problem for problem in self.problems if problem.severity == "warning")

    def accepted(self) -> TournamentReport:
        """Return the report; raises ReportRefused with all problems instead."""
        if self.report is None:
            raise ReportRefused(self.problems)
        return self.report


def check_choices(points: str, date_order: str) -> None:
    """Raise ValueError for an unknown scoring or order of dates."""
    if points not in SCORINGS:
        raise ValueError(f"points is {points!r}, expected one of {', '.join(SCORINGS)}")
    if date_order not in ("", *ORDERS):
        raise ValueError(f"date_order is {date_order!r}, expected one of {', '.join(ORDERS)} or ''")


CHESS: Final = Scoring(STANDARD)
"""Wins count 1, draws ½."""


DRAUGHTS: Final = Scoring({symbol: 2 * halves for symbol, halves in STANDARD.items()}, DOUBLED)
"""Wins count 2, draws 1; printed as record 162 of TRF26."""


def joined(
    header: Header,
    players: Sequence[Player],
    scoring: Scoring,
    points: str,
    problems: Problems,
    announced: Value | None = None,
) -> Reading:
    """Join the players' rounds, check the totals, and return the reading.

    Wrong totals are refused, or warned of where `points` is "ignore"; `announced` is the file's
    word on the number of rounds.
    """
    pairings = read_pairings(players, announced, problems)
    check_points(players, pairings.rounds, scoring, problems, points)
    report = None
    if not problems.refused:
        report = report_of_players(header, players, pairings, scoring, announced)
    readable = tuple(player.entrant for player in players)
    return Reading(report, problems.all(), readable)


def report_of_players(
    header: Header,
    players: Sequence[Player],
    pairings: Pairings,
    scoring: Scoring,
    announced: Value | None,
) -> TournamentReport | None:
    """Return the report of a header, players and pairings; None if a day is missing.

    `announced` is the file's word on the number of rounds.
    """
    if header.start is None or header.end is None:
        return None
    played = pairings.rounds.played
    last_day = max(header.round_days, default=0)
    return TournamentReport(
        name=header.name,
        place=header.place,
        federation=header.federation,
        start=header.start,
        end=header.end,
        type=header.type,
        time_control=header.time_control,
        number_of_rounds=played,
        round_dates=tuple(header.round_days.get(number) for number in range(1, played + 1)),
        rounds_to_come=max(pairings.rounds.to_come, last_day - played),
        entrants=tuple(totals_of_rounds_played(players, pairings.rounds, scoring)),
        games=pairings.games,
        byes=pairings.byes,
        scoring=scoring.printed,
        chief_arbiter=header.chief_arbiter,
        deputies=header.deputies,
        rounds_announced=int(announced.text) if announced else 0,
        initial_colour=header.initial_colour,
    )
