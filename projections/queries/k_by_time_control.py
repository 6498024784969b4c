"""K of a whole tournament by its time control, where a regulation has such a rule."""

from collections.abc import Sequence
from datetime import date
from typing import Final

import numpy as np

from projections.rulebooks.engine.columns import ENTRY, TOURNAMENT
from projections.state.law import Law
from projections.state.pool import PoolFacts

_LEVELS: Final = (TOURNAMENT, ENTRY)
_TIME_CONTROL: Final = "time_control_text"
_OF_A_TOURNAMENT: Final = {_TIME_CONTROL, "online", "tournament"}


def k_by_time_control(
    facts: PoolFacts, start: date, texts: Sequence[str], *, online: bool
) -> tuple[int, ...]:
    """Return K for each of some time controls, by the edition of a tournament's first day.

    Empty where K rests on anything else, such as the player; 0: no K, so not rated.
    """
    edition = Law(facts).edition_on(start)
    if edition is None or not edition.has(ENTRY, "k"):
        return ()
    asked = edition.outside(_LEVELS, ["k"])
    if _TIME_CONTROL not in asked or not asked <= _OF_A_TOURNAMENT:
        return ()
    known = {
        _TIME_CONTROL: np.array(texts, dtype=object),
        "online": np.full(len(texts), online),
        "tournament": np.arange(len(texts)),
    }
    return tuple(edition.evaluate(_LEVELS, known, ["k"])["k"].tolist())
