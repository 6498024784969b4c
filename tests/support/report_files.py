"""Writes tournament report files for tests: TRF16 with every field in the right
columns.

Three levels, from the pleasant to the exact:

*   `Tournament` knows players and results and writes a whole file, with totals, ranks and byes:

        Tournament(
            players(4),
            rounds=[
                [(1, 3, "1-0"), (2, 4, "½-½")],
                [(4, 1, "+--"), (3, "H"), (2, "U")],
            ],
            start=date(2026, 1, 10),
        ).trf16()

    A pairing is (white, black, result), a bye (player, code); who is left out of a round gets the
    zero-point bye Z. `round_robin(players)` pairs everybody with everybody.

*   `trf16(header, rows)` joins records and player lines that you made yourself.

*   `player_line(...)` and `cell(...)` put any text into the columns of a line, wrong ones too, and
    `amended(file, ...)` overwrites columns of a file, to make it wrong in one place.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, timedelta
from typing import Final

Pairing = tuple[int, int, str] | tuple[int, str]
"""(white, black, result), or (player, bye code H, F, U or Z); players by start number."""

RESULTS: Final[dict[str, tuple[str, str]]] = {
    "1-0": ("1", "0"),
    "½-½": ("=", "="),
    "0-1": ("0", "1"),
    "0-0": ("0", "0"),
    "½-0": ("=", "0"),
    "0-½": ("0", "="),
    "+--": ("+", "-"),
    "--+": ("-", "+"),
    "---": ("-", "-"),
    "W-L": ("W", "L"),
    "D-D": ("D", "D"),
    "L-W": ("L", "W"),
}
"""Results as people write them (white first), and TRF16's code for each side."""

HALVES: Final = {
    **dict.fromkeys("1+WFU", 2),
    **dict.fromkeys("=DH", 1),
    **dict.fromkeys("0-LZ", 0),
}
"""Half points of each code where a win counts 1; written twice so that a test can compare."""

SCORINGS: Final = {"1-½-0": 1, "2-1-0": 2}
"""What a win counts."""

GIVEN_NAMES: Final = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gaia", "Hugo")


@dataclass(frozen=True)
class Player:
    """A line of the report. `number` is the start number; "" and 0 leave a field blank."""

    number: int
    name: str = "Nobody, At All"
    rating: int = 0
    federation: str = "ITA"
    fide_id: str = ""
    birth: int | str = ""
    """A year, or a text such as 1990/12/31."""
    sex: str = ""
    title: str = ""


def players(count: int, **common: str | int) -> list[Player]:
    """Make players 1 to `count`, each with another name, rating, number, year and sex.

    Ratings fall by 10 from 2000; `common` sets a field for all of them (rating=0: all unrated).
    """
    known = {each.name for each in fields(Player)}
    if not known.issuperset(common):
        raise TypeError(f"a player has no {', '.join(set(common) - known)}")
    return [Player(**{**_invented(number), **common}) for number in range(1, count + 1)]  # type: ignore[arg-type]


def _invented(number: int) -> dict[str, str | int]:
    return {
        "number": number,
        "name": f"Player{number:03d}, {GIVEN_NAMES[(number - 1) % len(GIVEN_NAMES)]}",
        "rating": max(2000 - 10 * (number - 1), 1000),
        "fide_id": str(90_000_000 + 7 * number),
        "birth": 1950 + number % 55,
        "sex": "wm"[number % 2],
    }


def round_robin(count: int, result: str = "½-½") -> list[list[Pairing]]:
    """Pair everybody with everybody (circle method); an odd player out gets a zero-point bye."""
    circle = list(range(1, count + 1)) + [0] * (count % 2)
    rounds: list[list[Pairing]] = []
    for number in range(len(circle) - 1):
        pairs = zip(circle[: len(circle) // 2], reversed(circle), strict=False)
        turned = [(b, a) if number % 2 else (a, b) for a, b in pairs if a and b]
        rounds.append([(white, black, result) for white, black in turned])
        circle.insert(1, circle.pop())
    return rounds


@dataclass(frozen=True)
class Tournament:
    """A tournament with a report to write; the defaults make a clean report."""

    players: Sequence[Player]
    rounds: Sequence[Sequence[Pairing]]
    name: str = "Open d'inverno"
    place: str = "Torino"
    federation: str = "ITA"
    start: date = date(2026, 1, 10)
    end: date | None = None
    """By default one day after the start for each further round."""
    type: str = "Individual: Swiss-System"
    time_control: str = "90 min + 30 s"
    round_dates: Sequence[date] = ()
    points: str = "1-½-0"
    """What win, draw and loss count in the totals; or 2-1-0."""
    extra: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    """Further records by code ({"XXR": "9"}); a code of the header replaces its value."""

    def trf16(self, *, encoding: str = "utf-8", line_end: str = "\r\n") -> bytes:
        """Write the report file; ValueError for a round with a player twice."""
        return trf16(self.header(), self.rows(), encoding=encoding, line_end=line_end)

    def header(self) -> dict[str, str | Sequence[str]]:
        """Give the tournament records by code, in the order of TRF16."""
        end = self.end or self.start + timedelta(days=max(len(self.rounds) - 1, 0))
        records: dict[str, str | Sequence[str]] = {
            "012": self.name,
            "022": self.place,
            "032": self.federation,
            "042": f"{self.start:%Y/%m/%d}",
            "052": f"{end:%Y/%m/%d}",
            "062": str(len(self.players)),
            "072": str(sum(player.rating > 0 for player in self.players)),
            "092": self.type,
            "122": self.time_control,
        }
        if self.round_dates:
            records["132"] = round_dates_value(self.round_dates)
        return {**records, **self.extra}

    def rows(self) -> list[str]:
        """Give the players' lines, by their order in `players`."""
        cells, totals = self._cells(), self._totals()
        order = sorted(totals, key=lambda number: (-totals[number], number))
        return [
            player_line(
                number=player.number,
                sex=player.sex,
                title=player.title,
                name=player.name,
                rating=player.rating or "",
                federation=player.federation,
                reported_number=player.fide_id,
                birth=player.birth,
                points=f"{totals[player.number] / 2:.1f}",
                rank=order.index(player.number) + 1,
                cells=cells[player.number],
            )
            for player in self.players
        ]

    def _cells(self) -> dict[int, list[str]]:
        """Write each player's rounds, ten columns each."""
        cells: dict[int, list[str]] = defaultdict(list)
        for pairings in self.rounds:
            told = _told(pairings)
            for player in self.players:
                cells[player.number].append(cell(*told.get(player.number, ("0000", "-", "Z"))))
        return cells

    def _totals(self) -> dict[int, int]:
        """Sum each player's half points."""
        totals = {player.number: 0 for player in self.players}
        for pairings in self.rounds:
            for number, (_, _, result) in _told(pairings).items():
                totals[number] += HALVES[result] * SCORINGS[self.points]
        return totals


def _told(pairings: Iterable[Pairing]) -> dict[int, tuple[str | int, str, str]]:
    """Return opponent, colour and result of each player in a round."""
    told: list[tuple[int, tuple[str | int, str, str]]] = []
    for pairing in pairings:
        if len(pairing) == 2:
            told.append((pairing[0], ("0000", "-", pairing[1])))
        else:
            white, black, result = pairing
            mine, other = RESULTS[result]
            told += [(white, (black, "w", mine)), (black, (white, "b", other))]
    if len(dict(told)) != len(told):
        raise ValueError(f"a player is twice in the round {list(pairings)}")
    return dict(told)


def trf16(
    header: Mapping[str, str | Sequence[str]],
    rows: Iterable[str],
    *,
    encoding: str = "utf-8",
    line_end: str = "\r\n",
) -> bytes:
    """Write a file: a line `CODE value` for each record (several for a list), then the rows."""
    lines = [
        f"{code} {value}"
        for code, values in header.items()
        for value in ([values] if isinstance(values, str) else values)
    ]
    return "".join(line + line_end for line in [*lines, *rows]).encode(encoding)


def player_line(
    *,
    number: str | int,
    sex: str = "",
    title: str = "",
    name: str = "",
    rating: str | int = "",
    federation: str = "",
    reported_number: str | int = "",
    birth: str | int = "",
    points: str = "",
    rank: str | int = "",
    cells: Iterable[str] = (),
) -> str:
    """Write a record 001: each text unchanged in the columns, right or wrong.

    ValueError where one is too long. `cells` are texts of ten columns from `cell`.
    """
    columns = (
        f"001 {_right(number, 4)} {_left(sex, 1)}{_right(title, 3)} {_left(name, 33)} "
        f"{_right(rating, 4)} {_left(federation, 3)} {_right(reported_number, 11)} "
        f"{_left(birth, 10)} {_right(points, 4)} {_right(rank, 4)}"
    )
    return (columns + "".join(f"  {_left(each, 8)}" for each in cells)).rstrip()


def cell(opponent: str | int, colour: str, result: str) -> str:
    """Write a round of a line, eight columns: opponent, colour, result, each unchanged."""
    return f"{_right(opponent, 4)} {_left(colour, 1)} {_left(result, 1)}"


def round_dates_value(days: Iterable[date]) -> str:
    """Write the value of record 132: YY/MM/DD in columns 92-99, 102-109 and so on."""
    return " " * 87 + "  ".join(f"{day:%y/%m/%d}" for day in days)


def _left(value: str | int, width: int) -> str:
    return _fitting(value, width).ljust(width)


def _right(value: str | int, width: int) -> str:
    return _fitting(value, width).rjust(width)


def _fitting(value: str | int, width: int) -> str:
    if len(str(value)) > width:
        raise ValueError(f"{value!r} is longer than its {width} columns")
    return str(value)


def line_of(file: bytes, number: int) -> int:
    """Return the line, from 1, of the player with a start number."""
    for line, text in enumerate(file.decode().split("\r\n"), 1):
        if text.startswith(f"001 {number:4d}"):
            return line
    raise ValueError(f"no player {number} in the file")


def amended(file: bytes, *, player: int, column: int, text: str) -> bytes:
    """Overwrite a player's line from a column on (from 1); lines end in CRLF, text is UTF-8."""
    lines = file.decode().split("\r\n")
    row = line_of(file, player) - 1
    padded = lines[row].ljust(column - 1)
    lines[row] = padded[: column - 1] + text + padded[column - 1 + len(text) :]
    return "\r\n".join(lines).encode()
