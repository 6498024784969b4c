"""The games of a player as a list used them, without the worksheet around them."""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from ledger.sentences import Sentence
from projections.queries import PoolQuery, RatingList, recompute
from projections.queries.explain.cells import cell_of
from projections.queries.explain.tournaments import Entry, entries_of
from projections.queries.recompute import Recomputed
from projections.queries.recompute.rows import changes_decided

_HUNDREDTHS: Final = 100


class UsedGame(NamedTuple):
    """A game from the player's side; a rating of 0 is none."""

    opponent: int
    """The register number that the list rated."""
    white: bool
    counts: bool
    why: Sentence | None
    """Why it does not count, with the article."""
    rating: int
    opponent_rating: int
    score: Fraction
    expected: Fraction | None
    """None: one of the two has no rating."""
    change: Fraction | None
    """Of the rating, by the game; None: the regulation gives points to larger wholes only."""


class UsedTournament(NamedTuple):
    """A tournament of a player on a list."""

    tournament: str
    report: int
    """Position of the report that the list used."""
    games: Mapping[int, UsedGame]
    """By index in the report."""
    change: Fraction | None
    """Of the rating, by play, before rounding; None: without a rating before."""


def used_on(
    pool: PoolQuery, player: int, on: RatingList, only: Collection[str] = ()
) -> Iterator[UsedTournament]:
    """Yield a player's tournaments on a list; in a chain perhaps `only` some of them."""
    for computed, factor, entry in _entries(pool, player, on, only):
        yield UsedTournament(
            entry.report.tournament,
            entry.current,
            dict(_games(entry, factor)),
            _change(pool, player, computed, entry, factor),
        )


def points_on(pool: PoolQuery, player: int, on: RatingList) -> dict[str, list[Fraction | None]]:
    """Return the changes of a player's rating on a list by tournament, one for each report.

    As `UsedTournament.change`, without the games.
    """
    found: dict[str, list[Fraction | None]] = {}
    for computed, factor, entry in _entries(pool, player, on):
        points = _change(pool, player, computed, entry, factor)
        found.setdefault(entry.report.tournament, []).append(points)
    return found


def _entries(
    pool: PoolQuery, player: int, on: RatingList, only: Collection[str] = ()
) -> Iterator[tuple[Recomputed, Fraction | None, Entry]]:
    for computed in _steps(pool, player, on, only):
        factor = _factor(pool, player, computed)
        yield from ((computed, factor, entry) for entry in entries_of(player, computed))


def _steps(
    pool: PoolQuery, player: int, on: RatingList, only: Collection[str]
) -> Iterator[Recomputed]:
    booked = [booking for booking in pool.bookings(on.number, player) if booking.edition]
    if pool.law.chained:
        wanted = (booking for booking in booked if not only or booking.tournament in only)
        yield from (recompute.of_bookings(pool, player, on, [one], {}) for one in wanted)
    elif booked:
        changes = changes_decided(pool, player, on)
        yield recompute.of_bookings(pool, player, on, booked, changes, met_only=True)


def _factor(pool: PoolQuery, player: int, computed: Recomputed) -> Fraction | None:
    """Return the coefficient of all differences of a list; None: without one, or a rating before.

    Without it single games have no points.
    """
    column, rated = pool.law.worksheet.coefficient, computed.rated
    row = int(np.searchsorted(rated.step.players, player))
    if not column or not rated.step.rating_before[row]:
        return None
    return Fraction(int(rated.unit[column][row]))


def _change(
    pool: PoolQuery, player: int, computed: Recomputed, entry: Entry, factor: Fraction | None
) -> Fraction | None:
    rated = computed.rated
    row = int(np.searchsorted(rated.step.players, player))
    before = int(rated.step.rating_before[row])
    if not before:
        return None
    if pool.law.chained:
        return Fraction(int(rated.unit["rating"][row]) - before)
    rule = entry.part.edition.columns[pool.law.worksheet.variation]
    points = Fraction(cell_of(rule, entry.sheet, entry.entry).value)
    return points if factor is None else factor * points


def _games(entry: Entry, factor: Fraction | None) -> Iterator[tuple[int, UsedGame]]:
    part, sheet = entry.part, entry.sheet
    first = int(part.first_game[int(part.tournament[entry.entry])])
    opponents = part.player[part.opponent_entry]
    counts = np.broadcast_to(sheet["counts"], part.entry.shape)
    for side in np.flatnonzero(part.entry == entry.entry).tolist():
        own, other = int(sheet["own_rating"][side]), int(sheet["opponent_rating"][side])
        counted = bool(counts[side])
        difference = _hundredths(sheet["game_difference_hundredths"][side])
        yield (
            side % part.games - first,
            UsedGame(
                int(opponents[side]),
                side < part.games,
                counted,
                None if counted else sheet.why("counts", side).sentence,
                own,
                other,
                _hundredths(sheet["score_hundredths"][side]),
                _hundredths(sheet["expected_score_hundredths"][side]) if own and other else None,
                None if factor is None else factor * difference,
            ),
        )


def _hundredths(value: int) -> Fraction:
    return Fraction(int(value), _HUNDREDTHS)
