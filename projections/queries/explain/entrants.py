"""The entrants of a cross table: the rating used, and the sums of the counted games."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from ledger.errors import Damaged
from ledger.sentences import Sentence
from projections.queries import PoolQuery
from projections.queries.explain.cells import legs, points
from projections.queries.explain.rounds import EXPECTED, HUNDREDTHS, SCORE, RoundCell
from projections.queries.explain.sheets import Line
from projections.queries.recompute.preview import InPlace
from projections.rulebooks.engine.columns import total
from projections.rulebooks.engine.terms import Leg


class Entrant(NamedTuple):
    """An entrant, with the rating used; 0 is none."""

    number: int
    player: int
    rating: int
    category: int | None
    """The place of the category; None where the rulebook has no categories."""
    enters: bool
    """Without a rating before; `why` is the reason of the rating used."""
    why: Sentence | None
    """None: neither without a rating before nor ceased."""
    ceased: bool = False
    """The rating ceased later in the chain: nothing is booked, for the reason in `why`."""


class Outcome(NamedTuple):
    """The result of an entrant; where lists rate whole periods, only sums of games."""

    entrant: Entrant
    games: int
    score: Fraction
    expected: Fraction | None
    """None, like the difference, for an entrant without a rating."""
    difference: Fraction | None
    base: int | None = None
    """The rating at which the legs start: for a late event the present rating."""
    legs: tuple[Leg, ...] = ()
    lines: tuple[Line, ...] = ()
    after: int | None = None
    """The rating after the event, 0 for none; None where a list rates a whole period."""
    rounds: tuple[RoundCell, ...] = ()
    """Games and byes in the order of the rounds."""
    points: Fraction | None = None
    """The total with forfeits and byes, as the report gives it; None: it gives none."""
    change: Fraction | None = None
    """Points of the event by play, as booked; None: without a rating that they could change."""


def entrants_of(pool: PoolQuery, place: InPlace, numbers: Sequence[int]) -> Iterator[Entrant]:
    """Yield the entrants of a report with their start numbers, from the entries of its part."""
    rated, law = place.rated, pool.law
    sheet, part = rated.sheets[place.part], rated.step.parts[place.part]
    first = int(part.first_entry[place.at])
    entries = slice(first, first + len(numbers))
    columns = (
        part.player,
        rated.unit_of_entry[place.part],
        np.broadcast_to(sheet[law.own_rating], part.player.shape),
        rated.step.rating_at_start[place.part],
        rated.step.ceased_in(place.part),
    )
    rows = zip(numbers, *(column[entries].tolist() for column in columns), strict=True)
    for entry, (number, player, row, rating, at_start, ceased) in enumerate(rows, first):
        chosen = law.own_rating if at_start or not law.entry_reason else law.entry_reason
        why = sheet.why(chosen, entry).sentence if ceased or not at_start else None
        category = _category(place, row, rating)
        yield Entrant(number, player, rating, category, not at_start, why, bool(ceased))


def _category(place: InPlace, row: int, rating: int) -> int | None:
    """Return the place of the category before the event, or of the entry rating."""
    step = place.rated.step
    categories = step.edition.numbers.get("categories")
    if categories is None or "category" not in step.listed:
        return None
    if step.listed["rating"][row]:
        return int(step.listed["category"][row])
    return sum(rating >= threshold for _, threshold in categories) - 1


_NOT_CHAINED: Final = (None, (), (), None)
"""Base, legs, lines and rating after the event, where a list rates a whole period."""


class InReport(NamedTuple):
    """An entrant in a report: rounds, total with forfeits and byes, points by play."""

    rounds: tuple[RoundCell, ...] = ()
    points: Fraction | None = None
    change: Fraction | None = None


def outcomes_of(
    pool: PoolQuery, place: InPlace, entrants: Sequence[Entrant], found: Sequence[InReport]
) -> Iterator[Outcome]:
    """Yield the sums of the entrants of a report, with what it says of each.

    Raises Damaged where the sums contradict the columns.
    """
    sheet, part = place.rated.sheets[place.part], place.rated.step.parts[place.part]
    counted = np.flatnonzero(np.broadcast_to(sheet["counts"], part.entry.shape))
    entry, first = part.entry[counted], int(part.first_entry[place.at])
    games, score, expected = (
        total(values, entry, len(part.player))[first : first + len(entrants)].tolist()
        for values in (np.ones_like(entry), sheet[SCORE][counted], sheet[EXPECTED][counted])
    )
    differences = sheet["entry_difference_hundredths"][first : first + len(entrants)].tolist()
    for at, entrant in enumerate(entrants):
        if entrant.rating and differences[at] != score[at] - expected[at]:
            raise Damaged(
                Sentence(
                    "{tournament}: sums of {entrant} contradict",
                    tournament=part.reports[place.at].tournament,
                    entrant=entrant.number,
                )
            )
        yield Outcome(
            entrant,
            games[at],
            Fraction(score[at], HUNDREDTHS),
            Fraction(expected[at], HUNDREDTHS) if entrant.rating else None,
            Fraction(differences[at], HUNDREDTHS) if entrant.rating else None,
            *(_rated(pool, place, first + at) if pool.law.chained else _NOT_CHAINED),
            **found[at]._asdict(),
        )


def _rated(
    pool: PoolQuery, place: InPlace, entry: int
) -> tuple[int, tuple[Leg, ...], tuple[Line, ...], int]:
    rated = place.rated
    row = int(rated.unit_of_entry[place.part][entry])
    after, base = int(rated.unit["rating"][row]), int(rated.unit[pool.law.base][row])
    lines = tuple(points(pool.law.lines, rated.step.edition, rated, row))
    if after and base + sum(line.points for line in lines) != after:
        raise Damaged(
            Sentence(
                "{pool}: the lines of {player} do not come to {after}",
                pool=pool.name,
                player=str(rated.step.players[row]),
                after=after,
            )
        )
    return base, tuple(legs(pool.law, rated, row)), lines, after
