"""A text of a file, or given by hand, and where it comes from."""

from __future__ import annotations

from typing import Final, NamedTuple

from ledger.intake.formats.problems import Place

LONGEST_VALUE: Final = 200
"""Characters of a name, a place, a type, a time control or an arbiter."""


class Value(NamedTuple):
    """A text and the place it comes from."""

    text: str
    place: Place
