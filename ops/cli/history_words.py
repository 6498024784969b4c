"""A player's ratings list by list, in the words of tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ledger.sentences import Sentence, Signed
from ops.answers.documents import Row, cells
from ops.cli.words import force_words
from ops.words import said
from ops.words.states import NONE, games_so_far, word

if TYPE_CHECKING:
    from ops.answers.causes_on_lists import DecisionTaken
    from ops.answers.rating_history import CorrectionBooked, HistoryRow
    from projections.queries.explain.sheets import Line


def history_words(rows: Sequence[HistoryRow]) -> Iterator[Row]:
    """Yield the rows of a history for people, without columns that no row needs."""
    lists = [history_lists(row) for row in rows]
    rare = ("replaced_printings", "corrected", "years_ended", "lines")
    unused = {name for name in rare if not any(row[name] for row in lists)}
    names = {"in_force_from": "from", "force": "", "k": "K", "games_at_least": ""}
    if all(row.printing in (None, 1) for row in rows):
        names["printing"] = ""
    for row, in_words in zip(rows, lists, strict=True):
        yield cells(
            row,
            names,
            in_force_from=force_words(row.in_force_from, row.force),
            rating=row.rating or NONE,
            change=row.change or ("+0" if row.change is not None else ""),
            games_so_far=games_so_far(row.games_so_far, at_least=row.games_at_least),
            **{name: None if name in unused else text for name, text in in_words.items()},
        )


def history_lists(row: HistoryRow) -> Row:
    """Return the lists within a row of a history, each as a text."""
    tournaments = (
        f"{one.tournament} {one.name}" + ("" if one.points is None else f" ({signed(one.points)})")
        for one in row.tournaments
    )
    earlier = (
        Sentence("printing {printing}: {rating}", printing=one.printing, rating=one.rating)
        for one in row.replaced_printings
    )
    years = (f"{one.year} ({signed(one.points)})" for one in row.years_ended)
    return {
        "replaced_printings": ", ".join(map(said, earlier)),
        "corrected": ", ".join(said(_corrected(one)) for one in row.corrected),
        "tournaments": "; ".join(tournaments),
        "decisions": "; ".join(said(_decision(one)) for one in row.decisions),
        "years_ended": "; ".join(years),
        "lines": "; ".join(map(_line, row.lines)),
    }


def signed(points: Fraction | int) -> str:
    """Return points with their sign, in the language of the reader."""
    return said(Sentence("{points}", points=Signed(points)))


def _corrected(one: CorrectionBooked) -> Sentence:
    if one.points is None:
        return Sentence("first rating {list} void", list=one.of)
    return Sentence("{points} of {list}", points=signed(one.points), list=one.of)


def _line(line: Line) -> str:
    kind = said(word("line of a change", line.kind))
    points = f" {signed(line.points)}" if line.points else ""
    return f"{kind}{points}: {said(line.why or line.says)} [{line.article}]"


def _decision(taken: DecisionTaken) -> Sentence:
    about = Sentence("{event} {type}", event=taken.position, type=word("event", taken.event))
    if taken.tournament:
        about = Sentence("{about} {tournament}", about=about, tournament=taken.tournament)
    if taken.decided_by:
        about = Sentence("{about} by {by}", about=about, by=taken.decided_by_name)
    if taken.article:
        about = Sentence("{about}, {article}", about=about, article=taken.article)
    return about
