"""The numbers that a ledger gives its tournaments: T-000001 onwards."""

from __future__ import annotations

import re
from typing import Final

from ledger.errors import Refused
from ledger.store.reading import Reader

_LAST_OWN_NUMBER: Final = 999_999
_OWN_STREAM: Final = re.compile("tournament-T-([0-9]{6})")


def next_tournament(read: Reader) -> str:
    """Give the next number of a tournament, T-000001 onwards. Raises Refused after T-999999."""
    last = read.last_stream("tournament-T")
    match = _OWN_STREAM.fullmatch(last) if last else None
    if last and (match is None or int(match[1]) >= _LAST_OWN_NUMBER):
        raise Refused(f"no number follows {last!r}: give the tournament an id of its own")
    return f"T-{int(match[1]) + 1 if match else 1:06d}"
