"""Elo UISP, the calculation: its chapter II."""

from fractions import Fraction
from typing import Final

import numpy as np

from projections.rulebooks.engine import game
from projections.rulebooks.engine.admission import AS_ONE, FINE, NOT_RATED, WARNING, law
from projections.rulebooks.engine.columns import Choice, Values, choose, column, total
from projections.rulebooks.engine.inheritance import as_in
from projections.rulebooks.engine.rounding import half_down, half_up
from projections.rulebooks.fide.time_controls import MINUTE, of_texts

NO_CLASS, BLITZ, RAPID, STANDARD = range(4)
"""Classes of time control."""

TENTHS: Final = 10
"""Of a point, in a point; and hundredths of a point in a tenth."""


# II.1 Expected points, score, variation

difference = as_in(game.difference, "II.1. Own rating less the opponent's.")
counted_difference = as_in(
    game.counted_difference, "II.1. A difference beyond the cap counts as the cap, in every game."
)
expected_score_hundredths = as_in(
    game.expected_score_hundredths, "II.1, II.4. The percentage in the table for the difference."
)
score_hundredths = as_in(game.score_hundredths, "II.1. The score: one point, a half or none.")
game_difference_hundredths = as_in(
    game.game_difference_hundredths,
    "II.1. Score less percentage, for display: the sum of percentages is rounded.",
)
entry_difference_hundredths = as_in(
    game.entry_difference_hundredths, "II.1. P less the percentages before rounding, for display."
)


@column(article="II.1", level="entry", unit="hundredths of a point", does="total")
def points_hundredths(
    score_hundredths: Values, counts: Values, entry: Values, entries: int
) -> Values:
    """II.1. P: the points really made in counted games."""
    return total(score_hundredths * counts, entry, entries)


@column(article="II.1", level="entry", unit="hundredths of a point", does="total")
def expected_points_hundredths(
    expected_score_hundredths: Values, counts: Values, entry: Values, entries: int
) -> Values:
    """II.1. Sum of the percentages of the tournament, before rounding."""
    return total(expected_score_hundredths * counts, entry, entries)


@column(article="II.1", level="entry", unit="tenths of a point", does="round half down")
def expected_points_rounded_tenths(expected_points_hundredths: Values) -> Values:
    """II.1. PA: the sum to one decimal, once for each tournament; five hundredths go down.

    Reading: the text rounds "the second decimal" to zero or one, which can only mean this.
    """
    return half_down(expected_points_hundredths, TENTHS)


@column(article="II.1", level="entry", unit="tenths of a point", does="subtract")
def difference_tenths(points_hundredths: Values, expected_points_rounded_tenths: Values) -> Values:
    """II.1. P less PA; scores are whole and half points, so P has no hundredths."""
    return points_hundredths // TENTHS - expected_points_rounded_tenths


@column(article="II.1", level="entry", unit="tenths of a point", does="multiply")
def entry_variation_tenths(difference_tenths: Values, k: Values) -> Values:
    """II.1. V = K (P - PA), for each tournament."""
    return difference_tenths * k


@column(article="I.2, II.1", level="tournament", unit="kind of finding", does="choose")
def rated_as_one(in_parts: Values, not_received: Values) -> Choice:
    """I.2, II.1. A tournament is received whole: percentages are summed and rounded once.

    Reading `parts_as_they_came`: the text knows no report in parts, so none is taken. Where one was
    recorded before that, each part was rated as a tournament of its own, and lists stay as sealed.
    """
    came = law(
        "I.2, II.1: the report came in parts, and each part was rated by itself; a tournament "
        "must be rated as a whole",
        AS_ONE,
    )
    divided = in_parts & ~not_received
    return choose((divided, WARNING, came), otherwise=(FINE, "I.2, II.1: handed in whole"))


# II.2 The coefficient


@column(article="II.2", level="tournament", unit="seconds", does="read")
def thinking_seconds(time_control_text: Values) -> Values:
    """II.2. Time for 60 moves, of the side with less; 0: unknown or unreadable."""
    return of_texts(time_control_text, lambda read: read.seconds_on_60)


@column(article="II.2", level="tournament", unit="seconds", does="read")
def game_seconds(time_control_text: Values) -> Values:
    """II.2. The time of both sides for 60 moves."""
    return of_texts(time_control_text, lambda read: read.game_seconds)


@column(article="II.2", level="tournament", unit="seconds", does="read")
def base_seconds(time_control_text: Values) -> Values:
    """II.2. Time for the first 60 moves without increments, of the side with less."""
    return of_texts(time_control_text, lambda read: read.base_seconds)


@column(article="II.2", level="tournament", unit="seconds", does="read")
def increment_seconds(time_control_text: Values) -> Values:
    """II.2. Seconds added for each move: the least increment of any period."""
    return of_texts(time_control_text, lambda read: read.increment_seconds)


@column(article="II.2", level="tournament", unit="class of time control", does="choose")
def time_class(
    thinking_seconds: Values,
    game_seconds: Values,
    blitz_above_minutes: int,
    rapid_above_minutes: int,
    standard_from_minutes: int,
) -> Choice:
    """II.2. FIDE class of the time control: time on 60 moves, with increments.

    Reading `A2`: less time than FIDE asks of its strong players is standard all the same: K is the
    tournament's. Reading `A3`: what is too fast for FIDE, or gives the sides different times below
    standard, has no class.
    """
    unequal = game_seconds != 2 * thinking_seconds
    return choose(
        (thinking_seconds == 0, NO_CLASS, "II.2: no time control reported, or not readable"),
        (thinking_seconds >= standard_from_minutes * MINUTE, STANDARD, "II.2: FIDE's standard"),
        (unequal, NO_CLASS, "II.2: different times for the two sides"),
        (thinking_seconds > rapid_above_minutes * MINUTE, RAPID, "II.2: FIDE's rapid"),
        (thinking_seconds > blitz_above_minutes * MINUTE, BLITZ, "II.2: FIDE's blitz"),
        otherwise=(NO_CLASS, "II.2: faster than FIDE's blitz"),
    )


@column(article="II.2", level="tournament", unit="kind of finding", does="choose")
def time_control(time_class: Values, thinking_seconds: Values) -> Choice:
    """II.2. A class of time control, on which K rests: none is guessed."""
    return choose(
        (
            thinking_seconds == 0,
            NOT_RATED,
            law("II.2: no time control is reported, or it cannot be read: no K", "{tell_time}"),
        ),
        (
            time_class == NO_CLASS,
            NOT_RATED,
            law(
                "II.2: FIDE has no class for this time control: no K",
                "if it was reported wrongly: {tell_time}",
            ),
        ),
        otherwise=(FINE, "II.2: of a class"),
    )


@column(article="II.2", level="tournament", unit="true or false", does="compare")
def clause_holds(
    base_seconds: Values,
    increment_seconds: Values,
    clause_base_minutes: int,
    clause_increment_seconds: int,
) -> Values:
    """II.2. The clause on base time and increment, both at least as said."""
    long = base_seconds >= clause_base_minutes * MINUTE
    return long & (increment_seconds >= clause_increment_seconds)


@column(article="II.2", level="entry", unit="points a game point", does="choose")
def k_over_the_board(
    time_class: Values,
    clause_holds: Values,
    tournament: Values,
    k_blitz: int,
    k_rapid: int,
    k_standard: int,
) -> Choice:
    """II.2. K by the class of the time control.

    Reading `A1`: what is rapid and fits the clause too has the K of the clause, which is the more
    specific; with less increment, or none, the class decides. Other value: the class always decides
    (20 for 30 minutes and 10 seconds); a list of the body with such a tournament would change it.
    """
    of_class, clause = time_class.take(tournament), clause_holds.take(tournament)
    return choose(
        (of_class == STANDARD, k_standard, "II.2: FIDE's standard times"),
        ((of_class == RAPID) & clause, k_standard, "II.2: at least 30 minutes and 10 seconds"),
        (of_class == RAPID, k_rapid, "II.2: FIDE's rapid times"),
        (of_class == BLITZ, k_blitz, "II.2: FIDE's blitz times"),
        otherwise=(0, "II.2: no class of time control, so not rated"),
    )


@column(article="II.2", level="entry", unit="points a game point", does="choose")
def k(
    k_over_the_board: Values, online: Values, tournament: Values, online_share: Fraction
) -> Choice:
    """II.2. K; online half of the value.

    Reading `hybrid`: play in hybrid conditions is not online play. Reading `over_the_board`: an
    event of which it is not told whether it was online was not, for nearly all are not and no
    report tells it; where its name speaks of online play, a finding warns.
    """
    share = k_over_the_board * online_share.numerator // online_share.denominator
    return choose(
        (online.take(tournament), share, "II.2: played online: a half"),
        otherwise=(k_over_the_board, "II.2: not reported as played online: the whole coefficient"),
    )


# II.3 The rating published


@column(article="II.3", level="unit", unit="tenths of a point", does="add")
def index_tenths(
    base_tenths: Values,
    variation_tenths: Values,
    adjustment: Values,
    decided_bonus: Values,
    correction_tenths: Values,
    merge_tenths: Values,
) -> Values:
    """II.3. I: the index before rounding, with corrections and decisions."""
    decided_tenths = (adjustment + decided_bonus) * TENTHS
    return base_tenths + variation_tenths + decided_tenths + correction_tenths + merge_tenths


@column(article="II.3", level="unit", unit="points", does="round half up")
def published_rating(index_tenths: Values) -> Values:
    """II.3. The index to the nearest whole; five tenths go up.

    Reading: what is rounded is the index, not the variation, once for each list; upwards also for
    who has lost. Reading `A10`: there is no least rating.
    """
    return half_up(index_tenths, TENTHS)


@column(article="II.3", level="unit", unit="points", does="choose")
def rating(leaves: Values, base_rating: Values, published_rating: Values) -> Choice:
    """II.3. The rating on this list; 0: not listed. A rated player stays listed."""
    return choose(
        (leaves, 0, "I.3: unlisted by decision"),
        (base_rating == 0, 0, "I.1, I.5: not rated yet: no counted game"),
        otherwise=(published_rating, "II.3: rated"),
    )


@column(article="II.3", level="unit", unit="tenths of a point", does="subtract")
def rounding_tenths(rating: Values, index_tenths: Values, base_rating: Values) -> Values:
    """II.3. Points added by the rounding of this list: the rating less this is the index."""
    return np.where((rating > 0) & (base_rating > 0), rating * TENTHS - index_tenths, 0)


@column(article="II.3", level="unit", unit="tenths of a point", does="subtract")
def rounding_line_tenths(
    rounding_tenths: Values, base_rating: Values, base_tenths: Values
) -> Values:
    """II.3. Rounding in the change: of this list, less the rounding of the list before."""
    return rounding_tenths - (base_rating * TENTHS - base_tenths)
