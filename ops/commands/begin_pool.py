"""Opening a pool, with all editions of its rulebook adopted at once where this is wanted."""

from dataclasses import dataclass

from ledger.events.pool import PoolOpened
from ops.commands.adopt_edition import Adoption
from ops.commands.composed import Recorded
from ops.house import House
from ops.pools.recordings import AdoptEdition, OpenPool
from projections.rulebooks import rulebook


@dataclass(frozen=True, slots=True)
class Begun:
    """An opened pool, with the editions adopted."""

    opened: PoolOpened
    adopted: tuple[Recorded[Adoption], ...]


def begun(house: House, asked: OpenPool, opened: Recorded[PoolOpened]) -> Recorded[Begun]:
    """Adopt every edition with a day in its text for an opened pool, if so wanted.

    Each step repeated gives its first receipt. Raises Refused as the adoption of an edition.
    """
    book = rulebook(opened.result.rulebook)
    dated = [one.name for one in book.editions if one.name not in book.undated_editions]
    adoptions = [AdoptEdition(pool=asked.pool, edition=name) for name in dated]
    adopted = tuple(one.record(house) for one in adoptions) if asked.adopt else ()
    return Recorded(opened.receipt, Begun(opened.result, adopted))
