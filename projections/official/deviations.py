"""Lists that fixed code computes otherwise than they were sealed: what is recorded of it.

A deviation says row by row what was sealed and what comes out now, as the list's own text. Replay
accepts exactly that and nothing else; what was sealed stays official.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ledger import columns, limits
from ledger.events.deviation import DeviationRecorded
from ledger.events.pool import PeriodClosed
from ledger.store.reading import Reader
from projections import lists

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


NONE: Final = Recorded(-1, "", {})


def between(sealed: bytes, computed: bytes) -> Rows | None:
    """Give the rows in which two documents of one list differ; None where more than rows does."""
    one, two = lists.read(sealed), lists.read(computed)
    if {**one.header, _COUNT: 0} != {**two.header, _COUNT: 0}:
        return None
    blank = " " * (one.header["row_width"] - 1)
    was, now = lists.texts(sealed), lists.texts(computed)
    differing = [each for each in {**was, **now} if was.get(each) != now.get(each)]
    return {each: (was.get(each, blank), now.get(each, blank)) for each in sorted(differing)}


def recorded(read: Reader, closed: PeriodClosed, after: int) -> Recorded:
    """Give the deviation recorded of a list after a position; of several the last, if complete.

    It stands later in the ledger than the closing that it is about: this looks ahead.
    """
    found, complete = NONE, True
    for each in read.of_type(DeviationRecorded.TYPE, after):
        said: DeviationRecorded = each.decoded().payload
        if (said.pool, said.period, said.printing) == (closed.pool, closed.period, closed.printing):
            begun = found if said.part > 1 else Recorded(each.position, said.cause, {})
            found = Recorded(begun.position, begun.cause, {**begun.rows, **dict(_rows(said))})
            complete = said.last_part
    return found if complete else NONE


def events(closed: PeriodClosed, rows: Rows, cause: str) -> list[DeviationRecorded]:
    """Write a deviation as events, in parts where it has more rows than one event takes."""
    players = sorted(rows)
    starts = range(0, len(players), limits.EVENT_PLAYERS)
    return [
        DeviationRecorded(
            pool=closed.pool,
            period=closed.period,
            printing=closed.printing,
            player=columns.write(some, columns.PLAYER),
            sealed="".join(rows[each][0] for each in some),
            recomputed="".join(rows[each][1] for each in some),
            cause=cause,
            part=part,
            last_part=part == len(starts),
        )
        for part, start in enumerate(starts, start=1)
        for some in [players[start : start + limits.EVENT_PLAYERS]]
    ]


def _rows(said: DeviationRecorded) -> Iterator[tuple[int, tuple[str, str]]]:
    players = columns.read(said.player, columns.PLAYER).tolist()
    width = len(said.sealed) // len(players)
    for at, player in enumerate(players):
        span = slice(at * width, (at + 1) * width)
        yield player, (said.sealed[span], said.recomputed[span])
