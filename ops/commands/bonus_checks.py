"""Checks before a bonus is given by decision, or taken back."""

from __future__ import annotations

from ledger import columns
from ledger.errors import Refused, Remedy
from ledger.events.outside_play import BonusGranted, BonusWithdrawn
from ledger.register import identities
from projections.queries import PoolQuery


class NoSuchBonus(Refused):
    """No decision gave the player a bonus at a position."""

    def __init__(self, player: int, position: int | None) -> None:
        """Name the player and the position."""
        super().__init__(
            f"player {identities.show(player)}: #{position} gave no bonus by decision; one that a "
            "rule gave follows its tournament: correct that",
            field="granted",
            found=f"#{position}",
            expected="the position of a bonus by decision",
        )


def check(pool: PoolQuery, fact: BonusGranted | BonusWithdrawn) -> None:
    """Refuse points for who has no rating, and to take back what no decision gave."""
    players = columns.read(fact.player, columns.PLAYER).tolist()
    points = columns.read(fact.points, columns.NUMBER).tolist()
    _check_listed(pool, players)
    for player, some in zip(players, points, strict=True):
        check_points(player, some)
    if isinstance(fact, BonusWithdrawn):
        for player, some in zip(players, points, strict=True):
            _check_given(pool, fact.withdraws, player, some)


def check_points(player: int, points: int) -> None:
    """Refuse points that are none."""
    if points < 1:
        raise Refused(
            f"player {identities.show(player)}: a bonus has one point at least",
            code="points-needed",
            field="points",
            found=points,
            expected="1 or more",
        )


def _check_listed(pool: PoolQuery, players: list[int]) -> None:
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


def _check_given(pool: PoolQuery, position: int | None, player: int, points: int) -> None:
    """Refuse unless a decision gave the player just these points, and none took them back."""
    who = f"player {identities.show(player)}"
    mine = [bonus for bonus in pool.facts.bonuses if bonus.player == player]
    granted = (bonus for bonus in mine if bonus.position == position and bonus.points > 0)
    given = next(granted, None)
    if given is None:
        raise NoSuchBonus(player, position)
    before = next((bonus for bonus in mine if bonus.withdraws == position), None)
    if before is not None:
        raise Refused(
            f"{who}: the bonus of #{position} was taken back already (#{before.position})",
            code="bonus-withdrawn-already",
            field="granted",
            found=f"#{position}",
        )
    if points != given.points:
        raise Refused(
            f"{who}: #{position} gave {given.points} points, not {points}: a bonus is taken back "
            "whole",
            code="points-differ",
            field="points",
            found=points,
            expected=given.points,
        )
