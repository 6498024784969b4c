"""Addresses of pools: their lists, pending decisions, categories."""

from ops.access.seeing import lists_seen
from ops.answers import categories
from ops.answers.answer import Answer
from ops.answers.categories import CategoryHolder
from ops.answers.closed_lists import ClosedList, closed_lists
from ops.answers.pending_decisions import PendingDecision, pending_decisions
from ops.answers.rating_lists import basis
from ops.house import House
from ops.http.address import question
from ops.http.asked import Limit, OfPool, OnDay
from ops.http.seen import list_for


@question(
    "/v1/pools/{pool}/pending",
    OfPool,
    Answer[PendingDecision],
    shows="pending-decision",
    forms=("json", "csv"),
)
def pending(house: House, asked: OfPool) -> Answer[PendingDecision]:
    """Show decisions pending in a pool, each with its article and command."""
    return pending_decisions(asked.opened(house))


@question("/v1/pools/{pool}/lists", OfPool, Answer[ClosedList], shows="list", forms=("json", "csv"))
def pool_lists(house: House, asked: OfPool) -> Answer[ClosedList]:
    """Show the closed lists of a pool, the first list first, with the days of their force."""
    pool = asked.opened(house)
    seen = {
        row.period for row in lists_seen(house.actor, pool, house.today(pool.facts.opened.zone))
    }
    found = closed_lists(pool)
    return Answer(found.about, tuple(row for row in found.rows if row.list in seen))


class Holders(OnDay, frozen=True, kw_only=True):
    """The players with a category on a day."""

    limit: Limit = 50


@question(
    "/v1/pools/{pool}/categories",
    Holders,
    Answer[CategoryHolder],
    shows="list",
    forms=("json", "csv"),
)
def category_holders(house: House, asked: Holders) -> Answer[CategoryHolder]:
    """Show the categories of a pool on a day."""
    pool = asked.opened(house)
    about = basis(pool, list_for(house, pool, None, asked.as_of), asked.as_of)
    return Answer(about, categories.holders(pool, asked.as_of, asked.limit))
