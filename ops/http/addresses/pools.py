"""Addresses of pools: their lists, categories."""

from ops.answers.abouts import AboutList, AboutTrack
from ops.answers.answer import Answer
from ops.answers.categories import CategoryHolder
from ops.answers.category_questions import category_holders
from ops.answers.closed_lists import ClosedList, closed_lists
from ops.answers.pools import AboutPools, PoolOverview, pools
from ops.doors.declare import Asked
from ops.doors.fields import KnownAt, Limit, moment
from ops.doors.inputs import OnDay, OnTrack
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
