"""The lines about the tournament as a whole, and the facts given by hand in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from ledger.intake.dates import day_of, short_readings
from ledger.intake.layout import MOST_ROUNDS
from ledger.intake.problems import Place, Problems
from ledger.intake.records import TOURNAMENT, Records
from ledger.intake.round_days import round_days
from ledger.intake.text import INSTEAD, UNSEEN, composed, whole

FACTS: Final = {
    "name": "012",
    "place": "022",
    "federation": "032",
    "start": "042",
    "end": "052",
    "time_control": "122",
}
"""What can be given by hand, by the record whose value it replaces."""

LONGEST_VALUE: Final = 200
"""Characters of a name, a place, a type or a time control."""

_DAY: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_FEDERATION: Final = re.compile("[A-Z]{3}")


class Value(NamedTuple):
    """A text and the place it comes from."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Header:
    """What TRF16 records 012 to 132, TRF26's 142 and 222 and JaVaFo's XXR say, and hand facts.

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


@dataclass(frozen=True, slots=True)
class HeaderReader:
    """Reads a header's values one by one; what is wrong goes to `problems`."""

    records: Records
    facts: Mapping[str, str]
    problems: Problems

    def header(self) -> Header:
        """Read all tournament records."""
        for fact, text in self.facts.items():
            self._check_fact(fact, text)
        start, end = self._day("start"), self._day("end")
        self._check_order(start, end)
        line = self.records.tournament.get("132")
        return Header(
            name=self._name(),
            place=self._place(),
            federation=self._federation(),
            start=start,
            end=end,
            type=self._short(self._recorded("092")),
            time_control=self._time_control(),
            announced_rounds=self._announced_rounds(),
            round_days=round_days(line, start, end, self.problems) if line else {},
        )

    def _check_fact(self, fact: str, text: str) -> None:
        place = Place("fact (given by hand)")
        if fact not in FACTS:
            expected = "one of " + ", ".join(FACTS)
            self.problems.refuse(place, ascii(fact), expected, "correct the name of the fact")
        if UNSEEN.search(text):
            found = f"{fact}={text!a}"
            self.problems.refuse(place, found, "text that can be seen", "write it anew")

    def _recorded(self, code: str) -> Value:
        line = self.records.tournament.get(code)
        place = Place(f"{TOURNAMENT[code]} ({code})", line.number if line else 0)
        return Value(line.value if line else "", place)

    def _fact(self, fact: str) -> Value:
        """Give what was given by hand, else what the record says."""
        if fact in self.facts:
            text = composed(UNSEEN.sub(INSTEAD, self.facts[fact]))
            return Value(text, Place(f"{fact} (given by hand)"))
        return self._recorded(FACTS[fact])

    def _short(self, value: Value) -> str:
        if len(value.text) > LONGEST_VALUE:
            limit = f"at most {LONGEST_VALUE} characters"
            self.problems.refuse(value.place, value.text, limit, "shorten it")
        return value.text

    def _name(self) -> str:
        value = self._fact("name")
        if not value.text:
            remedy = "give it: --set name=…"
            self.problems.refuse(value.place, "", "the name of the tournament", remedy)
        return self._short(value)

    def _place(self) -> str:
        value = self._fact("place")
        if not value.text:
            remedy = "give it: --set place=…"
            self.problems.warn(value.place, "", "the place of the tournament", remedy)
        return self._short(value)

    def _federation(self) -> str:
        value = self._fact("federation")
        code = value.text.upper()
        if _FEDERATION.fullmatch(code):
            return code
        remedy = "give it: --set federation=…"
        self.problems.warn(value.place, value.text, "a federation of three letters", remedy)
        return ""

    def _time_control(self) -> str:
        """Prefer the encoded form of record 222 to the free text of record 122."""
        encoded = "222" in self.records.tournament and "time_control" not in self.facts
        return self._short(self._recorded("222") if encoded else self._fact("time_control"))

    def _day(self, fact: str) -> date | None:
        value = self._fact(fact)
        by_hand = fact in self.facts
        day = None if by_hand and not _DAY.fullmatch(value.text) else day_of(value.text)
        if day is None:
            expected = "a day YYYY-MM-DD" if by_hand else _expected_day(value.text)
            remedy = f"give it: --set {fact}=YYYY-MM-DD"
            self.problems.refuse(value.place, value.text, expected, remedy)
        return day

    def _check_order(self, start: date | None, end: date | None) -> None:
        if start and end and start > end:
            value = self._fact("end")
            expected = f"a day not before the start, {start}"
            self.problems.refuse(value.place, value.text, expected, "correct the start or the end")

    def _announced_rounds(self) -> Value | None:
        """Give the number of rounds that records 142 and XXR announce, as digits."""
        said = [self._recorded(code) for code in ("142", "XXR") if code in self.records.tournament]
        known = [value for value in said if self._is_rounds(value)]
        if len({whole(value.text) for value in known}) > 1:
            expected = f'"{known[0].text}", as in line {known[0].place.line}'
            remedy = "correct record 142 or record XXR"
            self.problems.refuse(known[1].place, known[1].text, expected, remedy)
        return max(known, key=lambda value: int(value.text), default=None)

    def _is_rounds(self, value: Value) -> bool:
        if 1 <= (whole(value.text) or 0) <= MOST_ROUNDS:
            return True
        expected = f"a number from 1 to {MOST_ROUNDS}"
        self.problems.refuse(value.place, value.text, expected, "correct or delete the line")
        return False


def _expected_day(text: str) -> str:
    readings = " or ".join(map(str, short_readings(text)))
    return f"a year of four digits ({readings}?)" if readings else "a day YYYY/MM/DD"
