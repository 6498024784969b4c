"""Rows of tables and lines of receipts about lists in files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ledger.sentences import NO_SENTENCE, Count, Position, Sentence, plain
from ops.doors.documents import Row, cells
from ops.words import said, states
from ops.words.states import NONE

if TYPE_CHECKING:
    from ops.external_lists.causes import Cause
    from ops.external_lists.comparing import DifferenceRow
    from ops.external_lists.receipts import NewDetail
    from ops.external_lists.recorded_lists import PlayerOnList

_PLAIN: Final[Mapping[str, Sentence]] = {
    "not-registered": Sentence("no player of the register has this number"),
    "only-ours": Sentence("theirs has no rating of this player"),
    "only-theirs": Sentence("ours has no rating of this player"),
    "birth-year": Sentence("as registered, and as their list has it"),
}


def difference_row(row: DifferenceRow) -> Row:
    """Return a difference between two lists, with its causes in words."""
    causes = [_cause(cause) for cause in row.causes]
    says = plain(causes) if causes else _PLAIN.get(row.what, NO_SENTENCE)
    return cells(row, {"causes": "cause"}, causes=says)


def on_list_row(row: PlayerOnList) -> Row:
    """Return the row of a player on another body's list."""
    if row.on_it is not None:
        return cells(row)
    return cells(
        row,
        on_it=Sentence(
            "not known: registered after it was recorded, and in no tournament of its days"
        ),
    )


def carried_line(about: Mapping[str, Any]) -> str:
    """Return the line of ratings carried over."""
    return said(
        Sentence(
            "carried over: {file} into {pool}: {ratings}, {rows} of newcomers, {players} "
            "registered",
            file=about["file"],
            pool=about["pool"],
            ratings=Count(about["players"], "rating"),
            rows=Count(about["newcomer_rows"], "row"),
            players=Count(about["new_players"], "player"),
        )
    )


def listed_line(about: Mapping[str, Any]) -> str:
    """Return the line of a recorded list."""
    return said(
        Sentence(
            "recorded: {file} as list {list} of {body}: {rows}, {players} of the register",
            file=about["file"],
            list=about["list"],
            body=about["body"],
            rows=Count(about["rows"], "row"),
            players=Count(about["players"], "player"),
        )
    )


def taken_line(about: Mapping[str, Any]) -> str:
    """Return the line of details taken from a list."""
    if not about["details"]:
        return said(Sentence("{file}: nothing differs from the register", file=about["file"]))
    return said(
        Sentence(
            "{file}: details of {players} taken",
            file=about["file"],
            players=Count(about["players"], "player"),
        )
    )


def detail_line(one: NewDetail) -> str:
    """Return the line of a detail taken from a list."""
    change = Sentence(
        "{player}, {detail}: {before} → {after}",
        player=one.player,
        detail=states.word("detail of a person", one.what),
        before=one.before or NONE,
        after=one.after,
    )
    return said(change)


def accepted_line(about: Mapping[str, Any]) -> str:
    """Return the line of accepted ratings."""
    ratings = Count(about["accepted"], "rating")
    if not about["accepted"]:
        return said(Sentence("no rating differs from list {list}", list=about["list"]))
    words = Sentence("{ratings} accepted, for the list after {list}")
    return said(words.about(ratings=ratings, list=about["list"]))


def rating_line(row: DifferenceRow) -> str:
    """Return the line of an accepted rating."""
    change = Sentence(
        "{player}: {before} → {after}",
        player=row.player,
        before=row.ours or NONE,
        after=row.theirs or NONE,
    )
    return said(change)


def _cause(cause: Cause) -> Sentence:
    both = {"theirs": cause.theirs, "ours": cause.ours}
    match cause.kind:
        case "later-adjustment":
            event = Position(cause.position)
            return Sentence("equals the adjustment recorded later ({event})", event=event)
        case "earlier-lists":
            return Sentence("the lists before differ already: theirs {theirs}, ours {ours}", **both)
        case "games":
            return _of_games(cause)
        case "k":
            return Sentence("K printed differs: theirs {theirs}, ours {ours}", **both)
        case "one-point":
            return Sentence("one point: a rounding, or the rating before")
        case "no-number":
            return Sentence(
                "the register holds no number of this player by which to find them on theirs"
            )
    return Sentence("the lists do not tell")


def _of_games(cause: Cause) -> Sentence:
    says = (
        Sentence("they counted {theirs}, we {ours}: a report is missing here or late")
        if cause.theirs > cause.ours
        else Sentence("they counted {theirs}, we {ours}: a report is missing there or late")
    )
    return says.about(theirs=Count(cause.theirs, "game"), ours=cause.ours)
