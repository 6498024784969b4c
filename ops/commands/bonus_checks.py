"""Checks of a bonus by decision."""

from __future__ import annotations

from ledger import columns
from ledger.errors import Refused, Remedy
from ledger.events.outside_play import BonusGranted, BonusWithdrawn
from ledger.register import identities
from projections.queries import PoolQuery


class NoSuchBonus(Refused):
    """No decision at a position granted the player a bonus."""

    def __init__(self, player: int, position: int | None) -> None:
        """Name the player and the position."""
        super().__init__(
            f"player {identities.show(player)}: #{position} gave no bonus by decision; one that a "
            "rule gave follows its tournament: correct that",
            field="granted",
            found=f"#{position}",
            expected="the position of a bonus by decision",
        )


def check_points(player: int, points: int) -> None:
    """Refuse a bonus of less than a point."""
    if points < 1:
        raise Refused(
            f"player {identities.show(player)}: a bonus has one point at least",
            code="points-needed",
            field="points",
            found=points,
            expected="1 or more",
        )


def check(pool: PoolQuery, fact: BonusGranted | BonusWithdrawn) -> None:
    """Refuse a bonus for an unrated player, and a withdrawal without a grant."""
    players = columns.read(fact.player, columns.PLAYER).tolist()
    points = columns.read(fact.points, columns.NUMBER).tolist()
    listed = pool.states(players, pool.lists()[-1].number)
    for player in players:
        if player not in listed or not listed[player].rating:
            raise Refused(
                f"player {identities.show(player)}: no rating in {pool.name} to which points could "
                "be added, or from which they could be taken",
                code="no-rating",
                field="player",
                found=identities.show(player),
                expected="a player on the last list",
                remedy=Remedy("player rating", (pool.name, identities.show(player))),
            )
    for player, of_player in zip(players, points, strict=True):
        check_points(player, of_player)
        if isinstance(fact, BonusWithdrawn):
            _check_withdrawal(pool, fact.withdraws, player, of_player)


def _check_withdrawal(pool: PoolQuery, position: int | None, player: int, points: int) -> None:
    """Refuse the withdrawal of other points than granted, and a second withdrawal."""
    mine = [bonus for bonus in pool.facts.bonuses if bonus.player == player]
    granted = next((one for one in mine if one.position == position and one.points > 0), None)
    if granted is None:
        raise NoSuchBonus(player, position)
    before = next((bonus for bonus in mine if bonus.withdraws == position), None)
    if before is not None:
        raise Refused(
            f"player {identities.show(player)}: the bonus of #{position} was taken back already "
            f"(#{before.position})",
            code="bonus-withdrawn-already",
            field="granted",
            found=f"#{position}",
        )
    if points != granted.points:
        raise Refused(
            f"player {identities.show(player)}: #{position} gave {granted.points} points, not "
            f"{points}: a bonus is taken back whole",
            code="points-differ",
            field="points",
            found=points,
            expected=granted.points,
        )
