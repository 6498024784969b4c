"""Elo-Rubele, a competition corrected after a closed list counted the games.

Columns of level RECOUNT: one row for each player whose part in it comes out otherwise; what is
`booked` is so far, what is `corrected` rests on the facts as they stand and on the capitals just
before the competition, as it was booked. The text says nothing of corrections: VI.2 leaves them to
the commission, and each column tells how it is read (decision 0023).
"""

from typing import Any

import numpy as np

from projections.rulebooks.elo_rubele.italian.deciding import BOOKED_NOTHING
from projections.rulebooks.elo_rubele.italian.walking import Bands, walk_denominator, walked
from projections.rulebooks.engine.categories import reached
from projections.rulebooks.engine.columns import Choice, Values, choose, column
from projections.rulebooks.engine.rounding import half_up

NO_VALID_EVENT = "VI.11: the event is not valid for the player"


@column(article="VI.5", level="recount", unit="points", does="choose")
def recounted_from(listed_rating: Values, entering_rating: Values, ceased_later: Values) -> Choice:
    """VI.5. The capital from which a correction is computed: the one held when it is booked.

    Reading: who has had none yet enters with the event, as corrected; who entered with an event
    that does not count any more keeps what he entered with. Whose capital ceased since does not
    enter by it.
    """
    return choose(
        (ceased_later, listed_rating, BOOKED_NOTHING),
        (listed_rating > 0, listed_rating, "VI.5: the present capital"),
        otherwise=(entering_rating, "VI.9: the player enters the system with the corrected event"),
    )


@column(article="VI.7", level="recount", unit="games", does="subtract")
def recounted_games(corrected_period_games: Values, booked_period_games: Values) -> Values:
    """VI.7. Counted games less the games booked so far."""
    return corrected_period_games - booked_period_games


@column(article="VI.10", level="recount", unit="half hundredths of a point", does="subtract")
def recounted_difference_half_hundredths(
    corrected_weighted_half_hundredths: Values, booked_weighted_half_hundredths: Values
) -> Values:
    """VI.10. Corrected D less the D booked so far, by the weight of the event."""
    return corrected_weighted_half_hundredths - booked_weighted_half_hundredths


@column(article="VI.10, tables 14, 17", level="recount", unit="points, as a fraction", does="walk")
def recounted_exact(
    recounted_from: Values, recounted_difference_half_hundredths: Values, bands: Bands
) -> Values:
    """VI.10, tables 14, 17. The present capital, changed by the difference of D.

    Numerators over `walk_denominator(bands)`.
    """
    return walked(recounted_from, recounted_difference_half_hundredths, bands)


@column(article="VI.10", level="recount", unit="points", does="look up")
def play_booked(booked_play: Values) -> Values:
    """VI.10. Points for games booked on closed lists so far, without bonus, Q and minimum."""
    return booked_play


@column(article="VI.6, VI.10", level="recount", unit="points", does="choose")
def recounted_play(
    recounted_from: Values,
    recounted_exact: Values,
    came_back: Values,
    then_play: Values,
    play_booked: Values,
    corrected_period_games: Values,
    ceased_later: Values,
    bands: Bands,
) -> Choice:
    """VI.6, VI.10. Points for the difference of D, rounded once.

    Reading: it is walked from the capital held now; where D is again what it was after an earlier
    list, or before any, play comes to what it came to then: undoing books the opposite points, and
    an event that does not count any more has moved nothing.
    """
    rounded = half_up(recounted_exact, walk_denominator(bands)) - recounted_from
    return choose(
        (ceased_later, 0, BOOKED_NOTHING),
        (
            came_back & (corrected_period_games == 0),
            then_play - play_booked,
            "VI.7: no game counts any more: the points booked for games are taken back",
        ),
        (
            came_back,
            then_play - play_booked,
            "VI.10: D is the same as at the booking, so the points are the same",
        ),
        otherwise=(
            rounded,
            "VI.10: the points for the difference of D, computed from the present capital",
        ),
    )


@column(article="VI.11, table 18 a", level="recount", unit="points", does="choose")
def recounted_bonus(
    corrected_bonus: Values,
    booked_bonus: Values,
    ceased_later: Values,
    corrected_period_games: Values,
) -> Choice:
    """VI.11, table 18 a. Bonus of the year, added to the event or withdrawn.

    Reading: of the events of a year that count, as corrected, the one booked first has it.
    """
    more = corrected_bonus - booked_bonus
    return choose(
        (ceased_later, 0, BOOKED_NOTHING),
        (more > 0, more, "VI.11: the first event of the year that is booked and counts"),
        ((more < 0) & (corrected_period_games == 0), more, NO_VALID_EVENT),
        otherwise=(more, "VI.11: another event of the year was booked earlier"),
    )


@column(article="VI.10, table 17", level="recount", unit="points", does="choose")
def recounted_q(corrected_q: Values, booked_q: Values, ceased_later: Values) -> Choice:
    """VI.10, table 17. Q (2021), added to the event or withdrawn."""
    more = corrected_q - booked_q
    return choose(
        (ceased_later, 0, BOOKED_NOTHING),
        (more < 0, more, "VI.10: no valid event for the player under an edition with Q"),
        otherwise=(more, "VI.10, table 17: Q, for a valid event"),
    )


@column(article="VI.6, table 12", level="recount", unit="points", does="max")
def recounted_floor(
    recounted_from: Values,
    recounted_play: Values,
    recounted_bonus: Values,
    recounted_q: Values,
    corrected_floor_points: Values,
    then_floor_points: Values,
    booked_floor_points: Values,
    came_back: Values,
    ceased_later: Values,
    minimum_capital: int,
) -> Values:
    """VI.6, table 12. Points to the minimum: corrected less booked, plus those due now.

    Reading: what the minimum had given a player whose event went better is taken back with it. The
    event as corrected goes by the minimum of its day; those due now by that of the list that books
    the correction, which leaves who stood below it, raised since, where he stood (`minimum_set`).
    """
    due = np.where(came_back, then_floor_points, corrected_floor_points)
    more = np.where(ceased_later, 0, due - booked_floor_points)
    capital = recounted_from + recounted_play + recounted_bonus + recounted_q + more
    least = np.minimum(minimum_capital, recounted_from)
    back = np.where(ceased_later, 0, np.maximum(least - capital, 0))
    return more + back


@column(article="VI.5", level="recount", unit="points", does="choose")
def recounted_rating(
    recounted_from: Values,
    recounted_play: Values,
    recounted_floor: Values,
    recounted_bonus: Values,
    recounted_q: Values,
    listed_rating: Values,
    ceased_later: Values,
) -> Choice:
    """VI.5. The capital after the correction; other events are not rated again.

    Reading: to a capital that ceased since it was booked (table 22, or by decision) nothing is, as
    by a late event (`ceased_later`).
    """
    return choose(
        (ceased_later, listed_rating, BOOKED_NOTHING),
        otherwise=(
            recounted_from + recounted_play + recounted_floor + recounted_bonus + recounted_q,
            "VI.5: after the correction",
        ),
    )


@column(article="VI.5", level="recount", unit="games", does="add")
def recounted_games_so_far(listed_games: Values, recounted_games: Values) -> Values:
    """VI.5. Counted games so far, as corrected."""
    return listed_games + recounted_games


@column(article="VI.11", level="recount", unit="years, as a set", does="look up")
def recounted_years(corrected_counted_years: Values) -> Values:
    """VI.11. The years in which the player had a valid event, as corrected."""
    return corrected_counted_years


@column(article="VI.9, table 12", level="recount", unit="category", does="max")
def recounted_category(
    listed_category: Values,
    recounted_rating: Values,
    recounted_difference_half_hundredths: Values,
    recounted_games: Values,
    recounted_bonus: Values,
    recounted_q: Values,
    entering_rating: Values,
    ceased_later: Values,
    categories: Any,
) -> Values:
    """VI.9, table 12. The category: the highest reached by a final capital.

    Reading: what a corrected capital comes to is one, and so is the capital with which somebody
    enters by the correction (tables 20, 21); a category that was reached stays (B8). Where
    only the days of the event were corrected, nothing was played, given or taken: none is reached.
    """
    corrected = np.logical_or.reduce(
        [recounted_difference_half_hundredths, recounted_games, recounted_bonus, recounted_q]
    )
    highest = np.maximum(recounted_rating, np.where(ceased_later, 0, entering_rating))
    found: Values = np.maximum(listed_category, reached(highest, categories))
    return np.where(corrected, found, listed_category)
