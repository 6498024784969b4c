"""Addresses of rating lists: rows, rankings, changes, bulletins, files."""

from functools import partial
from typing import Annotated, Any, Final, Literal

from msgspec import Meta
from msgspec.structs import replace

from ledger.errors import Refused, check_at_most
from ledger.sentences import Position, Sentence
from ops.access.personal_data import hidden_from
from ops.answers import categories
from ops.answers.abouts import AboutCarriedInPage, AboutList, AboutListPage
from ops.answers.answer import Answer
from ops.answers.carried_in import ListAsked, list_known_at
from ops.answers.categories import CategoryChange
from ops.answers.clocks import BeforeTheLedger
from ops.answers.inactivity_penalties import InactivityPenalty, inactivity_penalties
from ops.answers.list_changes import MOST_EXPLAINED, AboutComparison, Compared, ListChange, compared
from ops.answers.list_changes import Page as PageOfPlayers
from ops.answers.list_order import Asked as PageAsked
from ops.answers.other_results import OtherResults
from ops.answers.persons import register_version
from ops.answers.ranking import RankingRow
from ops.answers.ranking import ranking as ranked
from ops.answers.rating_lists import RatingListRow, basis
from ops.answers.supposed_changes import AboutSupposed, SupposedChange
from ops.answers.what_if import Supposing, what_if
from ops.commands import export_list
from ops.commands.export_list import Form as ListForm
from ops.house import House
from ops.http.address import Form, question
from ops.http.addresses.selected_rows import ListRows, OfList, Printing, Rows
from ops.http.asked import MOST_ROWS, OfPool, OnTrack, Page, Period, Text, moment, period_of
from ops.http.replies import Chunks, tag_of
from projections.official import version


def _file(form: ListForm, suffix: Form, house: House, asked: OfList) -> Chunks:
    """Write a whole closed list as a file."""
    if asked.track != "official":
        raise Refused(
            Sentence("files are of published lists: ask for the rows of the revised list as JSON"),
            code="not-on-this-track",
            field="track",
            found=asked.track,
            expected="official",
        )
    pool, row = asked.chosen(house)
    pieces = export_list.pieces(pool, row, form)
    return Chunks(pieces, f"{pool.name}-{row.period}.{suffix}", suffix)


_FILES: Final[dict[Form, Any]] = {
    "csv": partial(_file, "csv", "csv"),
    "txt": partial(_file, "fide", "txt"),
    "xml": partial(_file, "fide-xml", "xml"),
    "jsonl": partial(_file, "json", "jsonl"),
}


def _tag(house: House, asked: OfList, form: Form) -> str | None:
    """Return the ETag of a closed list as shown to an actor.

    The document is immutable under its digest. What is shown beside it can change: names and
    details of players, the days of force, categories by decision.
    """
    try:
        pool, row = asked.chosen(house)
    except BeforeTheLedger:
        return None
    if row.number == 0:
        return None
    shown = replace(basis(pool, row), known_to=Position(0))
    changing = (register_version(house), pool.facts.version, version())
    hidden = sorted(personal.what for personal in hidden_from(house.actor))
    return tag_of(repr((shown, changing, hidden, asked, form)).encode())


@question(
    "/v1/pools/{pool}/lists/{period}",
    ListRows,
    Answer[RatingListRow, AboutListPage | AboutCarriedInPage],
    shows="list",
    tag=_tag,
    files=_FILES,
    file_asks=OfList,
)
def show_list(
    house: House, asked: ListRows
) -> Answer[RatingListRow, AboutListPage | AboutCarriedInPage]:
    """Show a rating list: of a period, or the last in force; all players or a selection.

    With a suffix the whole list is sent as a file, which takes no selection: `.csv`, `.jsonl` (JSON
    with a row on each line), and `.txt` and `.xml` in FIDE's layouts.
    """
    period, known_at = period_of(asked.period), moment(asked.known_at)
    clocks, printing = (asked.as_of, known_at, asked.track), asked.printing
    wanted = ListAsked(asked.pool, period, *clocks, persons=asked.persons, printing=printing)
    page = PageAsked(asked.limit, asked.page, asked.sort)
    return list_known_at(house, wanted, asked.selection(), page)


@question(
    "/v1/pools/{pool}/lists/{period}/ranking",
    Rows,
    Answer[RankingRow, AboutListPage],
    shows="list",
    forms=("json", "csv"),
)
def show_ranking(house: House, asked: Rows) -> Answer[RankingRow, AboutListPage]:
    """Show a list as a ranking: places, cards, changes since the list before."""
    pool, row = asked.chosen(house)
    selection = asked.selection()
    return ranked(
        pool, row, asked.limit, selection, page=asked.page, sort=asked.sort, as_of=asked.as_of
    )


class TwoLists(OnTrack, frozen=True, kw_only=True):
    """Two lists, or one list on two tracks or as known at two moments."""

    period: Period
    other: Period
    player: Annotated[
        Text | None, Meta(description="Only this player: register number, or BODY:NUMBER.")
    ] = None
    causes: Annotated[
        bool, Meta(description="With the causes of each difference, of 200 players on a page.")
    ] = False
    limit: Annotated[
        Annotated[int, Meta(ge=1, le=MOST_ROWS)] | None,
        Meta(description="At most so many players on a page. By default all; with causes 200."),
    ] = None
    page: Page = 1
    other_track: Annotated[
        Literal["official", "revised"] | None,
        Meta(description="Track of the other list, if another one."),
    ] = None
    other_known_at: Annotated[
        Text | None,
        Meta(description="As known then, for the other list. By default as for the first one."),
    ] = None
    printing: Printing = None
    other_printing: Printing = None


@question(
    "/v1/pools/{pool}/lists/{period}/compare/{other}",
    TwoLists,
    Answer[ListChange, AboutComparison],
    shows="list",
    long=True,
    forms=("json", "csv"),
)
def compare_lists(house: House, asked: TwoLists) -> Answer[ListChange, AboutComparison]:
    """Compare two lists of a pool: new, missing and changed players.

    Also one list on two tracks, as known at two moments, or in two printings.
    """
    known_at, other = moment(asked.known_at), moment(asked.other_known_at)
    printings = (asked.printing, asked.other_printing)
    if asked.causes:
        check_at_most(Sentence("players with causes"), asked.limit or 0, MOST_EXPLAINED)
    players = PageOfPlayers(asked.limit or (MOST_EXPLAINED if asked.causes else None), asked.page)
    wanted = Compared(
        asked.player, asked.other_track, other, printings, causes=asked.causes, page=players
    )
    one = asked.opened(house), period_of(asked.period)
    return compared(house, one, period_of(asked.other), wanted, known_at)


@question(
    "/v1/pools/{pool}/lists/{period}/promotions",
    OfList,
    Answer[CategoryChange, AboutList],
    shows="list",
    forms=("json", "csv"),
)
def list_promotions(house: House, asked: OfList) -> Answer[CategoryChange, AboutList]:
    """Show the bulletin of a list: changes of category, each with its reasons."""
    pool, row = asked.chosen(house)
    return Answer(basis(pool, row, asked.as_of), categories.bulletin(pool, row))


@question(
    "/v1/pools/{pool}/lists/{period}/penalties",
    OfList,
    Answer[InactivityPenalty, AboutList],
    shows="list",
    forms=("json", "csv"),
)
def list_penalties(house: House, asked: OfList) -> Answer[InactivityPenalty, AboutList]:
    """Show inactivity penalties (malus): years, points taken, points left."""
    return inactivity_penalties(*asked.chosen(house), asked.as_of)


class SupposedList(OfPool, frozen=True, kw_only=True):
    """A list of a supposed history. Each kind of supposition may be repeated."""

    period: Period
    without: Annotated[
        tuple[Text, ...], Meta(description="Events that were not recorded, as #12.", max_length=100)
    ] = ()
    result: Annotated[
        tuple[Text, ...],
        Meta(description="Other results of games, White first, as `#12#3 1 0`.", max_length=100),
    ] = ()
    number: Annotated[
        tuple[Text, ...],
        Meta(description="Other values of numbers of the rules: k_standard=30.", max_length=100),
    ] = ()
    edition: Annotated[
        tuple[Text, ...],
        Meta(description="Other first days of editions: 2024-03-01=2023-01-01.", max_length=100),
    ] = ()
    each_result: Annotated[
        Text | None, Meta(description="Each other result of this tournament, one at a time.")
    ] = None
    each_result_of: Annotated[
        Text | None, Meta(description="Each other result of this player's games on the list.")
    ] = None
    limit: Annotated[int, Meta(description="At most so many of these results.", ge=1, le=1_000)] = (
        200
    )
    page: Page = 1


@question(
    "/v1/pools/{pool}/lists/{period}/what-if",
    SupposedList,
    Answer[SupposedChange, AboutSupposed],
    shows="outlook",
    long=True,
    forms=("json", "csv"),
)
def show_supposed_list(house: House, asked: SupposedList) -> Answer[SupposedChange, AboutSupposed]:
    """Show what would be otherwise on a list in a supposed history.

    Nothing of it is official: the answer says so. Later events about what is left out have no
    effect, and are named. Each other result has the ratings on the list that counts the
    game; on a later list a page has 20 results.
    """
    supposing = Supposing(asked.without, asked.result, asked.number, asked.edition)
    others = OtherResults(asked.each_result, asked.each_result_of, asked.limit, asked.page)
    period, known_at = period_of(asked.period), moment(asked.known_at)
    return what_if(house, asked.pool, period, supposing, known_at, others)
