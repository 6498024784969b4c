"""Events by position and by stream, from memory where a page of answers read them at once."""

from collections.abc import Collection, Sequence

from ledger.store.reading import Recorded
from projections.official.track import Track


class PoolEvents:
    """The events behind the answers about a pool."""

    def __init__(self, official: Track) -> None:
        """Read from the ledger of a track."""
        self._official = official
        self._ahead: dict[int, Recorded] = {}
        self._streams: dict[str, list[Recorded]] = {}

    def read_ahead(self, positions: Collection[int]) -> None:
        """Read events, and the streams of corrected tournaments among them, in three statements.

        Questions that follow find them in memory.
        """
        read, corrected = self._official.ledger.read, self._official.facts.corrected
        self._ahead = self.at(positions)
        streams = {event.stream for event in self._ahead.values()}
        names = [name for name in streams if name.removeprefix("tournament-") in corrected]
        self._streams = read.in_streams(names)

    def keep(self, stream: str, events: Sequence[Recorded]) -> None:
        """Keep a stream that was read: questions that follow find its events in memory."""
        self._streams[stream] = [*events]
        self._ahead |= {one.position: one for one in events}

    def at(self, positions: Collection[int]) -> dict[int, Recorded]:
        """Return the events at some positions, in order."""
        missing = [position for position in positions if position not in self._ahead]
        found = self._official.ledger.read.at(missing) if missing else {}
        found |= {at: self._ahead[at] for at in positions if at in self._ahead}
        return dict(sorted(found.items()))

    def stream(self, name: str) -> list[Recorded]:
        """Return the events of a stream, in order."""
        ahead = self._streams.get(name)
        return self._official.ledger.read.stream(name) if ahead is None else ahead
