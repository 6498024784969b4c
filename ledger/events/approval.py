"""Events of the streams `pool-P` about recordings that take two persons."""

from datetime import date
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from ledger.errors import BadEvent
from ledger.events.base import By, PoolFact

Recorded = Literal["corrections", "decisions", "closings", "merges", "new-printings"]
"""A kind of recording.

`corrections`: of a report recorded before the last closed list; `decisions`: about tournaments,
games, ratings, categories and parameters; `closings`: of a list; `merges`: of players of the
register, and their separations; `new-printings`: of a closed list.
"""

RECORDED: Final[tuple[Recorded, ...]] = get_args(Recorded)


class ApprovalPolicySet(PoolFact, frozen=True, kw_only=True):
    """The body decides which recordings of a pool take two persons, from a day on.

    One person proposes, another one approves. Without kinds one person is enough for everything.
    """

    TYPE = "approval-policy-set.v1"
    DAY = "in_force_from"

    in_force_from: Annotated[date, Meta(description="for recordings on this day or later")]
    two_persons_for: Annotated[
        tuple[Recorded, ...], Meta(description="in the order of their names", max_length=10)
    ]
    by: By

    def __post_init__(self) -> None:
        if list(self.two_persons_for) != sorted(set(self.two_persons_for)):
            raise BadEvent("two_persons_for: each kind once, in the order of the names")
