"""Questions about pools: what is new, their lists and categories, what waits for a decision."""

from datetime import date
from typing import TYPE_CHECKING, Annotated

from ledger.sentences import Sentence
from ops.doors.declare import Question, Worded, question
from ops.doors.fields import KnownAt, Limit, means, moment
from ops.doors.inputs import OfPool, OnDay, OnTrack

if TYPE_CHECKING:
    from ops.answers.abouts import AboutList, AboutPool, AboutTrack
    from ops.answers.answer import Answer
    from ops.answers.categories import CategoryHolder
    from ops.answers.closing_conditions import UnmetCondition
    from ops.house import House
    from ops.pools.closed_lists import ClosedList
    from ops.pools.overview import AboutNews, PoolNews
    from ops.pools.pools import AboutPools, PoolOverview


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
        from ops.pools.overview import overview

        return overview(house, self.as_of, moment(self.known_at))

    def title(self, _about: object) -> Sentence:
        """Return the title of the table."""
        return Sentence("what is new")

    def worded(self, _house: "House") -> Worded:
        """Return the function that writes the row of a pool."""
        from ops.pools.words import news_row

        return news_row


@question("pool list", "/v1/pools", shows="list")
class ListPools(Question, frozen=True, kw_only=True):
    """List the pools: rulebook, zone, lists, the next list, the editions adopted.

    Example: ledger pool list --known-at 40
    """

    FOLLOWS = False

    known_at: KnownAt = None

    def answer(self, house: "House") -> "Answer[PoolOverview, AboutPools]":
        """Return the pools by name."""
        from ops.pools.pools import pools

        return pools(house, moment(self.known_at))

    def title(self, _about: object) -> Sentence:
        """Return the title of the table."""
        return Sentence("pools")

    def worded(self, _house: "House") -> Worded:
        """Return the function that writes the row of a pool."""
        from ops.pools.words import pool_row

        return pool_row


@question("pool lists {pool}", "/v1/pools/{pool}/lists", shows="list")
class ListClosedLists(OnTrack, frozen=True, kw_only=True):
    """Show the closed lists of a pool, the first first, with digests and the days of their force.

    Example: ledger pool lists fide-standard
    """

    def answer(self, house: "House") -> "Answer[ClosedList, AboutTrack]":
        """Return the lists. Raises UnknownPool, NotAllowed."""
        from ops.pools.closed_lists import closed_lists

        return closed_lists(self.opened(house))

    def title(self, _about: object) -> Sentence:
        """Return the title of the table."""
        return Sentence("closed lists of {pool}", pool=self.pool)


@question("pool categories {pool}", "/v1/pools/{pool}/categories", shows="list")
class ListCategoryHolders(OnDay, frozen=True, kw_only=True):
    """Show the players with a category or a title on a day, the highest first.

    By default on the last list, with the categories of today.

    Example: ledger pool categories rubele-italiana --as-of 2025-12-31 --limit 2
    """

    limit: Limit = 50

    def answer(self, house: "House") -> "Answer[CategoryHolder, AboutList]":
        """Return the holders. Raises NoCategories."""
        from ops.answers.category_questions import category_holders

        return category_holders(self.opened(house), self.as_of, self.limit or None)

    def title(self, _about: object) -> Sentence:
        """Return the title of the table."""
        return Sentence("categories in {pool}", pool=self.pool)


@question("pool pending {pool}", "/v1/pools/{pool}/pending", shows="pending-decision")
class ListPendingDecisions(OfPool, frozen=True, kw_only=True):
    """Show what the next list of a pool waits for, and what else needs a decision.

    Each with its article, the games and entrants that wait, whom it stops from closing, and its
    command: the same conditions as in the checklist, and at a closing.

    Example: ledger pool pending fide-standard --known-at 40
    """

    def answer(self, house: "House") -> "Answer[UnmetCondition, AboutPool]":
        """Return the conditions. Raises UnknownPool; NotCovered before the pool began."""
        from ops.pools.pending_decisions import pending_decisions

        return pending_decisions(house, self.opened(house))

    def title(self, _about: object) -> Sentence:
        """Return the title of the table."""
        return Sentence("{pool}: waits for a decision", pool=self.pool)

    def worded(self, _house: "House") -> Worded:
        """Return the function that writes a condition."""
        from ops.pools.words import pending_row

        return pending_row
