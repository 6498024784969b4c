"""The record of each line of a report file (TRF16, TRF26, JaVaFo, bbpPairings extensions)."""

import re
from dataclasses import dataclass, field
from typing import Final

from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.text import Line

PLAYER: Final = "001"

TOURNAMENT: Final = {
    "012": "name",
    "022": "place",
    "032": "federation",
    "042": "start date",
    "052": "end date",
    "062": "number of players",
    "082": "number of teams",
    "092": "type",
    "122": "time control",
    "132": "round dates",
    "142": "number of rounds",
    "152": "initial colour",
    "222": "time control",
    "XXR": "number of rounds",
}
"""Records about the whole tournament that are read, each at most once; the rest of the line."""

SEVERAL: Final = {
    "013": "team",
    "102": "chief arbiter",
    "112": "deputy arbiter",
    "162": "points for a result",
    "240": "byes",
    "299": "abnormal points",
    "310": "team",
    "320": "byes of teams",
    "330": "forfeited matches",
    "XXC": "initial colour",
    "XXS": "points for a result",
}
"""Records that are read and may stand on several lines."""

NAMES: Final = {code: f"{name} ({code})" for code, name in (TOURNAMENT | SEVERAL).items()}
"""Names of the records in problems."""

LONGEST_RECORDS: Final = 1 << 19
"""Characters of all lines of one of these codes: 3,000 teams, byes of 100,000 players."""

OTHER: Final = {
    "172": "ranking method",
    "192": "coded type",
    "202": "tie-breaks",
    "212": "standings",
    "250": "accelerated rounds",
    "260": "prohibited pairings",
    "300": "team pairings out of order",
    "320": "byes of teams",
    "330": "forfeited matches",
    "352": "colours of teams",
    "362": "match points",
}
"""Records kept as printed, for programs that read the export."""


_OF_TEAMS: Final = ("240", "299")
"""Records kept as printed in a team tournament."""
_KEPT: Final = frozenset({*OTHER, *_OF_TEAMS})

LONGEST_OTHER: Final = 1 << 16
"""Characters of all records of OTHER: nine times those of an olympiad of 50 teams."""

_NOT_NEEDED: Final = {
    "072": "number of rated players",
    "182": "pairing controller",
    "801": "team results",
    "802": "team results",
}
"""Records of TRF16 and TRF26 that say nothing about games, results or persons: passed over."""

_PASSED_OVER: Final = frozenset({"###", *_NOT_NEEDED, *OTHER})
"""Comments, records that are not needed, and records kept as printed."""
_PAIRING_PROGRAM: Final = re.compile("XX[A-Z]|BB[A-Z]")
_LEGEND: Final = re.compile(r"([A-Z])\1\1 .*|   [ 0-9]*")
_RULER: Final = re.compile("0?(1234567890)+[0-9]*")
"""A row that numbers the columns; one that begins with 0 looks like record 012."""
_NATIONAL: Final = re.compile(r"[A-Z]{3} [ 0-9]{4}( .*)?")


@dataclass(frozen=True, slots=True)
class Records:
    """The lines of a file to be read, in order."""

    tournament: dict[str, Line] = field(default_factory=dict)
    """By code, for the codes of TOURNAMENT."""
    players: list[Line] = field(default_factory=list)
    national: list[Line] = field(default_factory=list)
    """National rating records, with a federation as code."""
    several: dict[str, list[Line]] = field(default_factory=dict)
    """By code, for the codes of SEVERAL."""
    other: list[Line] = field(default_factory=list)
    """Of the codes of OTHER (and, in a team tournament, 240 and 299), in the order of the file."""

    def of(self, code: str) -> list[Line]:
        """Return the lines of a code of SEVERAL."""
        return self.several.get(code, [])

    @property
    def of_teams(self) -> bool:
        """Whether the file reports a team tournament, so byes and forfeits are of teams."""
        return "013" in self.several or "310" in self.several


def sorted_records(lines: tuple[Line, ...], problems: Problems) -> Records:
    """Sort lines by record; records not read, and unknown records, go to `problems`."""
    records = Records()
    for line in lines:
        if _RULER.fullmatch(line.text):
            continue
        if line.code in _KEPT and line.text[3:4] == " ":
            records.other.append(line)
        if line.code == PLAYER:
            records.players.append(line)
        elif line.code in TOURNAMENT:
            keep_once(line, records.tournament, NAMES[line.code], problems)
        elif line.code in SEVERAL:
            records.several.setdefault(line.code, []).append(line)
        elif line.code not in _PASSED_OVER and not _LEGEND.fullmatch(line.text):
            _take_other(line, records, problems)
    if not records.of_teams:
        records.other[:] = [line for line in records.other if line.code in OTHER]
    _check_length(records, problems)
    return records


def _check_length(records: Records, problems: Problems) -> None:
    """Leave out records longer than any tournament needs; of OTHER with a warning."""
    for code, lines in records.several.items():
        length = sum(len(line.text) for line in lines)
        if length > LONGEST_RECORDS:
            found, expected = f"{length:,} characters", f"at most {LONGEST_RECORDS:,}"
            place = Place(f"all records {code}", lines[0].number)
            problems.refuse(place, found, expected, "delete what is repeated")
            lines.clear()
    length = sum(len(line.text) for line in records.other)
    if length > LONGEST_OTHER:
        found, expected = f"{length:,} characters", f"at most {LONGEST_OTHER:,}"
        place = Place("records for pairing", records.other[0].number)
        problems.warn(place, found, expected, "they were left out; the report is complete")
        records.other.clear()


def keep_once(line: Line, records: dict[str, Line], name: str, problems: Problems) -> None:
    """Keep a line by code; refuse a second line that says something else."""
    first = records.setdefault(line.code, line)
    if first.value != line.value:
        expected = f"the same as in line {first.number}"
        place = Place(name, line.number)
        problems.refuse(place, line.value, expected, "delete one of the two lines")


def _take_other(line: Line, records: Records, problems: Problems) -> None:
    place = Place("record", line.number, 1, 3)
    if _PAIRING_PROGRAM.fullmatch(line.code):
        expected = "a record of TRF16 or TRF26 (this is for a pairing program)"
        problems.warn_once(place, line.code, expected, "it was not read")
    elif _NATIONAL.fullmatch(line.text):
        records.national.append(line)
    else:
        remedy = "correct the code (001 is a player); ### before the line makes it a comment"
        if line.text.startswith(" "):
            remedy = "let the line begin in column 1"
        problems.refuse(place, line.code.rstrip(), "the code of a record", remedy)
