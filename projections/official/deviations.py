"""Lists that fixed code computes otherwise than they were sealed: what is recorded of it.

A deviation says row by row what was sealed and what comes out now, as the list's own text. Replay
accepts exactly that and nothing else; what was sealed stays official. So with the record behind a
list and the state after it: a deviation names the digests that come out now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from ledger import columns, limits
from ledger.events.deviation import DeviationRecorded
from ledger.events.pool import PeriodClosed
from ledger.store.reading import Reader
from ledger.store.reading import Recorded as Stored
from projections import list_document

Rows = Mapping[int, tuple[str, str]]
"""By register number, a row as sealed and as recomputed, each blank where there is none."""

_COUNT: Final = "rows"
"""What the headers of two lists may differ in: somebody is on one of them only."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A deviation as it was recorded, its parts joined."""

    position: int
    """Of the event that began it; -1 where nothing is recorded."""
    cause: str
    rows: Rows
    record_digest: str | None = None
    """Of the record behind the list; None: as it was sealed."""


NONE: Final = Recorded(-1, "", {})


def between(sealed: bytes, computed: bytes) -> Rows | None:
    """The rows in which two documents of one list differ; None where more than rows does."""
    one, two = list_document.read(sealed), list_document.read(computed)
    if {**one.header, _COUNT: 0} != {**two.header, _COUNT: 0}:
        return None
    blank = " " * (one.header["row_width"] - 1)
    was, now = list_document.texts(sealed), list_document.texts(computed)
    differing = [player for player in {**was, **now} if was.get(player) != now.get(player)]
    return {
        player: (was.get(player, blank), now.get(player, blank)) for player in sorted(differing)
    }


def recorded(read: Reader, closed: PeriodClosed, after: int) -> Recorded:
    """The deviation recorded of a list after a position; of several the last, if complete.

    It stands later in the ledger than the closing that it is about: this looks ahead.
    """
    found, complete = NONE, True
    for said in _about(read, closed, after):
        if said.fact.is_of_state_only():
            continue
        begun = found if said.fact.part > 1 else Recorded(said.position, said.fact.cause, {})
        rows = {**begun.rows, **dict(_rows(said.fact))}
        found = Recorded(begun.position, begun.cause, rows, said.fact.record_digest)
        complete = said.fact.last_part
    return found if complete else NONE


def names_state(read: Reader, closing: Stored, digest: str) -> bool:
    """Tell whether the ledger names a state after a closing: as recorded then, or since."""
    closed: PeriodClosed = closing.decoded().payload
    if closed.state_digest == digest:
        return True
    since = _about(read, closed, closing.position)
    return any(said.fact.state_digest == digest for said in since)


class _Said(NamedTuple):
    position: int
    fact: DeviationRecorded


def _about(read: Reader, closed: PeriodClosed, after: int) -> Iterator[_Said]:
    """The deviations recorded of a list after a position, in order."""
    of_list = (closed.pool, closed.period, closed.printing)
    for stored in read.of_type(DeviationRecorded.TYPE, after):
        fact: DeviationRecorded = stored.decoded().payload
        if (fact.pool, fact.period, fact.printing) == of_list:
            yield _Said(stored.position, fact)


def events(
    closed: PeriodClosed, rows: Rows, cause: str, digests: Mapping[str, str | None]
) -> list[DeviationRecorded]:
    """Write a deviation as events, in parts where it has more rows than one event takes.

    `digests` holds `record_digest` and `state_digest`, where these come out otherwise too.
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


def _rows(said: DeviationRecorded) -> Iterator[tuple[int, tuple[str, str]]]:
    players = columns.read(said.player, columns.PLAYER).tolist()
    width = len(said.sealed) // max(len(players), 1)
    for at, player in enumerate(players):
        span = slice(at * width, (at + 1) * width)
        yield player, (said.sealed[span], said.recomputed[span])
