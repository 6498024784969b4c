"""The answer to a question: what it rests on, and its rows, as values and not as words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

R = TypeVar("R", bound=msgspec.Struct)


class Answer(msgspec.Struct, Generic[R], frozen=True):
    """Rows of one kind, and what they rest on; a door words both."""

    about: Mapping[str, Any]
    rows: tuple[R, ...]
