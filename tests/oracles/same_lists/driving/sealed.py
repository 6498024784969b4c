"""Sealed lists as plain rows."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ledger.store.ledger import Ledger
from projections import list_document
from projections.official import Official
from projections.queries import PoolQuery, RatingList, categories
from tests.oracles.same_lists.outcome import List, Row
from tests.support.recording import following

Numbers = Mapping[int, int]
"""By number in the register, the number of a player in the world, where it is another one."""


def lists_of(address: Path) -> list[List]:
    """Return the sealed lists of an existing ledger."""
    with Ledger.open(str(address)) as ledger, following(ledger) as official:
        return list(sealed(official, {}))


def sealed(official: Official, numbers: Numbers) -> Iterator[List]:
    """Return every sealed list, pool by pool, and the holders of categories with the last."""
    official.catch_up()
    for name in sorted(official.track.facts.pools):
        pool = PoolQuery(official.track, name)
        rows = [row for row in pool.lists() if row.number]  # 0: what was carried over
        for row, closed in zip(rows, pool.facts.closed, strict=True):
            yield List(
                name, f"{row.period} {closed.event.printing}", _own(_rows(pool, row), numbers)
            )
        if rows:
            yield List(name, f"{rows[-1].period} categories", _own(_held(pool, rows[-1]), numbers))


def _own(rows: Iterable[Row], numbers: Numbers) -> list[Row]:
    return sorted(row._replace(player=numbers.get(row.player, row.player)) for row in rows)


def _rows(pool: PoolQuery, row: RatingList) -> Iterator[Row]:
    document = pool.official.ledger.read.document(row.digest)
    assert document is not None
    values = {name: column.tolist() for name, column in list_document.read(document).values.items()}
    players = values["player"]
    states = pool.states(players, row.number) if "k" not in values else {}
    none = [0] * len(players)
    listed = (players, values["rating"], values.get("k", none), values["period_games"])
    table = zip(*listed, values.get("inactive", none), strict=True)
    for player, rating, k, games, inactive in table:
        fields = states[player].fields if player in states else {}
        malus = fields.get("malus_taken", 0)
        flags = ("i" if inactive else "") + (f"m{malus}" if malus else "")
        category = str(fields.get("category", "-"))
        yield Row(player, rating, k, games, category, flags or "-")


def _held(pool: PoolQuery, row: RatingList) -> Iterator[Row]:
    """Return the holders of categories and titles when a list takes force; nobody without
    categories.
    """
    try:
        held = categories.with_list(pool, row)
    except categories.NoCategories:
        return
    for player in range(1, pool.official.facts.players + 1):
        category, title = held.name(player) or "none", held.title(player) or "-"
        yield Row(player, category=category.replace(" ", "-"), flags=title.replace(" ", "-"))
