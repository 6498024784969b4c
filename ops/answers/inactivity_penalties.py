"""Inactivity penalties (malus): points subtracted at year ends, by player."""

from collections.abc import Iterator, Mapping
from datetime import date

import msgspec

from ledger.errors import Refused
from ledger.register import identities
from ledger.sentences import Sentence
from ops.answers.abouts import AboutList, widened
from ops.answers.answer import Answer, check_limit, check_page
from ops.answers.rating_lists import basis
from projections.queries import PoolQuery, RatingList, State
from projections.rulebooks.engine.numbers import Number
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS, PenaltyRegister
from projections.state.law import number_on


class AboutPenalties(AboutList, frozen=True, kw_only=True):
    """A page of the players with inactivity penalties."""

    players: int
    """On all pages."""
    next_page: int | None = None
    """None: this is the last page."""


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
    pool: PoolQuery,
    on: RatingList,
    as_of: date | None = None,
    limit: int | None = None,
    page: int = 1,
) -> Answer[InactivityPenalty, AboutPenalties]:
    """Return a page of the players with inactivity penalties as of a list, the most points first.

    All of them without a limit. Raises Refused for a rulebook without inactivity penalties, before
    the first list, and for a wrong limit or page.
    """
    check_limit(limit)
    check_page(page)
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
    states = {
        player: state
        for player, state in pool.states(
            range(1, pool.official.facts.players + 1), on.number
        ).items()
        if state.fields[fields.years] or state.fields[fields.taken]
    }
    players = sorted(states, key=lambda player: -states[player].fields[fields.taken])
    first = (page - 1) * (limit or len(players))
    shown = players[first:][: limit or None]
    rows = tuple(_rows(pool, on, fields, {player: states[player] for player in shown}))
    about = widened(
        AboutPenalties,
        basis(pool, on, as_of),
        players=len(players),
        next_page=page + 1 if first + len(shown) < len(players) else None,
    )
    return Answer(about, rows)


def _rows(
    pool: PoolQuery, on: RatingList, fields: PenaltyRegister, states: Mapping[int, State]
) -> Iterator[InactivityPenalty]:
    limit = int(limit_on(pool, on.list_date).stated)
    begun = pool.states(list(states), 0)
    carried_over = {
        player
        for player, state in begun.items()
        if state.fields[fields.taken]
        and all(change.rating for change in pool.changes(player, on.number))
    }
    names = identities.names(pool.official.ledger.read, sorted(states))
    for player, state in states.items():
        yield InactivityPenalty(
            identities.show(player),
            names.get(player, ""),
            state.rating or None,
            _years(state.fields[fields.years]),
            player in carried_over,
            state.fields[fields.taken],
            max(limit - state.fields[fields.taken], 0),
        )


def limit_on(pool: PoolQuery, day: date) -> Number:
    """Return the limit of a player's penalties in all, as set on a day."""
    assert pool.law.year_end.penalties is not None
    return number_on(pool.facts, pool.law.year_end.penalties.limit, day, pool.known)


def _years(bits: int) -> tuple[int, ...]:
    years = (FIRST_YEAR_OF_SETS + bit for bit in range(bits.bit_length()) if bits >> bit & 1)
    return tuple(years)
