"""A house for previews: everything is recorded in memory alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.store.one_reading import OneReading
from ledger.store.tentative import Tentative
from ledger.store.tentative_ledger import TentativeLedger
from ops.access.admission import admission
from ops.house import House
from projections.official import Progress
from projections.official.named_players import NamedPlayers
from projections.official.remembered import Memory
from projections.official.tentative import caught_up, in_memory
from projections.official.track import Track
from projections.tracks.continued import continued
from projections.tracks.revised import revised


class TentativeHouse(House):
    """A house in which everything is recorded in memory alone, for previews."""

    writes_beside = False

    ledger: TentativeLedger

    def __init__(
        self, house: House, official: Track, reading: OneReading, memory: Memory | None = None
    ) -> None:
        """Begin like a house, whose official track is at the head that a reading sees.

        `memory` is that of another house of the same preview.
        """
        ledger = TentativeLedger(house.ledger, reading)
        memory = memory or official.memory.for_a_preview()
        self.recorded = in_memory(official, house.ledger.within(reading), memory)
        """The track without anything tentative."""
        super().__init__(ledger, _Tentative(official, ledger, memory), house.by)
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

    def revised(self, known: int) -> Track:
        """Return the revised track as known at a position; tentative tracks do not stay."""
        house, official, _ = self._begun
        if known <= official.facts.position:
            return house.revised_beside(official.known_at(known)).track
        return self.revised_with(self.official.known_at(known))

    def revised_with(self, official: Track) -> Track:
        """Return the revised track beside the recorded official one, or a tentative one."""
        house, begun, _ = self._begun
        earlier = house.revised_beside(begun)
        return (continued(earlier, official) or revised(official)).track

    @property
    def read(self) -> Tentative:
        """Reader of the ledger."""
        return self.ledger.read


class _Tentative:
    """The track of a tentative house."""

    def __init__(self, official: Track, ledger: TentativeLedger, memory: Memory) -> None:
        """Begin from the official track at the true head of a tentative ledger."""
        self.track, self._recorded = in_memory(official, ledger, memory), official

    def catch_up(self, *, progress: Progress | None = None) -> Track:  # noqa: ARG002 - of few
        """Take the tentative events since. Raises Refused where the replay of a pool would stop."""
        self.track = caught_up(self.track, self._recorded)
        return self.track
