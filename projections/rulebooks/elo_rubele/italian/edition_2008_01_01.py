"""Elo-Rubele, Italian draughts: chapter VI of the FID technical rules, edition of January 2008.

Formulas in the order of the articles, which survive through the tables that cite them (11 to 22).
The capital is recomputed after every valid event (VI.5): a step holds at most one tournament for
each player, so a unit is a player in a competition.
"""

from typing import Any

import numpy as np

from projections.rulebooks.elo_rubele.italian import (
    calculation,
    corrections,
    deciding,
    entering,
    year_end,
)
from projections.rulebooks.engine import game
from projections.rulebooks.engine.admission import of_side
from projections.rulebooks.engine.categories import reached
from projections.rulebooks.engine.columns import Choice, Values, choose, column, unless, unplayed

PARTS = (entering, calculation, deciding, year_end, corrections)
"""VI.2, VI.9, VI.13 initial capitals; VI.10 the change, with the bonus of the year (VI.11); VI.2,
VI.5 decisions and capitals that ceased; VI.11, table 22 the year end; corrections."""

# VI.6 and VI.7 What counts


@column(article="VI.2, VI.7", level="game", unit="games", does="choose")
def counts(
    result: Values,
    opponent_result: Values,
    void: Values,
    weight_unknown: Values,
    game_excluded: Values,
    tournament: Values,
    entry: Values,
) -> Choice:
    """VI.2, VI.7. Forfeits, byes, points from a withdrawal and invalid events do not count.

    Which events are valid, the commission decides: one refused or cancelled is none for anybody,
    and one of which nobody knows how much it counts is none yet.
    """
    return unless(
        unplayed(~game.played(result, opponent_result), "VI.7: not played, so not counted"),
        (void, "VI.2: the event was refused or cancelled"),
        (of_side(weight_unknown, tournament, entry), "VI.2: the event's weight is not known"),
        (game_excluded, "VI.2: the game was excluded by decision"),
        otherwise="VI.7: played",
    )


# VI.9 Where a player starts


@column(article="VI.9, table 12", level="unit", unit="points", does="choose")
def initial_rating(
    listed_rating: Values, entering_capital: Values, nothing_booked: Values
) -> Choice:
    """VI.9, table 12. The capital before the event: the present one, or the initial one."""
    return choose(
        (listed_rating > 0, listed_rating, "VI.5: the capital after the previous event"),
        (nothing_booked, 0, deciding.BOOKED_NOTHING),
        otherwise=(
            entering_capital,
            "VI.9, table 12: the player enters the system with this event",
        ),
    )


# VI.9 The category reached by a capital, tables 11 and 12


@column(article="VI.9, table 12", level="unit", unit="category", does="max")
def category(
    listed_category: Values,
    entered_capital: Values,
    rating: Values,
    period_games: Values,
    adjustment_applies: Values,
    categories: Any,
) -> Values:
    """VI.9, table 12. The category: the highest reached by a final capital.

    Its place among the `categories`, 0 the lowest; several thresholds at once are one promotion.
    Reading: kept for good (B8); where the body sets how long one is kept (`permanence`), who holds
    which goes by that, and this is the highest that he came to. Who enters has that of the capital
    he enters with, too, as tables 20 and 21 print it; the final capital of an event he played
    decides, bonus included (B7): what points given back bring it to promotes with the next such
    event. Reading `converted_foreigner`: a foreigner whose rating converts (table 22) likewise has
    the category of that capital at once. Other value: Provinciale, as whoever begins (table 11),
    until an event brings him to a threshold; article 3, which was not found, would change it.
    Reading `corrected_capital`: a correction of the commission says what the final capital
    should have been, so it promotes by itself, on the list that takes it.
    """
    final = (period_games > 0) | adjustment_applies
    highest = np.maximum(rating, entered_capital) * final
    return np.maximum(listed_category, reached(highest, categories))


@column(article="VI.9, table 12", level="carried", unit="category", does="table")
def category_carried(carried_peak: Values, categories: Any) -> Values:
    """VI.9, table 12. The category of a capital carried over.

    Reading: that of the highest capital so far, kept for good (B8); where no other is told, that
    is the capital itself.
    """
    return reached(carried_peak, categories)


# VI.6 and VI.10 The final capital


@column(article="VI.6, table 12", level="unit", unit="points", does="max")
def floor_points(
    rounded_capital: Values,
    bonus: Values,
    period_games: Values,
    nothing_booked: Values,
    minimum_capital: int,
) -> Values:
    """VI.6, table 12. Points to the minimum capital. Reading B6: the bonus is added first.

    Reading `minimum_set`: the commission sets the minimum, from a day on (`parameter-set`). An
    event goes by that of its first day; who stands below a minimum that was raised is put back to
    it by his next valid event, and by nothing else.
    """
    lacking = np.maximum(minimum_capital - rounded_capital - bonus, 0)
    return lacking * ((period_games > 0) & ~nothing_booked)


@column(article="VI.10, VI.11", level="unit", unit="points", does="choose")
def rating(
    rounded_capital: Values,
    floor_points: Values,
    bonus: Values,
    adjustment: Values,
    decided_bonus: Values,
    annulled_by_decision: Values,
    period_games: Values,
    listed_rating: Values,
) -> Choice:
    """VI.10, VI.11. CF: the final capital; unchanged without counted games."""
    decided = adjustment + decided_bonus
    final = rounded_capital + floor_points + bonus + decided
    return choose(
        (period_games > 0, final, "VI.10: after a valid event"),
        (annulled_by_decision, 0, "VI.2: annulled by decision"),
        (decided != 0, listed_rating + decided, "VI.2: adjusted by decision"),
        (listed_rating > 0, listed_rating, "VI.5: no valid event: unchanged"),
        otherwise=(
            listed_rating,
            "VI.9: the player enters the system with the first valid event",
        ),  # of nobody yet
    )


# VI.5 What goes on to the next event


@column(article="VI.5", level="unit", unit="points", does="subtract")
def moved(
    rating: Values, initial_rating: Values, period_games: Values, listed_rating: Values
) -> Values:
    """VI.5. Change of the capital by the event; subtracted for an earlier event booked late."""
    return np.where((period_games > 0) | (listed_rating > 0), rating - initial_rating, 0)


@column(article="VI.5", level="unit", unit="games", does="add")
def games(listed_games: Values, period_games: Values) -> Values:
    """VI.5. Counted games so far."""
    return listed_games + period_games
