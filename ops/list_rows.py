"""The rows of a sealed rating list with who they are about, a block in memory at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import numpy as np

from ledger import register
from ledger.people import Described, Details, details
from ledger.store.reading import Reader
from ops import views
from projections.answers import ListRow, Pool
from projections.rulebooks.terms import ListColumn

BLOCK_ROWS: Final = 5_000

_NUMBER_BYTES: Final = 11


@dataclass(frozen=True, slots=True)
class Listed:
    """One row of a list, with who it is about; "" is unknown."""

    player: int
    number: str
    name: str
    title: str
    person: Described
    values: Mapping[str, int | str]
    """By list column but `player`; letters as letters, `-` is none."""


def columns_of(pool: Pool) -> tuple[ListColumn, ...]:
    """Give the columns of a pool's lists but the player's."""
    return tuple(each for each in pool.law.list_columns if each.name != "player")


def scheme_of(pool: Pool) -> str:
    """Give the body whose numbers stand on a pool's lists."""
    return pool.law.number_scheme


def listed(pool: Pool, row: ListRow) -> Iterator[Listed]:
    """Give a list's rows in the order of register numbers.

    Names, titles and numbers are those kept today; federation, sex and year of birth those of
    the list's day, as known. Raises Damaged where the document is not what was sealed.
    """
    values = views.sealed_list(pool, row).values
    read = pool.official.ledger.read
    people = details(read, pool.known, row.list_date)
    numbers = _numbers(read, scheme_of(pool))
    for start in range(0, len(values["player"]), BLOCK_ROWS):
        block = {name: each[start : start + BLOCK_ROWS] for name, each in values.items()}
        yield from _block(read, columns_of(pool), block, people, numbers)


def _numbers(read: Reader, scheme: str) -> Any:
    """Give everybody's number by register number, ASCII in eleven bytes; b"" is none."""
    known = read.numbers_of(scheme)
    numbers = np.zeros(1 + max(known.values(), default=0), dtype=f"S{_NUMBER_BYTES}")
    for number, player in known.items():
        numbers[player] = number.encode("ascii")
    return numbers


def _block(
    read: Reader,
    columns: Sequence[ListColumn],
    block: Mapping[str, Any],
    people: Details,
    numbers: Any,
) -> Iterator[Listed]:
    players = block["player"].tolist()
    words = read.subjects(players)
    cells = [_cells(column, block[column.name]) for column in columns]
    names = [column.name for column in columns]
    for player, *values in zip(players, *cells, strict=True):
        said = msgspec.json.decode(words[player][1]) if player in words else {}
        yield Listed(
            player=player,
            number=numbers[player].decode() if player < len(numbers) else "",
            name=said.get("name", register.ERASED),
            title=said.get("title", ""),
            person=people[player],
            values=dict(zip(names, values, strict=True)),
        )


def _cells(column: ListColumn, values: Any) -> list[int] | list[str]:
    """Give a column's cells: whole numbers, or letters."""
    numbers: list[int] = values.tolist()
    return [column.letters[value] for value in numbers] if column.letters else numbers
