"""The rows of a sealed rating list with who they are about, a block in memory at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ledger.register import identities
from ledger.register.people import Described, Details, details
from ledger.register.person_words import Words, words_on
from ops.answers import views
from projections.queries import PoolQuery, RatingList
from projections.rulebooks.engine.terms import ListColumn

BLOCK_ROWS: Final = 5_000

_ERASED: Final = Words(identities.ERASED)


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


def printed_columns(pool: PoolQuery) -> tuple[ListColumn, ...]:
    """Give the columns of a pool's lists but the player's."""
    return tuple(each for each in pool.law.list_columns if each.name != "player")


def scheme_of(pool: PoolQuery) -> str:
    """Give the body whose numbers stand on a pool's lists."""
    return pool.law.number_scheme


def listed(pool: PoolQuery, row: RatingList) -> Iterator[Listed]:
    """Give a list's rows in the order of register numbers.

    Names, numbers, federation, sex and year of birth are those of the list's day, as known; titles
    those kept today. Raises Damaged where the document is not what was sealed.
    """
    values = views.sealed_list(pool, row).values
    read = pool.official.ledger.read
    people = details(read, pool.known, row.list_date)
    for start in range(0, len(values["player"]), BLOCK_ROWS):
        block = {name: each[start : start + BLOCK_ROWS] for name, each in values.items()}
        words = words_on(read, block["player"].tolist(), row.list_date)
        yield from _block(scheme_of(pool), printed_columns(pool), block, people, words)


def _block(
    scheme: str,
    columns: Sequence[ListColumn],
    block: Mapping[str, Any],
    people: Details,
    words: Mapping[int, Words],
) -> Iterator[Listed]:
    players = block["player"].tolist()
    cells = [_cells(column, block[column.name]) for column in columns]
    names = [column.name for column in columns]
    for player, *values in zip(players, *cells, strict=True):
        said = words.get(player, _ERASED)
        yield Listed(
            player=player,
            number=said.numbers.get(scheme, ""),
            name=said.name,
            title=said.title,
            person=people[player],
            values=dict(zip(names, values, strict=True)),
        )


def _cells(column: ListColumn, values: Any) -> list[int] | list[str]:
    """Give a column's cells: whole numbers, or letters."""
    numbers: list[int] = values.tolist()
    return [column.letters[value] for value in numbers] if column.letters else numbers
