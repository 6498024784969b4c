"""Questions about proposals: recordings that wait for the approval of another person."""

from typing import TYPE_CHECKING, Annotated, Any

from ledger.sentences import Sentence
from ops.doors.declare import Basis, Question, Worded, question
from ops.doors.fields import Limit, Page, Pool, means
from ops.proposals.states import State

if TYPE_CHECKING:
    from ops.answers.answer import Answer
    from ops.house import House
    from ops.proposals.rows import AboutProposals, ProposalRow, ProposedEvent

Number = Annotated[int, means("the number of the proposal", 1, ge=1, lt=1 << 53)]


class OfProposals(Question, frozen=True, kw_only=True):
    """A question about proposals; a key limits the answer at every door."""

    FOLLOWS = False
    GUARDED = True

    def basis(self, about: Any) -> Basis:
        """Return the facts below the table, instants in the time zone of the pools."""
        from ops.proposals.words import basis

        return basis(about)


@question("proposal list", "/v1/proposals", shows="own-proposal", forms=("json",))
class ListProposals(OfProposals, frozen=True, kw_only=True):
    """Show the proposals, the last first.

    Overtaken: the same was recorded otherwise, such as a list closed with another last position.

    Example: ledger proposal list --state open
    """

    WRAPPED = True

    pool: Annotated[Pool | None, means("only of this pool")] = None
    state: Annotated[State | None, means("only in this state")] = None
    limit: Limit = 50
    page: Page = 1

    def answer(self, house: "House") -> "Answer[ProposalRow, AboutProposals]":
        """Return the proposals that the actor may see. Raises UnknownPool."""
        from ops.proposals.register import proposals

        return proposals(house, self)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("proposals")

    def worded(self, _house: "House") -> Worded:
        """Return the writer of a row: the state of a proposal with the end."""
        from ops.proposals.words import proposal_row

        return proposal_row


@question(
    "proposal show {proposal}", "/v1/proposals/{proposal}", shows="own-proposal", forms=("json",)
)
class ShowProposal(OfProposals, frozen=True, kw_only=True):
    """Show the events of a proposal, and those recorded since in the streams it rests on.

    Example: ledger proposal show 1
    """

    proposal: Number

    def answer(self, house: "House") -> "Answer[ProposedEvent, ProposalRow]":
        """Return the events. Raises Refused for an unknown proposal, or one that was changed."""
        from ops.proposals.register import proposal

        return proposal(house, self.proposal)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("proposal {number}", number=self.proposal)

    def worded(self, _house: "House") -> Worded:
        """Return what writes an event: a line for each fact."""
        from ops.proposals.words import event_lines

        return event_lines
