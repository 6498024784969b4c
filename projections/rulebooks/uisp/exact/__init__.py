"""Elo UISP where the next list goes on from the exact index (reading `carry`), not the rating.

The same text; which of the two readings holds is chosen when a pool is opened under one of them.
"""

from __future__ import annotations

from dataclasses import replace

from projections.rulebooks import uisp
from projections.rulebooks.engine import numbers
from projections.rulebooks.engine.columns import Edition

NAME = "uisp-exact"


def _carried_exactly(edition: Edition) -> Edition:
    """I.3. An edition with the other value of the reading."""
    said = edition.numbers["stated"]
    stated = {**said, "carry": replace(said["carry"], stated="exact")}
    bare = _carried_exactly(edition.bare) if edition.bare else None
    return replace(
        edition,
        rulebook=NAME,
        numbers=numbers.by_name(stated),
        digest=bare.digest if bare else numbers.digest(stated),
        bare=bare,
    )


RULEBOOK = replace(
    uisp.RULEBOOK,
    name=NAME,
    title="Elo UISP, carrying the exact index",
    editions=tuple(map(_carried_exactly, uisp.RULEBOOK.editions)),
)
