"""Addresses of proposals."""

from typing import Annotated, Final

from msgspec import Meta

from ledger.events import approval as events
from ledger.events.appeals import AppealDecided
from ledger.events.approval import ApprovalPolicySet
from ledger.events.base import Fact
from ledger.events.catalogue import DEFINITIONS
from ledger.events.entering import EntryRatingTaken, ForeignPlayerConverted
from ledger.events.external import ExternalListSearched
from ledger.events.games import GamePlayed, SheetCompleted
from ledger.events.register import PlayersRegistered
from ledger.events.report import ReportPartSubmitted, ReportReplaced
from ops.access.kinds import TYPES
from ops.answers import proposals as answers
from ops.answers.answer import Answer
from ops.answers.outcomes import Outcome
from ops.answers.proposals import AboutProposals, ProposalRow, ProposedEvent, State
from ops.commands import approving
from ops.commands.receipts import proposals as receipts
from ops.doors.declare import Asked
from ops.doors.fields import Limit, Page, Text
from ops.house import House
from ops.http.address import question, recording
from ops.http.asked import Changing, Recording

Number = Annotated[
    int,
    Meta(
        description="Number of a proposal.",
        ge=1,
        lt=1 << 53,
        extra_json_schema={"examples": [1]},
    ),
]
_BESIDE: Final[tuple[type[Fact], ...]] = (
    ApprovalPolicySet,
    AppealDecided,
    EntryRatingTaken,
    ForeignPlayerConverted,
    ExternalListSearched,
    PlayersRegistered,
    ReportReplaced,
    ReportPartSubmitted,
    GamePlayed,
    SheetCompleted,
)
"""Events of an approval for which other roles are enough, or that others bring with them."""
_APPROVED: Final[tuple[type[Fact], ...]] = tuple(
    DEFINITIONS[kind] for kind in sorted(TYPES) if DEFINITIONS[kind] not in _BESIDE
)


class ProposalsAsked(Asked, frozen=True, kw_only=True):
    """Proposals, selected."""

    pool: Annotated[Text | None, Meta(description="Only of this pool.")] = None
    state: Annotated[State | None, Meta(description="Only in this state.")] = None
    limit: Limit = 50
    page: Page = 1


@question(
    "/v1/proposals", ProposalsAsked, Answer[ProposalRow, AboutProposals], shows="own-proposal"
)
def list_proposals(house: House, asked: ProposalsAsked) -> Answer[ProposalRow, AboutProposals]:
    """Show the proposals, the last first.

    Overtaken: the same was recorded otherwise, such as a list closed with another last position.
    """
    return answers.proposals(
        house, pool=asked.pool, state=asked.state, limit=asked.limit, page=asked.page
    )


class OfProposal(Asked, frozen=True, kw_only=True):
    """A question about a proposal."""

    proposal: Number


@question(
    "/v1/proposals/{proposal}", OfProposal, Answer[ProposedEvent, ProposalRow], shows="own-proposal"
)
def show_proposal(house: House, asked: OfProposal) -> Answer[ProposedEvent, ProposalRow]:
    """Show the events of a proposal, and those recorded since in the streams it rests on."""
    return answers.proposal(house, asked.proposal)


class ProposalApproved(Recording, frozen=True, kw_only=True):
    """A proposal is approved."""

    proposal: Number


@recording(
    "/v1/proposals/{proposal}/approval",
    ProposalApproved,
    Outcome,
    events=_APPROVED,
    beside=_BESIDE,
)
def approve_proposal(house: House, asked: ProposalApproved) -> Outcome:
    """Approve a proposal of another person: its events are recorded.

    Both persons need the role for each event. If something else would be recorded now than was
    proposed, it is refused (preview-again) and names the events since. Approving again gives the
    first receipt.
    """
    return receipts.approved(approving.approve(house, asked.proposal)).outcome()


class ProposalWithdrawn(Changing, frozen=True, kw_only=True):
    """A proposal is withdrawn."""

    proposal: Number


@recording(
    "/v1/proposals/{proposal}/withdrawal",
    ProposalWithdrawn,
    Outcome,
    events=(events.ProposalWithdrawn,),
    needs="own-proposal-withdrawal",
)
def withdraw_proposal(house: House, asked: ProposalWithdrawn) -> Outcome:
    """Withdraw an open proposal, one's own or that of another person."""
    return receipts.withdrawn(approving.withdraw(house, asked.proposal)).outcome()
