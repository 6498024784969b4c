"""The details of a tournament as texts, present or corrected."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

import msgspec

from ledger.errors import BadEvent, Refused
from ledger.events.tournament import Details
from ledger.expected import or_later
from ledger.intake.formats.manual_facts import share
from ledger.intake.formats.time_control import EXPECTED as ENCODED
from ledger.intake.formats.time_control import in_seconds, may_be_minutes
from ledger.sentences import Input, Remedy, Sentence, plain
from ledger.tournaments.current_report import redated
from ledger.tournaments.folding import fold
from ledger.tournaments.recorded_report import DETAILS
from ops.answers.tournament_games import Tournament

_TAKES: Final = {
    **dict.fromkeys(("start", "end", "registered_on", "received_on"), Sentence("a day YYYY-MM-DD")),
    **dict.fromkeys(
        (
            *("hybrid", "online", "team"),
            *("official_event", "norms_possible", "announced_as_rated"),
        ),
        Sentence("yes or no"),
    ),
    "federation": Sentence("three capital letters"),
    "pools": Sentence("ids of pools, separated by commas"),
    "round_days": Sentence("the day of each round in order, YYYY-MM-DD, separated by commas"),
    "match_games": Sentence("a whole number above 0"),
    "weight": Sentence("how much it counts, like 1, 1/2 or 50%"),
}
"""What details take that are no plain text."""
_YES_NO: Final = {"yes": True, "no": False, "true": True, "false": False}


def read_details(given: Mapping[str, str], known: Sequence[str] = DETAILS) -> Details:
    """Read details from texts. Raises BadEvent for unknown details and wrong values."""
    unknown = [name for name in given if name not in known]
    if unknown:
        problem = Sentence(
            "there is no detail '{detail}'; there are: {known}",
            detail=unknown[0],
            known=", ".join(known),
        )
        raise BadEvent(problem, field="set", found=unknown[0], expected=", ".join(known))
    if not given:
        problem = Sentence("say what was wrong ({input})", input=Input("set"))
        raise BadEvent(problem, field="set", expected="key=value")
    values = {name: _checked(name, text) for name, text in given.items()}
    return msgspec.convert(values, Details, strict=False)


def _checked(name: str, text: str) -> Any:
    value = _plain(name, text)
    if name == "time_control" and may_be_minutes(text):
        advice = Sentence("if these are minutes: {value}", value=f"{name}={in_seconds(text)}")
        problem = Sentence(
            "{problem}; {advice}", problem=_found(name, text, plain(ENCODED)), advice=advice
        )
        remedy = Remedy("", str(advice))
        raise BadEvent(problem, field=name, found=text, expected=ENCODED, remedy=remedy)
    try:
        msgspec.convert({name: value}, Details, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        takes = _TAKES.get(name, Sentence("text of 1 to 200 characters"))
        problem = _found(name, text, takes)
        raise BadEvent(problem, field=name, found=text, expected=takes) from error
    return value


def _found(name: str, text: str, expected: Sentence) -> Sentence:
    return Sentence(
        "{detail}: found '{found}', expected {expected}",
        detail=name,
        found=text,
        expected=expected,
    )


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
        problem = Sentence(
            "{tournament}: start {start} and end {end}: a report would start after its end",
            tournament=of.id,
            start=start,
            end=end,
        )
        expected = Sentence("{day} or before", day=end)
        raise Refused(
            problem, code="days-contradict", field="start", found=start, expected=expected
        )
    if not of.history.current or not (details.end or details.received_on):
        return
    received = details.received_on or now["received_on"] or today
    if received < end:
        raise Refused(
            Sentence(
                "{tournament}: received on {received}, before its end on {end}; where both were "
                "wrong, correct both at once",
                tournament=of.id,
                received=received,
                end=end,
            ),
            code="days-contradict",
            field="received_on",
            found=received,
            expected=or_later(end),
        )
    if received > today:
        raise Refused(
            Sentence(
                "{tournament}: received on {received}: that day has not begun, it is {today}",
                tournament=of.id,
                received=received,
                today=today,
            ),
            code="day-to-come",
            field="received_on",
            found=received,
            expected=Sentence("{day} or before", day=today),
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
