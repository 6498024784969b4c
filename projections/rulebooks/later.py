"""Numbers of an edition that were computed later than ledgers adopted it.

They stand in a file beside it, `later_YYYY_MM_DD.toml`, and are no part of the edition's numbers
digest: that one is bound where it was adopted; a test pins them instead. An edition that amends
this one, or takes it over, has them among its own, bound like all others.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from projections.rulebooks import numbers
from projections.rulebooks.grammar import Edition


def with_later(edition: Edition) -> Edition:
    """Give an edition with the later numbers of its own day; itself without any."""
    path = Path(str(edition.module.__file__))
    later = path.with_name(f"{path.stem.replace('edition', 'later')}.toml")
    if not later.exists():
        return edition
    stated = numbers.load(later, edition.numbers["stated"])
    return replace(edition, numbers={**numbers.values(stated), "stated": stated})
