"""Single games excluded from FIDE ratings: by decision, or in a match.

The columns are shared: the texts that have the article name them in their `counting_…` files.
"""

from __future__ import annotations

import numpy as np

from projections.rulebooks.engine.admission import of_side
from projections.rulebooks.engine.columns import Values, column


@column(article="6.1", level="game", unit="true or false", does="compare")
def match_unrated(
    match_games: Values,
    rating_at_start: Values,
    tournament: Values,
    entry: Values,
    opponent_entry: Values,
) -> Values:
    """6.1. A game of a match with an unrated player, for both sides.

    Reading `what_a_match_is`: a tournament announced with a fixed number of games.
    """
    unrated = (match_games > 0).take(tournament) & (rating_at_start == 0)
    if not unrated.any():
        return np.asarray(False)
    return unrated.take(entry) | unrated.take(opponent_entry)


@column(article="6.2", level="game", unit="true or false", does="compare")
def after_the_match(
    match_games: Values,
    exempt_6_2: Values,
    tournament: Values,
    entry: Values,
    opponent_entry: Values,
    result: Values,
    opponent_result: Values,
) -> Values:
    """6.2. A game after a side had more than half the points of a match of fixed length.

    Forfeits score; games stand in the order of the rounds; each pair of players is a match.
    """
    lengths = match_games * ~exempt_6_2
    in_match = of_side(lengths > 0, tournament, entry)
    if not in_match.any():
        return in_match
    games = len(entry) // 2
    rows = np.flatnonzero(in_match[:games])
    white, black = entry[rows].astype(np.int64), opponent_entry[rows].astype(np.int64)
    first = np.minimum(white, black)
    match = first * len(tournament) + np.maximum(white, black)
    half_points = [_half_points(side[rows]) for side in (result, opponent_result)]
    of_first = np.where(white == first, *half_points)
    won = np.maximum(
        _before(of_first, match), _before(half_points[0] + half_points[1] - of_first, match)
    )
    decided = won > lengths.take(tournament.take(entry[rows]))
    found = np.zeros(len(entry), dtype=bool)
    found[rows[decided]] = found[rows[decided] + games] = True
    return found


def _half_points(result: Values) -> Values:
    won = np.isin(result, [ord(code) for code in "1+W"])
    return 2 * won + np.isin(result, [ord(code) for code in "=D"])


def _before(points: Values, group: Values) -> Values:
    """Return the points of earlier rows of the same group."""
    order = np.argsort(group, kind="stable")
    before = np.cumsum(points[order]) - points[order]
    opens = np.searchsorted(group[order], group[order], side="left")
    found = np.empty_like(before)
    found[order] = before - before[opens]
    return found
