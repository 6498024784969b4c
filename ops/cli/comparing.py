"""list compare: two lists of a pool, one list on two tracks or as known at two moments."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ledger.sentences import Sentence
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
    earlier_side, later_side = _sides(answer.about)
    title = Sentence(
        "{pool}: {earlier} to {later}", pool=pool, earlier=earlier_side, later=later_side
    )
    output.answer(answer, asked.format, title=title, words=_change)


def _sides(about: Mapping[str, Any]) -> Iterator[str]:
    """Yield the two lists; of one list twice with the printing, track or moment of each."""
    printings = about["earlier_printing"], about["later_printing"]
    positions = about["known_to"], about.get("other_known_to", about["known_to"])
    tracks = about["track"], about.get("other_track", about["track"])
    one_list = about["earlier_list"] == about["later_list"]
    told = {
        "printing {}": one_list and printings[0] != printings[1],
        "{} track": tracks[0] != tracks[1],
        "known to #{}": one_list and printings[0] == printings[1] and positions[0] != positions[1],
    }
    for period, *values in zip(
        (about["earlier_list"], about["later_list"]), printings, tracks, positions, strict=True
    ):
        words = [
            text.format(value)
            for (text, differs), value in zip(told.items(), values, strict=True)
            if differs
        ]
        yield f"list {period}" + (f" ({', '.join(words)})" if words else "")


def _change(row: "ListChange") -> Row:
    """Return a difference between two lists, with causes where asked for."""
    texts = cells(row)
    texts.pop("causes", None)
    if row.causes is None:
        return texts
    return {**texts, "causes": "; ".join(map(cause_words, row.causes))}
