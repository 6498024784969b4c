"""Initial ratings that became known after the closing of a list that needed them."""

from collections.abc import Iterator
from dataclasses import dataclass

from ledger.register import identities
from ledger.sentences import Sentence
from ops.house import House
from ops.words import said
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
    return said(
        Sentence(
            "{pool}: the initial rating of {players} became known only after the closing of a list "
            "with them; the next list books the difference",
            pool=entries.pool,
            players=tuple(map(identities.show, entries.players)),
        )
    )
