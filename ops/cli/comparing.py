"""list compare: two lists of a pool, one list on two tracks or as known at two moments."""

from typing import TYPE_CHECKING, Annotated, Literal

from ops.cli import output
from ops.cli.app import ListName, PoolName, PrintingNumber, list_app, option
from ops.cli.overview_words import cause_words
from ops.cli.shared_options import OnTrack
from ops.cli.words import Row, cells

if TYPE_CHECKING:
    from ops.answers.list_changes import ListChange


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
    title = f"{pool}: list {earlier} to list {later}"
    output.answer(answer, asked.format, title=title, words=_change)


def _change(row: "ListChange") -> Row:
    """Return a difference between two lists, with causes where asked for."""
    texts = cells(row)
    texts.pop("causes", None)
    if row.causes is None:
        return texts
    return {**texts, "causes": "; ".join(map(cause_words, row.causes))}
