"""Elo-Rubele, Italian draughts: chapter VI of the FID technical rules, edition of January 2008.

Formulas in the order of the articles, which survive through the tables that cite them (11 to 22).
The capital is recomputed after every valid event (VI.5): a step holds at most one tournament for
each player, so a unit is a player in a competition.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from projections.rulebooks import game
from projections.rulebooks.categories import reached
from projections.rulebooks.counting import FINE, TO_DECIDE, law
from projections.rulebooks.grammar import (
    CARRIED,
    ENTRY,
    GAME,
    TOURNAMENT,
    UNIT,
    Choice,
    Values,
    choose,
    column,
    somewhere,
    total,
    unless,
    unplayed,
)
from projections.rulebooks.rounding import half_up
from projections.rulebooks.rubele_italiana import ceasing, corrections, entering, year_end
from projections.rulebooks.rubele_italiana.walking import Bands, walk_denominator, walked
from projections.rulebooks.rubele_italiana.year_end import FIRST_YEAR
from projections.rulebooks.taking_over import as_in

# VI.6 and VI.7 What counts


@column(article="VI.2, VI.7", level=GAME, unit="games", does="choose")
def counts(result: Values, opponent_result: Values, void: Values, game_excluded: Values) -> Choice:
    """VI.2, VI.7. Forfeits, byes and points from a withdrawal do not count, nor what is not valid.

    Which events are valid, the commission decides: one refused or cancelled is none for anybody.
    """
    return unless(
        unplayed(~game.played(result, opponent_result), "VI.7: not played, so not counted"),
        (void, "VI.2: the event was refused or cancelled"),
        (game_excluded, "VI.2: the game was excluded by decision"),
        otherwise="VI.7: played",
    )


# VI.9 Where a player starts


@column(article="VI.9, table 12", level=UNIT, unit="points", does="choose")
def initial_rating(
    listed_rating: Values, entering_capital: Values, nothing_booked: Values
) -> Choice:
    """VI.9, table 12. The present capital: the one held, or that with which the player enters."""
    return choose(
        (listed_rating > 0, listed_rating, "VI.5: the capital after the event before"),
        (nothing_booked, 0, f"VI.5: {ceasing.BOOKED_NOTHING}"),
        otherwise=(entering_capital, "VI.9, table 12: enters with this event"),
    )


# VI.2, VI.9 and VI.13, who enters: told in a file of its own

entering_foreign = entering.entering_foreign
converted_title = entering.converted_title
converted_category = entering.converted_category
entry_decided = entering.entry_decided
entry_capital = entering.entry_capital
entering_capital = entering.entering_capital
entered_capital = entering.entered_capital
entry_source = entering.entry_source
entering_source = entering.entering_source
entry_day = entering.entry_day
entering_day = entering.entering_day


# VI.5, a capital that ceased: told in a file of its own

capital_ceased = ceasing.capital_ceased
nothing_booked = ceasing.nothing_booked
malus_taken_held = ceasing.malus_taken_held
malus_years_held = ceasing.malus_years_held


# VI.10 The change of the capital


@column(article="VI.10, table 17", level=ENTRY, unit="points", does="choose")
def capital_before(
    rating_at_start: Values,
    listed_rating: Values,
    entry_capital: Values,
    capital_ceased: Values,
    unit: Values,
    minimum_capital: int,
) -> Choice:
    """VI.10, table 17. CI in the event: the capital just before its place in the order.

    Reading: for an event booked late that is the present capital less what later events moved it
    by, and never below the minimum (VI.6) for that; where it ceased since, the one that ceased
    (`ceased_later`). The present one counts as it is, also below a minimum that was raised
    (`minimum_set`).
    """
    held = listed_rating.take(unit)
    found = np.maximum(rating_at_start, minimum_capital)
    at_its_place = np.where(rating_at_start == held, held, found)
    return choose(
        (capital_ceased, found, f"VI.5: {ceasing.BOOKED_NOTHING}"),
        (held > 0, at_its_place, "VI.5: the capital after the event before"),
        otherwise=(entry_capital, "VI.9, table 12: enters with this event"),
    )


@column(article="VI.10, table 17", level=GAME, unit="points", does="look up")
def own_rating(capital_before: Values, entry: Values) -> Values:
    """VI.10, table 17. CI of the player in the game."""
    return capital_before.take(entry)


@column(article="VI.10, table 17", level=GAME, unit="points", does="look up")
def opponent_rating(capital_before: Values, opponent_entry: Values) -> Values:
    """VI.10, table 17. CI(n) of the opponent."""
    return capital_before.take(opponent_entry)


@as_in(game.difference, article="VI.10, table 19")
def difference() -> None:
    """VI.10, table 19. Own capital less the opponent's."""


@as_in(
    game.expected_score_hundredths,
    article="VI.10, table 19",
    reads={"counted_difference": "difference"},
)
def expected_score_hundredths() -> None:
    """VI.10, table 19. PA(n): what table 19 expects, of two points; no difference is too large."""


@as_in(game.score_hundredths, article="VI.10, table 17")
def score_hundredths() -> None:
    """VI.10, table 17. The score made: two, one or nothing."""


@as_in(game.game_difference_hundredths, article="VI.10, table 17")
def game_difference_hundredths() -> None:
    """VI.10, table 17. Score less expected score; nothing where the game does not count."""


@as_in(game.counted_games, article="VI.10, table 17")
def counted_games() -> None:
    """VI.10, table 17. Games of the event that count for the player."""


@as_in(game.entry_difference_hundredths, article="VI.10, table 17")
def entry_difference_hundredths() -> None:
    """VI.10, table 17. D = PO - PA: the sum of the differences, two decimals, not rounded."""


@column(article="VI.10, table 17", level=UNIT, unit="games", does="total")
def period_games(counted_games: Values, nothing_booked: Values, unit: Values, units: int) -> Values:
    """VI.10, table 17. Counted games of the player in the step.

    None where nothing is booked for him.
    """
    return total(counted_games, unit, units) * ~nothing_booked


@column(article="VI.10, table 17", level=UNIT, unit="hundredths of a point", does="total")
def sum_hundredths(
    entry_difference_hundredths: Values, nothing_booked: Values, unit: Values, units: int
) -> Values:
    """VI.10, table 17. D of the player in the step.

    None where nothing is booked for him.
    """
    return total(entry_difference_hundredths, unit, units) * ~nothing_booked


@column(article="VI.2", level=UNIT, unit="halves", does="multiply")
def weight_halves(weight_over: Values, weight_under: Values) -> Values:
    """VI.2. How much the event counts, in halves: 2 whole, 1 at 50 %.

    Reading `other_weights`: the text knows no others. An event announced otherwise waits for a
    decision, and until its weight is corrected its D is nothing.
    """
    return (weight_over == weight_under) * 2 + (2 * weight_over == weight_under)


@column(article="VI.2", level=TOURNAMENT, unit="kind of finding", does="choose")
def weight(weight_over: Values, weight_under: Values) -> Choice:
    """VI.2. Whether the event counts whole or at 50 %."""
    known = (weight_over == weight_under) | (2 * weight_over == weight_under)
    says = law(
        "VI.2",
        "an event counts whole or at 50 %: until its weight is told so, its D is nothing",
        "tell weight=1 or weight=1/2",
    )
    return choose((~known, TO_DECIDE, says), otherwise=(FINE, "VI.2: whole, or at 50 %"))


@column(article="VI.2, VI.10", level=UNIT, unit="half hundredths of a point", does="multiply")
def weighted_half_hundredths(sum_hundredths: Values, weight_halves: Values) -> Values:
    """VI.2, VI.10. D as the event counts: whole, or half in an event announced at 50 %.

    Reading: the weight is of the deviation, as if every coefficient were halved; what is added
    after the event (VI.11) is not halved.
    """
    return sum_hundredths * weight_halves


@column(article="VI.10, tables 14, 17", level=UNIT, unit="points, as a fraction", does="walk")
def exact_capital(initial_rating: Values, weighted_half_hundredths: Values, bands: Bands) -> Values:
    """VI.10, tables 14, 17. CI + V, crossing thresholds at the coefficient of the side entered.

    Numerators over `walk_denominator(bands)`. Reading B1: at every crossing, both ways. In closed
    form (`walked`): equal to walking from threshold to threshold, and independent of which band a
    threshold belongs to.
    """
    return walked(initial_rating, weighted_half_hundredths, bands)


@column(article="VI.10, table 17", level=UNIT, unit="points, as a fraction", does="subtract")
def variation_exact(exact_capital: Values, initial_rating: Values, bands: Bands) -> Values:
    """VI.10, table 17. V: the change before rounding, thresholds included.

    Numerators over `walk_denominator(bands)`.
    """
    return exact_capital - initial_rating.astype(np.int64) * walk_denominator(bands)


@column(article="VI.6", level=UNIT, unit="points", does="round half up")
def rounded_capital(exact_capital: Values, bands: Bands) -> Values:
    """VI.6. The final capital as a whole number, rounded once. Reading B4: a half goes up."""
    return half_up(exact_capital, walk_denominator(bands))


@column(article="VI.6", level=UNIT, unit="points, as a fraction", does="subtract")
def rounding_exact(rounded_capital: Values, exact_capital: Values, bands: Bands) -> Values:
    """VI.6. What the rounding added or took.

    Numerators over `walk_denominator(bands)`.
    """
    return rounded_capital * walk_denominator(bands) - exact_capital


# VI.11 Bonus


@column(article="VI.11, table 18 a", level=UNIT, unit="years, as a set", does="look up")
def event_year(step_year: Values) -> Values:
    """VI.11, table 18 a. The year of the event, that in which it ended, as a set: bit 0 is 2000."""
    return np.left_shift(np.int64(1), (step_year - FIRST_YEAR).astype(np.int64))


@column(article="VI.11, table 18 a", level=UNIT, unit="true or false", does="compare")
def bonus_had(listed_counted_years: Values, event_year: Values) -> Values:
    """VI.11, table 18 a. Whether the bonus of the year was had already.

    Reading B11: for each discipline by itself; the year is that in which the event ended.
    """
    return listed_counted_years & event_year != 0


@column(article="VI.11, table 18 a", level=UNIT, unit="points", does="choose")
def bonus(period_games: Values, bonus_had: Values, bonus_points: int) -> Choice:
    """VI.11, table 18 a. Points for the first valid event of the year, after the thresholds.

    Reading: an event is valid for a player from one counted game on; among events booked late the
    first that is booked has it.
    """
    return choose(
        (period_games == 0, 0, "VI.11: no counted game, so not a valid event for the player"),
        (bonus_had, 0, "VI.11: had already this year"),
        otherwise=(bonus_points, "VI.11, table 18 a: first valid event of the year"),
    )


@column(article="VI.6, table 12", level=UNIT, unit="points", does="max")
def floor_points(
    rounded_capital: Values,
    bonus: Values,
    period_games: Values,
    nothing_booked: Values,
    minimum_capital: int,
) -> Values:
    """VI.6, table 12. Points back to the minimum capital. Reading B6: bonus included.

    Reading `minimum_set`: the commission sets the minimum, from a day on (`parameter-set`). An
    event goes by that of its first day; who stands below a minimum that was raised is put back to
    it by his next valid event, and by nothing else.
    """
    lacking = np.maximum(minimum_capital - rounded_capital - bonus, 0)
    return lacking * ((period_games > 0) & ~nothing_booked)


@column(article="VI.10, VI.11", level=UNIT, unit="points", does="choose")
def rating(
    rounded_capital: Values,
    floor_points: Values,
    bonus: Values,
    adjustment: Values,
    annulled_by_decision: Values,
    period_games: Values,
    listed_rating: Values,
) -> Choice:
    """VI.10, VI.11. CF: the final capital. Who has played nothing that counts stays as he was."""
    final = rounded_capital + floor_points + bonus + adjustment
    return choose(
        (period_games > 0, final, "VI.10: after a valid event"),
        (annulled_by_decision, 0, "VI.2: annulled by decision"),
        (adjustment != 0, listed_rating + adjustment, "VI.2: adjusted by decision"),
        (listed_rating > 0, listed_rating, "VI.5: no valid event: unchanged"),
        otherwise=(listed_rating, "VI.9: enters with the first valid event"),  # of nobody yet
    )


@column(article="VI.5", level=UNIT, unit="true or false", does="compare")
def adjustment_applies(
    adjusted: Values,
    adjusted_from: Values,
    adjusted_to: Values,
    listed_rating: Values,
    minimum_capital: int,
) -> Values:
    """VI.5. A correction of the commission holds if it starts from the capital listed last.

    Reading: only for who has a capital, and to none or to the minimum at least (VI.6).
    """
    if not somewhere(adjusted):  # nobody's, in every event
        return adjusted
    possible = (adjusted_to == 0) | (adjusted_to >= minimum_capital)
    return adjusted & (listed_rating > 0) & (adjusted_from == listed_rating) & possible


@column(article="VI.5", level=UNIT, unit="points", does="subtract")
def adjustment(adjustment_applies: Values, adjusted_to: Values, listed_rating: Values) -> Values:
    """VI.5. Points given or taken by decision."""
    if not somewhere(adjustment_applies):
        return 0 * adjusted_to
    return np.where(adjustment_applies, adjusted_to - listed_rating, 0)


@column(article="VI.2", level=UNIT, unit="true or false", does="compare")
def annulled_by_decision(adjustment_applies: Values, adjusted_to: Values) -> Values:
    """VI.2. Whether the commission annuls the capital: it corrects it to none."""
    return adjustment_applies & (adjusted_to == 0)


@column(article="VI.11", level=UNIT, unit="years, as a set", does="choose")
def years_more(period_games: Values, event_year: Values) -> Values:
    """VI.11. The year of the event where it is valid for the player; otherwise none."""
    return np.where(period_games > 0, event_year, 0)


@column(article="VI.11", level=UNIT, unit="years, as a set", does="add")
def counted_years(listed_counted_years: Values, years_more: Values) -> Values:
    """VI.11. The years in which the player had a valid event, this one included."""
    return listed_counted_years | years_more


@column(article="VI.9, table 12", level=UNIT, unit="category", does="max")
def category(
    listed_category: Values,
    entered_capital: Values,
    rating: Values,
    period_games: Values,
    adjustment_applies: Values,
    categories: Any,
) -> Values:
    """VI.9, table 12. The category: the highest that a final capital has come to.

    Its place among the `categories`, 0 the lowest; several thresholds at once are one promotion.
    Reading: kept for good (B8). Who enters has that of the capital he enters with, too, as tables
    20 and 21 print it; the final capital of an event he played decides, bonus included (B7): what
    points given back bring it to promotes with the next such event. Reading `corrected_capital`:
    a correction of the commission says what the final capital should have been, so it promotes by
    itself, on the list that takes it.
    """
    final = (period_games > 0) | adjustment_applies
    highest = np.maximum(rating, entered_capital) * final
    return np.maximum(listed_category, reached(highest, categories))


@column(article="VI.9, table 12", level=CARRIED, unit="category", does="table")
def category_carried(carried_peak: Values, categories: Any) -> Values:
    """VI.9, table 12. The category of a capital carried over.

    Reading: that of the highest capital so far, kept for good (B8); where no other is told, that
    is the capital itself.
    """
    return reached(carried_peak, categories)


@column(article="VI.5", level=UNIT, unit="points", does="subtract")
def moved(
    rating: Values, initial_rating: Values, period_games: Values, listed_rating: Values
) -> Values:
    """VI.5. By how much the event moved the capital: what a late event before it looks past."""
    return np.where((period_games > 0) | (listed_rating > 0), rating - initial_rating, 0)


@column(article="VI.5", level=UNIT, unit="games", does="add")
def games(listed_games: Values, period_games: Values) -> Values:
    """VI.5. Counted games so far."""
    return listed_games + period_games


# VI.11 and table 22, the end of a year: told in a file of its own

took_part = year_end.took_part
foreign = year_end.foreign
valid_years = year_end.valid_years
idle = year_end.idle
annulled = year_end.annulled
malus = year_end.malus
malus_withdrawn = year_end.malus_withdrawn
turned_rating = year_end.turned_rating
malus_taken = year_end.malus_taken
malus_years = year_end.malus_years


# A competition that was corrected after its list: told in a file of its own

recounted_from = corrections.recounted_from
recounted_games = corrections.recounted_games
recounted_difference_half_hundredths = corrections.recounted_difference_half_hundredths
recounted_exact = corrections.recounted_exact
play_booked = corrections.play_booked
recounted_play = corrections.recounted_play
recounted_bonus = corrections.recounted_bonus
recounted_q = corrections.recounted_q
recounted_floor = corrections.recounted_floor
recounted_rating = corrections.recounted_rating
recounted_games_so_far = corrections.recounted_games_so_far
recounted_years = corrections.recounted_years
recounted_category = corrections.recounted_category


ARTICLES = {
    "VI.1": "nothing to compute: who has a capital",
    "VI.2": "counts, weight, weight_halves, weighted_half_hundredths,"
    " annulled_by_decision; what else the commission decides is no column",
    "VI.3": "nothing to compute: the purpose",
    "VI.4": "nothing to compute: the numerical system",
    "VI.5": "initial_rating, adjustment_applies, adjustment, games, moved, capital_ceased,"
    " nothing_booked, recounted_from, recounted_rating, recounted_games_so_far",
    "VI.6": "rounded_capital, rounding_exact, floor_points, entry_decided, minimum_capital,"
    " recounted_play, recounted_floor",
    "VI.7": "counts, recounted_games",
    "VI.8": "nothing to compute: lists come on announced days",
    "VI.9": "initial_rating, entry_decided, entry_capital, entering_capital, entered_capital,"
    " initial_capital,"
    " category, category_carried, categories, titles, permanence, recounted_category",
    "VI.10": "capital_before, own_rating, opponent_rating, difference, expected_score_hundredths,"
    " score_hundredths, game_difference_hundredths, counted_games, entry_difference_hundredths,"
    " period_games, sum_hundredths, weighted_half_hundredths, exact_capital, variation_exact,"
    " rating, bands, expected_scores, win_hundredths, draw_hundredths,"
    " recounted_difference_half_hundredths, recounted_exact, play_booked, recounted_play,"
    " recounted_q",
    "VI.11": "bonus, bonus_had, event_year, years_more, counted_years, bonus_points, took_part,"
    " malus, malus_withdrawn,"
    " turned_rating, malus_taken, malus_years, malus_points, malus_limit, malus_taken_held,"
    " malus_years_held, recounted_bonus, recounted_years",
    "VI.12": "not available: the text of this article was not found",
    "VI.13": "converted_title, converted_category, entry_source, entering_source, entry_day,"
    " entering_day, conversion, title_conversion",
    "table 11": "not in this rulebook: international draughts",
    "table 12": "initial_rating, entry_capital, entering_capital, entered_capital,"
    " initial_capital, floor_points, category, category_carried, categories, recounted_floor,"
    " recounted_category",
    "table 13": "nothing to compute: an image",
    "table 14": "exact_capital, recounted_exact",
    "table 15": "not in this rulebook: international draughts",
    "table 16": "not in this rulebook: international draughts",
    "table 17": "exact_capital, variation_exact, bands, recounted_exact, recounted_q",
    "table 18": "bonus, bonus_had, event_year, bonus_points, took_part, malus, malus_withdrawn,"
    " malus_taken, malus_years, malus_points, malus_limit, malus_taken_held, malus_years_held,"
    " recounted_bonus",
    "table 19": "expected_score_hundredths, expected_scores",
    "table 20": "not in this rulebook: conversion to international draughts",
    "table 21": "converted_title, converted_category, entry_source, entering_source, entry_day,"
    " entering_day, conversion, title_conversion",
    "table 22": "entering_foreign, foreign, valid_years, idle, annulled, turned_rating,"
    " home_federation, idle_scope, idle_clock, idle_years; the world body's ratings convert into"
    " international draughts",
    "table 23": "nothing to compute: groups are no part of the rating",
    "table 24": "nothing to compute: an image",
}
"""Every numbered article and table: its columns and numbers, or why nothing is computed."""
