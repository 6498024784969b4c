"""The result of reading a report file: header, players and rounds joined, and totals compared."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from ledger.intake.formats.dates import DAYS_OF_ROUNDS, ORDERS
from ledger.intake.formats.header import Header
from ledger.intake.formats.pairings import Pairings, Rounds, read_pairings
from ledger.intake.formats.players import POINTS, Player
from ledger.intake.formats.problems import (
    Answer,
    Place,
    Problem,
    Problems,
    ReportRefused,
    option,
    setting,
)
from ledger.intake.formats.scoring import DOUBLED, SCORINGS, Scoring
from ledger.sentences import Figures, Sentence
from ledger.tournaments.counting import STANDARD
from ledger.tournaments.report import Entrant, TournamentReport

NO_FACTS: Final[Mapping[str, str]] = MappingProxyType({})

IGNORE: Final[Answer] = setting("points", "ignore")
"""The option that accepts wrong totals."""
GAMES_ALONE: Final = Sentence("{remedy}; or take the games alone: {option}", option=option(IGNORE))
"""The offer of this option in a remedy."""

CORRECT_RESULTS: Final = Sentence("correct the results or the total")
"""The remedy of a total unlike the sum of the results."""

CHESS: Final = Scoring(STANDARD)
"""Wins count 1, draws ½."""
DRAUGHTS: Final = Scoring({symbol: 2 * halves for symbol, halves in STANDARD.items()}, DOUBLED)
"""Wins count 2, draws 1; printed as record 162 of TRF26."""


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


def joined(
    header: Header, players: Sequence[Player], scoring: Scoring, points: str, problems: Problems
) -> Reading:
    """Join the players' rounds, check the totals, and return the reading.

    Wrong totals are refused, or warned of where `points` is "ignore".
    """
    pairings = read_pairings(players, header.announced_rounds, problems)
    played, last_day = pairings.rounds.played, max(header.round_days, default=0)
    _check_totals(players, pairings.rounds, scoring, points, problems)
    if header.round_days_line and last_day > played:
        place = Place(DAYS_OF_ROUNDS, header.round_days_line)
        found = Sentence("a day for round {number}", number=last_day)
        remedy = Sentence("check that no round is missing")
        problems.warn(place, found, Sentence("{number} rounds", number=played), remedy)
    report = None
    if not problems.refused:
        report = _report(header, players, pairings, scoring)
    readable = tuple(player.entrant for player in players if player.cells is not None)
    return Reading(report, problems.all(), readable)


def _report(
    header: Header, players: Sequence[Player], pairings: Pairings, scoring: Scoring
) -> TournamentReport:
    """Return the report of a header without problems: start and end are known."""
    assert header.start is not None
    assert header.end is not None
    played, last_day = pairings.rounds.played, max(header.round_days, default=0)
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
        entrants=tuple(_totals_of_rounds_played(players, pairings.rounds, scoring)),
        games=pairings.games,
        byes=pairings.byes,
        scoring=scoring.printed,
        chief_arbiter=header.chief_arbiter,
        deputies=header.deputies,
        rounds_announced=int(header.announced_rounds.text) if header.announced_rounds else 0,
        initial_colour=header.initial_colour,
    )


def _check_totals(
    players: Sequence[Player], rounds: Rounds, scoring: Scoring, points: str, problems: Problems
) -> None:
    """Compare the totals of columns 81-84 with the results of the rounds played.

    A total may also count the rounds after these, of which a file tells byes or some results.
    Players without a total, with a round that cannot be read or with rounds beyond the last are
    left out: what is wrong with them has been said. A difference is refused, as it mostly means a
    wrong result, or warned of where `points` is "ignore".
    """
    for player in players:
        printed = player.entrant.points_halves
        sums = list(_sums(player, rounds, scoring))
        if printed is None or not sums or printed in sums:
            continue
        remedy = CORRECT_RESULTS
        empty = [str(n) for n in range(1, rounds.played + 1) if player.cell(n).empty]
        if printed > sums[0] and empty:
            remedy = Sentence(
                "{remedy}; write H, F or U if there was a bye in round {rounds}",
                remedy=remedy,
                rounds=", ".join(empty),
            )
        place = player.row.place(POINTS.name)
        total = Figures(f"{sums[0] / 2:.1f}")
        expected = Sentence("{total}, the sum of the results", total=total)
        report_wrong_total(place, f"{printed / 2:.1f}", expected, remedy, points, problems)


def report_wrong_total(
    place: Place,
    found: str,
    expected: Sentence,
    remedy: Sentence,
    points: str,
    problems: Problems,
) -> None:
    """Refuse a total unlike the sum of results; a warning if `points` is "ignore"."""
    if points == "ignore":
        problems.warn(place, found, expected, remedy)
    else:
        problems.refuse(place, found, expected, GAMES_ALONE.about(remedy=remedy), IGNORE)


def _totals_of_rounds_played(
    players: Sequence[Player], rounds: Rounds, scoring: Scoring
) -> Iterator[Entrant]:
    """Yield the entrants with totals of the rounds played alone.

    Where a printed total counts rounds to come too, their points are taken off: these rounds are
    not part of the report, and other programs refuse a total that is more than its results.
    """
    for player in players:
        first, *later = [*_sums(player, rounds, scoring), None]
        printed = player.entrant.points_halves
        counts_later = printed is not None and printed != first and printed in later
        yield replace(player.entrant, points_halves=first) if counts_later else player.entrant


def _sums(player: Player, rounds: Rounds, scoring: Scoring) -> Iterator[int]:
    """Sum the results in half points, up to the last round played and to each later round.

    Nothing where a result could not be read or stands too late.
    """
    start_number, counted = player.entrant.number, scoring.bonus(player.entrant.number)
    if player.last_round > rounds.standing or not rounds.played:
        return
    for number in range(1, rounds.standing + 1):
        cell = player.cell(number)
        if cell.result is None or (number <= rounds.played and cell.opponent and not cell.result):
            return
        counted += scoring.halves_of(cell.result, number, start_number)
        if number >= rounds.played:
            yield counted
