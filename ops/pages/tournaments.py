"""The table of a tournament as a grid: a column for each round, or for each opponent."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from ledger.sentences import Sentence
from ops.answers.findings import FindingRow
from ops.tournaments.cross_table_document import CrossTable, TableEntrant
from ops.tournaments.cross_table_rows import is_late, score_sign
from ops.words import said
from projections.queries.explain.rounds import PLAY, RoundCell

_MOST_OPPONENTS: Final = 30
"""Columns of a square; more entrants stand by rounds."""

_BYES: Final = {"F": "+", "U": "+", "H": "½", "Z": "–"}
"""Signs of rounds without an opponent, by their code in reports: points as for a game, half of
them, none."""


class Played(NamedTuple):
    """A game or a bye in a cell of a grid."""

    sign: str
    """The score that the table counts, or the sign of a game not played or of a bye; in brackets
    if it does not count."""
    beside: str
    """In a square the round, otherwise colour and number of the opponent; empty: a bye."""
    uncounted: bool
    before: str = ""
    """The score as reported, where it was corrected."""
    after: str = ""
    """The score as corrected."""


class GridRow(NamedTuple):
    """An entrant in a grid."""

    entrant: TableEntrant
    cells: Sequence[Sequence[Played] | None]
    """By column; None: the entrant itself."""
    points: Fraction | None
    """In the tournament, with forfeits and byes where the report gives them."""
    lines: Mapping[str, Fraction]
    """Points of the lines of the change by kind, without those by play."""


class Grid(NamedTuple):
    """A table of a tournament with a column for each round, or in a square for each opponent."""

    square: bool
    heads: Sequence[int]
    """Rounds, or start numbers of opponents."""
    rows: Sequence[GridRow]
    kinds: Sequence[str]
    """Kinds of lines of the changes, without that by play, in the order of the text."""
    late: bool
    """Whether a rating that changes differs from the one at the place of the event."""
    uncounted: bool
    """Whether a cell does not count."""
    corrected: bool
    """Whether a result, or the change of an entrant, was corrected."""
    entrants: Mapping[str, TableEntrant]
    """By player."""
    entering: Mapping[Sentence, Sequence[TableEntrant]]
    """Entrants without a rating before, or whose rating ceased, by the reason."""


def grid_of(table: CrossTable) -> Grid:
    """Return the grid of a table.

    A square where each event is rated by itself (draughts), or all pairs met; otherwise rounds.
    """
    entrants = table.entrants
    square = (table.about.by_itself or table.about.round_robin) and len(entrants) <= _MOST_OPPONENTS
    cells = [cell for one in entrants for cell in one.rounds]
    last = max((cell.round for cell in cells), default=0)
    heads = [one.number for one in entrants] if square else range(1, last + 1)
    lines = (line.kind for one in entrants for line in one.lines)
    colours = {"white": said(Sentence("w")), "black": said(Sentence("b"))}
    return Grid(
        square=square,
        heads=heads,
        rows=[_row(one, heads, None if square else colours) for one in entrants],
        kinds=[kind for kind in dict.fromkeys(lines) if kind != PLAY],
        late=is_late(table),
        uncounted=not all(cell.counts for cell in cells),
        corrected=any(cell.corrected for cell in cells)
        or any(one.corrected_change is not None for one in entrants),
        entrants={one.player: one for one in entrants},
        entering=_by_reason(entrants),
    )


def _by_reason(entrants: Sequence[TableEntrant]) -> Mapping[Sentence, Sequence[TableEntrant]]:
    found: dict[Sentence, list[TableEntrant]] = {}
    for one in entrants:
        if one.why is not None:
            found.setdefault(one.why, []).append(one)
    return found


def _row(one: TableEntrant, heads: Sequence[int], colours: Mapping[str, str] | None) -> GridRow:
    """Return the row of an entrant; by rounds with the words of `colours`, None: by opponents."""
    cells: dict[int | None, list[Played]] = {}
    for cell in one.rounds:
        place = cell.opponent if colours is None else cell.round
        cells.setdefault(place, []).append(_played(cell, colours))
    own = one.number if colours is None else None
    return GridRow(
        one,
        [None if head == own else cells.get(head, ()) for head in heads],
        one.score if one.points is None else one.points,
        {line.kind: line.points for line in one.lines if line.kind != PLAY},
    )


def _played(cell: RoundCell, colours: Mapping[str, str] | None) -> Played:
    if cell.opponent is None or cell.colour is None:
        sign, beside = _BYES.get(cell.result, cell.result), ""
    else:
        sign = _sign(cell.score, cell.result)
        beside = str(cell.round) if colours is None else f"{colours[cell.colour]}{cell.opponent}"
    shown = sign if cell.counts else f"({sign})"
    if cell.reported_result is None or cell.corrected_result is None:
        return Played(shown, beside, not cell.counts)
    before = _sign(cell.reported_score, cell.reported_result)
    after = _sign(cell.corrected_score, cell.corrected_result)
    return Played(shown, beside, not cell.counts, before, after)


def _sign(score: Fraction | None, result: str) -> str:
    return score_sign(score, result).replace("-", "−")


class Reason(NamedTuple):
    """A finding about several players, or about a whole tournament."""

    finding: FindingRow
    """The first of equal ones."""
    players: Sequence[FindingRow]
    """Those about a player."""


def reasons(findings: Sequence[FindingRow]) -> Sequence[Reason]:
    """Return findings, each with all players of whom it says the same."""
    found: dict[tuple[str, str, Sentence], list[FindingRow]] = {}
    for finding in findings:
        found.setdefault((finding.kind, finding.article, finding.says), []).append(finding)
    return [Reason(equal[0], [one for one in equal if one.player]) for equal in found.values()]
