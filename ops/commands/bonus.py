"""A bonus by decision of the rating body: granted to a player, or withdrawn."""

from __future__ import annotations

from typing import Any

from ledger import columns
from ledger.events.base import Fact
from ledger.events.outside_play import BonusGranted, BonusWithdrawn
from ledger.store.reading import Recorded
from ops.commands.bonus_checks import NoSuchBonus, check_points
from ops.commands.composed import Composed, UseCase
from ops.commands.record_decision import record
from ops.house import House


@UseCase
def grant_bonus(
    house: House, pool: str, player: int, points: int, *, by: str, article: str
) -> Composed[Fact]:
    """Grant points to a rated player, for the next list.

    The same decision gives the first receipt until a list has added the points. Raises Refused:
    no rating in the pool, no points.
    """
    check_points(player, points)
    columns_of_one = _columns(player, points)
    return record.compose(house, BonusGranted(pool=pool, by=by, article=article, **columns_of_one))


@UseCase
def withdraw_bonus(
    house: House, pool: str, player: int, granted: int, *, by: str, article: str
) -> Composed[int]:
    """Withdraw the bonus granted at a position; the result is the number of points.

    A list that added the points stays, and the next list subtracts them. Raises Refused: no bonus
    granted there, withdrawn already.
    """
    points = _granted(house.read.at([granted]).get(granted), pool, player)
    if points is None:
        raise NoSuchBonus(player, granted)
    columns_of_one = _columns(player, points)
    fact = BonusWithdrawn(pool=pool, by=by, article=article, withdraws=granted, **columns_of_one)
    return Composed(record.compose(house, fact).request, points)


def _columns(player: int, points: int) -> dict[str, Any]:
    return {
        "player": columns.write([player], columns.PLAYER),
        "points": columns.write([points], columns.NUMBER),
        "ground": "decision",
    }


def _granted(recorded: Recorded | None, pool: str, player: int) -> int | None:
    """Return the points granted by an event to a player of a pool; None: none."""
    if recorded is None or recorded.type != BonusGranted.TYPE:
        return None
    event: BonusGranted = recorded.decoded().payload
    players = columns.read(event.player, columns.PLAYER).tolist()
    if event.ground != "decision" or event.pool != pool or player not in players:
        return None
    return int(columns.read(event.points, columns.NUMBER)[players.index(player)])
