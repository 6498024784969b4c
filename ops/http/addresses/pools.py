"""Addresses of pools: their lists, pending decisions, categories."""

from ops.answers.abouts import AboutList, AboutPool, AboutTrack
from ops.answers.answer import Answer
from ops.answers.categories import CategoryHolder
from ops.answers.category_questions import category_holders
from ops.answers.closed_lists import ClosedList, closed_lists
from ops.answers.closing_conditions import UnmetCondition
from ops.answers.pending_decisions import pending_decisions
from ops.answers.pools import AboutPools, PoolOverview, pools
from ops.doors.declare import Asked
from ops.doors.fields import KnownAt, Limit, moment
from ops.doors.inputs import OfPool, OnDay, OnTrack
from ops.house import House
from ops.http.address import question


class Known(Asked, frozen=True, kw_only=True):
    """A question about everything, at a moment of knowledge."""

    known_at: KnownAt = None


@question("/v1/pools", Known, Answer[PoolOverview, AboutPools], shows="list", forms=("json", "csv"))
def list_pools(house: House, asked: Known) -> Answer[PoolOverview, AboutPools]:
    """List the pools: rulebook, zone, lists, the next list, the editions adopted."""
    return pools(house, moment(asked.known_at))


@question(
    "/v1/pools/{pool}/pending",
    OfPool,
    Answer[UnmetCondition, AboutPool],
    shows="pending-decision",
    forms=("json", "csv"),
)
def list_pending_decisions(house: House, asked: OfPool) -> Answer[UnmetCondition, AboutPool]:
    """Show what the next list of a pool waits for, and what else needs a decision.

    Each with its article, the games and entrants that wait, whom it stops from closing, and its
    command: the same conditions as in the checklist, previews and receipts of closings.
    """
    return pending_decisions(house, asked.opened(house))


@question(
    "/v1/pools/{pool}/lists",
    OnTrack,
    Answer[ClosedList, AboutTrack],
    shows="list",
    forms=("json", "csv"),
)
def list_closed_lists(house: House, asked: OnTrack) -> Answer[ClosedList, AboutTrack]:
    """Show the closed lists of a pool, the first list first, with the days of their force."""
    return closed_lists(asked.opened(house))


class Holders(OnDay, frozen=True, kw_only=True):
    """The players with a category on a day."""

    limit: Limit = 50


@question(
    "/v1/pools/{pool}/categories",
    Holders,
    Answer[CategoryHolder, AboutList],
    shows="list",
    forms=("json", "csv"),
)
def list_category_holders(house: House, asked: Holders) -> Answer[CategoryHolder, AboutList]:
    """Show the categories of a pool on a day."""
    return category_holders(asked.opened(house), asked.as_of, asked.limit)
