"""Report files with every fault the reader knows, each as small as possible."""

from collections.abc import Iterator
from typing import Any, Final

from ledger.intake.formats.reading import Reading
from ledger.intake.formats.trf.reader import read_trf
from tests.support.report_files import Tournament, amended, cell, player_line, players, trf16
from tests.support.team_files import NEW, OLD, ROUNDS, new

CLEAN: Final = Tournament(players(4), [[(1, 2, "1-0"), (3, "H"), (4, "Z")]]).trf16()
"""The lines of the players are 10 to 13; each crooked file differs from this in one place."""

AMENDMENTS: Final = {
    "no number": (5, "   x"),
    "same number": (5, "   2"),
    "far number": (5, "  90"),
    "sex": (10, "x"),
    "other sex": (10, "f"),
    "no name": (15, " " * 33),
    "rating": (49, "abcd"),
    "stray": (53, "x"),
    "same person": (58, "   90000014"),
    "birth": (70, "long ago  "),
    "points": (81, " 4.7"),
    "other points": (81, " 4.0"),
    "no points": (81, "    "),
    "rank": (86, "1st "),
    "shifted": (92, "  2 w 1   "),
    "opponent": (92, "   x"),
    "himself": (92, "   1"),
    "somebody": (92, "   9"),
    "one-sided": (92, "   3"),
    "colour": (97, "x"),
    "same colour": (97, "b"),
    "result": (99, "x"),
    "no result": (99, " "),
    "no such results": (99, "+"),
    "no opponent": (92, "0000 w 1"),
    "forfeit without opponent": (92, "0000 - -"),
    "a word for an opponent": (92, " bye - 1"),
    "a word for a name": (15, "spielfrei".ljust(33)),
    "a tabulator": (14, "\t"),
}
"""What is written over the line of player 1, from which column on."""

RECORDS: Final[dict[str, Any]] = {
    "name": {"012": ""},
    "long name": {"012": "x" * 201},
    "place": {"022": ""},
    "federation": {"032": "Italy"},
    "start": {"042": "x"},
    "open days": {"042": "25/09/10", "052": "25/09/10"},
    "settled start": {"042": "26.01.10"},
    "settled end": {"052": "26.01.10"},
    "end before start": {"052": "2026/01/09"},
    "players": {"062": "9"},
    "second place": {"022": ["Torino", "Milano"]},
    "two chiefs": {"102": ["Anna", "Bruno"]},
    "many deputies": {"112": ["Anna"] * 101},
    "long chief": {"102": "x" * 201},
    "long deputy": {"112": "x" * 201},
    "days": {"132": " " * 87 + "11.25.02"},
    "more days": {"132": " " * 87 + "26/01/10  26/01/10"},
    "stray day": {"132": " " * 87 + "26/01/20"},
    "rounds": {"142": "x"},
    "rounds twice": {"142": "1", "XXR": "2"},
    "more rounds": {"XXR": "9"},
    "time control": {"222": "x"},
    "time control of minutes": {"222": "60+1"},
    "long type": {"092": "x" * 201},
    "long time control": {"122": "x" * 201},
    "tabulator": {"022": "San\tMarino"},
    "symbol": {"162": " K 1.0"},
    "symbol's points": {"162": " W 1.3"},
    "symbol twice": {"162": " W 1.0    W 2.0"},
    "long scoring": {"162": [" W 1.0"] * 50},
    "kind of bye": {"240": "U   1    3"},
    "round of a bye": {"240": "H   x    3"},
    "bye to come": {"240": "H   9    3"},
    "player of a bye": {"240": "H   1    9"},
    "another bye": {"240": "F   1    3"},
    "kind of points": {"299": "?         1.0"},
    "no points at all": {"299": "W"},
    "round of points": {"299": "W         1.0     9"},
    "player of points": {"299": "W         1.0     1    9"},
    "pairing program": {"XXZ": "1"},
    "initial colour": {"152": "x"},
    "configuration of JaVaFo": {"XXC": "rank"},
    "records for pairing": {"300": ["1" + " " * 3_900 + "1"] * 17},
    "points of JaVaFo": {"XXS": "W=x"},
    "points by colour": {"XXS": "WW=2.0 BW=3.0"},
    "unknown record": {"999": "x"},
    "indented": {" 01": "x"},
}
"""Records beside those of the clean file, or in their place."""

TEAMS: Final[dict[str, Any]] = {
    "stray": {"310": [" " + NEW[0], *NEW[1:]]},
    "number": {"310": [new(0, "Torino", 1, 2), *NEW[1:]]},
    "same number": {"310": [new(2, "Torino", 1, 2), *NEW[1:]]},
    "no name": {"310": [new(1, "", 1, 2), *NEW[1:]]},
    "nobody": {"310": [new(1, "Torino"), *NEW[1:]]},
    "somebody": {"310": [new(1, "Torino", 1, 9), *NEW[1:]]},
    "twice": {"310": [new(1, "Torino", 1, 3), *NEW[1:]]},
    "stray member": {"310": [NEW[0] + "x", *NEW[1:]]},
    "letters counted in bytes": {"310": [NEW[0], NEW[1].replace("Forlì ", "Forlì"), NEW[2]]},
    "names": {"310": NEW, "013": ["x" + OLD[0][1:], *OLD[1:]]},
    "members": {"310": NEW, "013": [OLD[0][:36], *OLD[1:]]},
    "count": {"310": NEW, "082": "9"},
    "bye of a team": {"310": NEW, "240": ["F   1    1", "F   2    2", "H   2    2"]},
    "bye of nobody": {"310": NEW, "240": "F   1    9"},
    "allocated": {"310": NEW, "320": "   x  1.0   9"},
    "kind": {"310": NEW, "330": "++   2   1   3"},
    "round": {"310": NEW, "330": "+-   9   1   3"},
    "team": {"310": NEW, "330": "+-   2   1   9"},
    "same team": {"310": NEW, "330": "+-   2   1   1"},
    "played": {"310": NEW, "330": "+-   1   1   2"},
}
"""Records of teams."""

NATIONAL: Final[dict[str, dict[str, Any]]] = {
    "somebody": {"number": 9},
    "rating": {"number": 1, "rating": "x"},
    "stray": {"number": 1, "cells": [cell(1, "w", "1")]},
}
"""Fields of a national rating record of France."""


def files() -> Iterator[bytes]:
    """Give every crooked file."""
    yield from (amended(CLEAN, player=1, column=at, text=text) for at, text in AMENDMENTS.values())
    yield from (_with(records) for records in RECORDS.values())
    yield from (Tournament(players(6), ROUNDS, extra=team).trf16() for team in TEAMS.values())
    yield from (_national(**fields) for fields in NATIONAL.values())
    yield _national(number=1) + _national(number=1)[len(CLEAN) :]
    yield from _whole_files()
    yield from _rounds()


def _with(records: dict[str, Any]) -> bytes:
    return Tournament(players(4), [[(1, 2, "1-0"), (3, "H")]], extra=records).trf16()


def _national(**fields: Any) -> bytes:
    line = "FRA" + player_line(**fields)[3:]
    if "cells" in fields:
        line = line[:47] + "x"
    return CLEAN + f"{line}\r\n".encode()


def _whole_files() -> Iterator[bytes]:
    """Return files that cannot be read as lines, or are too long."""
    yield b""
    yield b"\n"
    yield "012 Open".encode("utf-16")
    yield "012 Forlì".encode("latin-1")
    yield b"x" * ((8 << 20) + 1)
    yield b"\n" * 50_001
    yield b"012 " + b"x" * 5_000
    yield b"012 a\x07b"
    yield trf16({}, [player_line(number=1)] * 10_001)
    yield trf16({}, [player_line(number=1, cells=[cell(1, "w", "1")] * 400)] * 501)
    yield CLEAN + (b"240 " + b" " * 3_990 + b"x\r\n") * 132
    yield CLEAN * 300


def _rounds() -> Iterator[bytes]:
    """Give files with too many rounds or games, or too few."""
    yield Tournament(players(4), []).trf16()
    yield Tournament(players(4), [[(1, "H")]]).trf16()
    yield Tournament(players(4), [[(1, 2, "1-0")], [(1, "H")]]).trf16()
    yield Tournament(players(4), [[(1, "H")], [(1, 2, "1-0")]]).trf16()
    yield Tournament(players(2), [[(1, 2, "1-0")]] * 2, extra={"XXR": "1"}).trf16()
    pairs = [(number, number + 1, "0-0") for number in range(1, 800, 2)]
    yield Tournament(players(800), [pairs] * 126).trf16()


def readings() -> Iterator[Reading]:
    """Read every crooked file, and the clean file with crooked facts given by hand."""
    for file in files():
        yield read_trf(file)
    for name in ("start", "end", "federation", "place", "name", "time_control", "arbiter"):
        yield read_trf(CLEAN, {name: ""})
        yield read_trf(CLEAN, {name: "\x07" * 201})
    yield read_trf(CLEAN, {"place": "…", "time_control": "60+1"})
    yield read_trf(CLEAN, {"byes": "Player001 Anna,nobody"})
    spielfrei = amended(CLEAN, player=1, column=15, text="spielfrei".ljust(33))
    yield read_trf(spielfrei, {"byes": "spielfrei"})
    yield read_trf(amended(CLEAN, player=1, column=81, text=" 4.0"), points="ignore")
