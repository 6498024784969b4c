"""Which record each line of a report file is (TRF16, TRF26, JaVaFo and bbpPairings extensions)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from ledger.intake.problems import Place, Problems
from ledger.intake.text import Line

PLAYER: Final = "001"

TOURNAMENT: Final = {
    "012": "name",
    "022": "place",
    "032": "federation",
    "042": "start date",
    "052": "end date",
    "062": "number of players",
    "092": "type",
    "122": "time control",
    "132": "round dates",
    "142": "number of rounds",
    "222": "time control",
    "XXR": "number of rounds",
}
"""Records about the whole tournament that are read, each at most once; the rest of the line."""

_NOT_NEEDED: Final = {"072", "082", "102", "112"}

_NOT_READ: Final = {
    "152": "colour of the first round",
    "162": "points for a result",
    "172": "ranking method",
    "182": "pairing controller",
    "192": "coded type",
    "202": "tie-breaks",
    "212": "standings",
    "240": "byes",
    "250": "accelerated rounds",
    "260": "prohibited pairings",
    "299": "abnormal points",
    "300": "team pairings out of order",
    "320": "byes of teams",
    "330": "forfeited matches",
    "352": "colours of teams",
    "362": "match points",
    "801": "team results",
    "802": "team results",
}
"""Further records of TRF26."""

_TEAM: Final = {"013", "310"}

_COMMENT: Final = "###"
_PAIRING_PROGRAM: Final = re.compile("XX[A-Z]|BB[A-Z]")
_LEGEND: Final = re.compile(r"([A-Z])\1\1 .*|(1234567890)+[0-9]*|   [ 0-9]*")
_NATIONAL: Final = re.compile(r"[A-Z]{3} [ 0-9]{4} .*")


@dataclass(frozen=True, slots=True)
class Records:
    """The lines of a file that are read: one for each tournament record, and the players'."""

    tournament: dict[str, Line] = field(default_factory=dict)
    players: list[Line] = field(default_factory=list)


def sorted_records(lines: tuple[Line, ...], problems: Problems) -> Records:
    """Sort lines by their record; say which are not read and which cannot be understood."""
    records = Records()
    for line in lines:
        if line.code == PLAYER:
            records.players.append(line)
        elif line.code in TOURNAMENT:
            _take(line, records, problems)
        elif line.code not in _NOT_NEEDED and line.code != _COMMENT:
            _set_aside(line, problems)
    return records


def _take(line: Line, records: Records, problems: Problems) -> None:
    """Keep a tournament record; a second one that says something else is refused."""
    first = records.tournament.setdefault(line.code, line)
    if first.value != line.value:
        place = Place(f"{TOURNAMENT[line.code]} ({line.code})", line.number)
        expected = f"the same as in line {first.number}"
        problems.refuse(place, line.value, expected, "delete one of the two lines")


def _set_aside(line: Line, problems: Problems) -> None:
    place = Place("record", line.number, 1, 3)
    if line.code in _TEAM:
        expected = "the report of an individual tournament"
        problems.refuse_once(place, line.code, expected, "team reports are not read yet")
    elif what := _known(line):
        found = line.code.strip() or line.text.strip()
        problems.warn_once(place, found, f"a record of TRF16 ({what})", "it was not read")
    else:
        _refuse_unknown(line, place, problems)


def _known(line: Line) -> str:
    """Say what a line is that need not be read; "" when its code means nothing."""
    if _LEGEND.fullmatch(line.text):
        return "this is a legend"
    if _PAIRING_PROGRAM.fullmatch(line.code):
        return "this is for a pairing program"
    if _NATIONAL.fullmatch(line.text):
        return "this is a national rating"
    return f"this is TRF26: {_NOT_READ[line.code]}" if line.code in _NOT_READ else ""


def _refuse_unknown(line: Line, place: Place, problems: Problems) -> None:
    remedy = "correct the code (001 is a player); ### before the line makes it a comment"
    if line.text.startswith(" "):
        remedy = "let the line begin in column 1"
    problems.refuse(place, line.code.rstrip(), "the code of a record", remedy)
