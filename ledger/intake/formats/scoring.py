"""Points of each result in the players' totals: TRF26 records 162 and 299.

A reading: where record 162 stands, it is the file's own word on how its totals were made, and it
wins over the ways of counting that a caller may choose (1-½-0, 2-1-0); what it leaves out has the
value that the format gives it. Only "ignore" is above it, which does not refuse wrong totals at
all.
Points told by record XXS are read where record 162 is missing.
Source: TRF26, records 162 and 299; JaVaFo, Advanced User Manual, TRF(x), record XXS.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ledger.intake.formats.layout import Field, words_of
from ledger.intake.formats.problems import Place, Problems, characters, option, setting
from ledger.intake.formats.rows import A_PLAYER, CORRECT_IT, CORRECT_POINTS
from ledger.intake.formats.text import Line
from ledger.intake.formats.trf.records import NAMES, Records
from ledger.sentences import Sentence
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


@dataclass(frozen=True, slots=True)
class Scoring:
    """How totals are counted, in half points."""

    halves: Mapping[str, int]
    """By the symbol of record 162."""
    printed: str = ""
    """Record 162 as printed, blanks joined; "" where it is standard or missing."""
    abnormal: dict[tuple[str, int, int], int] = field(default_factory=dict)
    """Half points by kind of result, round (0: all) and start number (0: all)."""
    bonuses: dict[int, int] = field(default_factory=dict)
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
    if not lines and (own := _points_for_results(records.of("XXS"), problems)):
        printed = _as_record_162(own)
    if own:
        points_of = {**STANDARD, "P": own.get("W", STANDARD["P"]), **own}
        halves = {symbol: points_of[symbol] for symbol in STANDARD}
    scoring = Scoring(halves, printed if own and halves != STANDARD else "")
    if not records.of_teams:
        known = frozenset(numbers)
        for line in records.of("299"):
            _read_abnormal(line, scoring, known, rounds, problems)
    return scoring


def _printed(lines: Sequence[Line], problems: Problems) -> str:
    printed = " ".join(" ".join(line.value.split()) for line in lines)
    if len(printed) > LONGEST_SCORING:
        place = Place(NAMES["162"], lines[0].number)
        remedy = Sentence("name every symbol once")
        problems.refuse(place, printed, characters(LONGEST_SCORING), remedy)
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
    symbol = Field(Sentence("symbol (162)"), first, first).value(line)
    points = Field(Sentence("points (162)"), first + 1, first + 8).value(line)
    code, amount = symbol.text.upper(), half_points(points.text) or 0
    if not code or code not in _KNOWN:
        remedy = Sentence("move every symbol to its column")
        problems.refuse(symbol.place, code, Sentence("W, D, L, A, P or X"), remedy)
    elif not _POINTS.fullmatch(points.text):
        problems.refuse(*points, Sentence("points like 1.0 or 0.5"), CORRECT_POINTS)
    elif halves.setdefault(code, amount) != amount:
        expected = Sentence("one number of points for {code}", code=code)
        problems.refuse(*points, expected, Sentence("delete one of the two"))


def _read_abnormal(
    line: Line, scoring: Scoring, numbers: Collection[int], rounds: int, problems: Problems
) -> None:
    """Read a record 299 of an individual tournament.

    Kind (column 5; blank: a bonus or penalty), points (14-17), round (20-22; 0 or blank: all),
    start numbers (24-27, 29-32 and so on; none: all players). Read word by word, as drafts of
    TRF26 had other columns: points have a decimal point, rounds and players have none.
    """
    words = words_of(line)
    kind = ""
    if words and not (words[0].number is not None or _ABNORMAL.fullmatch(words[0].text)):
        kind = words.pop(0).text.upper()
    if kind not in ("", *"WDLFHZ+-"):
        place = Place(Sentence("kind of points (299)"), line.number, 5, 5)
        expected = Sentence("W, D, L, F, H, Z, +, - or a blank")
        problems.refuse(place, kind, expected, Sentence("correct the kind"))
        return
    points = [word.text for word in words if _ABNORMAL.fullmatch(word.text)]
    if not points:
        place = Place(NAMES["299"], line.number)
        problems.refuse(place, line.value, Sentence("points like 1.5"), CORRECT_POINTS)
        return
    sign = -1 if points[-1].startswith("-") else 1
    halves = sign * (half_points(points[-1].lstrip("-")) or 0)
    whole_words = [word for word in words if word.text not in points]
    round_word, player_words = whole_words[:1], whole_words[1:]
    number = round_word[0].number if round_word else 0
    if number is None or number > rounds:
        expected = Sentence(
            "a round of the players' lines (1 to {rounds}), or 000 for all", rounds=rounds
        )
        value = round_word[0].named(Sentence("round of points (299)"))
        problems.refuse(*value, expected, Sentence("correct the round"))
        number = None
    strangers = [word for word in player_words if word.number not in numbers]
    for word in strangers:
        problems.refuse(*word.named(Sentence("player of points (299)")), A_PLAYER, CORRECT_IT)
    if number is None or strangers:
        return
    for player in [word.number or 0 for word in player_words] or [0]:
        if kind:
            scoring.abnormal[kind, number, player] = halves
        else:
            scoring.bonuses[player] = scoring.bonuses.get(player, 0) + halves


_BY_SYMBOL: Final = {
    "W": ("WW", "BW", "FW", "FPB"),
    "D": ("WD", "BD", "HPB"),
    "L": ("WL", "BL"),
    "A": ("ZPB", "FL"),
    "P": ("PAB",),
}
"""The codes of XXS that one symbol of record 162 covers; W, D and L are codes of XXS as well."""

_USUAL: Final = {"W": 2, "D": 1, "L": 0, "A": 0, "P": 2}
"""Half points by symbol, unless set by XXS."""

_ENTRY: Final = re.compile("([A-Z]{1,3})=([0-9]{1,3}(?:[.,][05])?)")


def _points_for_results(lines: Iterable[Line], problems: Problems) -> dict[str, int]:
    """Read records XXS: half points by symbol of record 162; {} without XXS.

    XXS can give one symbol several values (a win with White and one with Black); record 162 and
    the ledger cannot: such records are not read, with a warning.
    """
    halves = {code: _USUAL[symbol] for symbol, codes in _BY_SYMBOL.items() for code in codes}
    first: Line | None = None
    for line in lines:
        first = first or line
        for word in line.value.split():
            if not _read_points(word, halves):
                return _not_read(line, word, problems)
    by_symbol = {symbol: {halves[code] for code in codes} for symbol, codes in _BY_SYMBOL.items()}
    if first and any(len(values) > 1 for values in by_symbol.values()):
        return _not_read(first, first.value, problems)
    return {symbol: values.pop() for symbol, values in by_symbol.items()} if first else {}


def _read_points(word: str, halves: dict[str, int]) -> bool:
    """Read the points of one CODE=POINTS into `halves`; return whether readable."""
    match = _ENTRY.fullmatch(word)
    if match is None:
        return False
    code = match[1]
    codes = (code,) if code in halves else _BY_SYMBOL[code] if code in ("W", "D", "L") else ()
    halves |= dict.fromkeys(codes, half_points(match[2]) or 0)
    return bool(codes)


def _not_read(line: Line, found: str, problems: Problems) -> dict[str, int]:
    expected = Sentence("points like W=2.0 D=1.0, the same for White and Black")
    remedy = Sentence(
        "it was not read; state how results count: {option} or {other}",
        option=option(setting("points", "2-1-0")),
        other="points=ignore",
    )
    problems.warn(Place(NAMES["XXS"], line.number), found, expected, remedy)
    return {}


def _as_record_162(by_symbol: Mapping[str, int]) -> str:
    """Write half points by symbol as record 162 prints them, blanks joined.

    Absence and the bye allocated by the pairing stand only where they differ from what the
    format assumes: nothing, and a win.
    """
    assumed = {"A": 0, "P": by_symbol["W"]}
    return " ".join(
        f"{symbol} {halves // 2}.{5 * (halves % 2)}"
        for symbol, halves in by_symbol.items()
        if assumed.get(symbol) != halves
    )
