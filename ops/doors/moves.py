"""What moves in a preview, in the words of tables: moves, findings, lists of the revised track."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from ledger.sentences import Count, Sentence
from ops.doors.documents import text

if TYPE_CHECKING:
    from ops.answers.differences import Value
    from ops.answers.moves import Move
    from ops.doors.documents import Row


def tables_of(moves: Sequence[Move]) -> dict[Sentence, list[Row]]:
    """Return the tables of a preview by their titles, without empty ones.

    A finding is a sentence, so findings have a table of their own.
    """
    findings = [move for move in moves if move.what == "finding"]
    lists = [move for move in moves if move.what == "players"]
    others = [move for move in moves if move.what not in ("finding", "players")]
    tables = {
        Sentence("what moves"): [_row(move) for move in others],
        Sentence("findings"): [_finding(move) for move in findings],
        Sentence("closed lists that are others on the revised track"): [*_lists(lists)],
    }
    return {title: rows for title, rows in tables.items() if rows}


def _row(move: Move) -> Row:
    return {
        "pool": move.pool,
        "about": move.about,
        "player": move.player,
        "name": move.name,
        "what": move.what,
        "official": _both(move.before, move.after),
        "revised": _both(move.revised_before, move.revised_after),
    }


def _both(before: Value, after: Value) -> Sentence | str:
    if before is None and after is None:
        return "-"
    if before == after:
        return Sentence("stays {value}", value=text(after))
    return Sentence("{before} to {after}", before=text(before), after=text(after))


def _finding(move: Move) -> Row:
    """Return a new or vanished finding; only a finding of one player names a player."""
    player = f"{move.player} {move.name}".strip()
    return {
        "pool": move.pool,
        "about": move.about,
        "player": player or None,
        "finding": Sentence("new") if move.before is None else Sentence("no more"),
        "says": move.after if move.before is None else move.before,
    }


def _lists(moves: Sequence[Move]) -> Iterator[Row]:
    """Yield the differing closed lists; consecutive lists with as many players share a row."""
    for (pool, players), group in groupby(moves, key=lambda move: (move.pool, move.players)):
        periods = [move.about for move in group]
        number = Count(len(periods), "list")
        ends = {"first": periods[0], "last": periods[-1]}
        several = Sentence("{first} to {last}, {lists}", lists=number, **ends)
        lists = several if len(periods) > 1 else periods[0]
        yield {"pool": pool, "lists": lists, "players": players}
