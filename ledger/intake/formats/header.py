"""Records about the tournament as a whole, and facts given by hand in their place."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from ledger.expected import one_of
from ledger.intake.formats.dates import (
    EXPECTED,
    ORDERS,
    Days,
    days_of,
    readings_of_rounds,
    round_days,
    settled,
)
from ledger.intake.formats.layout import is_number_of_rounds
from ledger.intake.formats.problems import (
    A_DAY,
    DATE_ORDER,
    FILL_IN,
    LONGEST_VALUE,
    Place,
    Problems,
    Value,
    Words,
    at_most,
    by_hand,
    characters,
    one_out_of,
    option,
    setting,
)
from ledger.intake.formats.rows import NOT_READ, SHORTEN_IT
from ledger.intake.formats.text import SEEN, federation_in, seen, whole
from ledger.intake.formats.time_control import check_by_hand, encoded_or_printed
from ledger.intake.formats.trf.records import NAMES, Records
from ledger.sentences import Sentence
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

A_FACT: Final = Sentence("fact (given by hand)")
CORRECT_FACT: Final = Sentence("correct the name of the fact")
_GIVE_IT: Final = Sentence("give it: {option}")
_WHICH_YEAR: Final = Sentence("a year of four digits ({first} or {second}?)")

MOST_ARBITERS: Final = 100
"""Lines of chief arbiters, and of deputies."""

_DAY: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_COLOURS: Final = {"white1": "w", "black1": "b"}
"""The first colour in JaVaFo's record XXC (Advanced User Manual, TRF(x))."""


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
    round_days_line: int
    """Line of TRF16's record 132; 0 if missing."""
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
    names: Mapping[str, Words] = field(default_factory=lambda: NAMES)
    """Names of the records in problems, by code."""

    def header(self) -> Header:
        """Read all tournament records."""
        for fact, text in self.facts.items():
            self._check_fact(fact, text)
        start, end = self._days()
        line = self.records.tournament.get("132")
        round_dates = round_days(line, start, end, self.problems, self.date_order) if line else {}
        chief, *further = self._arbiters("102") or [""]
        return Header(
            name=self._text("name", Sentence("the name of the tournament")),
            place=self._text("place", Sentence("the place of the tournament"), needed=False),
            federation=self._federation(),
            start=start,
            end=end,
            type=self._short(self._recorded("092")),
            time_control=self._time_control(),
            announced_rounds=self._announced_rounds(),
            round_days=round_dates,
            round_days_line=line.number if line else 0,
            chief_arbiter=chief,
            deputies=(*further, *self._arbiters("112")),
            initial_colour=self._initial_colour(),
        )

    def _check_fact(self, fact: str, text: str) -> None:
        place = Place(A_FACT)
        if fact not in BY_HAND:
            self.problems.refuse(place, ascii(fact), one_out_of(BY_HAND), CORRECT_FACT)
        if text in (FILL_IN, A_DAY):
            expected = Sentence("a value in its place")
            self.problems.refuse(place, f"{fact}={text}", expected, Sentence("fill it in"))
        if UNSEEN.search(text):
            self.problems.refuse(place, f"{fact}={text!a}", SEEN, Sentence("write it anew"))

    def _recorded(self, code: str) -> Value:
        line = self.records.tournament.get(code)
        name = self.names.get(code, code)
        return Value(Place(name, line.number), line.value) if line else Value(Place(name), "")

    def _fact(self, fact: str) -> Value:
        """Return the fact given by hand, else recorded, else announced."""
        if fact in self.facts:
            return Value(by_hand(fact), seen(self.facts[fact]))
        recorded = self._recorded(FACTS[fact])
        if not recorded.text and fact in self.announced:
            return Value(Place(Sentence("{fact} (announced)", fact=fact)), self.announced[fact])
        return recorded

    def _short(self, value: Value) -> str:
        if len(value.text) > LONGEST_VALUE:
            self.problems.refuse(*value, characters(LONGEST_VALUE), SHORTEN_IT)
        return value.text

    def _ask(self, fact: str, value: Value, expected: Sentence, *, needed: bool = True) -> None:
        """Ask for a missing fact: refused if `needed`, else a warning."""
        report_problem = self.problems.refuse if needed else self.problems.warn
        answer = setting(fact)
        report_problem(*value, expected, _GIVE_IT.about(option=option(answer)), answer)

    def _text(self, fact: str, expected: Sentence, *, needed: bool = True) -> str:
        value = self._fact(fact)
        if not value.text:
            self._ask(fact, value, expected, needed=needed)
        return self._short(value)

    def _federation(self) -> str:
        value = self._fact("federation")
        if code := federation_in(value.text):
            return code
        self._ask("federation", value, Sentence("a federation of three letters"), needed=False)
        return ""

    def _time_control(self) -> str:
        """Prefer the encoded form of record 222 to the free text of record 122."""
        value = self._fact("time_control")
        if "time_control" in self.facts:
            check_by_hand(value, self.problems)
        elif "222" in self.records.tournament:
            value = encoded_or_printed(self._recorded("222"), value, self.problems)
        return self._short(value)

    def _arbiters(self, code: str) -> list[str]:
        values = [
            Value(Place(NAMES[code], line.number), line.value)
            for line in self.records.of(code)
            if line.value
        ]
        if len(values) > MOST_ARBITERS:
            place = values[MOST_ARBITERS].place
            found = Sentence("{number} lines", number=len(values))
            remedy = Sentence("delete the lines that are too many")
            self.problems.refuse(place, found, at_most(MOST_ARBITERS), remedy)
        if code == "102" and len(values) > 1:
            remedy = Sentence("the first was taken, the others as deputies")
            self.problems.warn(*values[1], Sentence("one chief arbiter"), remedy)
        return [self._short(value) for value in values]

    def _days(self) -> tuple[date | None, date | None]:
        """Read start and end; other dates of the file may settle a two-digit year."""
        starts, ends = self._readings("start"), self._readings("end")
        days = self._settled() if len(starts) > 1 or len(ends) > 1 else None
        start = self._day("start", starts, days.start if days else None)
        end = self._day("end", ends, days.end if days else None)
        if start and end and start > end:
            expected = Sentence("a day not before the start, {start}", start=start)
            remedy = Sentence("correct the start or the end")
            self.problems.refuse(*self._fact("end"), expected, remedy)
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
        days = days_of(text, self.date_order or order)
        announced = [day for day in days if str(day) == self.announced.get(fact)]
        return tuple(announced) or days

    def _day(self, fact: str, readings: tuple[date, ...], settled_day: date | None) -> date | None:
        """Return the day of a fact; of several readings the one that fits the other dates."""
        if len(readings) == 1:
            return settled_day or readings[0]
        value, answer = self._fact(fact), setting(fact, A_DAY)
        if settled_day:
            remedy = Sentence(
                "it was read as {day}, as only so the dates of the file fit together",
                day=settled_day,
            )
            self.problems.warn(*value, Sentence("a year of four digits"), remedy)
            return settled_day
        remedy = _GIVE_IT.about(option=option(answer))
        if len(readings) > 1:
            first, second = readings
            expected = _WHICH_YEAR.about(first=first, second=second)
            one, other = (option((DATE_ORDER[0], order)) for order in ORDERS)
            remedy = Sentence(
                "choose with {one} or {other}, or {remedy}", one=one, other=other, remedy=remedy
            )
            answer = DATE_ORDER
        elif fact in self.facts:
            expected = Sentence("a day {form}", form=A_DAY)
        else:
            expected = EXPECTED[self.date_order]
        self.problems.refuse(*value, expected, remedy, answer)
        return None

    def _announced_rounds(self) -> Value | None:
        """Number of rounds by record 142 or XXR."""
        codes = [code for code in ("142", "XXR") if code in self.records.tournament]
        values = [self._recorded(code) for code in codes]
        known = [value for value in values if is_number_of_rounds(value, self.problems)]
        if len({whole(value.text) for value in known}) > 1:
            value, line = f'"{known[0].text}"', known[0].place.line
            expected = Sentence("{value}, as in line {line}", value=value, line=line)
            remedy = Sentence("correct record 142 or record XXR")
            self.problems.refuse(*known[1], expected, remedy)
        return max(known, key=lambda value: int(value.text), default=None)

    def _initial_colour(self) -> str:
        """Colour of the highest ranked player in round 1 by record 152, else XXC: w, b, or "".

        Other words of record XXC are for a pairing program alone and are not read, with a warning.
        """
        value = self._recorded("152")
        colour = value.text.lower()
        if colour in ("w", "b"):
            return colour
        if colour:
            remedy = Sentence("it was left out; correct it")
            self.problems.warn(*value, one_of(["W", "B"]), remedy)
            return ""
        for line in self.records.of("XXC"):
            for word in line.value.split():
                colour = _COLOURS.get(word, colour)
                if word not in _COLOURS:
                    place = Place("record", line.number, 1, 3)
                    expected = one_of([*_COLOURS])
                    self.problems.warn_once(place, f"XXC {word}", expected, NOT_READ)
        return colour
