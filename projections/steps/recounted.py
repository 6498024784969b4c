"""A corrected competition of a chain as a step of the list that books what it changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import numpy as np
from numpy.typing import NDArray

from projections.rating import Step
from projections.rating.recounts import CEASED, ENTERING, Recount
from projections.steps.capital_changes import ceased_later
from projections.steps.standings import Standings
from projections.steps.year_ends import outside_play


def of_list(
    recount: Recount, standings: Standings, list_date: date, birth_year: NDArray[np.int16]
) -> Step:
    """Give the step, from how its players stand when it is taken."""
    players = recount.players
    listed = {name: values[players] for name, values in standings.state.items()}
    nothing_held = (listed["rating"] == 0) & (recount.facts[ENTERING] == 0)
    ceased = np.isin(players, ceased_later(standings.moved, recount.booked)) | nothing_held
    known = replace(recount, facts={**recount.facts, CEASED: ceased})
    step = outside_play(recount.edition, players, listed, list_date, birth_year[players])
    return replace(step, recount=known)
