"""Inactivity penalties (malus): points subtracted at year ends, by player."""

from datetime import date

import msgspec

from ledger.errors import Refused
from ledger.register import identities
from ledger.sentences import Sentence
from ops.answers.abouts import AboutList
from ops.answers.answer import Answer
from ops.answers.rating_lists import basis
from projections.queries import PoolQuery, RatingList
from projections.rulebooks.engine.numbers import Number
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS
from projections.state.law import number_on


class InactivityPenalty(msgspec.Struct, frozen=True):
    """The points subtracted from a player, and the points left up to the limit."""

    player: str
    name: str
    rating: int | None
    years: tuple[int, ...]
    """Years whose ends subtracted points."""
    carried_over: bool
    """Whether points of earlier years, not known one by one, were carried over."""
    taken: int
    left: int


def inactivity_penalties(
    pool: PoolQuery, on: RatingList, as_of: date | None = None
) -> Answer[InactivityPenalty, AboutList]:
    """Return the players with inactivity penalties as of a list, the most points first.

    Raises Refused for a rulebook without inactivity penalties, and before the first list.
    """
    fields = pool.law.year_end.penalties
    if fields is None:
        problem = Sentence(
            "{pool}: its rulebook takes no points at the end of a year", pool=pool.name
        )
        raise Refused(problem, code="no-malus", field="pool", found=pool.name)
    if on.list_date == date.min:
        problem = Sentence(
            "{pool}: there is no list yet, and no ratings were carried over", pool=pool.name
        )
        raise Refused(problem, code="no-list", field="pool", found=pool.name)
    limit = int(limit_on(pool, on.list_date).stated)
    states = {
        player: state
        for player, state in pool.states(
            range(1, pool.official.facts.players + 1), on.number
        ).items()
        if state.fields[fields.years] or state.fields[fields.taken]
    }
    begun = pool.states(list(states), 0)
    carried_over = {
        player
        for player, state in begun.items()
        if state.fields[fields.taken]
        and all(change.rating for change in pool.changes(player, on.number))
    }
    names = identities.names(pool.official.ledger.read, sorted(states))
    rows = [
        InactivityPenalty(
            identities.show(player),
            names.get(player, ""),
            state.rating or None,
            _years(state.fields[fields.years]),
            player in carried_over,
            state.fields[fields.taken],
            max(limit - state.fields[fields.taken], 0),
        )
        for player, state in states.items()
    ]
    return Answer(basis(pool, on, as_of), tuple(sorted(rows, key=lambda row: -row.taken)))


def limit_on(pool: PoolQuery, day: date) -> Number:
    """Return the limit of a player's penalties in all, as set on a day."""
    assert pool.law.year_end.penalties is not None
    return number_on(pool.facts, pool.law.year_end.penalties.limit, day, pool.known)


def _years(bits: int) -> tuple[int, ...]:
    years = (FIRST_YEAR_OF_SETS + bit for bit in range(bits.bit_length()) if bits >> bit & 1)
    return tuple(years)
