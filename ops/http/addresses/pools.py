"""Address of what the next list of a pool waits for."""

from ops.answers.abouts import AboutPool
from ops.answers.answer import Answer
from ops.answers.closing_conditions import UnmetCondition
from ops.answers.pending_decisions import pending_decisions
from ops.doors.inputs import OfPool
from ops.house import House
from ops.http.address import question


@question(
    "/v1/pools/{pool}/pending",
    OfPool,
    Answer[UnmetCondition, AboutPool],
    shows="pending-decision",
    forms=("json", "csv"),
)
def list_pending_decisions(house: House, asked: OfPool) -> Answer[UnmetCondition, AboutPool]:
    """Show what the next list of a pool waits for, and what else needs a decision.

    Each with its article, the games and entrants that wait, whom it stops from closing, and its
    command: the same conditions as in the checklist, previews and receipts of closings.
    """
    return pending_decisions(house, asked.opened(house))
