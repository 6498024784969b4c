"""Questions about pools: what is new in all of them."""

from datetime import date
from typing import TYPE_CHECKING, Annotated

from ledger.sentences import Sentence
from ops.doors.declare import Question, Worded, question
from ops.doors.fields import KnownAt, means, moment

if TYPE_CHECKING:
    from ops.answers.answer import Answer
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
