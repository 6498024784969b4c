"""Records about the tournament as a whole, and facts given by hand in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from ledger.intake.formats.dates import ORDERS, days_of
from ledger.intake.formats.layout import MOST_ROUNDS
from ledger.intake.formats.problems import (
    A_DAY,
    DATE_ORDER,
    FILL_IN,
    LONGEST_VALUE,
    Place,
    Problems,
    Value,
    setting,
)
from ledger.intake.formats.text import INSTEAD, composed, whole
from ledger.intake.formats.time_control import TimeControlReader
from ledger.intake.formats.trf.javafo import initial_colour
from ledger.intake.formats.trf.records import SEVERAL, TOURNAMENT, Records
from ledger.intake.formats.trf.round_days import Days, readings_of_rounds, round_days, settled
from ledger.visible import UNSEEN

FACTS: Final = {
    "name": "012",
    "place": "022",
    "federation": "032",
    "start": "042",
    "end": "052",
    "time_control": "122",
}
"""Facts that can be given by hand, with the replaced record."""

BYES: Final = "byes"
"""Fact given by hand: words that stand for byes, between commas."""

BY_HAND: Final = (*FACTS, BYES)
"""Facts given by hand to the readers of files."""

MOST_ARBITERS: Final = 100
"""Lines of chief arbiters, and of deputies."""

_DAY: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_EXPECTED_DAYS: Final = {
    "": "a day YYYY/MM/DD",
    "ymd": "a day YYYY/MM/DD or YY/MM/DD",
    "dmy": "a day YYYY/MM/DD or DD/MM/YY",
}
_FEDERATION: Final = re.compile("[A-Z]{3}")


@dataclass(frozen=True, slots=True)
class Header:
    """TRF16 records 012 to 132, TRF26's 142 and 222, JaVaFo's XXR, and facts given by hand.

    Texts are "" and `announced_rounds` is None where nothing is said; `round_days` go by round,
    from 1, and lack the rounds whose date is missing or unclear.
    """

    name: str
    place: str
    federation: str
    start: date | None
    end: date | None
    type: str
    time_control: str
    announced_rounds: Value | None
    round_days: dict[int, date]
    chief_arbiter: str
    deputies: tuple[str, ...]
    initial_colour: str = ""
    """w or b; "" if unknown."""


@dataclass(frozen=True, slots=True)
class HeaderReader:
    """Reads the values of a header; faults go to `problems`."""

    records: Records
    facts: Mapping[str, str]
    problems: Problems
    date_order: str = ""
    """Order of dates with two digits of year: ymd, dmy, or "" if unknown."""
    announced: Mapping[str, str] = field(default_factory=dict)
    """Announced facts, used where neither a person nor the file has a value."""

    def header(self) -> Header:
        """Read all tournament records."""
        for fact, text in self.facts.items():
            self._check_fact(fact, text)
        start, end = self._days()
        line = self.records.tournament.get("132")
        round_dates = round_days(line, start, end, self.problems, self.date_order) if line else {}
        chief, *further = self._arbiters("102") or [""]
        return Header(
            name=self._name(),
            place=self._place(),
            federation=self._federation(),
            start=start,
            end=end,
            type=self._short(self._recorded("092")),
            time_control=self._time_control(),
            announced_rounds=self._announced_rounds(),
            round_days=round_dates,
            chief_arbiter=chief,
            deputies=(*further, *self._arbiters("112")),
            initial_colour=self._initial_colour(),
        )

    def _check_fact(self, fact: str, text: str) -> None:
        place = Place("fact (given by hand)")
        if fact not in BY_HAND:
            expected = "one of " + ", ".join(BY_HAND)
            self.problems.refuse(place, ascii(fact), expected, "correct the name of the fact")
        if text in (FILL_IN, A_DAY):
            self.problems.refuse(place, f"{fact}={text}", "a value in its place", "fill it in")
        if UNSEEN.search(text):
            found = f"{fact}={text!a}"
            self.problems.refuse(place, found, "text that can be seen", "write it anew")

    def _recorded(self, code: str) -> Value:
        line = self.records.tournament.get(code)
        place = Place(f"{TOURNAMENT[code]} ({code})", line.number if line else 0)
        return Value(line.value if line else "", place)

    def _fact(self, fact: str) -> Value:
        """Return the fact given by hand, else recorded, else announced."""
        if fact in self.facts:
            text = composed(UNSEEN.sub(INSTEAD, self.facts[fact]))
            return Value(text, Place(f"{fact} (given by hand)"))
        recorded = self._recorded(FACTS[fact])
        if not recorded.text and fact in self.announced:
            return Value(self.announced[fact], Place(f"{fact} (announced)"))
        return recorded

    def _short(self, value: Value) -> str:
        if len(value.text) > LONGEST_VALUE:
            limit = f"at most {LONGEST_VALUE} characters"
            self.problems.refuse(value.place, value.text, limit, "shorten it")
        return value.text

    def _ask(self, fact: str, value: Value, expected: str, *, needed: bool = True) -> None:
        """Ask for a missing fact: refused if `needed`, else a warning."""
        report_problem = self.problems.refuse if needed else self.problems.warn
        answer = setting(fact)
        report_problem(value.place, value.text, expected, f"give it: {' '.join(answer)}", answer)

    def _name(self) -> str:
        value = self._fact("name")
        if not value.text:
            self._ask("name", value, "the name of the tournament")
        return self._short(value)

    def _place(self) -> str:
        value = self._fact("place")
        if not value.text:
            self._ask("place", value, "the place of the tournament", needed=False)
        return self._short(value)

    def _federation(self) -> str:
        value = self._fact("federation")
        code = value.text.upper()
        if _FEDERATION.fullmatch(code):
            return code
        self._ask("federation", value, "a federation of three letters", needed=False)
        return ""

    def _time_control(self) -> str:
        """Prefer the encoded form of record 222 to the free text of record 122."""
        by_hand = "time_control" in self.facts
        encoded = self.records.tournament.get("222")
        time_control = TimeControlReader(self._fact("time_control"), self.problems)
        if by_hand:
            return self._short(time_control.by_hand())
        return self._short(time_control.recorded(self._recorded("222") if encoded else None))

    def _arbiters(self, code: str) -> list[str]:
        lines = [line for line in self.records.of(code) if line.value]
        if len(lines) > MOST_ARBITERS:
            place = Place(f"{SEVERAL[code]} ({code})", lines[MOST_ARBITERS].number)
            expected, remedy = f"at most {MOST_ARBITERS}", "delete the lines that are too many"
            self.problems.refuse(place, f"{len(lines)} lines", expected, remedy)
        places = [Place(f"{SEVERAL[code]} ({code})", line.number) for line in lines]
        if code == "102" and len(lines) > 1:
            expected, remedy = "one chief arbiter", "the first was taken, the others as deputies"
            self.problems.warn(places[1], lines[1].value, expected, remedy)
        return [
            self._short(Value(line.value, place)) for line, place in zip(lines, places, strict=True)
        ]

    def _days(self) -> tuple[date | None, date | None]:
        """Read start and end; other dates of the file may settle a two-digit year."""
        starts, ends = self._readings("start"), self._readings("end")
        days = self._settled() if len(starts) > 1 or len(ends) > 1 else None
        if days:
            starts = self._told("start", starts, days.start)
            ends = self._told("end", ends, days.end)
        start, end = self._day("start", starts), self._day("end", ends)
        self._check_order(start, end)
        return start, end

    def _settled(self) -> Days | None:
        """Return start and end if a single order of two-digit dates is possible."""
        line = self.records.tournament.get("132")
        both = [(self._readings("start", order), self._readings("end", order)) for order in ORDERS]
        choices = [Days(starts[0], ends[0]) for starts, ends in both if starts and ends]
        return settled(choices, readings_of_rounds(line) if line else ())

    def _readings(self, fact: str, order: str = "") -> tuple[date, ...]:
        """Return all possible days of a fact; a fact given by hand has a single form.

        Of several, the one that was announced.
        """
        text = self._fact(fact).text
        if fact in self.facts and not _DAY.fullmatch(text):
            return ()
        found = days_of(text, self.date_order or order)
        announced = [day for day in found if str(day) == self.announced.get(fact)]
        return tuple(announced) or found

    def _told(self, fact: str, readings: tuple[date, ...], day: date) -> tuple[date, ...]:
        if len(readings) > 1:
            value = self._fact(fact)
            expected = "a year of four digits"
            remedy = f"it was read as {day}, as only so the dates of the file fit together"
            self.problems.warn(value.place, value.text, expected, remedy)
        return (day,)

    def _day(self, fact: str, readings: tuple[date, ...]) -> date | None:
        if len(readings) == 1:
            return readings[0]
        value, answer = self._fact(fact), setting(fact, A_DAY)
        remedy = f"give it: {' '.join(answer)}"
        if len(readings) > 1:
            first, second = readings
            expected = f"a year of four digits ({first} or {second}?)"
            remedy = f"say which with --date-order ymd or --date-order dmy, or {remedy}"
            answer = DATE_ORDER
        elif fact in self.facts:
            expected = "a day YYYY-MM-DD"
        else:
            expected = _EXPECTED_DAYS[self.date_order]
        self.problems.refuse(value.place, value.text, expected, remedy, answer)
        return None

    def _check_order(self, start: date | None, end: date | None) -> None:
        if start and end and start > end:
            value = self._fact("end")
            expected = f"a day not before the start, {start}"
            self.problems.refuse(value.place, value.text, expected, "correct the start or the end")

    def _announced_rounds(self) -> Value | None:
        """Number of rounds by record 142 or XXR."""
        values = [
            self._recorded(code) for code in ("142", "XXR") if code in self.records.tournament
        ]
        known = [value for value in values if self._is_rounds(value)]
        if len({whole(value.text) for value in known}) > 1:
            expected = f'"{known[0].text}", as in line {known[0].place.line}'
            remedy = "correct record 142 or record XXR"
            self.problems.refuse(known[1].place, known[1].text, expected, remedy)
        return max(known, key=lambda value: int(value.text), default=None)

    def _initial_colour(self) -> str:
        """Colour by record 152, else XXC: w, b, or ""."""
        values = self._recorded("152")
        if not values.text:
            return initial_colour(self.records.of("XXC"), self.problems)
        colour = values.text.lower()
        if colour in ("w", "b"):
            return colour
        self.problems.warn(values.place, values.text, "W or B", "it was left out; correct it")
        return ""

    def _is_rounds(self, value: Value) -> bool:
        if 1 <= (whole(value.text) or 0) <= MOST_ROUNDS:
            return True
        expected = f"a number from 1 to {MOST_ROUNDS}"
        self.problems.refuse(value.place, value.text, expected, "correct or delete the line")
        return False
