"""The published formats TRF16 and TRF26 as a table: the columns of each record.

Written from FIDE's documents alone, to hold exports to them where no program on the package index
reads a record: TRF26, "Tournament Report File Format Version 2026" (approved 12 May 2025), and
TRF16, Annex 2 of C.04.A (2015). Of TRF16 with JaVaFo's records: its Advanced User Manual, TRF(x).
Nothing of the program that is tested is used here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

NUMBER, TEXT, DAY = "[0-9]+", ".+", "[0-9]{4}/[0-9]{2}/[0-9]{2}"
POINTS: Final = r"[0-9]{1,2}\.[05]|[1-9][0-9]{2}½?"
"""11.5; from 100 on in the four columns: a reading of ours."""
SIGNED: Final = r"-?[0-9]{1,2}\.[05]"
FEDERATION: Final = "[A-Z]{3}"
PERIOD: Final = r"([0-9]+/)?[0-9]+(\+[0-9]+)?"
PERIODS: Final = f"{PERIOD}(:{PERIOD})*"


class Field(NamedTuple):
    """Columns, from 1 and both inclusive, and the allowed content besides a blank."""

    first: int
    last: int
    form: str
    needed: bool = False

    def moved(self, columns: int) -> Field:
        return self._replace(first=self.first + columns, last=self.last + columns)


class Record(NamedTuple):
    """The fields of a record; `repeated` fields come again every `step` columns."""

    fields: tuple[Field, ...]
    repeated: tuple[Field, ...] = ()
    step: int = 0

    def all_fields(self, columns: int) -> Iterator[Field]:
        """Return the fields of a line of a number of columns."""
        yield from self.fields
        times = range(columns // self.step + 1) if self.step else ()
        for time in times:
            moved = [field.moved(time * self.step) for field in self.repeated]
            yield from (field for field in moved if field.first <= columns)


def whole(form: str) -> Record:
    """Return a record of a single value, from column 5 on."""
    return Record((Field(5, 4_096, form, needed=True),))


STATIC: Final = (
    Field(5, 8, NUMBER, needed=True),
    Field(10, 10, "[mw]"),
    Field(11, 13, "[^ ]+"),
    Field(15, 47, TEXT),
    Field(49, 52, NUMBER),
    Field(54, 56, TEXT),
    Field(58, 68, TEXT),
    Field(70, 79, TEXT),
)
"""Start number, sex, title, name, rating, federation, number, birth: of 001 and of NRS records."""

ROUND: Final = (
    Field(92, 95, NUMBER),
    Field(97, 97, "[wb-]"),
    Field(99, 99, "[-+WDL1=0HFUZ]"),
)
PLAYER: Final = Record(
    (*STATIC, Field(81, 84, POINTS, needed=True), Field(86, 89, NUMBER, needed=True)), ROUND, 10
)

BOTH: Final = {
    "012": whole(TEXT),
    "022": whole(TEXT),
    "032": whole(FEDERATION),
    "042": whole(DAY),
    "052": whole(DAY),
    "062": whole(NUMBER),
    "072": whole(NUMBER),
    "082": whole(NUMBER),
    "092": whole(TEXT),
    "102": whole(TEXT),
    "112": whole(TEXT),
    "122": whole(TEXT),
    "132": Record((), (Field(92, 99, "[0-9]{2}/[0-9]{2}/[0-9]{2}"),), 10),
    "001": PLAYER,
    "013": Record((Field(5, 36, TEXT),), (Field(37, 40, NUMBER),), 5),
}

NEW: Final = BOTH | {
    "142": whole(NUMBER),
    "152": Record((Field(5, 5, "[WB]", needed=True),)),
    "162": Record((), (Field(6, 6, "[WDLAPX]"), Field(7, 10, r"[0-9]{1,2}\.[05]")), 9),
    "172": Record((Field(5, 7, FEDERATION), Field(9, 13, "FIDE|NRO|FIDON|NIDOF|HBFN|LBFN|OTHER"))),
    "192": whole("[A-Z0-9_]+"),
    "202": whole("[A-Za-z0-9_:/,+-]+"),
    "212": whole("[A-Za-z0-9_:/,+-]+"),
    "222": whole(f"{PERIODS}|W{PERIODS}-B{PERIODS}"),
    "240": Record((Field(5, 5, "[FHZ]"), Field(7, 9, NUMBER)), (Field(11, 14, NUMBER),), 5),
    "250": Record(
        (
            Field(5, 8, SIGNED),
            Field(10, 13, SIGNED),
            Field(15, 17, NUMBER),
            Field(19, 21, NUMBER),
            Field(23, 26, NUMBER),
            Field(28, 31, NUMBER),
        )
    ),
    "260": Record((Field(5, 7, NUMBER), Field(9, 11, NUMBER)), (Field(13, 16, NUMBER),), 5),
    "299": Record(
        (
            Field(5, 5, "[WDLFHZ+-]"),
            Field(8, 11, SIGNED),
            Field(14, 17, SIGNED),
            Field(20, 22, NUMBER),
        ),
        (Field(24, 27, NUMBER),),
        5,
    ),
    "300": Record(
        (Field(5, 7, NUMBER), Field(9, 11, NUMBER), Field(13, 15, NUMBER)),
        (Field(17, 20, NUMBER),),
        5,
    ),
    "310": Record(
        (
            Field(5, 7, NUMBER, needed=True),
            Field(9, 40, TEXT),
            Field(42, 46, TEXT),
            Field(48, 53, NUMBER),
            Field(55, 60, r"[0-9]+\.[05]"),
            Field(62, 67, r"[0-9]+\.[05]"),
            Field(69, 71, NUMBER),
        ),
        (Field(74, 77, NUMBER),),
        5,
    ),
    "320": Record((Field(5, 8, SIGNED), Field(10, 13, SIGNED)), (Field(15, 17, NUMBER),), 4),
    "330": Record(
        (
            Field(5, 6, r"\+-|-\+|--"),
            Field(8, 10, NUMBER),
            Field(12, 14, NUMBER),
            Field(16, 18, NUMBER),
        )
    ),
    "352": whole("[WB]+"),
    "362": Record((), (Field(5, 6, "TW|TD|TL"), Field(7, 10, r"[0-9]{1,2}\.[05]")), 9),
}

OLD: Final = BOTH | {
    "XXR": whole(NUMBER),
    "XXC": whole("(rank )?(white1|black1)"),
    "XXS": whole(r"([A-Z]{1,3}=[0-9]+\.[05])( [A-Z]{1,3}=[0-9]+\.[05])*"),
}
"""TRF16, and what JaVaFo added to it."""

NATIONAL: Final = Record(STATIC)
"""A record of TRF26 whose code is a federation: what that federation knows of a player."""

FORMATS: Final = {"trf16": OLD, "trf26": NEW}
COMMENT: Final = "###"


def faults(file: bytes, edition: str) -> list[str]:
    """Return the faults of a file against the published format of an edition; [] for none."""
    text = file.decode("utf-8")
    found = [] if text.endswith("\r\n") else ["the last line has no end"]
    for number, line in enumerate(text.split("\r\n")[:-1], 1):
        found += [f"line {number}: {fault}: {line[:120]!r}" for fault in _faults(line, edition)]
    return found


def _faults(line: str, edition: str) -> Iterator[str]:
    if line.startswith(COMMENT):
        return
    record = FORMATS[edition].get(line[:3])
    if record is None and edition == "trf26" and re.fullmatch("(?!XX)[A-Z]{3}", line[:3]):
        record = NATIONAL
    if record is None:
        yield f"no record of {edition}"
        return
    if line != line.rstrip():
        yield "blanks at the end"
    blank = set(range(4, len(line) + 1))
    for field in record.all_fields(len(line)):
        text = line[field.first - 1 : field.last].strip()
        blank -= set(range(field.first, field.last + 1))
        if not text and field.needed:
            yield f"columns {field.first}-{field.last} are empty"
        elif text and not re.fullmatch(field.form, text):
            yield f"columns {field.first}-{field.last} hold {text!r}"
    stray = [column for column in sorted(blank) if line[column - 1] != " "]
    if stray:
        yield f"column {stray[0]} is not blank"


SYMBOLS: Final = {
    **dict.fromkeys("1+WF", "W"),
    **dict.fromkeys("=DH", "D"),
    **dict.fromkeys("0L", "L"),
    **dict.fromkeys("-Z ", "A"),
    "U": "P",
}
"""The symbol of record 162 by which a result of record 001 counts."""


def totals_that_do_not_follow(file: bytes) -> list[str]:
    """Return the players with a total unlike the sum of the results by record 162 and record 299
    (TRF26).

    For tournaments of players; record 299 as exports have it: a bonus for all rounds.
    """
    lines = file.decode("utf-8").split("\r\n")
    counted = {"W": 1.0, "D": 0.5, "L": 0.0, "A": 0.0}
    bonus: dict[int, float] = {}
    for line in lines:
        if line.startswith("162"):
            for first in range(5, len(line), 9):
                counted[line[first]] = float(line[first + 1 : first + 5])
        if line.startswith("299"):
            for each in map(int, line[23:].split()):
                bonus[each] = bonus.get(each, 0.0) + float(line[13:17])
    counted.setdefault("P", counted["W"])
    found = []
    for line in (line for line in lines if line.startswith("001")):
        results = (line[at] for at in range(98, len(line), 10))
        number, printed = int(line[4:8]), float(line[80:84].replace("½", ".5"))
        summed = sum(counted[SYMBOLS[result]] for result in results) + bonus.get(number, 0.0)
        if summed != printed:
            found.append(f"player {number} has {printed}, results count {summed}")
    return found
