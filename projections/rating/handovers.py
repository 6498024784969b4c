"""Merges and separations as the first step of a list of a chain, before the decisions.

The step sets the states of both players; `corrections.merged_capitals` finds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ledger.columns import Players, Wide
from projections.rating.capital_changes import HandedOver, find
from projections.rulebooks.engine.columns import Columns

if TYPE_CHECKING:
    from projections.rulebooks.engine.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Handover:
    """The merged and separated players of a list, with their states after the step."""

    players: Players
    """Strictly growing."""
    others: Players
    """For each player, the other one of the two."""
    state: Mapping[str, Wide]
    """By state field of the rulebook."""
    change: HandedOver | None = None
    """As the chain stores it; None where the step is explained."""

    def with_years(self, name: str, players: Players, years: Wide) -> Handover:
        """Return the step with other sets of years for some players; others are ignored."""
        places = find(self.players, players)
        field = np.where(places.known, places.take(years), self.state[name])
        return replace(self, state={**self.state, name: field})


def handed_over(handover: Handover, law: Rulebook, listed: Mapping[str, NDArray[Any]]) -> Columns:
    """Compute the step: the new state under its UNIT names; `listed` is the state before."""
    before, after = listed["rating"].astype(np.int64), handover.state["rating"]
    values: dict[str, Any] = {column: handover.state[name] for name, column in law.state.items()}
    values["period_games"] = np.zeros(len(handover.players), dtype=np.int32)
    values["moved"] = np.where((before == 0) & (after > 0), 0, after - before)
    return Columns(values)
