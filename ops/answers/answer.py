"""The answer to a question as values: rows of one type, and the facts about the whole answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

R = TypeVar("R", bound=msgspec.Struct)


class Answer(msgspec.Struct, Generic[R], frozen=True):
    """Rows of one type; `about` holds the pool, the position known, the next page."""

    about: Mapping[str, Any]
    rows: tuple[R, ...]
