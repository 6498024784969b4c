"""Initial ratings that became known after the closing of a list that needed them."""

from collections.abc import Iterator
from dataclasses import dataclass

from ledger.register import identities
from ops.house import House
from projections.queries.findings.entries import players_known_since


@dataclass(frozen=True, slots=True)
class LateEntries:
    """Players of a closed list with an entry rating known only now; the next list corrects."""

    pool: str
    players: tuple[int, ...]


def late_entries(house: House, pool: str) -> Iterator[LateEntries]:
    """Yield the players of a pool with an entry rating known after a closed list."""
    house.catch_up()
    players = players_known_since(house.pool(pool))
    if players:
        yield LateEntries(pool, tuple(players))


def late_words(entries: LateEntries) -> str:
    """Name the players whose initial rating became known after a closing."""
    named = ", ".join(map(identities.show, entries.players))
    return (
        f"{entries.pool}: the initial rating of {named} became known only after the closing of a "
        "list with them; the next list books the difference"
    )
