"""Elo UISP where the next list goes on from the exact index (reading `carry`), not the rating.

The same text; which of the two readings holds is chosen when a pool is opened under one of them.
"""

from __future__ import annotations

from dataclasses import replace

from projections.rulebooks import uisp
from projections.rulebooks.engine import numbers
from projections.rulebooks.engine.edition import Edition

NAME = "uisp-exact"


def _carried_exactly(edition: Edition) -> Edition:
    """I.3. An edition with the other value of the reading."""
    said = edition.numbers["stated"]
    stated = {**said, "carry": replace(said["carry"], stated="exact")}
    apart = edition.without_admission and _carried_exactly(edition.without_admission)
    return replace(
        edition,
        rulebook=NAME,
        numbers=numbers.by_name(stated),
        digest=apart.digest if apart else numbers.digest(stated),
        without_admission=apart,
    )


RULEBOOK = replace(
    uisp.RULEBOOK,
    name=NAME,
    title="Elo UISP, carrying the exact index",
    editions=tuple(map(_carried_exactly, uisp.RULEBOOK.editions)),
)
