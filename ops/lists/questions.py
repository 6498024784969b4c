"""Questions about rating lists: rows, distribution, comparisons, bulletins, penalties, files."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from ledger.sentences import ListName, Sentence
from ops.doors.declare import Chunks, Form, Worded, question
from ops.doors.fields import (
    MOST_ROWS,
    Limit,
    Page,
    Period,
    Printing,
    Text,
    means,
    moment,
    period_of,
    served,
)
from ops.doors.inputs import OfList, OfPool, OnTrack

if TYPE_CHECKING:
    from ops.answers.abouts import (
        AboutCarriedInPage,
        AboutList,
        AboutListPage,
        AboutSelection,
        RatingInterval,
    )
    from ops.answers.answer import Answer
    from ops.answers.categories import CategoryChange
    from ops.answers.inactivity_penalties import AboutPenalties, InactivityPenalty
    from ops.answers.list_rows import RatingListRow
    from ops.answers.selection import Selection
    from ops.house import House
    from ops.lists.changes import AboutComparison, ListChange
    from ops.lists.exporting import Form as ListForm

MOST_EXPLAINED = 200
"""Players with causes on a page: about 10 ms for each list of a player."""


class Selected(OfList, frozen=True, kw_only=True):
    """Players of a list, all or selected."""

    search: Annotated[
        str,
        means(
            "only players whose words of the name begin so, or whose number it is", max_length=200
        ),
    ] = ""
    federation: Annotated[
        str, means("only players of this federation, e.g. ITA", max_length=10)
    ] = ""
    sex: Annotated[Literal["m", "w"] | None, means("only men (m) or women (w)")] = None
    age: Annotated[
        str,
        means("only of this age in the year of the list: 16, 0-17, or 60- (from 60 on)"),
        served(pattern="^([0-9]{1,3}(-([0-9]{1,3})?)?)?$"),
    ] = ""
    born: Annotated[
        str,
        means("only players born in these years: 1990, 1990-1999, or 2005- (from 2005 on)"),
        served(pattern="^([0-9]{4}(-([0-9]{4})?)?)?$"),
    ] = ""
    category: Annotated[
        str,
        means("only players with this category or title on the day of the list", max_length=40),
    ] = ""
    activity: Annotated[
        Literal["active", "inactive"] | None,
        means("only active or only inactive players, where the list shows it"),
    ] = None

    def selection(self) -> "Selection":
        """Return the selection of players. Raises Refused for wrong ages or years."""
        from ops.answers.selection import Selection, ages_of, years_of

        return Selection(
            self.federation.upper(),
            self.sex or "",
            ages_of(self.age) if self.age else None,
            self.category,
            None if self.activity is None else self.activity == "active",
            years_of(self.born) if self.born else None,
            self.search.strip(),
        )

    def title(self, about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("{pool}, list {list:of}", pool=self.pool, list=ListName(about.list))


@question("list export {pool} {period}", "/v1/pools/{pool}/lists/{period}", shows="list")
class ListFile(OfList, frozen=True, kw_only=True):
    """Write a closed rating list as a file: of a period, or in force on a day.

    Forms: csv; jsonl, with a row on each line; txt and xml in FIDE's layouts.

    Example: ledger list export fide-standard 2025-11 --form txt --to standard_nov25.txt
    """

    FORMS = ("csv", "txt", "xml", "jsonl")

    def file(self, house: "House", form: Form) -> Chunks:
        """Return the file. Raises Refused on the revised track."""
        from ops.lists.files import list_file

        return list_file(house, self, cast("ListForm", form))  # one of FORMS

    def tag(self, house: "House", form: Form) -> str | None:
        """Return what identifies a closed list as shown to an actor."""
        from ops.lists.files import list_tag

        return list_tag(house, self, form)


@question("list histories {pool}", "/v1/pools/{pool}/histories", shows="list", long=True)
class WriteHistories(OfPool, frozen=True, kw_only=True):
    """Write every closed rating list of a pool as one file: a row for each player on each list.

    The first list comes first. Forms: csv; jsonl, with a row on each line.

    Example: ledger list histories rubele-italiana --form jsonl --to histories.jsonl
    """

    FORMS = ("csv", "jsonl")

    def file(self, house: "House", form: Form) -> Chunks:
        """Return the file."""
        from ops.lists.files import histories_file

        return histories_file(self.opened(house), form)


@question("list show {pool} {period}", "/v1/pools/{pool}/lists/{period}", shows="list")
class ShowList(Selected, frozen=True, kw_only=True):
    """Show a rating list: of a period or a day, of all players or a selection.

    Each row has its place, the person, and the change since the list before. Below stand the days
    of the list, the next list, and how many players entered and left.

    Example: ledger list show fide-standard 2026-03 --federation ITA --sort change --limit 2
    """

    limit: Limit = 50
    page: Page = 1
    sort: Annotated[
        str,
        means(
            "by rating, change (since the list before), name, player, or a column of the list",
            max_length=40,
        ),
    ] = "rating"

    def answer(self, house: "House") -> "Answer[RatingListRow, AboutListPage | AboutCarriedInPage]":
        """Return the rows; for a day before the ledger those of the list carried in."""
        from ops.answers.carried_in import ListAsked, list_known_at
        from ops.answers.list_order import Asked

        clocks = self.as_of, moment(self.known_at), self.track
        wanted = ListAsked(
            self.pool,
            period_of(self.period),
            *clocks,
            printing=self.printing,
        )
        page = Asked(self.limit or None, self.page, self.sort)
        return list_known_at(house, wanted, self.selection(), page)

    def worded(self, house: "House") -> Worded:
        """Return what writes a row: the place, then the columns in the order of FIDE's lists."""
        from ops.lists.words import list_row

        return partial(list_row, scheme=house.pool(self.pool).law.number_scheme)

    def tag(self, house: "House", form: Form) -> str | None:
        """Return what identifies a closed list as shown to an actor."""
        from ops.lists.files import list_tag

        return list_tag(house, self, form)


@question(
    "list distribution {pool} {period}",
    "/v1/pools/{pool}/lists/{period}/distribution",
    shows="list",
)
class ShowDistribution(Selected, frozen=True, kw_only=True):
    """Show how many players of a list have which ratings, by intervals.

    Example: ledger list distribution fide-standard 2026-03 --federation ITA
    """

    def answer(self, house: "House") -> "Answer[RatingInterval, AboutSelection]":
        """Return the intervals, from the lowest."""
        from ops.answers.rating_lists import rating_intervals

        return rating_intervals(*self.chosen(house), self.selection(), self.as_of)


@question(
    "list compare {pool} {period} {other}",
    "/v1/pools/{pool}/lists/{period}/compare/{other}",
    shows="list",
    long=True,
)
class CompareLists(OnTrack, frozen=True, kw_only=True):
    """Compare two lists of a pool: new, missing and changed players.

    Also one list on two tracks, as known at two moments, or in two printings.

    Example: ledger list compare fide-standard 2025-10 2026-03
    """

    period: Period
    other: Period
    player: Annotated[Text | None, means("only this player")] = None
    only: Annotated[
        Literal["entered", "left", "inactive", "active"] | None,
        means("only players who entered or left, turned inactive or active"),
    ] = None
    causes: Annotated[
        bool, means("with the causes of each difference, of at most 200 players on a page")
    ] = False
    limit: Annotated[
        int | None,
        means("at most so many players on a page; by default all, with causes 200"),
        served(ge=1, le=MOST_ROWS),
    ] = None
    page: Page = 1
    other_track: Annotated[
        Literal["official", "revised"] | None,
        means("the track of the other list, if another one"),
    ] = None
    other_known_at: Annotated[
        Text | None, means("as known then, for the other list; default: as for the first one")
    ] = None
    printing: Printing = None
    other_printing: Printing = None

    def answer(self, house: "House") -> "Answer[ListChange, AboutComparison]":
        """Return the differences. Raises LimitExceeded for too many players with causes."""
        from ledger.errors import check_at_most
        from ops.lists.changes import Compared, compared
        from ops.lists.changes import Page as PageOfPlayers

        if self.causes:
            check_at_most(Sentence("players with causes"), self.limit or 0, MOST_EXPLAINED)
        page = PageOfPlayers(self.limit or (MOST_EXPLAINED if self.causes else None), self.page)
        known_at, other = moment(self.known_at), moment(self.other_known_at)
        printings = self.printing, self.other_printing
        wanted = Compared(
            self.player,
            self.other_track,
            other,
            printings,
            only=self.only,
            causes=self.causes,
            page=page,
        )
        one = self.opened(house), period_of(self.period)
        return compared(house, one, period_of(self.other), wanted, known_at)

    def title(self, about: Any) -> Sentence:
        """Return the title: what differs between the two lists."""
        from ops.lists.words import compared_lists

        return compared_lists(self.pool, about)

    def worded(self, _house: "House") -> Worded:
        """Return what writes a difference."""
        from ops.lists.words import list_change

        return list_change


@question(
    "list promotions {pool} {period}", "/v1/pools/{pool}/lists/{period}/promotions", shows="list"
)
class ListPromotions(OfList, frozen=True, kw_only=True):
    """Show the bulletin of a list: changes of category, each with its reasons.

    The column `how`: promoted, lowered, awarded, withdrawn; proposed where a committee decides.

    Example: ledger list promotions rubele-italiana 2025-07-05
    """

    def answer(self, house: "House") -> "Answer[CategoryChange, AboutList]":
        """Return the changes of category in force with the list."""
        from ops.answers.category_questions import promotions

        return promotions(*self.chosen(house), self.as_of)

    def title(self, about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence(
            "promotions in {pool}, list {list:of}", pool=self.pool, list=ListName(about.list)
        )

    def worded(self, _house: "House") -> Worded:
        """Return what writes a change."""
        from ops.lists.words import change_row

        return change_row


@question("list malus {pool} {period}", "/v1/pools/{pool}/lists/{period}/penalties", shows="list")
class ListPenalties(OfList, frozen=True, kw_only=True):
    """Show inactivity penalties (malus): years, points taken, points left.

    Example: ledger list malus rubele-italiana 2025-12-05
    """

    limit: Annotated[
        int | None,
        means("at most so many players on a page; by default all"),
        served(ge=1, le=MOST_ROWS),
    ] = None
    page: Page = 1

    def answer(self, house: "House") -> "Answer[InactivityPenalty, AboutPenalties]":
        """Return the penalties of the players of the list, the most points first."""
        from ops.answers.inactivity_penalties import inactivity_penalties

        return inactivity_penalties(*self.chosen(house), self.as_of, self.limit, self.page)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("{pool}, points taken for idle years", pool=self.pool)

    def worded(self, _house: "House") -> Worded:
        """Return what writes the penalties of a player."""
        from ops.lists.words import penalty_row

        return penalty_row
