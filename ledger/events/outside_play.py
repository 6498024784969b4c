"""Events of the streams `pool-P` about points given or taken outside play.

For a tournament, where somebody did not take part in a year, or by decision. With ground `rule`
each is a derived event: computed by replay, never read by it.
"""

from typing import Annotated

from msgspec import Meta

from ledger.errors import BadEvent
from ledger.events import base
from ledger.events.base import Article, Id, PlayersFact
from ledger.events.pool import Ground, Period
from ledger.sentences import Sentence


class _Points(PlayersFact, frozen=True, kw_only=True):
    """Common fields of points given and points taken: players, points, article."""

    points: base.PointsColumn
    article: Article
    ground: Ground


class _Bonus(_Points, frozen=True, kw_only=True):
    """Points of a bonus: by rule, for a tournament, on the list that books it; or by decision.

    A decided bonus goes on the first list that was not closed when it was recorded.
    """

    period: Annotated[Period | None, Meta(description="by rule: the list that takes them")] = None
    tournament: Annotated[
        Id | None, Meta(description="for a bonus by rule: the tournament that gave the points")
    ] = None

    by: Annotated[Id | None, Meta(description="for a bonus by decision: the body that decided")] = (
        None
    )

    def __post_init__(self) -> None:
        PlayersFact.__post_init__(self)
        by_rule = self.period is not None and self.tournament is not None and self.by is None
        decided = self.period is None and self.by is not None
        if not (by_rule if self.ground == "rule" else decided):
            raise BadEvent(
                Sentence(
                    "a bonus by rule names list and tournament, a bonus by decision the body and "
                    "no list"
                ),
                field="ground",
                found=self.ground,
            )


class BonusGranted(_Bonus, frozen=True, kw_only=True):
    """Points given: for a tournament by rule, or by decision of the rating body."""

    TYPE = "bonus-granted.v1"


class BonusWithdrawn(_Bonus, frozen=True, kw_only=True):
    """Points of a bonus taken back: after a correction of its tournament, or by decision."""

    TYPE = "bonus-withdrawn.v1"

    withdraws: Annotated[
        base.Count | None, Meta(description="by decision: position of the bonus taken back")
    ] = None

    def __post_init__(self) -> None:
        _Bonus.__post_init__(self)
        if (self.withdraws is None) != (self.ground == "rule"):
            raise BadEvent(
                Sentence("a decision that withdraws a bonus names the bonus"), field="withdraws"
            )


class _OfAYear(_Points, frozen=True, kw_only=True):
    """Points of a year."""

    period: Period
    year: Annotated[int, Meta(ge=1900, lt=10000, description="the year without a part taken")]


class MalusApplied(_OfAYear, frozen=True, kw_only=True):
    """Points taken at the end of a year."""

    TYPE = "malus-applied.v1"


class MalusWithdrawn(_OfAYear, frozen=True, kw_only=True):
    """Points given back: a late report shows a player's participation."""

    TYPE = "malus-withdrawn.v1"
