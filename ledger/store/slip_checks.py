"""Import slips checked against the requests and reports of accepted files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection, Row, select

from ledger.store.erased import Erased
from ledger.store.faults import Fault, beside
from ledger.store.schema import append_request, event, import_slip
from ledger.store.snapshots import stream

_SLIPS: Final = (
    select(import_slip, append_request.c.key, event.c.stream)
    .outerjoin(append_request, append_request.c.first_position == import_slip.c.first_position)
    .outerjoin(event, event.c.position == append_request.c.last_position)
    .order_by(import_slip.c.number)
)
"""Each slip with the key of its request, and the stream of the report that ends the request."""

_NO_GAP: Final = "numbers from 1 without a gap, but for erased slips"


def faults(connection: Connection, erased: Erased) -> Iterator[Fault]:
    """Check all slips: numbered from 1 without a gap; accepted files have a request.

    A gap is allowed where an erasure names its slips. What a slip says besides is not bound; a
    slip that is missing at the end is not noticed.
    """
    before = 0
    for row in stream(connection, _SLIPS):
        place = f"import slip {row.number}"
        gone = sum(before < number < row.number for number in erased.slips)
        if row.number < 1:
            yield beside(place, "a slip", _NO_GAP)
        elif row.number - before - 1 != gone:
            yield beside(f"import slip {before + 1}", f"nothing, then slip {row.number}", _NO_GAP)
        before = max(row.number, before)
        if row.number in erased.slips:
            yield beside(place, "a slip", "none: an erasure event says that it is gone")
        yield from _content(row, place)


def _content(row: Row[Any], place: str) -> Iterator[Fault]:
    if not _is_list(row.words):
        yield beside(f"{place}, words", "no list", "a list in JSON")
    if row.outcome == "refused":
        if row.first_position is not None:
            yield beside(place, f"a refused file at position {row.first_position}", "no position")
    elif row.key is None or not row.key.startswith(f"import:{row.file}:"):
        expected = "the first position of the request that took this file"
        yield beside(place, f"position {row.first_position}", expected)
    elif row.stream != f"tournament-{row.tournament}":
        yield beside(place, f"tournament {row.tournament}", f"{row.stream} by the report")


def _is_list(words: str) -> bool:
    try:
        return isinstance(json.loads(words), list)
    except ValueError:
        return False
