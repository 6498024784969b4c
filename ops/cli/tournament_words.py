"""Tournaments in the words of tables: their states, reports, corrections and lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.sentences import ListName, Position, Sentence
from ops.answers.documents import Row, cells
from ops.words import said
from ops.words.states import word

if TYPE_CHECKING:
    from ops.answers.tournament_view import CorrectionRow, KeptOn, ReportRow
    from ops.answers.tournaments import PoolTournament


def report_row(row: ReportRow) -> Row:
    """Return the cells of a report, with the booking lists."""
    booked = [
        Sentence(
            "{pool} {list} ({report} by {closing})",
            pool=on.pool,
            list=on.list,
            report=Position(on.report),
            closing=Position(on.sealed_by),
        )
        for on in row.booked
    ]
    return cells(row, booked=", ".join(map(said, booked)) or Sentence("not on a list yet"))


def correction_row(row: CorrectionRow) -> Row:
    """Return a correction, with its state and the unchanged lists."""
    names = dict.fromkeys(("state", "reason", "overtaken_by", "kept"), "")
    words = map(said, [_state_words(row), *map(_kept_words, row.kept)])
    return cells(row, names, status=", ".join(words))


def _state_words(row: CorrectionRow) -> Sentence:
    state = word("state of a correction", row.state)
    match row.state:
        case "no-effect":
            return Sentence("{state}: {why}", state=state, why=row.reason)
        case "ended":
            return Sentence("{state} with its report", state=state)
        case "overtaken":
            by = Position(row.overtaken_by or 0)
            return Sentence("{state} by {by}", state=state, by=by)
    return state


def _kept_words(kept: KeptOn) -> Sentence:
    if kept.booked_on:
        return Sentence(
            "list {list:of} of {pool} stays: booked on list {later:of}",
            list=ListName(kept.list),
            pool=kept.pool,
            later=ListName(kept.booked_on),
        )
    return Sentence(
        "list {list:of} of {pool} stays: booked on the next list",
        list=ListName(kept.list),
        pool=kept.pool,
    )


def tournament_row(row: PoolTournament) -> Row:
    """Return a tournament of a pool, with lists and correcting lists in one cell.

    A line has room for name, days, state and lists; documents have the rest.
    """
    corrected = (
        Sentence("corrected on {list:the}", list=ListName(period)) for period in row.corrected_on
    )
    apart = dict.fromkeys(("corrected_on", "place", "federation", "players", "rounds"), "")
    return cells(row, apart, lists=", ".join([*row.lists, *map(said, corrected)]))
