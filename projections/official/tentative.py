"""The official track as if some requests had been recorded, for previews.

It begins as a copy of the track and takes the tentative events behind the head. Its results stay
in it alone: nothing is stored, and nothing enters the memory between questions. The two tracks of
a preview, with and without its requests, share a memory of what is found by a digest.
"""

from collections.abc import Sequence
from typing import NoReturn

from ledger.errors import Refused
from ledger.sentences import Sentence
from ledger.store.tentative_ledger import TentativeLedger
from projections.official import Official, Progress
from projections.official.computing import as_computed, compute_list, not_sealed, remember_columns
from projections.official.record import Record
from projections.official.remembered import Memory
from projections.official.store import ProjectionStore
from projections.rating.external_lists import Lists
from projections.rulebooks.engine.calendars import Due
from projections.state.closed_list import Closed, Horizon


class TentativeOfficial(Official):
    """A copy of the official track with tentative events."""

    ledger: TentativeLedger
    store: "_Unchanged"

    def __init__(
        self, official: Official, ledger: TentativeLedger, memory: Memory | None = None
    ) -> None:
        """Begin as a copy of a track, which is at the true head of a tentative ledger.

        `memory` is that of another track of the same preview.
        """
        official.load()
        vars(self).update(vars(official.fork()))
        self._recorded, self.store = official, _Unchanged(official.store)
        self.lists, self.memory = Lists(ledger.read), memory or official.memory.for_a_preview()
        self.read_from(ledger)

    def catch_up(self, batch: int = 2_000, progress: Progress | None = None) -> None:  # noqa: ARG002
        """Take the tentative events.

        Raises Refused for an event at which the replay of a pool would stop.
        """
        for event in self.ledger.read.events(self.facts.position + 1):
            proved = self.take(event)
            if proved is not None:
                self.store.tentative[proved.position] = proved.record
        self._refuse_new_stops()

    def close_next(self, pool: str, due: Due) -> None:
        """Close the next list of a pool on given days, in memory and without an event.

        Nothing can be recorded in the tentative ledger after it. Raises OutsideRulebook where no
        adopted edition covers the list.
        """
        replay, through = self.replay(pool), self.facts.position
        self._own_standings(pool)
        closing, record = compute_list(self, pool, due, Horizon.at(through))
        self.ledger.read.keep(closing.document)
        remember_columns(self, pool, closing)
        self.facts.position += 1
        self.store.tentative[self.facts.position] = record
        event = as_computed(not_sealed(pool, due, through, replay.law.rulebook), closing, record)
        replay.facts.closed.append(Closed(closing.number, self.facts.position, event))

    def _refuse_new_stops(self) -> None:
        for pool, stop in self.stopped.items():
            if pool not in self._recorded.stopped:
                raise Refused(
                    Sentence(
                        "with it no list of {pool} could be computed any more: {stop}",
                        pool=pool,
                        stop=stop.words,
                    ),
                    code="replay-would-stop",
                    field="pool",
                    found=pool,
                    expected=Sentence("events on which every list can rest"),
                ) from stop

    def to_store_in(self) -> ProjectionStore | None:
        """Return None: what rests on this track is not stored."""
        return None

    def rebuild(self, *_: object, **__: object) -> NoReturn:
        """Refuse: what is stored belongs to recorded events. Raises TypeError."""
        raise TypeError("a tentative track stores nothing")

    def _resume(self) -> NoReturn:
        """Refuse: the state stored is that of recorded events."""
        raise TypeError("a tentative track does not begin anew")

    def _remake(self) -> None:
        self._recorded._remake()


class _Unchanged(ProjectionStore):
    """The stored results of the track, with those of tentative closings in memory."""

    def __init__(self, store: ProjectionStore) -> None:
        vars(self).update(vars(store))
        self.tentative: dict[int, Record] = {}

    def manifest(self, position: int) -> bytes:
        """Return the manifest of a closing's record; empty if missing."""
        of_it = self.tentative.get(position)
        return of_it.manifest if of_it else super().manifest(position)

    def blocks(self, digests: Sequence[str]) -> dict[str, bytes]:
        """Return blocks of records, by digest."""
        found: dict[str, bytes] = {}
        for record in self.tentative.values():
            found |= {digest: record.blocks[digest] for digest in record.blocks.keys() & digests}
        return found | super().blocks([digest for digest in digests if digest not in found])

    def empty(self) -> NoReturn:
        """Refuse to drop what is stored. Raises TypeError."""
        raise TypeError("a tentative track stores nothing")

    def change(self, _change: object) -> NoReturn:
        """Refuse to store. Raises TypeError."""
        raise TypeError("a tentative track stores nothing")
