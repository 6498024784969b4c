"""The record of each line of a report file (TRF16, TRF26, JaVaFo, bbpPairings extensions)."""

import re
from dataclasses import dataclass, field
from typing import Final

from ledger.intake.formats.problems import Place, Problems, Words, characters, length_of
from ledger.intake.formats.rows import DELETE_ONE, NOT_READ
from ledger.intake.formats.text import Line
from ledger.sentences import Sentence

PLAYER: Final = "001"

TOURNAMENT: Final = {
    "012": Sentence("name"),
    "022": Sentence("place"),
    "032": Sentence("federation"),
    "042": Sentence("start date"),
    "052": Sentence("end date"),
    "062": Sentence("number of players"),
    "082": Sentence("number of teams"),
    "092": Sentence("type"),
    "122": Sentence("time control"),
    "132": Sentence("round dates"),
    "142": Sentence("number of rounds"),
    "152": Sentence("initial colour"),
    "222": Sentence("time control"),
    "XXR": Sentence("number of rounds"),
}
"""Records about the whole tournament that are read, each at most once; the rest of the line."""

SEVERAL: Final = {
    "013": Sentence("team"),
    "102": Sentence("chief arbiter"),
    "112": Sentence("deputy arbiter"),
    "162": Sentence("points for a result"),
    "240": Sentence("byes"),
    "299": Sentence("abnormal points"),
    "310": Sentence("team"),
    "320": Sentence("byes of teams"),
    "330": Sentence("forfeited matches"),
    "XXC": Sentence("initial colour"),
    "XXS": Sentence("points for a result"),
}
"""Records that are read and may stand on several lines."""

NAMES: Final = {
    code: Sentence("{name} ({code})", name=name, code=code)
    for code, name in (TOURNAMENT | SEVERAL).items()
}
"""Names of the records in problems."""

LONGEST_RECORDS: Final = 1 << 19
"""Characters of all lines of one of these codes: 3,000 teams, byes of 100,000 players."""

OTHER: Final = frozenset(
    {
        *("172", "192", "202", "212"),  # ranking method, coded type, tie-breaks, standings
        *("250", "260"),  # accelerated rounds, prohibited pairings
        *("300", "320", "330"),  # team pairings out of order, byes of teams, forfeited matches
        *("352", "362"),  # colours of teams, match points
    }
)
"""Records kept as printed, for programs that read the export."""


_OF_TEAMS: Final = ("240", "299")
"""Records kept as printed in a team tournament."""
_KEPT: Final = frozenset({*OTHER, *_OF_TEAMS})

LONGEST_OTHER: Final = 1 << 16
"""Characters of all records of OTHER: nine times those of an olympiad of 50 teams."""

_NOT_NEEDED: Final = frozenset({"072", "182", "801", "802"})
"""Records of TRF16 and TRF26 that say nothing about games, results or persons: passed over.

Number of rated players, pairing controller, team results.
"""

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
            place = Place(Sentence("all records {code}", code=code), lines[0].number)
            remedy = Sentence("delete what is repeated")
            problems.refuse(place, length_of(length), characters(LONGEST_RECORDS), remedy)
            lines.clear()
    length = sum(len(line.text) for line in records.other)
    if length > LONGEST_OTHER:
        place = Place(Sentence("records for pairing"), records.other[0].number)
        remedy = Sentence("they were left out; the report is complete")
        problems.warn(place, length_of(length), characters(LONGEST_OTHER), remedy)
        records.other.clear()


def keep_once(line: Line, records: dict[str, Line], name: Words, problems: Problems) -> None:
    """Keep a line by code; refuse a second line that says something else."""
    first = records.setdefault(line.code, line)
    if first.value != line.value:
        expected = Sentence("the same as in line {line}", line=first.number)
        problems.refuse(Place(name, line.number), line.value, expected, DELETE_ONE)


def _take_other(line: Line, records: Records, problems: Problems) -> None:
    place = Place("record", line.number, 1, 3)
    if _PAIRING_PROGRAM.fullmatch(line.code):
        expected = Sentence("a record of TRF16 or TRF26 (this is for a pairing program)")
        problems.warn_once(place, line.code, expected, NOT_READ)
    elif _NATIONAL.fullmatch(line.text):
        records.national.append(line)
    else:
        remedy = Sentence(
            "correct the code (001 is a player); ### before the line makes it a comment"
        )
        if line.text.startswith(" "):
            remedy = Sentence("let the line begin in column 1")
        problems.refuse(place, line.code.rstrip(), Sentence("the code of a record"), remedy)
