"""The details of a tournament as texts, present or corrected."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

import msgspec

from ledger.errors import BadEvent, Refused
from ledger.events.tournament import Details
from ledger.intake.formats.manual_facts import share
from ledger.intake.formats.time_control import EXPECTED as ENCODED
from ledger.intake.formats.time_control import in_seconds, may_be_minutes
from ledger.sentences import Remedy
from ledger.tournaments.current_report import redated
from ledger.tournaments.folding import fold
from ledger.tournaments.recorded_report import DETAILS
from ops.answers.tournament_games import Tournament

_TAKES: Final = {
    **dict.fromkeys(("start", "end", "registered_on", "received_on"), "a day YYYY-MM-DD"),
    **dict.fromkeys(("hybrid", "online", "team"), "yes or no"),
    **dict.fromkeys(("official_event", "norms_possible", "announced_as_rated"), "yes or no"),
    "federation": "three capital letters",
    "pools": "ids of pools, separated by commas",
    "round_days": "the day of each round in order, YYYY-MM-DD, separated by commas",
    "match_games": "a whole number above 0",
    "weight": "how much it counts, like 1, 1/2 or 50%",
}
"""What details take that are no plain text."""
_YES_NO: Final = {"yes": True, "no": False, "true": True, "false": False}


def read_details(given: Mapping[str, str], known: Sequence[str] = DETAILS) -> Details:
    """Read details from texts. Raises BadEvent for unknown details and wrong values."""
    unknown = [name for name in given if name not in known]
    if unknown:
        problem = f"there is no detail {unknown[0]!r}; there are: {', '.join(known)}"
        raise BadEvent(problem, field="set", found=unknown[0], expected=", ".join(known))
    if not given:
        raise BadEvent("say what was wrong: --set key=value", field="set", expected="key=value")
    values = {name: _checked(name, text) for name, text in given.items()}
    return msgspec.convert(values, Details, strict=False)


def _checked(name: str, text: str) -> Any:
    value = _plain(name, text)
    if name == "time_control" and may_be_minutes(text):
        advice = f"if these are minutes: time_control={in_seconds(text)}"
        problem, remedy = f"{name}: found {text!r}, expected {ENCODED}", Remedy("", advice)
        raise BadEvent(
            f"{problem}; {advice}", field=name, found=text, expected=ENCODED, remedy=remedy
        )
    try:
        msgspec.convert({name: value}, Details, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        takes = _TAKES.get(name, "text of 1 to 200 characters")
        raise BadEvent(
            f"{name}: found {text!r}, expected {takes}", field=name, found=text, expected=takes
        ) from error
    return value


def _plain(name: str, text: str) -> Any:
    if name in ("pools", "round_days"):
        values = tuple(value.strip() for value in text.split(",") if value.strip())
        return tuple(dict.fromkeys(values)) if name == "pools" else values
    if name == "weight":
        return share(text) or text
    return _YES_NO.get(text.lower(), text)


def details_now(of: Tournament) -> dict[str, Any]:
    """Return the present details; days and time controls are those of the reports."""
    announced = fold(of.events).announced
    now: dict[str, Any] = {name: getattr(announced, name) for name in DETAILS} if announced else {}
    reports = of.history.in_order()
    if reports:
        controls = dict.fromkeys(report.about.time_control for report in reports)
        now |= {"start": reports[0].start, "end": reports[-1].end}
        now |= {"received_on": reports[0].about.received_on}
        if any(controls):
            now |= {"time_control": ", ".join(control or "-" for control in controls)}
    return now


def check_days(of: Tournament, details: Details, today: date) -> None:
    """Refuse days by which a tournament, or a report, would start after the end.

    A tournament ends before it is reported, and neither day is after today.
    """
    now = details_now(of)
    start, end = details.start or now["start"], details.end or now["end"]
    days = [(report.start, report.end) for report in of.history.in_order()]
    if start > end or redated(days, details) is None:
        problem = f"{of.id}: start {start} and end {end}: a report would start after its end"
        raise Refused(
            problem, code="days-contradict", field="start", found=start, expected=f"{end} or before"
        )
    if not of.history.current or not (details.end or details.received_on):
        return
    received = details.received_on or now["received_on"] or today
    if received < end:
        raise Refused(
            f"{of.id}: received on {received}, before its end on {end}; where both were wrong, "
            "correct both: --set end=… --set received_on=…",
            code="days-contradict",
            field="received_on",
            found=received,
            expected=f"{end} or later",
        )
    if received > today:
        raise Refused(
            f"{of.id}: received on {received}: that day has not begun, it is {today}",
            code="day-to-come",
            field="received_on",
            found=received,
            expected=f"{today} or before",
        )


def detail_words(details: Mapping[str, Any]) -> str:
    """Write details as key=value."""
    return " ".join(f"{name}={_in_words(value)}" for name, value in details.items())


def _in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "-" if value is None else str(value)
