"""Deviations: recorded differences between a list as sealed and as recomputed.

A deviation has each differing row as sealed and as recomputed, in the text of the list, and the
new digests of the record behind the list and of the state after it. Replay accepts exactly these
differences; the sealed list stays official.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ledger import columns, limits
from ledger.events.deviations import DeviationRecorded
from ledger.events.pool import PeriodClosed
from ledger.store.reading import Reader, Recorded
from projections import list_document

Rows = Mapping[int, tuple[str, str]]
"""By register number, a row as sealed and as recomputed; a missing row is blank."""

_COUNT: Final = "rows"
"""The header field that may differ: the number of rows."""


@dataclass(frozen=True, slots=True)
class Deviation:
    """A recorded deviation, of joined parts."""

    position: int
    """Of the first event; -1 without a deviation."""
    cause: str
    rows: Rows
    record_digest: str | None = None
    """Of the record behind the list; None: as sealed."""


NO_DEVIATION: Final = Deviation(-1, "", {})


def differing_rows(sealed: bytes, computed: bytes) -> Rows | None:
    """Return the rows in which two documents of a list differ; None for differing headers."""
    one, two = list_document.read(sealed), list_document.read(computed)
    if {**one.header, _COUNT: 0} != {**two.header, _COUNT: 0}:
        return None
    blank = " " * (one.header["row_width"] - 1)
    was, now = list_document.texts(sealed), list_document.texts(computed)
    differing = [player for player in {**was, **now} if was.get(player) != now.get(player)]
    return {
        player: (was.get(player, blank), now.get(player, blank)) for player in sorted(differing)
    }


def deviation_of(read: Reader, closed: PeriodClosed, after: int) -> Deviation:
    """Return the last complete deviation of a list, recorded after a position."""
    found, complete = NO_DEVIATION, True
    for position, fact in _about(read, closed, after):
        if fact.is_of_state_only():
            continue
        first = found if fact.part > 1 else Deviation(position, fact.cause, {})
        rows = {**first.rows, **dict(_rows(fact))}
        found = Deviation(first.position, first.cause, rows, fact.record_digest)
        complete = fact.last_part
    return found if complete else NO_DEVIATION


def names_state(read: Reader, closing: Recorded, digest: str) -> bool:
    """Return whether a closing, or a later deviation, has the digest of a state."""
    closed: PeriodClosed = closing.decoded().payload
    if closed.state_digest == digest:
        return True
    since = _about(read, closed, closing.position)
    return any(fact.state_digest == digest for _, fact in since)


def _about(
    read: Reader, closed: PeriodClosed, after: int
) -> Iterator[tuple[int, DeviationRecorded]]:
    of_list = (closed.pool, closed.period, closed.printing)
    for stored in read.of_type(DeviationRecorded.TYPE, after):
        fact: DeviationRecorded = stored.decoded().payload
        if (fact.pool, fact.period, fact.printing) == of_list:
            yield stored.position, fact


def events(
    closed: PeriodClosed, rows: Rows, cause: str, digests: Mapping[str, str | None]
) -> list[DeviationRecorded]:
    """Return the events of a deviation, in parts of at most `limits.EVENT_PLAYERS` rows.

    `digests` has `record_digest` and `state_digest` as computed now, None where equal.
    """
    players = sorted(rows)
    starts = range(0, max(len(players), 1), limits.EVENT_PLAYERS)
    return [
        DeviationRecorded(
            pool=closed.pool,
            period=closed.period,
            printing=closed.printing,
            player=columns.write(some, columns.PLAYER),
            sealed="".join(rows[player][0] for player in some),
            recomputed="".join(rows[player][1] for player in some),
            **digests,
            cause=cause,
            part=part,
            last_part=part == len(starts),
        )
        for part, start in enumerate(starts, start=1)
        for some in [players[start : start + limits.EVENT_PLAYERS]]
    ]


def _rows(fact: DeviationRecorded) -> Iterator[tuple[int, tuple[str, str]]]:
    players = columns.read(fact.player, columns.PLAYER).tolist()
    width = len(fact.sealed) // max(len(players), 1)
    for at, player in enumerate(players):
        span = slice(at * width, (at + 1) * width)
        yield player, (fact.sealed[span], fact.recomputed[span])
