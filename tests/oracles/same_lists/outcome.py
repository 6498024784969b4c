"""The lists of a world as plain text of our own, and their digest.

One line for each row: pool, list and printing, then the player, the rating, K, games, category and
flags. What the program's own documents look like does not matter here.
"""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

OUTCOMES = Path(__file__).with_name("lists.txt")
DIGITS = 16
"""Of a digest, so many are kept: 64 bits."""


class Row(NamedTuple):
    """A player on a list."""

    player: int
    rating: int = 0
    k: int = 0
    games: int = 0
    category: str = "-"
    flags: str = "-"
    """`i` is inactive; `m50` is a malus of 50 points so far."""


class List:
    """A sealed list: the pool, the name with the printing, the rows in the order of players."""

    def __init__(self, pool: str, name: str, rows: Iterable[Row]) -> None:
        self.pool, self.name, self.rows = pool, name, list(rows)

    def lines(self) -> list[str]:
        """Return the list as text, a heading first: an empty list has a single line."""
        head = f"{self.pool} {self.name}"
        return [
            f"{head}: {len(self.rows)} rows",
            *(f"{head} | {' '.join(map(str, row))}" for row in self.rows),
        ]


def text_of(lists: Iterable[List]) -> str:
    """Give lists as text."""
    return "".join(f"{line}\n" for one in lists for line in one.lines())


def short(text: str) -> str:
    """Return the digest of a text, as kept."""
    return sha256(text.encode()).hexdigest()[:DIGITS]


class Outcome(NamedTuple):
    """The kept facts of a world or a season: digest of the files, number of lists, digest
    of the rows.
    """

    name: str
    world: str
    """Digest of its files; `-` for a season, whose files are the repository's."""
    lists: int
    rows: int
    digest: str

    def line(self) -> str:
        """Return the outcome as a line of the file."""
        return " ".join(map(str, self))


def outcome_of(name: str, world: str, lists: list[List]) -> Outcome:
    """Return the kept facts of lists."""
    text = text_of(lists)
    return Outcome(name, world, len(lists), sum(len(one.rows) for one in lists), short(text))


def kept(path: Path = OUTCOMES) -> dict[str, Outcome]:
    """Return the outcomes that the file keeps, by name."""
    lines = path.read_text(encoding="utf-8").splitlines()
    split = (line.split() for line in lines if line and not line.startswith("#"))
    return {
        name: Outcome(name, world, int(lists), int(rows), digest)
        for name, world, lists, rows, digest in split
    }
