"""Opening a pool, with all editions of its rulebook adopted at once where this is wanted."""

from dataclasses import dataclass

from ledger.events.pool import PoolOpened
from ops.commands.adopt_edition import Adoption, adopt
from ops.commands.composed import Recorded
from ops.commands.open_pool import open_pool
from ops.house import House
from projections.rulebooks import rulebook


@dataclass(frozen=True, slots=True)
class Begun:
    """An opened pool, with the editions adopted, and those to be adopted."""

    opened: Recorded[PoolOpened]
    adopted: tuple[Recorded[Adoption], ...]
    proposed: tuple[str, ...]
    """Names of the other editions; the body sets the first day where the text has none."""


def begin_pool(
    house: House,
    pool: str,
    *,
    first_period: str,
    law: str | None = None,
    zone: str | None = None,
    beside: str | None = None,
    adopt_all: bool = False,
) -> Begun:
    """Open a pool as `open_pool`, and adopt every edition with a day in its text.

    Each step repeated gives its first receipt. Raises Refused as `open_pool` and `adopt`.
    """
    opened = open_pool(house, pool, first_period=first_period, law=law, zone=zone, beside=beside)
    book = rulebook(opened.result.rulebook)
    dated = [one.name for one in book.editions if one.name not in book.undated_editions]
    adopted = [adopt(house, pool, name, None) for name in dated] if adopt_all else []
    done = {one.result.event.edition for one in adopted}
    proposed = tuple(one.name for one in book.editions if one.name not in done)
    return Begun(opened, tuple(adopted), proposed)
