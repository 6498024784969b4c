"""list compare: two lists of a pool, one list on two tracks or as known at two moments."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from ledger.sentences import Position, Sentence, plain
from ops.cli import output
from ops.cli.app import ListName, PoolName, PrintingNumber, list_app, option
from ops.cli.shared_options import OnTrack
from ops.cli.words import Row, cells
from ops.words import states
from ops.words.causes import cause_words

if TYPE_CHECKING:
    from ops.answers.list_changes import AboutComparison, ListChange


@list_app.command
def compare(
    pool: PoolName,
    earlier: ListName,
    later: ListName,
    *,
    player: Annotated[str | None, option("only this player")] = None,
    causes: Annotated[bool, option("the causes of each difference")] = False,
    limit: Annotated[int, option("at most so many players on a page; 0 for all")] = 0,
    page: Annotated[int, option("which page of so many players, from 1")] = 1,
    other_track: Annotated[
        Literal["official", "revised"] | None, option("the track of the later list, if another one")
    ] = None,
    other_known_at: Annotated[
        str | None, option("as known then, for the later list; default: as for the earlier one")
    ] = None,
    printing: PrintingNumber = None,
    other_printing: PrintingNumber = None,
    asked: OnTrack = OnTrack(),
) -> None:
    """Compare two lists of a pool: new, missing and changed players.

    Also one list on two tracks, as known at two moments, or in two printings.

    Example: ledger list compare fide-standard 2025-11 2025-11 --other-track revised --causes
    """
    from ops.answers.list_changes import Compared, Page, compared

    with asked.followed() as house:
        printings = (printing, other_printing)
        wanted = Compared(
            player, other_track, other_known_at, printings, causes=causes, page=Page(limit, page)
        )
        answer = compared(house, (asked.of(house, pool), earlier), later, wanted, asked.known_at)
    earlier_side, later_side = _sides(answer.about)
    title = Sentence(
        "{pool}: {earlier} to {later}", pool=pool, earlier=earlier_side, later=later_side
    )
    output.answer(answer, asked.format, title=title, words=_change)


def _sides(about: "AboutComparison") -> Iterator[Sentence]:
    """Yield the two lists; of one list twice with the printing, track or moment of each."""
    lists = about.earlier_list, about.later_list
    printings = about.earlier_printing, about.later_printing
    other = about.known_to if about.other_known_to is None else about.other_known_to
    positions, tracks = (about.known_to, other), (about.track, about.other_track or about.track)
    one_list = lists[0] == lists[1]
    by_printing = one_list and printings[0] != printings[1]
    by_moment = one_list and not by_printing and positions[0] != positions[1]
    for at, period in enumerate(lists):
        differs = []
        if by_printing:
            differs.append(Sentence("printing {printing}", printing=printings[at]))
        if tracks[0] != tracks[1]:
            differs.append(Sentence("{track} track", track=states.word("track", tracks[at])))
        if by_moment:
            differs.append(Sentence("known to {position}", position=Position(positions[at])))
        on = Sentence("list {list}", list=period)
        yield Sentence("{on} ({differs})", on=on, differs=differs) if differs else on


def _change(row: "ListChange") -> Row:
    """Return a difference between two lists, with causes where asked for."""
    texts = cells(row, what=states.word("difference of two lists", row.what))
    texts.pop("causes", None)
    if row.causes is None:
        return texts
    return {**texts, "causes": plain([cause_words(cause) for cause in row.causes])}
