"""A bonus by decision of the rating body: given to a player, or taken back."""

from __future__ import annotations

from ledger import columns
from ledger.events.outside_play import BonusGranted, BonusWithdrawn
from ledger.store.reading import Recorded
from ledger.store.requests import Receipt
from ops.commands.bonus_checks import NoSuchBonus, check_points
from ops.commands.record_event import record
from ops.house import House


def grant_bonus(
    house: House,
    pool: str,
    player: int,
    points: int,
    *,
    by: str,
    article: str,
    recorded_by: str = "local",
) -> Receipt:
    """Give points to a rated player; the next list that is closed takes them.

    The same words give the first receipt until a list has taken them. Raises Refused for who has
    no rating in the pool, BadEvent for points that are none.
    """
    check_points(player, points)
    fact = BonusGranted(
        pool=pool,
        player=columns.write([player], columns.PLAYER),
        points=columns.write([points], columns.NUMBER),
        article=article,
        ground="decision",
        by=by,
    )
    return record(house, fact, by=recorded_by)


def withdraw_bonus(
    house: House,
    pool: str,
    player: int,
    granted: int,
    *,
    by: str,
    article: str,
    recorded_by: str = "local",
) -> tuple[Receipt, int]:
    """Take back the points that the decision at position `granted` gave; return how many.

    A list that took them stays: the next one takes them back. Raises Refused where no decision
    gave them, or they were taken back already.
    """
    points = _given(house.read.at([granted]).get(granted), pool, player)
    if points is None:
        raise NoSuchBonus(player, granted)
    fact = BonusWithdrawn(
        pool=pool,
        player=columns.write([player], columns.PLAYER),
        points=columns.write([points], columns.NUMBER),
        article=article,
        ground="decision",
        by=by,
        withdraws=granted,
    )
    return record(house, fact, by=recorded_by), points


def _given(recorded: Recorded | None, pool: str, player: int) -> int | None:
    """Return the points that an event gives a player of a pool by decision; None for another."""
    if recorded is None or recorded.type != BonusGranted.TYPE:
        return None
    said: BonusGranted = recorded.decoded().payload
    players = columns.read(said.player, columns.PLAYER).tolist()
    if said.ground != "decision" or said.pool != pool or player not in players:
        return None
    return int(columns.read(said.points, columns.NUMBER)[players.index(player)])
