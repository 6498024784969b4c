"""A bonus by decision, granted or withdrawn."""

from typing import TYPE_CHECKING, Any, NamedTuple

from ledger import columns
from ledger.events.outside_play import BonusGranted, BonusWithdrawn
from ledger.register import identities
from ledger.sentences import Sentence
from ops.commands.award_checks import check_points, granted_points
from ops.commands.composed import Composed
from ops.commands.decision_checks import Present
from ops.commands.refusals import stated_article
from ops.events.record_decision import composed
from ops.house import House

if TYPE_CHECKING:
    from ops.players.recordings import GrantBonus, WithdrawBonus


class Bonus(NamedTuple):
    """A bonus of a player in a pool, granted or withdrawn."""

    pool: str
    player: int
    points: int
    granted: int | None = None
    """Position of the decision that is withdrawn."""


def granted(house: House, told: "GrantBonus") -> Composed[Bonus]:
    """Compose points by decision for a rated player, for the next list.

    The same decision gives the first receipt until a list has added the points. Raises Refused:
    no rating in the pool, no points, no article.
    """
    bonus = Bonus(told.pool, identities.find(house.read, told.player), told.points)
    check_points(bonus.player, bonus.points)
    act = stated_article(house, Sentence("a bonus"))
    fact = BonusGranted(pool=told.pool, by=told.by, article=act, **_columns(bonus))
    return Composed(composed(house, fact).request, bonus)


def withdrawn(house: House, told: "WithdrawBonus") -> Composed[Bonus]:
    """Compose the withdrawal of a bonus granted at a position.

    A list that added the points stays, and the next list subtracts them. Raises Refused: no bonus
    granted there, withdrawn already.
    """
    player, at = identities.find(house.read, told.player), told.granted
    bonus = Bonus(told.pool, player, granted_points(Present(house).pool(told.pool), at, player), at)
    act = stated_article(house, Sentence("the withdrawal"))
    fact = BonusWithdrawn(pool=told.pool, by=told.by, article=act, withdraws=at, **_columns(bonus))
    return Composed(composed(house, fact).request, bonus)


def _columns(bonus: Bonus) -> dict[str, Any]:
    return {
        "player": columns.write([bonus.player], columns.PLAYER),
        "points": columns.write([bonus.points], columns.NUMBER),
        "ground": "decision",
    }
