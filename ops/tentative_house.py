"""A house for previews: everything is recorded in memory alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.store.one_reading import OneReading
from ledger.store.tentative import Tentative
from ledger.store.tentative_ledger import TentativeLedger
from ops.access.admission import admission
from ops.house import House
from projections.official import Following, Official
from projections.official.named_players import NamedPlayers
from projections.official.remembered import Memory
from projections.official.tentative import TentativeOfficial
from projections.tracks.continued import continued
from projections.tracks.revised import Revised


class TentativeHouse(House):
    """A house in which everything is recorded in memory alone, for previews."""

    writes_beside = False

    ledger: TentativeLedger
    official: TentativeOfficial

    def __init__(
        self, house: House, official: Official, reading: OneReading, memory: Memory | None = None
    ) -> None:
        """Begin like a house, whose official track is at the head that a reading sees.

        `memory` is that of another house of the same preview.
        """
        ledger = TentativeLedger(house.ledger, reading)
        super().__init__(ledger, TentativeOfficial(official, ledger, memory), house.by)
        self.actor = house.actor
        self.ledger = ledger.acting(admission(ledger, house.actor, house.zone, tentative=True))
        self._begun = house, official, reading

    @contextmanager
    def named_players(self) -> Iterator[NamedPlayers]:
        """Yield the index of named players in recorded events: it is stored."""
        house, *_ = self._begun
        with house.named_players() as named:
            yield named

    def as_begun(self) -> TentativeHouse:
        """Return a house of the same position without anything tentative."""
        return TentativeHouse(*self._begun, self.official.memory)

    def revised(self, known: int) -> Revised:
        """Return the revised track as known at a position; tentative tracks do not stay."""
        house, official, _ = self._begun
        if known <= official.facts.position:
            return house.revised_beside(official.known_at(known))
        return self._revised_with(self.official.known_at(known))

    def revised_to_close(self) -> Revised:
        """Return the revised track of everything recorded, free to be moved on."""
        return self._revised_with(self.official)

    def _revised_with(self, tentative: Following) -> Revised:
        house, official, _ = self._begun
        track = continued(house.revised_beside(official), tentative)
        return Revised(tentative) if track is None else track

    @property
    def read(self) -> Tentative:
        """Reader of the ledger."""
        return self.ledger.read
