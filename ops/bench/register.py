"""G4 and G8: a file of known players, and a search by name, whatever the size of the register."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Final

from ledger.register.search import search
from ledger.store import name_pages
from ledger.store.ledger import Ledger
from ops.bench import operations
from ops.bench.table import Line
from ops.bench.worlds import CHESS, World, random_words
from ops.bench.writing import write

FEW: Final = 10_000
"""People in the register to which a large one is compared."""

JUDGED: Final = 570_000
"""People in the register that the targets are stated for."""

_GAMES: Final = 4_000
_TEXTS: Final = 300
_BEGINNINGS: Final = ("gl", "ch", "br", "st", *"bcdfglmnprstvz")
_SYLLABLES: Final = tuple(beginning + vowel for beginning in _BEGINNINGS for vowel in "aeiou")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of processor time in a large register, and in one of FEW people."""

    people: int
    file: float
    file_of_few: float
    search: float


def measured(folder: Path, people: int) -> Cost:
    """Write two registers, each with a list of most people; import files, and search names."""
    file_of_few, _ = _costs(folder / "few", min(FEW, people))
    file, names = _costs(folder / "many", people)
    return Cost(people, file, file_of_few, names)


def lines(cost: Cost) -> Iterator[Line]:
    """Yield the lines of the report."""
    small = cost.people < JUDGED
    what = f"file of 40 known of {cost.people:,} people"
    numbers = f"{1_000 * cost.file:.0f}; {1_000 * cost.file_of_few:.0f} ms of processor time"
    ratio = cost.file / cost.file_of_few
    yield Line("G4", what, f"of {FEW:,}", ratio, numbers, at_most=1.2, too_small=small)
    what, numbers = f"search among {cost.people:,} names", f"{1_000 * cost.search:.0f} ms"
    yield Line("G8", what, "30 ms", cost.search / 0.03, numbers, at_most=1, too_small=small)


def _costs(path: Path, people: int) -> tuple[float, float]:
    """Return the processor time of an import, and of a search."""
    world = World(CHESS, people, 2, _GAMES)
    with write(world, path) as ledger:
        names = list(_names(people))
        _give(ledger, names)
        return operations.imports(ledger, CHESS.pool, world.last_day), _searches(ledger, names)


def _searches(ledger: Ledger, names: list[str]) -> float:
    """Return the mean of searches for names drawn from the register, a letter of each left out."""
    draw, seconds = random_words("searches"), []
    search(ledger.read, names[0])
    for _ in range(_TEXTS):
        name = draw.choice(names)
        at = draw.randrange(len(name))
        start = process_time()
        found = search(ledger.read, name[:at] + name[at + 1 :])
        seconds.append(process_time() - start)
        assert found
    return fmean(seconds)


def _names(count: int) -> Iterator[str]:
    """Yield names as in a federation: some last names are frequent, some first names are two."""
    draw = random_words("names")
    last_names = [_word(draw, 2, 4) for _ in range(max(count // 14, 20))]
    first_names = [_word(draw, 2, 3) for _ in range(max(count // 380, 20))]
    for _ in range(count):
        last = last_names[int(len(last_names) * draw.random() ** 2)]
        first = draw.sample(first_names, 2 if draw.random() < 0.15 else 1)  # noqa: PLR2004 - a share
        yield f"{last}, {' '.join(first)}"


def _word(draw: random.Random, fewest: int, most: int) -> str:
    return "".join(draw.choices(_SYLLABLES, k=draw.randint(fewest, most))).capitalize()


def _give(ledger: Ledger, names: list[str]) -> None:
    """Store the words of all players; the random commitments are not theirs."""
    rows = [(at, b"0" * 16, f'{{"name":"{name}"}}'.encode()) for at, name in enumerate(names, 1)]
    with ledger.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO subject VALUES (?, ?, ?)", rows)
        name_pages.make_anew(connection)
