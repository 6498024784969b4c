"""A bonus by decision, granted or withdrawn."""

from typing import Any

from ledger import columns
from ledger.events.base import Fact
from ledger.events.outside_play import BonusGranted, BonusWithdrawn
from ops.commands.award_checks import check_points, granted_points
from ops.commands.composed import Composed, UseCase, proposable
from ops.commands.decision_checks import Present
from ops.commands.record_decision import record
from ops.commands.refusals import stated_article
from ops.house import House


@proposable
@UseCase
def grant_bonus(
    house: House, pool: str, player: int, points: int, *, by: str, article: str | None
) -> Composed[Fact]:
    """Grant points to a rated player, for the next list.

    The same decision gives the first receipt until a list has added the points. Raises Refused:
    no rating in the pool, no points, no
    article.
    """
    check_points(player, points)
    act, columns_of_one = stated_article(article, "a bonus"), _columns(player, points)
    return record.compose(house, BonusGranted(pool=pool, by=by, article=act, **columns_of_one))


@proposable
@UseCase
def withdraw_bonus(
    house: House, pool: str, player: int, granted: int, *, by: str, article: str | None
) -> Composed[int]:
    """Withdraw the bonus granted at a position; the result is the number of points.

    A list that added the points stays, and the next list subtracts them. Raises Refused: no bonus
    granted there, withdrawn already.
    """
    points = granted_points(Present(house).pool(pool), granted, player)
    act, columns_of_one = stated_article(article, "the withdrawal"), _columns(player, points)
    fact = BonusWithdrawn(pool=pool, by=by, article=act, withdraws=granted, **columns_of_one)
    return Composed(record.compose(house, fact).request, points)


def _columns(player: int, points: int) -> dict[str, Any]:
    return {
        "player": columns.write([player], columns.PLAYER),
        "points": columns.write([points], columns.NUMBER),
        "ground": "decision",
    }
