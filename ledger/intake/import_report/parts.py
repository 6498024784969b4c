"""Reports in parts: rounds taken out of a file, parts by month, the size of an event.

Readings, for questions that no text answers:

* `month_of_a_round`: a round belongs to the month of its day, with all its games; a postponed game
  counts with its round.
* `months_in_order`: the rounds of a month follow each other; otherwise the parts are given by hand.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from itertools import groupby
from typing import Final

from ledger import canonical, limits
from ledger.events.report import ReportFact
from ledger.intake.formats.manual_facts import ManualFacts
from ledger.intake.formats.problems import Place, Problem, Problems, ReportRefused
from ledger.intake.import_report.options import ImportOptions
from ledger.tournaments.current_report import RecordedReport
from ledger.tournaments.report import TournamentReport, about_the_whole

ENVELOPE_BYTES: Final = 4_096
"""Largest size of a report event without columns, in bytes."""

_WHOLE: Final = (
    "hand it in whole when it is over, without --part or --by-month; where it counts for a pool "
    "that takes parts too, announce it for each pool by itself (ledger tournament announce) and "
    "name each with --of"
)
_BEGUN: Final = (
    "refuse it (ledger event record tournament-refused --tournament {} --by …), announce it anew "
    "(ledger tournament announce) and hand it in whole: --of T-…"
)

_DIVIDE: Final = "send fewer entrants at a time: a tournament for each group of them"


def cut(report: TournamentReport, options: ImportOptions, problems: Problems) -> TournamentReport:
    """Take the rounds asked for out of a report: renumbered from 1, with their own days.

    Totals and ranks are of the whole file and are left out. The days are those of the rounds, or
    what start and end given by hand say; where neither tells, that is refused.
    """
    if options.rounds is None:
        return report
    first, last = options.rounds
    if not 1 <= first <= last:
        return report  # refused with the options
    if last > report.number_of_rounds:
        expected = f"rounds 1 to {report.number_of_rounds}, those of the file"
        problems.refuse(Place("rounds"), f"{first}-{last}", expected, "correct it: --rounds …")
        return report
    start, end = _days(report, options.facts, report.round_dates[first - 1 : last], problems)
    return taken(report, (first, last), (start, end))


def taken(
    report: TournamentReport, rounds: tuple[int, int], days: tuple[date, date]
) -> TournamentReport:
    """Return some rounds of a report, numbered from 1, as a report of these days."""
    first, last = rounds
    start, end = days
    return replace(
        report,
        start=start,
        end=end,
        number_of_rounds=last - first + 1,
        other_records=about_the_whole(report.other_records),
        rounds_to_come=0,
        round_dates=report.round_dates[first - 1 : last],
        entrants=tuple(
            replace(entrant, points_halves=None, rank=None) for entrant in report.entrants
        ),
        games=tuple(
            replace(game, round=game.round - first + 1)
            for game in report.games
            if first <= game.round <= last
        ),
        byes=tuple(
            replace(bye, round=bye.round - first + 1)
            for bye in report.byes
            if first <= bye.round <= last
        ),
    )


def _days(
    report: TournamentReport,
    facts: Mapping[str, str],
    days: tuple[date | None, ...],
    problems: Problems,
) -> tuple[date, date]:
    known = [day for day in days if day is not None]
    if {"start", "end"} <= facts.keys() or len(known) == len(days):
        start = report.start if "start" in facts else min(known)
        end = report.end if "end" in facts else max(known)
        if start <= end:
            return start, end
    expected = "the days of these rounds; record 132 does not give them all, or contradicts"
    remedy = "give them: --set start=YYYY-MM-DD --set end=YYYY-MM-DD"
    problems.refuse(Place("days of the part"), "", expected, remedy)
    return report.start, report.end


def whole_days(
    given: ManualFacts,
    report: TournamentReport,
    file: TournamentReport,
    options: ImportOptions,
    problems: Problems,
) -> tuple[date, date]:
    """Return the days of the whole tournament, by the first part.

    What was given by hand wins; then what the file says; start and end by hand are the part's. An
    end before the start is refused, an assumed end warned of.
    """
    start = given.event_start or min(report.start, file.start)
    end = max(given.event_end or file.end, report.end)
    place = Place("event_end (given by hand)")
    if given.event_start and given.event_end and given.event_start > given.event_end:
        expected = f"a day not before {given.event_start}"
        problems.refuse(place, str(given.event_end), expected, "correct it: --set event_end=…")
    if options.part and not options.last_part and given.event_end is None:
        remedy = f"{end} was assumed; give it: --set event_end=YYYY-MM-DD"
        problems.warn(place, "", "the last day of the whole event", remedy)
    return min(start, report.start), end


def check_whole(
    options: ImportOptions, known: RecordedReport | None, pools: Iterable[str], problems: Problems
) -> None:
    """Refuse a part if a pool of the tournament rates the tournament as a whole."""
    articles = {pool: options.whole_by[pool] for pool in pools if pool in options.whole_by}
    if not articles or not options.divides:
        return
    found = "a part for each month" if options.by_month else f"part {options.part}"
    by = "; ".join(
        f"{pool} rates a tournament as one ({article})" for pool, article in articles.items()
    )
    begun = known is not None and known.parts and options.replaces is None
    remedy = _BEGUN.format(options.target) if begun else _WHOLE
    problems.refuse(Place("part"), found, f"the whole report: {by}", remedy)


def check_size(
    fact: ReportFact, room: int = limits.BODY_BYTES - ENVELOPE_BYTES, *, whole: bool = False
) -> None:
    """Raise ReportRefused for a report of more than `room` bytes; `whole`: it has no parts."""
    size = len(canonical.encode_typed(fact))
    if size <= room:
        return
    played = len(canonical.encode_typed([fact.rounds, fact.games, fact.byes]))
    rounds = (room - (size - played)) * len(fact.rounds) // played
    remedy = _DIVIDE
    if not whole and 1 <= rounds < len(fact.rounds):
        first = f"send it in parts: --part 1 --rounds 1-{rounds}"
        remedy = f"{first}, then --of T-… --part 2 with the next rounds"
    expected, found = f"at most {room:,} in one report", f"{size:,} bytes as it is recorded"
    raise ReportRefused([Problem("refused", Place("file"), found, expected, remedy)])


_BY_HAND = "take the parts by hand: --part 1 --rounds FIRST-LAST"


def by_month(report: TournamentReport, problems: Problems) -> tuple[TournamentReport, ...]:
    """Return a part for each month in which rounds were played; () if refused.

    Refused are rounds without a day or not in order of months, and a report of one month only. No
    part is empty: the reader refuses rounds without a game.
    """
    days = [day for day in report.round_dates if day is not None]
    place = Place("days of the rounds")
    if not days or len(days) < len(report.round_dates):
        numbers = [str(number) for number, day in enumerate(report.round_dates, 1) if day is None]
        found = f"none for round {', '.join(numbers)}" if numbers else ""
        expected = "the day of every round, as in record 132"
        problems.refuse(place, found, expected, f"give them in the file, or {_BY_HAND}")
        return ()
    rounds = enumerate(days, 1)
    months = [list(of_month) for _, of_month in groupby(rounds, key=lambda of: f"{of[1]:%Y-%m}")]
    names = [f"{of_month[0][1]:%Y-%m}" for of_month in months]
    if len(months) == 1:
        expected = "rounds of more than one month"
        problems.refuse(place, f"all in {names[0]}", expected, "leave out --by-month")
        return ()
    if sorted(set(names)) != names:
        expected = "rounds that follow each other from month to month"
        problems.refuse(place, ", ".join(names), expected, f"correct a day, or {_BY_HAND}")
        return ()
    reports = []
    for of_month in months:
        own_rounds, own_days = zip(*of_month, strict=True)
        span = min(own_days), max(own_days)
        reports.append(taken(report, (own_rounds[0], own_rounds[-1]), span))
    return tuple(reports)
