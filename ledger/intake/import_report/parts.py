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
from ledger.intake.formats.problems import (
    A_DAY,
    Place,
    Problems,
    ReportRefused,
    by_hand,
    option,
    setting,
)
from ledger.intake.import_report.options import ImportOptions, correct_it, numbered
from ledger.sentences import Amount, Input, ListName, Remedy, Sentence
from ledger.tournaments.current_report import RecordedReport
from ledger.tournaments.report import TournamentReport, about_the_whole

ENVELOPE_BYTES: Final = 4_096
"""Largest size of a report event without columns, in bytes."""

_ANNOUNCE: Final = Remedy("announce-tournament")
_WHOLE: Final = Sentence(
    "hand it in whole when it is over, without {part} or {by_month}; where it counts for a pool "
    "that takes parts too, announce it for each pool by itself ({announce}) and name each with "
    "{of}",
    part=Input("part"),
    by_month=Input("by_month"),
    announce=_ANNOUNCE,
    of=Input("of"),
)
_DIVIDE: Final = Sentence("send fewer entrants at a time: a tournament for each group of them")


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
        expected = Sentence("rounds 1 to {last}, those of the file", last=report.number_of_rounds)
        problems.refuse(Place("rounds"), f"{first}-{last}", expected, correct_it("--rounds"))
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
    expected = Sentence(
        "the days of these rounds; record 132 does not give them all, or contradicts"
    )
    start_and_end = [option(setting(name, A_DAY)) for name in ("start", "end")]
    remedy = Sentence("give them: {options}", options=start_and_end)
    problems.refuse(Place(Sentence("days of the part")), "", expected, remedy)
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
    place, name_and_day = by_hand("event_end"), setting("event_end", A_DAY)
    if given.event_start and given.event_end and given.event_start > given.event_end:
        expected = Sentence("a day not before {day}", day=given.event_start)
        problems.refuse(place, str(given.event_end), expected, correct_it(*name_and_day))
    if options.part and not options.last_part and given.event_end is None:
        remedy = Sentence(
            "{day} was assumed; give it: {option}", day=end, option=option(name_and_day)
        )
        problems.warn(place, "", Sentence("the last day of the whole event"), remedy)
    return min(start, report.start), end


def check_whole(
    options: ImportOptions, known: RecordedReport | None, pools: Iterable[str], problems: Problems
) -> None:
    """Refuse a part if a pool of the tournament rates the tournament as a whole."""
    articles = {pool: options.whole_by[pool] for pool in pools if pool in options.whole_by}
    if not articles or not options.divides:
        return
    found = Sentence("a part for each month") if options.by_month else numbered(options.part)
    by = [
        Sentence("{pool} rates a tournament as one ({article})", pool=pool, article=article)
        for pool, article in articles.items()
    ]
    remedy = _WHOLE
    if known is not None and known.parts and options.replaces is None:
        remedy = Sentence(
            "refuse it ({refuse}), announce it anew ({announce}) and hand it in whole: {option}",
            refuse=Remedy("decide-tournament-refused", tournament=options.target, by=None),
            announce=_ANNOUNCE,
            option=option(("--of", "T-…")),
        )
    problems.refuse(Place("part"), found, Sentence("the whole report: {by}", by=by), remedy)


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
        remedy = Sentence(
            "send it in parts: {part} {rounds}, then {of} {next} with the next rounds",
            part=option(("--part", "1")),
            rounds=option(("--rounds", f"1-{rounds}")),
            of=option(("--of", "T-…")),
            next=option(("--part", "2")),
        )
    found = Sentence("{size} bytes as it is recorded", size=Amount(size))
    expected, problems = Sentence("at most {room} in one report", room=Amount(room)), Problems()
    problems.refuse(Place("file"), found, expected, remedy)
    raise ReportRefused(problems.all())


_PARTS_BY_HAND: Final = Sentence(
    "take the parts by hand: {part} {rounds}",
    part=option(("--part", "1")),
    rounds=option(("--rounds", "FIRST-LAST")),
)


def by_month(report: TournamentReport, problems: Problems) -> tuple[TournamentReport, ...]:
    """Return a part for each month in which rounds were played; () if refused.

    Refused are rounds without a day or not in order of months, and a report of one month only. No
    part is empty: the reader refuses rounds without a game.
    """
    days = [day for day in report.round_dates if day is not None]
    place = Place(Sentence("days of the rounds"))
    if not days or len(days) < len(report.round_dates):
        numbers = [str(number) for number, day in enumerate(report.round_dates, 1) if day is None]
        found = Sentence("none for round {rounds}", rounds=numbers) if numbers else ""
        expected = Sentence("the day of every round, as in record 132")
        remedy = Sentence("give them in the file, or {by_hand}", by_hand=_PARTS_BY_HAND)
        problems.refuse(place, found, expected, remedy)
        return ()
    rounds = enumerate(days, 1)
    months = [list(of_month) for _, of_month in groupby(rounds, key=lambda of: f"{of[1]:%Y-%m}")]
    names = [f"{of_month[0][1]:%Y-%m}" for of_month in months]
    if len(months) == 1:
        found = Sentence("all in {month}", month=ListName(names[0]))
        remedy = Sentence("leave out {input}", input=Input("by_month"))
        problems.refuse(place, found, Sentence("rounds of more than one month"), remedy)
        return ()
    if sorted(set(names)) != names:
        expected = Sentence("rounds that follow each other from month to month")
        remedy = Sentence("correct a day, or {by_hand}", by_hand=_PARTS_BY_HAND)
        problems.refuse(place, ", ".join(names), expected, remedy)
        return ()
    reports = []
    for of_month in months:
        own_rounds, own_days = zip(*of_month, strict=True)
        span = min(own_days), max(own_days)
        reports.append(taken(report, (own_rounds[0], own_rounds[-1]), span))
    return tuple(reports)
