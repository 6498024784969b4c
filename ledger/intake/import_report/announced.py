"""The report of an announced tournament, compared with the announcement.

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

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any, Final, NamedTuple

from ledger.intake.formats.header import FACTS as IN_FILES
from ledger.intake.formats.manual_facts import OF_TOURNAMENT, ManualFacts
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.time_control import is_encoded
from ledger.intake.import_report.options import ImportOptions
from ledger.register.likeness import folded
from ledger.tournaments.registration import Registration
from ledger.tournaments.report import TournamentReport

_SAME_AS: Final = {"event_start": "start", "event_end": "end"}
"""Facts given by hand that announcements know under another name."""


def facts_of(announced: Registration) -> dict[str, str]:
    """Return, as texts, announced facts for values missing in a file."""
    details = announced.details
    return {name: _shown(details[name]) for name in IN_FILES if details[name] is not None}


def as_announced(
    announced: Registration,
    options: ImportOptions,
    given: ManualFacts,
    report: TournamentReport,
    problems: Problems,
) -> TournamentReport:
    """Compare a report with the announcement; return the report as announced."""
    check_announced(announced, options, given, report, problems)
    return replace(report, time_control=announced.details["time_control"] or report.time_control)


def check_takes_place(announced: Registration, problems: Problems) -> None:
    """Refuse the report of a cancelled tournament; warn if the tournament was refused."""
    place = Place("tournament")
    if announced.cancelled:
        position, by = announced.cancelled
        expected = f"a tournament that takes place; it was cancelled (#{position}, by {by})"
        reinstate = f"ledger event record tournament-reinstated --tournament {announced.tournament}"
        remedy = f"correct its number; if it was played after all, first: {reinstate} --by …"
        problems.refuse(place, announced.tournament, expected, remedy)
    elif announced.refused:
        position, by = announced.refused
        expected = f"a tournament that is rated; that was refused (#{position}, by {by})"
        remedy = (
            f"its report is kept: ledger pool findings POOL {announced.tournament} says what of it"
        )
        problems.warn(place, announced.tournament, expected, remedy)


def check_announced(
    announced: Registration,
    options: ImportOptions,
    given: ManualFacts,
    report: TournamentReport,
    problems: Problems,
) -> None:
    """Compare the facts of the file or given by hand with the announcement."""
    for fact in (*_by_hand(options, given), *_in_file(options, report)):
        detail = _SAME_AS.get(fact.name, fact.name)
        announced_value = announced.details[detail]
        own = announced_value is None and fact.name == "time_control"  # reports say it themselves
        if own or _same(fact.value, announced_value):
            continue
        place = Place(f"{fact.name} (given by hand)" if fact.by_hand else fact.name)
        correct = (
            f"ledger tournament correct details {announced.tournament} "
            f"--set {detail}={_quoted(_shown(fact.value))} --by …"
        )
        _report_difference(fact, place, announced_value, announced.position, correct, problems)


class _Fact(NamedTuple):
    """A fact of a file, or given by hand, with a report."""

    name: str
    value: Any
    by_hand: bool

    @property
    def decides(self) -> bool:
        """Whether the rating depends on the fact, which must then agree with the announcement."""
        return self.by_hand or self.name in ("start", "end")


def _report_difference(
    fact: _Fact, place: Place, announced_value: Any, position: int, correct: str, problems: Problems
) -> None:
    """Refuse, or warn of, a fact unlike the announcement or not announced."""
    found = _shown(fact.value)
    both_encoded = (
        fact.name == "time_control" and is_encoded(found) and is_encoded(announced_value or "")
    )
    if announced_value is None:
        refused = fact.by_hand and fact.name not in IN_FILES
        expected = f"what was announced (#{position}), which does not say it"
        remedy = f"say it there: {correct}"
    else:
        refused = fact.decides or both_encoded
        expected = f"{_quoted(_shown(announced_value))}, as announced (#{position})"
        remedy = f"the announced one holds; if it is wrong: {correct}"
    if refused and announced_value is not None:
        otherwise = (
            "leave it out"
            if fact.by_hand
            else f"give it: --set {fact.name}={_shown(announced_value)}"
        )
        remedy = f"if the announcement is wrong: {correct}; if it is right, {otherwise}"
    (problems.refuse if refused else problems.warn)(place, found, expected, remedy)


def _by_hand(options: ImportOptions, given: ManualFacts) -> Iterator[_Fact]:
    if options.pools:
        yield _Fact("pools", tuple(dict.fromkeys(options.pools)), by_hand=True)
    for name in sorted(options.facts.keys() & OF_TOURNAMENT):
        yield _Fact(name, getattr(given, name), by_hand=True)


def _in_file(options: ImportOptions, report: TournamentReport) -> Iterator[_Fact]:
    for name in IN_FILES:
        of_part = options.part is not None and name in ("start", "end")
        value = getattr(report, name)
        if value and not of_part:
            yield _Fact(name, value, by_hand=name in options.facts)
    if report.type and "pairing_system" not in options.facts:
        yield _Fact("pairing_system", report.type, by_hand=False)
    if report.teams:
        yield _Fact("team", True, by_hand=False)


def _same(value: Any, announced_value: Any) -> bool:
    """Return whether two values agree; words may differ in capitals, signs and order."""
    if isinstance(value, str) and isinstance(announced_value, str):
        return value == announced_value or bool(
            folded(value) and folded(value) == folded(announced_value)
        )
    if isinstance(value, tuple):
        return set(value) == set(announced_value)
    return bool(value == announced_value)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, date):
        return value.isoformat()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _quoted(text: str) -> str:
    return f'"{text}"' if " " in text else text
