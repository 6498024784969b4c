"""The official track as if some requests had been recorded, for previews.

It takes the tentative events behind the head. Its results stay in it alone: nothing is stored, and
nothing enters the memory between questions. The two tracks of a preview, without its requests and
with them, share a memory of what is found by a digest.
"""

from dataclasses import replace

from ledger.errors import Refused
from ledger.sentences import Sentence
from ledger.store.ledger import Ledger
from projections.official.advance import Advance
from projections.official.remembered import Memory
from projections.official.results import Computed
from projections.official.track import Track
from projections.rating.external_lists import Lists
from projections.rulebooks.engine.calendars import Due


def in_memory(track: Track, ledger: Ledger, memory: Memory) -> Track:
    """Return a track with its own reader and memory, whose further results stay in memory."""
    track.load()
    of_its_own = replace(track, lists=Lists(ledger.read), memory=memory, store=None)
    return of_its_own.read_through(ledger, Computed(track.results))


def caught_up(track: Track, recorded: Track) -> Track:
    """Return a tentative track with the tentative events since.

    Raises Refused for an event at which the replay of a pool would stop that has not stopped on
    the recorded track.
    """
    if track.is_at(track.ledger.read.head()):
        return track
    advance = Advance(track)
    for event in track.ledger.read.events(track.facts.position + 1):
        proved = advance.take(event)
        if proved is not None:
            advance.computed.records[proved.position] = proved.record
    _refuse_new_stops(advance.track, recorded)
    return advance.reached()


def with_next_list(track: Track, pool: str, due: Due) -> Track:
    """Return a track with the next list of a pool on given days, in memory and without an event.

    No event can be taken after it. Raises OutsideRulebook where no adopted edition covers the
    list, LawChanged.
    """
    advance = Advance(track)
    advance.close_next(pool, due)
    return advance.reached()


def _refuse_new_stops(track: Track, recorded: Track) -> None:
    for pool, stop in track.stopped.items():
        if pool not in recorded.stopped:
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
