"""Competitions of separated players since the merge, rated one after the other.

Reading `separated_capitals`: each starts from the capital that the player has just before it, from
the capital at the merge on, with the results of the competitions booked before it.
"""

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter

import numpy as np

from projections.corrections.chain_walk import Walk
from projections.corrections.competitions import Chain, ClosedCompetition
from projections.corrections.merged_capitals import MergedCapitals
from projections.rating.capital_changes import BookingTime
from projections.rating.chain_steps import CEASED, Recount, State, recounted
from projections.state.reports import Report


def in_sequence(
    chain: Chain,
    merged: MergedCapitals,
    walk: Walk,
    corrected: Mapping[int, ClosedCompetition],
    reports: Mapping[int, Report | None],
) -> dict[int, ClosedCompetition]:
    """Return competitions with the results of separated players from their own capitals.

    `walk` is over the competitions as if each started from the capital at the merge.
    """
    found = dict(corrected)
    for player, first in merged.separated.items():
        mine = [one for one in corrected.values() if player in one.player]
        points = list[tuple[BookingTime, int]]()
        one = np.array([player], dtype=np.int64)
        state: State = {name: values.take(one) for name, values in chain.standings.state.items()}
        for competition in sorted(mine, key=attrgetter("order")):  # as the list books them
            at, since = competition.position, competition.booked[0] >= first
            if since:
                so_far = sum(amount for booked, amount in points if booked < competition.booked)
                found[at] = merged.with_player(found[at], reports[at], player, so_far)
            for recount in _recounts(chain, walk, found[at], player):
                law = recount.law
                sheet = recounted(recount, state)
                after = {name: np.asarray(sheet[column]) for name, column in law.state.items()}
                if since:
                    amount = int(after["rating"][0]) - int(state["rating"][0])
                    points.append((competition.booked, amount))
                state = after
    return found


def _recounts(
    chain: Chain, walk: Walk, competition: ClosedCompetition, player: int
) -> tuple[Recount, ...]:
    """Return what the list books for a player in a competition, if anything."""
    one = np.array([player], dtype=np.int64)
    at = np.searchsorted(walk.players, one)
    alone = Walk(chain, one, walk.years_before[competition.position][at])
    alone.add(competition, corrected=True)
    moved = chain.standings.moved
    gone = np.isin(one, moved.ceased_since(competition.booked, competition.position))
    return tuple(
        replace(recount, facts={**recount.facts, CEASED: gone})
        for recount in alone.recounts().under(chain.as_set).rows
    )
