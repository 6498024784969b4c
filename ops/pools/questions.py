"""Questions about pools: what is new in all of them, what waits for a decision."""

from datetime import date
from typing import TYPE_CHECKING, Annotated

from ledger.sentences import Sentence
from ops.doors.declare import Question, Worded, question
from ops.doors.fields import KnownAt, means, moment
from ops.doors.inputs import OfPool

if TYPE_CHECKING:
    from ops.answers.abouts import AboutPool
    from ops.answers.answer import Answer
    from ops.answers.closing_conditions import UnmetCondition
    from ops.answers.overview import AboutNews, PoolNews
    from ops.house import House


@question("pool overview", "/v1/overview", shows="list")
class ShowOverview(Question, frozen=True, kw_only=True):
    """Show what is new: the list in force of each pool, the last tournaments and decisions.

    With the players of the highest ratings, those who gained most, and the changes of category. Of
    a day: what was new then, as lists, tournaments and decisions of later days are left out.

    Example: ledger pool overview --as-of 2026-01-15
    """

    as_of: Annotated[date | None, means("the day the answer is about; default: today")] = None
    known_at: KnownAt = None

    def answer(self, house: "House") -> "Answer[PoolNews, AboutNews]":
        """Return the pools by name."""
        from ops.answers.overview import overview

        return overview(house, self.as_of, moment(self.known_at))

    def title(self, _about: object) -> Sentence:
        """Return the title of the table."""
        return Sentence("what is new")

    def worded(self, _house: "House") -> Worded:
        """Return the function that writes the row of a pool."""
        from ops.pools.words import news_row

        return news_row


@question("pool pending {pool}", "/v1/pools/{pool}/pending", shows="pending-decision")
class ListPendingDecisions(OfPool, frozen=True, kw_only=True):
    """Show what the next list of a pool waits for, and what else needs a decision.

    Each with its article, the games and entrants that wait, whom it stops from closing, and its
    command: the same conditions as in the checklist, and at a closing.

    Example: ledger pool pending fide-standard --known-at "#40"
    """

    def answer(self, house: "House") -> "Answer[UnmetCondition, AboutPool]":
        """Return the conditions. Raises UnknownPool; NotCovered before the pool began."""
        from ops.answers.pending_decisions import pending_decisions

        return pending_decisions(house, self.opened(house))

    def title(self, _about: object) -> Sentence:
        """Return the title of the table."""
        return Sentence("{pool}: waits for a decision", pool=self.pool)

    def worded(self, _house: "House") -> Worded:
        """Return the function that writes a condition."""
        from ops.pools.words import pending_row

        return pending_row
