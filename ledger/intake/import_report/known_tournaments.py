"""A report compared with its announcement, or with announcements that may be its own.

Readings, for questions that no text answers:

* `announced_holds`: a report does not change the announcement. Facts that decide how the
  tournament is rated (days, pools, an encoded time control, everything given by hand) must agree
  with the announcement, or be corrected first; other facts of a file (name, place) may differ,
  with a warning.
* `announced_once`: facts missing in the file are taken from the announcement.
* `cancelled_has_none`: a cancelled tournament has no report. Most likely its number is mistyped;
  if the tournament was played after all, the cancellation is taken back first.
* `refused_has_one`: a refusal to rate a tournament does not undo the games: the report is accepted,
  and findings show how the pool treats it.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Final, NamedTuple

from ledger import spelling
from ledger.events.games import SheetCompleted
from ledger.events.report import ReportPartSubmitted, TournamentSubmitted
from ledger.events.tournament import TournamentRegistered
from ledger.intake.formats.header import FACTS as IN_FILES
from ledger.intake.formats.manual_facts import OF_TOURNAMENT, ManualFacts
from ledger.intake.formats.problems import Place, Problems, by_hand, option, setting
from ledger.intake.formats.time_control import is_encoded
from ledger.intake.import_report.options import ImportOptions
from ledger.register import likeness
from ledger.sentences import Body, Position, Remedy, Sentence
from ledger.store.reading import Reader, Recorded
from ledger.tournaments.recorded_report import Registration, folded, registration_of
from ledger.tournaments.report import TournamentReport
from ledger.tournaments.sketches import NEAR_DAYS

LONGEST_LEAD_DAYS: Final = 400
"""Longest announced tournament, in days, to compare a report with."""

_SPAN_DAYS: Final = 64
_STREAM_BYTES: Final = 200

_MOST_SHOWN: Final = 3
_REPORTS: Final = (TournamentSubmitted.TYPE, ReportPartSubmitted.TYPE, SheetCompleted.TYPE)
_SAME_AS: Final = {"event_start": "start", "event_end": "end"}
"""Facts given by hand that announcements know under another name."""


def facts_of(announced: Registration) -> dict[str, str]:
    """Return, as texts, announced facts for values missing in a file."""
    details = announced.details
    return {name: _in_words(details[name]) for name in IN_FILES if details[name] is not None}


def check_takes_place(announced: Registration, problems: Problems) -> None:
    """Refuse the report of a cancelled tournament; warn if the tournament was refused."""
    place, tournament = Place("tournament"), announced.tournament
    if announced.cancelled:
        position, by = announced.cancelled
        expected = Sentence(
            "a tournament that takes place; it was cancelled ({event}, by {by})",
            event=Position(position),
            by=Body(by),
        )
        remedy = Sentence(
            "correct its number; if it was played after all, first: {reinstate}",
            reinstate=Remedy("decide-tournament-reinstated", tournament=tournament, by=None),
        )
        problems.refuse(place, tournament, expected, remedy)
    elif announced.refused:
        position, by = announced.refused
        expected = Sentence(
            "a tournament that is rated; that was refused ({event}, by {by})",
            event=Position(position),
            by=Body(by),
        )
        findings = Remedy("list-findings", pool=None, subject=tournament)
        remedy = Sentence("its report is kept; its findings: {findings}", findings=findings)
        problems.warn(place, tournament, expected, remedy)


def as_announced(
    announced: Registration,
    options: ImportOptions,
    given: ManualFacts,
    report: TournamentReport,
    problems: Problems,
) -> TournamentReport:
    """Compare the facts of a report with the announcement; return the report as announced."""
    for fact in _facts(options, given, report):
        detail = _SAME_AS.get(fact.name, fact.name)
        announced_value = announced.details[detail]
        own = announced_value is None and fact.name == "time_control"  # reports say it themselves
        if not (own or _same(fact.value, announced_value)):
            correct = Remedy(
                "correct-details",
                tournament=announced.tournament,
                set=f"{detail}={_in_words(fact.value)}",
                by=None,
            )
            _report_difference(fact, announced_value, announced.position, correct, problems)
    return replace(report, time_control=announced.details["time_control"] or report.time_control)


class _Fact(NamedTuple):
    name: str
    value: Any
    by_hand: bool


def _facts(options: ImportOptions, given: ManualFacts, report: TournamentReport) -> Iterator[_Fact]:
    if options.pools:
        yield _Fact("pools", tuple(dict.fromkeys(options.pools)), by_hand=True)
    for name in sorted(options.facts.keys() & OF_TOURNAMENT):
        yield _Fact(name, getattr(given, name), by_hand=True)
    for name in IN_FILES:
        of_part = options.part is not None and name in ("start", "end")
        value = getattr(report, name)
        if value and not of_part:
            yield _Fact(name, value, by_hand=name in options.facts)
    if report.type and "pairing_system" not in options.facts:
        yield _Fact("pairing_system", report.type, by_hand=False)
    if report.teams:
        yield _Fact("team", True, by_hand=False)


def _report_difference(
    fact: _Fact, announced_value: Any, position: int, correct: Remedy, problems: Problems
) -> None:
    name, shown = fact.name, _in_words(fact.value)
    announced = "" if announced_value is None else _in_words(announced_value)
    if announced_value is None:
        refused = fact.by_hand and name not in IN_FILES
        expected = Sentence(
            "what was announced ({event}), which does not state it", event=Position(position)
        )
        remedy = Sentence("state it there: {correct}", correct=correct)
    else:
        both_encoded = name == "time_control" and is_encoded(shown) and is_encoded(announced)
        refused = fact.by_hand or name in ("start", "end") or both_encoded
        expected = Sentence(
            "{value}, as announced ({event})", value=_quoted(announced), event=Position(position)
        )
        if not refused:
            remedy = Sentence("the announced one holds; if it is wrong: {correct}", correct=correct)
        elif fact.by_hand:
            remedy = Sentence(
                "if the announcement is wrong: {correct}; if it is right, leave it out",
                correct=correct,
            )
        else:
            remedy = Sentence(
                "if the announcement is wrong: {correct}; if it is right, give it: {option}",
                correct=correct,
                option=option(setting(name, announced)),
            )
    place = by_hand(name) if fact.by_hand else Place(name)
    (problems.refuse if refused else problems.warn)(place, shown, expected, remedy)


def _same(value: Any, announced_value: Any) -> bool:
    """Return whether two values agree; words may differ in capitals, signs and order."""
    if isinstance(value, str) and isinstance(announced_value, str):
        key = spelling.folded(value)
        return value == announced_value or (key != "" and key == spelling.folded(announced_value))
    if isinstance(value, tuple):
        return set(value) == set(announced_value)
    return bool(value == announced_value)


def _in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, date):
        return value.isoformat()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _quoted(text: str) -> str:
    return f'"{text}"' if " " in text else text


def warn_of_announced(
    read: Reader, report: TournamentReport, pools: Collection[str], problems: Problems
) -> None:
    """Warn if the report of a tournament not announced may be that of an announced one."""
    for known in _likely_announced(read, report, pools)[:_MOST_SHOWN]:
        details = known.details
        expected = Sentence(
            "a tournament that was not announced; this may be {tournament} ({event}), "
            '"{name}", {start} to {end}, which has no report yet',
            tournament=known.tournament,
            event=Position(known.position),
            name=details["name"],
            start=details["start"],
            end=details["end"],
        )
        remedy = Sentence(
            "compare the two; if they are the same, import this file as its report: {option}",
            option=option(("--of", known.tournament)),
        )
        problems.warn(Place("tournament"), report.name, expected, remedy)


def _likely_announced(
    read: Reader, report: TournamentReport, pools: Collection[str]
) -> list[Registration]:
    """Return announced tournaments without a report, probably meant by a report.

    They share a pool and are near in days, and have the same days or a name that is like.
    """
    likely = []
    for stream in sorted(_announced_alone(read, report.start.toordinal() // _SPAN_DAYS).streams):
        tournament = stream.removeprefix("tournament-")
        known = folded(read, tournament)
        registered = registration_of(tournament, known)
        if registered and not known.parts and _is_like(registered, report, pools):
            likely.append(registered)
    return likely


class _Alone(NamedTuple):
    """Announced tournaments without a report."""

    streams: frozenset[str]

    @property
    def size_bytes(self) -> int:
        return _STREAM_BYTES * len(self.streams)


def _announced_alone(read: Reader, span: int) -> _Alone:
    """Return the tournaments without a report, announced for about a span of first days.

    Cost: one look at the days of announcements and reports (no bodies); afterwards those recorded
    since are read, and the others are in memory.
    """
    first = date.fromordinal(span * _SPAN_DAYS - LONGEST_LEAD_DAYS)
    last = date.fromordinal((span + 1) * _SPAN_DAYS + LONGEST_LEAD_DAYS)
    announced = (TournamentRegistered.TYPE,)

    def begin(end: int) -> _Alone:
        alone = read.valid_between(announced, first, last, followed_by=_REPORTS)
        found = read.found_at([position for position in alone if position <= end])
        streams = {recorded.stream for _, recorded in found}
        return _Alone(frozenset(streams - read.streams_with(streams, _REPORTS)))

    def go_on(kept: _Alone, since: Sequence[Recorded]) -> _Alone:
        new = {
            one.stream
            for one in since
            if one.type in announced and first <= date.fromisoformat(one.valid_on) <= last
        }
        reported = {one.stream for one in since if one.type in _REPORTS}
        return _Alone(kept.streams.union(new) - reported)

    key = "announced-alone", span
    return read.followed_types(key, (*announced, *_REPORTS), begin, go_on)


def _is_like(announced: Registration, report: TournamentReport, pools: Collection[str]) -> bool:
    details = announced.details
    apart = [abs((details[name] - getattr(report, name)).days) for name in ("start", "end")]
    shared = set(details["pools"]) & set(pools)
    if announced.cancelled or not shared or max(apart) > NEAR_DAYS:
        return False
    same_days = not any(apart)
    return same_days or likeness.likeness(details["name"], report.name) >= likeness.LIKE
