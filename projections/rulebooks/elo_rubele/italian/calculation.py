"""Elo-Rubele, change of a capital by an event: VI.10, the rounding (VI.6), the bonus (VI.11)."""

from typing import Final

import numpy as np

from projections.rulebooks.elo_rubele.italian.deciding import BOOKED_NOTHING
from projections.rulebooks.elo_rubele.italian.walking import Bands, walk_denominator, walked
from projections.rulebooks.engine import game
from projections.rulebooks.engine.admission import AS_ONE, FINE, TO_DECIDE, WARNING, law
from projections.rulebooks.engine.columns import Choice, Values, choose, column, total
from projections.rulebooks.engine.inheritance import as_in
from projections.rulebooks.engine.rounding import half_up
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS

# VI.10 The capitals that met, and what was expected of them


@column(article="VI.10, table 17", level="entry", unit="points", does="choose")
def capital_before(
    rating_at_start: Values,
    listed_rating: Values,
    entry_capital: Values,
    capital_ceased: Values,
    unit: Values,
    minimum_capital: int,
) -> Choice:
    """VI.10, table 17. CI: the player's capital just before the event, in the order of events.

    Reading: for an event booked late that is the present capital less what later events moved it
    by, and never below the minimum (VI.6) for that; where it ceased since, the one that ceased
    (`ceased_later`). The present one counts as it is, also below a minimum that was raised
    (`minimum_set`).
    """
    present = listed_rating.take(unit)
    earlier = np.maximum(rating_at_start, minimum_capital)
    at_its_place = np.where(rating_at_start == present, present, earlier)
    return choose(
        (capital_ceased, earlier, BOOKED_NOTHING),
        (present > 0, at_its_place, "VI.5: the capital after the previous event"),
        otherwise=(entry_capital, "VI.9, table 12: the player enters the system with this event"),
    )


_CAPITALS: Final = {"rating_used": "capital_before"}
"""Both sides play with the capital before the event."""


own_rating = as_in(
    game.own_rating, "VI.10, table 17. CI of the player in the game.", reads=_CAPITALS
)
opponent_rating = as_in(
    game.opponent_rating, "VI.10, table 17. CI(n) of the opponent.", reads=_CAPITALS
)
difference = as_in(game.difference, "VI.10, table 19. Own capital less the opponent's.")
expected_score_hundredths = as_in(
    game.expected_score_hundredths,
    "VI.10, table 19. PA(n): the expected score, out of two points; the difference has no limit.",
    reads={"counted_difference": "difference"},
)
score_hundredths = as_in(
    game.score_hundredths, "VI.10, table 17. The score: two points, one or none."
)
game_difference_hundredths = as_in(
    game.game_difference_hundredths,
    "VI.10, table 17. Score less expected score; nothing where the game does not count.",
)
counted_games = as_in(
    game.counted_games, "VI.10, table 17. Counted games of the player in the event."
)
entry_difference_hundredths = as_in(
    game.entry_difference_hundredths,
    "VI.10, table 17. D = PO - PA: the sum of the differences, two decimals, not rounded.",
)


@column(article="VI.10, table 17", level="unit", unit="games", does="total")
def period_games(counted_games: Values, nothing_booked: Values, unit: Values, units: int) -> Values:
    """VI.10, table 17. Counted games of the player in this step of the calculation.

    None where nothing is booked for him.
    """
    return total(counted_games, unit, units) * ~nothing_booked


@column(article="VI.10, table 17", level="unit", unit="hundredths of a point", does="total")
def sum_hundredths(
    entry_difference_hundredths: Values, nothing_booked: Values, unit: Values, units: int
) -> Values:
    """VI.10, table 17. D of the player in this step of the calculation.

    None where nothing is booked for him.
    """
    return total(entry_difference_hundredths, unit, units) * ~nothing_booked


@column(article="VI.2", level="unit", unit="halves", does="multiply")
def weight_halves(weight_over: Values, weight_under: Values) -> Values:
    """VI.2. Weight of the event, in halves: 2 for 100 %, 1 for 50 %, 0 where it is not known."""
    return (weight_over == weight_under) * 2 + (2 * weight_over == weight_under)


@column(article="VI.2", level="tournament", unit="true or false", does="compare")
def weight_unknown(announced_weight_over: Values, announced_weight_under: Values) -> Values:
    """VI.2. Whether the event was announced with a weight other than 100 % or 50 %.

    Reading `other_weights`: the text knows no other weights. Such an event waits for a decision:
    until its weight is corrected it counts for nothing, no D, no bonus, no Q. Other value: it is
    valid, with its bonus, and only D waits; what VI.2 says of weights, which was not found, would
    change it.
    """
    whole = announced_weight_over == announced_weight_under
    return ~whole & (2 * announced_weight_over != announced_weight_under)


@column(article="VI.2", level="tournament", unit="kind of finding", does="choose")
def weight(weight_unknown: Values) -> Choice:
    """VI.2. Whether the event counts whole or at 50 %."""
    says = law(
        "VI.2: an event counts whole or at 50 %: until its weight is recorded, none of its games "
        "count",
        "{tell_weight}",
    )
    return choose((weight_unknown, TO_DECIDE, says), otherwise=(FINE, "VI.2: whole, or at 50 %"))


@column(article="VI.5, VI.10, table 17", level="tournament", unit="kind of finding", does="choose")
def rated_as_one(in_parts: Values, refused: Values, cancelled: Values) -> Choice:
    """VI.5, VI.10, table 17. The capital changes once after an event, by all games of the event.

    Reading `parts_as_they_came`: the tables know no report in parts, so none is taken. Where one
    was recorded before that, each part was rated as an event of its own, with its own Q, and lists
    stay as sealed.
    """
    divided = law(
        "VI.5, VI.10, table 17: the report came in parts, each rated by itself; an event must be "
        "rated as a whole",
        AS_ONE,
    )
    return choose(
        (in_parts & ~(refused | cancelled), WARNING, divided),
        otherwise=(FINE, "VI.10, table 17: handed in whole"),
    )


@column(article="VI.2, VI.10", level="unit", unit="half hundredths of a point", does="multiply")
def weighted_half_hundredths(sum_hundredths: Values, weight_halves: Values) -> Values:
    """VI.2, VI.10. D by the weight of the event: in full, or halved in an event at 50 %.

    Reading: the weight is of the deviation, as if every coefficient were halved; what is added
    after the event (VI.11) is not halved.
    """
    return sum_hundredths * weight_halves


@column(article="VI.10, tables 14, 17", level="unit", unit="points, as a fraction", does="walk")
def exact_capital(initial_rating: Values, weighted_half_hundredths: Values, bands: Bands) -> Values:
    """VI.10, tables 14, 17. CI + V; beyond each threshold the S of the new band applies.

    Numerators over `walk_denominator(bands)`. Reading B1: at every crossing, both ways. In closed
    form (`walked`): equal to walking from threshold to threshold, and independent of which band a
    threshold belongs to.
    """
    return walked(initial_rating, weighted_half_hundredths, bands)


@column(article="VI.10, table 17", level="unit", unit="points, as a fraction", does="subtract")
def variation_exact(exact_capital: Values, initial_rating: Values, bands: Bands) -> Values:
    """VI.10, table 17. V: the change before rounding, thresholds included.

    Numerators over `walk_denominator(bands)`.
    """
    return exact_capital - initial_rating.astype(np.int64) * walk_denominator(bands)


@column(article="VI.6", level="unit", unit="points", does="round half up")
def rounded_capital(exact_capital: Values, bands: Bands) -> Values:
    """VI.6. The final capital as a whole number, rounded once.

    Reading B4: of the capital a half goes up. Other value: what lies beyond a threshold is rounded,
    which on the way down gives a point less; an example going down with a half would change it.
    """
    return half_up(exact_capital, walk_denominator(bands))


@column(article="VI.6", level="unit", unit="points, as a fraction", does="subtract")
def rounding_exact(rounded_capital: Values, exact_capital: Values, bands: Bands) -> Values:
    """VI.6. Points added by rounding; negative: subtracted.

    Numerators over `walk_denominator(bands)`.
    """
    return rounded_capital * walk_denominator(bands) - exact_capital


# VI.11 The bonus of the year


@column(article="VI.11, table 18 a", level="unit", unit="years, as a set", does="look up")
def event_year(step_year: Values) -> Values:
    """VI.11, table 18 a. Year in which the event ended, as one bit of a set: bit 0 is 2000."""
    return np.left_shift(np.int64(1), (step_year - FIRST_YEAR_OF_SETS).astype(np.int64))


@column(article="VI.11, table 18 a", level="unit", unit="true or false", does="compare")
def bonus_had(listed_counted_years: Values, event_year: Values) -> Values:
    """VI.11, table 18 a. Whether the player already has the bonus of the year.

    Reading B11: for each discipline by itself; the year is that in which the event ended.
    """
    return listed_counted_years & event_year != 0


@column(article="VI.11, table 18 a", level="unit", unit="points", does="choose")
def bonus(period_games: Values, bonus_had: Values, bonus_points: int) -> Choice:
    """VI.11, table 18 a. Bonus for the first valid event of the year, added after the thresholds.

    Reading: an event is valid for a player from one counted game on; among events booked late the
    first that is booked has it.
    """
    return choose(
        (period_games == 0, 0, "VI.11: no counted game, so not a valid event for the player"),
        (bonus_had, 0, "VI.11: already given this year"),
        otherwise=(bonus_points, "VI.11, table 18 a: first valid event of the year"),
    )


@column(article="VI.11", level="unit", unit="years, as a set", does="multiply")
def years_more(period_games: Values, event_year: Values) -> Values:
    """VI.11. Year of the event, if the event is valid for the player; otherwise none."""
    return event_year * (period_games > 0)


@column(article="VI.11", level="unit", unit="years, as a set", does="add")
def counted_years(listed_counted_years: Values, years_more: Values) -> Values:
    """VI.11. Years in which the player had a valid event, this event included."""
    return listed_counted_years | years_more
