"""Points of each result in the players' totals: TRF26 records 162 and 299.

A reading: where record 162 stands, it is the file's own word on how its totals were made, and it
wins over the ways of counting that a caller may choose (1-½-0, 2-1-0); what it leaves out has the
value that the format gives it. Only "ignore" is above it, which does not refuse wrong totals at
all.
Points told by record XXS are read where record 162 is missing.
Source: TRF26, records 162 and 299; JaVaFo, record XXS.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ledger.intake.formats.layout import Field, Word, words_of
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.text import Line
from ledger.intake.formats.trf.javafo import as_record_162, points_for_results
from ledger.intake.formats.trf.records import Records
from ledger.tournaments.counting import STANDARD, SYMBOLS, half_points

SCORINGS: Final = {"1-½-0": 1, "2-1-0": 2, "ignore": 1}
"""Points of a win by scoring. "ignore" counts like the first, but only warns."""

LONGEST_SCORING: Final = 200
"""Characters of record 162, blanks joined."""

DOUBLED: Final = "W 2.0 D 1.0 L 0.0"
"""Record 162 of a report in which a win counts 2 and a draw 1."""

_KNOWN: Final = "WDLAPX"
_KIND_OF: Final = {
    **{code: code for code in "WDL+-FHZ"},
    "1": "W",
    "=": "D",
    "0": "L",
    "": "Z",
    "U": "",
}
"""The kind of record 299 that a result belongs to."""

_FIRST_SYMBOL: Final = 6
_ENTRY_WIDTH: Final = 9
"""Columns from one symbol of record 162 to the next."""

_POINTS: Final = re.compile("[0-9]{1,3}([.,][05])?")
_ABNORMAL: Final = re.compile("-?[0-9]{1,3}[.,][05]")
_CORRECT: Final = "correct the points"


@dataclass(frozen=True, slots=True)
class Scoring:
    """How totals are counted, in half points."""

    halves: Mapping[str, int]
    """By the symbol of record 162."""
    printed: str = ""
    """Record 162 as printed, blanks joined; "" where it is standard or missing."""
    abnormal: Mapping[tuple[str, int, int], int] = field(default_factory=dict)
    """Half points by kind of result, round (0: all) and start number (0: all)."""
    bonuses: Mapping[int, int] = field(default_factory=dict)
    """Bonus or penalty in half points, by start number (0: all)."""

    def halves_of(self, result: str, number: int, player: int) -> int:
        """Return the half points of a result for a player (start number) in a round, from 1."""
        if self.abnormal:
            kind = _KIND_OF[result]
            for key in ((kind, number, player), (kind, 0, player), (kind, number, 0), (kind, 0, 0)):
                if key in self.abnormal:
                    return self.abnormal[key]
        return self.halves[SYMBOLS[result]]

    def bonus(self, player: int) -> int:
        """Return the bonus of a player (start number), in half points."""
        return self.bonuses.get(0, 0) + self.bonuses.get(player, 0)


def read_scoring(
    records: Records, numbers: Iterable[int], rounds: int, points: str, problems: Problems
) -> Scoring:
    """Read how totals are counted; `points` is one of SCORINGS, `numbers` the players'.

    In a team tournament the abnormal points are of teams and do not touch the players' totals.
    """
    halves = {
        symbol: halves_of_symbol * SCORINGS[points] for symbol, halves_of_symbol in STANDARD.items()
    }
    lines = records.of("162")
    own, printed = _own_halves(lines, problems), _printed(lines, problems)
    if not lines and (own := points_for_results(records.of("XXS"), problems)):
        printed = as_record_162(own)
    if own:
        points_of = {**STANDARD, "P": own.get("W", STANDARD["P"]), **own}
        halves = {symbol: points_of[symbol] for symbol in STANDARD}
    reader = AbnormalReader(frozenset(numbers), rounds, problems)
    if not records.of_teams:
        reader.read(records.of("299"))
    differs = bool(own) and halves != STANDARD
    return Scoring(halves, printed if differs else "", reader.abnormal, reader.bonuses)


def _printed(lines: Sequence[Line], problems: Problems) -> str:
    printed = " ".join(" ".join(line.value.split()) for line in lines)
    if len(printed) > LONGEST_SCORING:
        place = Place("points for a result (162)", lines[0].number)
        expected = f"at most {LONGEST_SCORING} characters"
        problems.refuse(place, printed, expected, "name every symbol once")
    return printed


def _own_halves(lines: Iterable[Line], problems: Problems) -> dict[str, int]:
    """Read record 162: symbol in column 6, points in 7-10; then 15, 16-19 and so on."""
    halves: dict[str, int] = {}
    for line in lines:
        for first in range(_FIRST_SYMBOL, len(line.text) + 1, _ENTRY_WIDTH):
            entry = line.text[first - 1 : first - 1 + _ENTRY_WIDTH]
            if not entry.isspace():
                _read_entry(line, first, halves, problems)
    return halves


def _read_entry(line: Line, first: int, halves: dict[str, int], problems: Problems) -> None:
    symbol, points = (
        Field("symbol (162)", first, first),
        Field("points (162)", first + 1, first + 8),
    )
    code, text = symbol.of(line.text).upper(), points.of(line.text)
    if not code or code not in _KNOWN:
        expected, remedy = "W, D, L, A, P or X", "let every symbol stand in its column"
        problems.refuse(symbol.at(line.number), code, expected, remedy)
    elif not _POINTS.fullmatch(text):
        problems.refuse(points.at(line.number), text, "points like 1.0 or 0.5", _CORRECT)
    elif halves.setdefault(code, half_points(text) or 0) != half_points(text):
        expected = f"one number of points for {code}"
        problems.refuse(points.at(line.number), text, expected, "delete one of the two")


@dataclass
class AbnormalReader:
    """Reads records 299 of an individual tournament; faults go to `problems`.

    Kind (column 5; blank: a bonus or penalty), points (14-17), round (20-22; 0 or blank: all),
    start numbers (24-27, 29-32 and so on; none: all players). Read word by word, as drafts of
    TRF26 had other columns: points have a decimal point, rounds and players have none.
    """

    numbers: frozenset[int]
    rounds: int
    problems: Problems
    abnormal: dict[tuple[str, int, int], int] = field(default_factory=dict)
    bonuses: dict[int, int] = field(default_factory=dict)

    def read(self, lines: Iterable[Line]) -> None:
        """Read all lines."""
        for line in lines:
            self._read(line)

    def _read(self, line: Line) -> None:
        words = words_of(line)
        kind = ""
        if words and not (words[0].number is not None or _ABNORMAL.fullmatch(words[0].text)):
            kind = words.pop(0).text.upper()
        if kind not in ("", *"WDLFHZ+-"):
            place = Field("kind of points (299)", 5, 5).at(line.number)
            expected = "W, D, L, F, H, Z, +, - or a blank"
            self.problems.refuse(place, kind, expected, "correct the kind")
            return
        points = [word for word in words if _ABNORMAL.fullmatch(word.text)]
        if not points:
            place, found = Place("abnormal points (299)", line.number), line.value
            self.problems.refuse(place, found, "points like 1.5", _CORRECT)
            return
        text = points[-1].text
        halves = (half_points(text.lstrip("-")) or 0) * (-1 if text.startswith("-") else 1)
        self._take(kind, halves, [word for word in words if word not in points])

    def _take(self, kind: str, halves: int, words: list[Word]) -> None:
        number = self._round(words[0]) if words else 0
        players = [self._player(word) for word in words[1:]] or [0]
        if number is None or None in players:
            return
        for player in (player or 0 for player in players):
            if kind:
                self.abnormal[kind, number, player] = halves
            else:
                self.bonuses[player] = self.bonuses.get(player, 0) + halves

    def _round(self, word: Word) -> int | None:
        if word.number is not None and word.number <= self.rounds:
            return word.number
        expected = f"a round of the players' lines (1 to {self.rounds}), or 000 for all"
        place = word.at("round of points (299)")
        self.problems.refuse(place, word.text, expected, "correct the round")
        return None

    def _player(self, word: Word) -> int | None:
        if word.number in self.numbers:
            return word.number
        place = word.at("player of points (299)")
        expected = "the start number of a player (001)"
        self.problems.refuse(place, word.text, expected, "correct it")
        return None
