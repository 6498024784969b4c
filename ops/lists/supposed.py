"""The question about a list in a supposed history."""

from typing import TYPE_CHECKING, Annotated, Any

from ledger.sentences import ListName, Sentence
from ops.doors.declare import Worded, question
from ops.doors.fields import (
    CURRENT,
    Limit,
    Page,
    Period,
    Text,
    means,
    moment,
    period_of,
)
from ops.doors.inputs import OfPool

if TYPE_CHECKING:
    from ops.answers.answer import Answer
    from ops.house import House
    from ops.lists.supposed_changes import AboutSupposed, SupposedChange

Suppositions = tuple[Text, ...]
Numbers = Annotated[
    Suppositions,
    means("another value of a number of the rules, as k_standard=30", max_length=100),
]
Editions = Annotated[
    Suppositions,
    means("another first day of an edition, as 2024-03-01=2023-01-01", max_length=100),
]


@question(
    "rules what-if {pool} {period}",
    "/v1/pools/{pool}/lists/{period}/what-if",
    shows="outlook",
    long=True,
)
class ShowSupposedList(OfPool, frozen=True, kw_only=True):
    """Show what would be otherwise on a list in a supposed history.

    Nothing of it is official: the answer says so. Later events about what is left out have no
    effect, and are named. Each other result has the ratings on the list that counts the
    game; on a later list a page has 20 results.

    Example: ledger rules what-if fide-standard 2025-11 --result "#13#0 0 1"
    """

    period: Period = CURRENT
    without: Annotated[
        Suppositions,
        means('an event that was not recorded, as "#12"; repeat for more', max_length=100),
    ] = ()
    result: Annotated[
        Suppositions,
        means('another result of a game, White first, as "#12#3 1 0"', max_length=100),
    ] = ()
    number: Numbers = ()
    edition: Editions = ()
    each_result: Annotated[
        Text | None,
        means("each other result of the games of this tournament, one at a time"),
    ] = None
    each_result_of: Annotated[
        Text | None, means("each other result of the games of this player on the list")
    ] = None
    limit: Limit = 200
    page: Page = 1

    def answer(self, house: "House") -> "Answer[SupposedChange, AboutSupposed]":
        """Return what differs from the official list."""
        from ops.lists.other_results import OtherResults
        from ops.lists.what_if import Supposing, what_if

        supposing = Supposing(self.without, self.result, self.number, self.edition)
        of = self.each_result, self.each_result_of
        others = OtherResults(*of, self.limit or None, self.page)
        clocks = period_of(self.period), supposing, moment(self.known_at)
        return what_if(house, self.pool, *clocks, others)

    def title(self, about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence(
            "{pool}: hypothetical list {list:of}, never published",
            pool=self.pool,
            list=ListName(about.list),
        )

    def worded(self, _house: "House") -> Worded:
        """Return what writes a value of a player."""
        from ops.lists.words import list_value

        return list_value
