"""Reader of Vega's tournament description files (`.tdf`): TRF's codes, fields between bars.

Source: Vega's manual of 2016, appendix P; the layout and what is assumed stand in `FORMATS.md`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from ledger.intake.formats.dates import days_of
from ledger.intake.formats.header import HeaderReader
from ledger.intake.formats.layout import MOST_ROUNDS
from ledger.intake.formats.named_byes import without_byes
from ledger.intake.formats.players import Player, in_order, within_limits
from ledger.intake.formats.points import GAMES_ALONE, IGNORE
from ledger.intake.formats.problems import Place, Problems, Value
from ledger.intake.formats.reading import CHESS, DRAUGHTS, NO_FACTS, Reading, check_choices, joined
from ledger.intake.formats.scoring import Scoring
from ledger.intake.formats.tdf.players import BAR, TdfPlayerReader, row_of
from ledger.intake.formats.text import Line, check_count, numbered_lines, whole
from ledger.intake.formats.trf.records import PLAYER, Records

_AS_IN_TRF: Final = ("012", "022", "032", "042", "052", "092", "122")
_ARBITERS: Final = ("102", "112")
_NOT_NEEDED: Final = ("072", "082", "152", "172", "182", "192")
_OWN: Final = {
    "062": "number of players (062)",
    "132": "days of the rounds (132)",
    "142": "points for a win and a draw (142)",
    "162": "number of rounds (162)",
}

_SCORINGS: Final[dict[tuple[int, ...], Scoring]] = {(2, 1): CHESS, (4, 2): DRAUGHTS}
"""Ways to count, by the half points of a win and of a draw."""

_AMOUNT: Final = re.compile("([0-9]{1,3})(?:[.,]([05])0?)?")


def read_tdf(
    data: bytes,
    facts: Mapping[str, str] = NO_FACTS,
    *,
    points: str = "1-½-0",
    date_order: str = "",
    announced: Mapping[str, str] = NO_FACTS,
) -> Reading:
    """Read a tournament description file and report all its faults at once.

    `facts` are those of the TRF reader and win over the file. `points` is how wins count where
    the file does not say (record 142), or "ignore"; `date_order` is how dates with two digits of
    year are read. ValueError for anything else in these two. Nothing in the file raises.
    """
    check_choices(points, date_order)
    problems = Problems()
    lines = numbered_lines(data, problems)
    if not lines:
        return Reading(None, problems.all())
    reader = TdfReader(_by_record(lines, problems), facts, problems, date_order, announced)
    return reader.reading(points)


@dataclass(frozen=True, slots=True)
class _Sorted:
    """The lines of a file: records shared with TRF, records of TDF alone, players."""

    common: dict[str, Line]
    own: dict[str, Line]
    arbiters: dict[str, list[Line]]
    players: list[Line]


def _by_record(lines: Sequence[Line], problems: Problems) -> _Sorted:
    found = _Sorted({}, {}, {}, [])
    for line in lines:
        code = line.code
        if code == PLAYER:
            found.players.append(line)
        elif code in _AS_IN_TRF or code in _OWN:
            _take(line, found.own if code in _OWN else found.common, problems)
        elif code in _ARBITERS:
            found.arbiters.setdefault(code, []).append(line)
        elif code not in _NOT_NEEDED:
            place, remedy = Place("record", line.number, 1, 3), "correct the code"
            problems.refuse(place, code.rstrip(), "the code of a record of Vega's .tdf", remedy)
    return found


def _take(line: Line, records: dict[str, Line], problems: Problems) -> None:
    first = records.setdefault(line.code, line)
    if first.value != line.value:
        place, expected = Place(line.code, line.number), f"the same as in line {first.number}"
        problems.refuse(place, line.value, expected, "delete one of the two lines")


@dataclass(frozen=True, slots=True)
class TdfReader:
    """Reads the sorted lines of a file; faults go to `problems`."""

    lines: _Sorted
    facts: Mapping[str, str]
    problems: Problems
    date_order: str
    announced: Mapping[str, str]

    def reading(self, points: str) -> Reading:
        """Read and join header and players; `points` as in `read_tdf`."""
        records = Records(tournament=self.lines.common, several=self.lines.arbiters)
        header = HeaderReader(
            records, self.facts, self.problems, self.date_order, self.announced
        ).header()
        header = replace(header, round_days=self._round_days())
        players = self._players(header.federation)
        return joined(
            header,
            players,
            self._scoring(points),
            points,
            self.problems,
            self._announced(),
        )

    def _value(self, code: str) -> Value:
        line = self.lines.own.get(code)
        return Value(line.value if line else "", Place(_OWN[code], line.number if line else 0))

    def _scoring(self, points: str) -> Scoring:
        value = self._value("142")
        if not value.text:
            return DRAUGHTS if points == "2-1-0" else CHESS
        known = _SCORINGS.get(_amounts(value.text))
        if known is None and points != "ignore":
            expected = "1.0 0.5, or 2.0 1.0"
            remedy = f"correct it, {GAMES_ALONE}"
            self.problems.refuse(value.place, value.text, expected, remedy, IGNORE)
        return known or CHESS

    def _announced(self) -> Value | None:
        value = self._value("162")
        if not value.text:
            return None
        if 1 <= (whole(value.text) or 0) <= MOST_ROUNDS:
            return value
        expected = f"a number from 1 to {MOST_ROUNDS}"
        self.problems.refuse(value.place, value.text, expected, "correct or delete the line")
        return None

    def _round_days(self) -> dict[int, date]:
        """Read the days by round, between semicolons; unclear days are left out."""
        value = self._value("132")
        texts = dict(enumerate(map(str.strip, value.text.split(";")), 1))
        read = {number: days_of(text, self.date_order) for number, text in texts.items()}
        unclear = ", ".join(text for n, text in texts.items() if text and len(read[n]) != 1)
        if unclear:
            remedy = "these rounds stay without a day"
            self.problems.warn(value.place, unclear, "YYYY/MM/DD between semicolons", remedy)
        return {number: days[0] for number, days in read.items() if len(days) == 1}

    def _players(self, federation: str) -> tuple[Player, ...]:
        lines = self.lines.players
        line = self.lines.own.get("062")
        check_count(line, _OWN["062"], len(lines), "player", self.problems)
        rounds = max((line.text.count(BAR) for line in lines), default=0)
        if not within_limits(len(lines), rounds, self.problems):
            return ()
        rows = [row_of(line) for line in lines]
        read = [
            TdfPlayerReader(line, row, federation, self.problems).player()
            for line, row in zip(lines, rows, strict=True)
        ]
        players = in_order([player for player in read if player], self.problems)
        return without_byes(players, self.facts, self.problems)


def _amounts(text: str) -> tuple[int, ...]:
    matches = [_AMOUNT.fullmatch(word) for word in text.split()]
    return tuple(2 * int(m[1]) + (m[2] == "5") for m in matches if m) if all(matches) else ()
