"""FIDE Rating Regulations B.02, standard chess, up to 2021: newcomers in round robins.

8.2 says what the event is worth to a newcomer, 8.52 that his opponents' games count with it. The
newcomers of one event are solved together: the formula rests on the ratings and results of the
rated players alone, so that no newcomer's figure rests on another's, and nothing is repeated until
it settles (8.58, whose steps were not available). All fractions are exact.
"""

import numpy as np

from projections.rulebooks.engine.columns import Choice, Values, choose, column, total
from projections.rulebooks.engine.numbers import Table
from projections.rulebooks.engine.rounding import half_up
from projections.rulebooks.fide.standard.first_rating import fraction_hundredths

# 8.2 What the event is worth to a newcomer


@column(article="8.21", level="entry", unit="true or false", does="compare")
def without_a_point(
    score_hundredths: Values,
    played: Values,
    in_round_robin: Values,
    rating_at_start: Values,
    entry: Values,
    entries: int,
) -> Values:
    """8.21. Newcomers of a round robin without a point.

    Reading `round_robin_zero`: the games of such a newcomer are disregarded for all whom he met,
    also where it is not his first event; whether they count for himself is the rule for a first
    event (`accepted`). Other value: in a first event only; the words of 8.21 would change it.
    """
    newcomers = in_round_robin & (rating_at_start == 0)
    if not newcomers.any():  # mostly: then no game is looked at
        return np.zeros(entries, dtype=bool)
    return newcomers & (total(score_hundredths * played, entry, entries) == 0)


@column(article="8.2", level="game", unit="games", does="compare")
def met(
    played: Values,
    admitted: Values,
    in_round_robin: Values,
    without_a_point: Values,
    entry: Values,
    opponent_entry: Values,
) -> Values:
    """8.2. Games of a round robin in the figures, against rated and unrated players."""
    if not in_round_robin.any():
        return np.zeros(len(entry), dtype=bool)
    inside = in_round_robin.take(entry) & played & (admitted > 0)
    return inside & ~without_a_point.take(opponent_entry)


@column(article="8.2", level="entry", unit="games", does="total")
def all_games(met: Values, entry: Values, entries: int) -> Values:
    """8.2. A player's games among these."""
    return _total(met, entry, entries)


@column(article="8.2", level="entry", unit="half points", does="total")
def all_half_points(
    score_hundredths: Values, met: Values, entry: Values, entries: int, draw_hundredths: int
) -> Values:
    """8.2. Score in these games, in half points."""
    return _total(score_hundredths * met // draw_hundredths, entry, entries)


@column(article="8.2", level="entry", unit="opponents", does="divide")
def all_opponents(all_games: Values, meetings: Values, tournament: Values) -> Values:
    """8.2. n: opponents in these games; in a double round robin half the games."""
    return all_games // np.maximum(meetings, 1).take(tournament)


@column(article="8.1a, 8.2", level="entry", unit="points", does="table")
def all_score_difference(
    all_games: Values, all_half_points: Values, rating_differences: Table
) -> Values:
    """8.1a, 8.2. dp of the score over these games; 0 without games.

    Reading `tie_p`: to the nearest hundredth, a half goes up.
    """
    fraction = fraction_hundredths(all_half_points, np.maximum(all_games, 1))
    found = rating_differences.look_up(fraction, "difference").astype(np.int32)
    return np.where(all_games > 0, found, 0)


@column(
    article="8.2", level="entry", unit="rated players times (opponents plus one)", does="multiply"
)
def average_denominator(
    in_round_robin: Values,
    rating_at_start: Values,
    all_opponents: Values,
    tournament: Values,
    tournaments: int,
) -> Values:
    """8.2. Divisor of the numerator of Rc; 0: not a round robin for the player.

    Of a newcomer only: the number of rated players, times n + 1.
    """
    rated = total(rating_at_start > 0, tournament, tournaments).take(tournament)
    newcomer = in_round_robin & (rating_at_start == 0) & (all_opponents > 0)
    return np.where(newcomer, rated * (all_opponents + 1), 0)


@column(article="8.2", level="entry", unit="points times the denominator", does="subtract")
def average_numerator(
    average_denominator: Values,
    rating_at_start: Values,
    all_opponents: Values,
    all_score_difference: Values,
    tournament: Values,
    tournaments: int,
) -> Values:
    """8.2. Rc, the average of a round robin for a newcomer, as an exact fraction.

    The mean rating of the rated players less the mean of their dp times n/(n+1).
    """
    rated = rating_at_start > 0
    ratings, worth = (
        total(column, tournament, tournaments).take(tournament)
        for column in (rating_at_start * rated, all_score_difference * rated)
    )
    found = ratings * (all_opponents + 1) - worth * all_opponents
    return np.where(average_denominator > 0, found, 0)


@column(article="8.2, 8.52", level="entry", unit="points", does="round half up")
def round_robin_rating(
    average_numerator: Values,
    average_denominator: Values,
    without_a_point: Values,
    all_games: Values,
    all_half_points: Values,
    all_opponents: Values,
    all_score_difference: Values,
    points_each_half_point: int,
) -> Values:
    """8.2, 8.52. Rating of a newcomer for the opponents in this round robin; 0: none.

    Rc; above one half with so many points for each half point, below it with dp times n/(n+1).
    Reading `round_robin_opponent`: rounded like a first rating, whatever its size; what he has
    waiting from other events is left aside (8.53). Other value: the exact fraction, or the rating
    of all his events; the steps of 8.58 would change it.
    """
    above = all_half_points - all_games
    share = average_denominator // (all_opponents + 1) * all_opponents
    worth = np.where(
        above >= 0,
        points_each_half_point * above * average_denominator,
        all_score_difference * share,
    )
    found = half_up(average_numerator + worth, np.maximum(average_denominator, 1))
    known = (average_denominator > 0) & ~without_a_point
    return np.where(known, np.maximum(found, 1), 0)


# 8.52 The games against newcomers


@column(article="8.5, 8.52", level="game", unit="points", does="choose")
def opponent_rating(
    rating_at_start: Values, round_robin_rating: Values, opponent_entry: Values
) -> Choice:
    """8.5, 8.52. The opponent's rating when the tournament began, or as found in a round robin."""
    own = rating_at_start.take(opponent_entry)
    found = np.zeros((), dtype=np.int64)
    if round_robin_rating.any():
        found = round_robin_rating.take(opponent_entry)
    return choose(
        (own > 0, own, "8.5: the rating on the list in force when the tournament began"),
        (found > 0, found, "8.52: unrated: the rating computed for the player in the round robin"),
        otherwise=(0, "8.5: unrated"),
    )


@column(article="8.52", level="entry", unit="games", does="total")
def unrated_games(
    counts: Values, rating_at_start: Values, opponent_entry: Values, entry: Values, entries: int
) -> Values:
    """8.52. Counted games against opponents without a rating when the tournament began."""
    return _total(counts * (rating_at_start.take(opponent_entry) == 0), entry, entries)


@column(article="8.52", level="entry", unit="half points", does="total")
def unrated_half_points(
    score_hundredths: Values,
    counts: Values,
    rating_at_start: Values,
    opponent_entry: Values,
    entry: Values,
    entries: int,
    draw_hundredths: int,
) -> Values:
    """8.52. Score in these games, in half points."""
    scores = score_hundredths * counts * (rating_at_start.take(opponent_entry) == 0)
    return _total(scores // draw_hundredths, entry, entries)


def _total(values: Values, group: Values, rows: int) -> Values:
    """Return sums by group; without a pass over the rows if all are 0."""
    return total(values, group, rows) if values.any() else np.zeros(rows, dtype=np.int32)


# 7.1 What waits for a first rating


@column(article="7.1", level="entry", unit="points", does="total")
def opponent_rating_sum(
    rating_at_start: Values,
    opponent_entry: Values,
    counts: Values,
    newcomers_sides: Values,
    entry: Values,
    entries: int,
) -> Values:
    """7.1. Sum of the ratings of a newcomer's rated opponents in the tournament."""
    rated = rating_at_start.take(opponent_entry.take(newcomers_sides)).astype(np.int32)
    return total(rated * counts.take(newcomers_sides), entry.take(newcomers_sides), entries)


@column(article="6, 7.1, 8.2", level="entry", unit="true or false", does="choose")
def waits(
    counted_games: Values,
    unit: Values,
    listed_rating: Values,
    guest: Values,
    undecided_round_robin: Values,
) -> Choice:
    """6, 7.1, 8.2. Results of a player absent from the last list wait for a first rating."""
    return choose(
        (listed_rating.take(unit) > 0, False, "7.1: on the last list"),
        (guest, False, "7.1: a guest, rated by another body"),
        (counted_games == 0, False, "7.1: no game that counts"),
        (
            undecided_round_robin,
            False,
            "6: too few players are rated: the games do not count until a body decides",
        ),
        otherwise=(True, "7.1: the games wait for a first rating"),
    )
