"""A copy of the facts for further events: readers of the facts before are not disturbed."""

from copy import copy
from dataclasses import replace
from typing import Any

from projections.state import Facts
from projections.state.history import FoldedTournaments
from projections.state.pool import PoolFacts


def fork(facts: Facts, only: str | None = None) -> Facts:
    """Return an independent copy, with an empty cache of folded tournaments.

    With `only` this pool alone is copied, and the copy has no other.
    """
    pools = facts.pools.items() if only is None else [(only, facts.pools[only])]
    return replace(
        facts,
        folded=FoldedTournaments(),
        pools={name: _of_pool(pool) for name, pool in pools},
        announcements=facts.announcements.fork(),
        unclaimed={pool: list(reports) for pool, reports in facts.unclaimed.items()},
        corrected=dict(facts.corrected),
        years_corrected=list(facts.years_corrected),
    )


def _of_pool(pool: PoolFacts) -> PoolFacts:
    forked = copy(pool)
    for name, values in vars(pool).items():
        if isinstance(values, list):
            setattr(forked, name, list(values))
        elif isinstance(values, dict):
            setattr(forked, name, {key: _copied(value) for key, value in values.items()})
    return forked


def _copied(value: Any) -> Any:
    return list(value) if isinstance(value, list) else value
