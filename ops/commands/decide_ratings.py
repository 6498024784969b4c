"""Decisions on ratings: a bonus granted or withdrawn, ratings of another body's list accepted."""

from collections.abc import Iterator, Sequence
from typing import Any

from ledger import columns, limits
from ledger.events.base import Fact
from ledger.events.outside_play import BonusGranted, BonusWithdrawn
from ledger.events.pool import RatingsAdjusted
from ops.answers.list_differences import Difference
from ops.commands.award_checks import check_points, granted_points
from ops.commands.composed import Composed, UseCase
from ops.commands.decision_checks import Present
from ops.commands.record_decision import record
from ops.commands.refusals import of_player
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
    points = granted_points(Present(house).pool(pool), granted, player)
    columns_of_one = _columns(player, points)
    fact = BonusWithdrawn(pool=pool, by=by, article=article, withdraws=granted, **columns_of_one)
    return Composed(record.compose(house, fact).request, points)


def _columns(player: int, points: int) -> dict[str, Any]:
    return {
        "player": columns.write([player], columns.PLAYER),
        "points": columns.write([points], columns.NUMBER),
        "ground": "decision",
    }


# ------------------------------------------------------------------------- ratings of other lists


def accepted(differences: Sequence[Difference], players: Sequence[int] | None) -> list[Difference]:
    """Return the ratings to be adjusted, in the order of players.

    None: all ratings that differ; of named players also those on one of the two lists only.
    Raises Refused for a named player without a difference.
    """
    kinds = ("rating", "only-ours", "only-theirs") if players else ("rating",)
    wanted = [difference for difference in differences if difference.what in kinds]
    if players:
        for player in sorted(set(players) - {difference.player for difference in wanted}):
            raise of_player(
                player, "the ratings do not differ", code="nothing-differs", field="accept"
            )
        wanted = [difference for difference in wanted if difference.player in set(players)]
    return sorted(wanted, key=lambda difference: difference.player)


def adjustments(
    pool: str, chosen: Sequence[Difference], *, by: str, article: str | None = None
) -> Iterator[RatingsAdjusted]:
    """Yield the decisions on the accepted ratings, each of at most 10 000 players."""
    for start in range(0, len(chosen), limits.EVENT_PLAYERS):
        part = chosen[start : start + limits.EVENT_PLAYERS]
        yield RatingsAdjusted(
            pool=pool,
            player=columns.write((row.player for row in part), columns.PLAYER),
            before=columns.write((row.ours for row in part), columns.RATING),
            after=columns.write((row.theirs for row in part), columns.RATING),
            by=by,
            article=article,
        )
