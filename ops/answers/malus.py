"""The register of who had points taken at the ends of years: for which, how many, how many left.

Of points carried over the years are not told: `earlier`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from ledger.errors import Refused
from ledger.register import identities
from ops.answers.rows import Row
from projections.queries import PoolQuery, RatingList, State
from projections.rating.body_parameters import number_on
from projections.rulebooks.engine.numbers import Number
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS, PenaltyRegister


def rows(pool: PoolQuery, on: RatingList) -> list[Row]:
    """Give a row for each player of whom points were taken, as of a list; the most first.

    Raises Refused for a pool whose rulebook takes none.
    """
    kept = pool.law.year_end.penalties
    if kept is None:
        raise Refused(
            f"{pool.name}: its rulebook takes no points at the end of a year",
            code="no-malus",
            field="pool",
            found=pool.name,
        )
    if on.list_date == date.min:
        raise Refused(
            f"{pool.name}: there is no list yet, and no ratings were carried over",
            code="no-list",
            field="pool",
            found=pool.name,
        )
    limit = int(limit_on(pool, on.list_date).stated)
    states = pool.states(range(1, pool.official.facts.players + 1), on.number)
    mine = {
        player: each
        for player, each in states.items()
        if each.fields[kept.years] or each.fields[kept.taken]
    }
    earlier = _earlier(pool, mine, kept, on)
    names = identities.names(pool.official.ledger.read, sorted(mine))
    found = [
        {
            "player": identities.show(player),
            "name": names.get(player, ""),
            "rating": state.rating or "none",
            **_taken(kept, state, limit, earlier=player in earlier),
        }
        for player, state in mine.items()
    ]
    return sorted(found, key=lambda row: -row["taken"])


def limit_on(pool: PoolQuery, day: date) -> Number:
    """Give the points that may be taken of a player in all, as set on a day."""
    assert pool.law.year_end.penalties is not None
    return number_on(pool.facts, pool.law.year_end.penalties.limit, day, pool.known)


def _earlier(
    pool: PoolQuery, players: Iterable[int], kept: PenaltyRegister, on: RatingList
) -> set[int]:
    """Give of whom points were carried over, and count: the capital has not ceased since."""
    begun = pool.states(list(players), 0)
    told = {player for player, each in begun.items() if each.fields[kept.taken]}
    return {who for who in told if all(each.rating for each in pool.changes(who, on.number))}


def _taken(kept: PenaltyRegister, state: State, limit: int, *, earlier: bool) -> Row:
    taken = state.fields[kept.taken]
    years = " ".join(["earlier"] * earlier + list(map(str, _years(state.fields[kept.years]))))
    return {"years": years, "taken": taken, "left": max(limit - taken, 0)}


def _years(bits: int) -> list[int]:
    return [FIRST_YEAR_OF_SETS + bit for bit in range(bits.bit_length()) if bits >> bit & 1]
