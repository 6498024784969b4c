"""Events about recordings that take two persons: policies of pools, and proposals."""

from datetime import date
from typing import Annotated, Final, get_args

from msgspec import Meta

from ledger.errors import BadEvent
from ledger.events.base import By, Digest, Fact, Number, PoolFact
from ledger.events.pool_kinds import Recorded
from ledger.sentences import Input, Sentence

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
            raise BadEvent(
                Sentence(
                    "{input}: each kind once, in the order of the names",
                    input=Input("two_persons_for"),
                )
            )


class ProposalFact(Fact, frozen=True, kw_only=True):
    """An event about a proposal: what it proposes is beside, as long as it is open."""

    STREAM = "proposal-{fact.proposal}"

    proposal: Annotated[Number, Meta(description="the number of the proposal")]


class ProposalMade(ProposalFact, frozen=True, kw_only=True):
    """A recording waits for the approval of another person."""

    TYPE = "proposal-made.v1"

    commitment: Annotated[
        Digest, Meta(description="SHA-256 of a salt and of everything that is proposed and shown")
    ]


class ProposalWithdrawn(ProposalFact, frozen=True, kw_only=True):
    """A proposal is withdrawn: nobody can approve it any more."""

    TYPE = "proposal-withdrawn.v1"


PROPOSALS: Final = (ProposalMade.TYPE, ProposalWithdrawn.TYPE)
"""Types of events that record nothing about pools and players."""
