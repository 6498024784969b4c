"""A whole report divided by calendar months: a part for each, as some bodies want long events.

Readings, for what nobody says:

* `month_of_a_round`: a round belongs to the month of its day, with all its games; a game that was
  postponed counts with its round.
* `months_in_order`: the rounds of a month stand together; where they do not, which part a round
  belongs to is said by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import groupby

from ledger.intake.formats.problems import Place, Problems
from ledger.intake.import_report.parts import taken
from ledger.tournaments.report import TournamentReport

_BY_HAND = "take the parts by hand: --part 1 --rounds FIRST-LAST"


def by_month(report: TournamentReport, problems: Problems) -> tuple[TournamentReport, ...]:
    """Give a part for each month in which rounds were played; none where that is refused.

    Refused are rounds without a day or not in order of months, and a report of one month only. No
    part is empty: the reader refuses rounds without a game.
    """
    untold = [number for number, day in enumerate(report.round_dates, 1) if day is None]
    if untold or not report.round_dates:
        place, found = Place("days of the rounds"), ", ".join(map(str, untold))
        expected = "the day of every round, as in record 132"
        remedy = f"give them in the file, or {_BY_HAND}"
        problems.refuse(place, f"none for round {found}" if found else "", expected, remedy)
        return ()
    months = list(_months(report))
    if not _are_parts(months, problems):
        return ()
    return tuple(_part(report, rounds) for _, rounds in months)


def _are_parts(months: list[tuple[str, tuple[int, int]]], problems: Problems) -> bool:
    """Refuse months that are no parts: one only, or not in order."""
    place, names = Place("days of the rounds"), [name for name, _ in months]
    if len(months) == 1:
        expected = "rounds of more than one month"
        problems.refuse(place, f"all in {names[0]}", expected, "leave out --by-month")
        return False
    if sorted(set(names)) != names:
        expected = "rounds that follow each other from month to month"
        problems.refuse(place, ", ".join(names), expected, f"correct a day, or {_BY_HAND}")
        return False
    return True


def _months(report: TournamentReport) -> Iterator[tuple[str, tuple[int, int]]]:
    """Give month after month, as the rounds follow each other: YYYY-MM, first and last round."""
    numbered = enumerate(report.round_dates, 1)
    for name, rounds in groupby(numbered, key=lambda each: str(each[1])[:7]):
        numbers = [number for number, _ in rounds]
        yield name, (numbers[0], numbers[-1])


def _part(report: TournamentReport, rounds: tuple[int, int]) -> TournamentReport:
    return taken(report, rounds, _days(report, rounds))


def _days(report: TournamentReport, rounds: tuple[int, int]) -> tuple[date, date]:
    days = [day for day in report.round_dates[rounds[0] - 1 : rounds[1]] if day is not None]
    return min(days), max(days)
