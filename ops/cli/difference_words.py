"""Differences between a list and that of another body, in the words of tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from ledger.sentences import NO_SENTENCE, Count, Position, Sentence, plain
from ops.answers.documents import Row, cells
from ops.words import said, states
from ops.words.states import NONE

if TYPE_CHECKING:
    from ops.answers.compare_lists import DifferenceRow
    from ops.answers.list_differences import Cause
    from ops.answers.outcomes import CommandReceipt

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


def taken_lines(file: str, done: CommandReceipt) -> Iterator[str]:
    """Yield a line for each detail taken from a list, then of how many players."""
    for one in done.about["details"]:
        change = Sentence(
            "{player}, {detail}: {before} → {after}",
            player=one.player,
            detail=states.word("detail of a person", one.what),
            before=one.before or NONE,
            after=one.after,
        )
        yield f"  {said(change)}"
    taken = Sentence("{file}: nothing differs from the register", file=file)
    if done.receipts:
        taken = Sentence(
            "{file}: details of {players} taken ({event})",
            file=file,
            players=Count(done.about["players"], "player"),
            event=Position(done.receipts[0].first_position),
        )
    yield said(taken)


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
