"""The ratings with which players enter by decision."""

from __future__ import annotations

import numpy as np

from projections.state.pool import Decision, PoolFacts
from projections.steps.standings import Standings


def decided_ratings(facts: PoolFacts, standings: Standings, through: int) -> dict[int, int]:
    """Give by player the rating he enters with by decision, as known at a position.

    Reading `used_up`: a decision is for one entry. Who was listed after it, and ceased, enters
    by a later decision, or as the text says.
    """
    known = (each for each in facts.decisions if each.position <= through)
    last = {each.player: each for each in known}
    return {who: each.rating for who, each in last.items() if not _used_up(facts, standings, each)}


def _used_up(facts: PoolFacts, standings: Standings, decided: Decision) -> bool:
    """Tell whether somebody has been listed since it was decided with what he enters."""
    player = np.array([decided.player], dtype=np.int32)
    since = [e.number for e in facts.closed if e.event.through_position > decided.position]
    if standings.state["rating"][decided.player]:
        return bool(since)  # of these he stands on the last
    return any(standings.ratings_of(number, player)[0] for number in since)
