"""A cross table as rows: a line for each entrant, the results of pairs, sums, the changes.

Heads of draughts are CI, PA, PO, D, S, V, CF, as in table 17 of the FID rules; chess has words.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from ledger.sentences import Figures
from ledger.wording import decimal
from ops.tournaments.cross_table import MOST
from ops.tournaments.cross_table_document import CrossTable, TableEntrant
from projections.queries.explain.rounds import HUNDREDTHS, PLAY, RoundCell

Row = dict[str, Any]

SIGNS: Final = {
    "rating": "CI",
    "expected": "PA",
    "score": "PO",
    "difference": "D",
    "coefficients": "S",
    PLAY: "V",
    "rating_after": "CF",
}
"""Signs of draughts for the heads of columns."""


def rows(table: CrossTable) -> list[Row]:
    """Return a row for each entrant; with signs as heads where each event is rated by itself."""
    cells = _before_play(table) if table.total is None else _results(table)
    return [
        {_head(name, table): value for name, value in row.items()}
        for row in (
            {
                "n": one.number,
                "player": one.player,
                "name": one.name,
                "rating": one.rating,
                **of_one,
            }
            for one, of_one in zip(table.entrants, cells, strict=True)
        )
    ]


def total(table: CrossTable) -> Row | None:
    """Return the last line, with the sums; None: before play."""
    if table.total is None:
        return None
    sums = {
        "games": table.total.games,
        "expected": _hundredths(table.total.expected),
        "score": Figures(decimal(table.total.score)),
    }
    return {_head(name, table): value for name, value in sums.items()}


def is_late(table: CrossTable) -> bool:
    """Return whether a rating that changes differs from the one at the place of the event."""
    return any(one.rating_held not in (None, one.rating) for one in table.entrants)


def _head(name: str, table: CrossTable) -> str:
    return SIGNS.get(name, name) if table.about.by_itself else name


def _before_play(table: CrossTable) -> Iterator[Row]:
    for own in table.entrants:
        against = zip(table.entrants, own.expected_against, strict=True)
        yield {
            **{str(one.number): "X" if one is own else _hundredths(met) for one, met in against},
            "expected": _hundredths(own.expected),
        }


def _results(table: CrossTable) -> Iterator[Row]:
    numbers = [one.number for one in table.entrants]
    pairs = numbers if len(numbers) <= MOST else []
    lines = (line.kind for one in table.entrants for line in one.lines)
    kinds = [kind for kind in dict.fromkeys(lines) if kind != PLAY]  # in the order of the text
    late = is_late(table)
    corrected = any(one.corrected_change is not None for one in table.entrants)
    unplayed = any(one.points not in (None, one.score) for one in table.entrants)
    for own in table.entrants:
        met = _met(own)
        yield {
            **{str(other): met.get(other, "") for other in pairs},
            "games": own.games,
            **({"points": _number(own.points)} if unplayed else {}),
            "expected": _hundredths(own.expected),
            "score": _number(own.score),
            "difference": _hundredths(own.difference, sign=True),
            **({"held": own.rating_held} if late else {}),
            **(_moved(own, kinds) if table.about.by_itself else {"change": _signed(own.change)}),
            **({"corrected_change": _signed(own.corrected_change)} if corrected else {}),
        }


def _met(own: TableEntrant) -> dict[int, str]:
    """Return the results against each opponent, by start number, in the order of the rounds."""
    met: dict[int, list[str]] = {}
    for cell in own.rounds:
        if cell.opponent is not None:
            met.setdefault(cell.opponent, []).append(_result(cell))
    return {own.number: "X", **{other: "+".join(results) for other, results in met.items()}}


def _result(cell: RoundCell) -> str:
    """Return the score of a game, in brackets if uncounted; the code if not played."""
    text = score_sign(cell.score, cell.result)
    return text if cell.counts else f"({text})"


def score_sign(score: Fraction | None, result: str) -> str:
    """Return the score of a game as tables have it; of one not played the code of the result."""
    if score is None:
        return result
    return "½" if score.as_integer_ratio() == (1, 2) else str(score)


def _moved(own: TableEntrant, kinds: list[str]) -> Row:
    lines = {line.kind: line.points for line in own.lines}
    return {
        "coefficients": " ".join(map(str, own.coefficients)),
        **{kind: _signed(lines.get(kind, Fraction(0))) for kind in (PLAY, *kinds)},
        "rating_after": own.rating_after,
    }


def _number(value: Fraction | None) -> Figures:
    return Figures() if value is None else Figures(decimal(value))


def _signed(value: Fraction | None) -> Figures:
    return Figures() if value is None else Figures(decimal(value, sign=True))


def _hundredths(value: Fraction | None, *, sign: bool = False) -> Figures:
    if value is None:
        return Figures()
    whole, hundredths = divmod(abs(int(value * HUNDREDTHS)), HUNDREDTHS)
    plus = "-" if value < 0 else "+" if sign and value > 0 else ""
    return Figures(f"{plus}{whole}.{hundredths:02d}")
