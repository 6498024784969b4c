"""Elo UISP: the national ranking of UISP chess, articles (I) and calculation (II).

Reading `undated_text`: the text bears no date. It holds from 1 September 2017, the first day of the
season 2017/18, the first of which another text of the body was found; nothing is of earlier ones.
Reading `A6`: the tenth day before the issue is in time: issued on 5 April, received by 26 March.
"""

import numpy as np

from projections.rulebooks.engine import game
from projections.rulebooks.engine.admission import FINE, NOT_RATED, law, of_side
from projections.rulebooks.engine.columns import (
    Choice,
    Values,
    choose,
    column,
    to_decide,
    total,
    unless,
    unplayed,
)
from projections.rulebooks.engine.inheritance import as_in
from projections.rulebooks.engine.rounding import half_up
from projections.rulebooks.engine.whole import stored
from projections.rulebooks.uisp import calculation, entering
from projections.rulebooks.uisp.calculation import NO_CLASS, TENTHS

PARTS = (entering, calculation)
"""I.5 initial ratings; II the calculation."""

# I.1 Who has a rating


@column(article="I.1", level="unit", unit="games", does="total")
def period_games(counted_games: Values, unit: Values, units: int) -> Values:
    """I.1. Counted games of the player on the list."""
    return total(counted_games, unit, units)


@column(article="I.1", level="unit", unit="games", does="add")
def games(listed_games: Values, period_games: Values, corrected_games: Values) -> Values:
    """I.1. Counted games so far; closed lists as corrected."""
    return listed_games + period_games + corrected_games


@column(article="I.1", level="entry", unit="tournaments", does="compare")
def takes_part(counted_games: Values) -> Values:
    """I.1. Takes part in a tournament.

    Reading: who has a counted game in it; who only stands in the report does not.
    """
    return (counted_games > 0).astype(np.int32)


@column(article="I.1", level="unit", unit="tournaments", does="add")
def period_tournaments(takes_part: Values, unit: Values, units: int) -> Values:
    """I.1. Tournaments on the list in which the player took part."""
    return total(takes_part, unit, units)


@column(article="I.1", level="unit", unit="tournaments", does="add")
def tournaments_played(
    listed_tournaments_played: Values, period_tournaments: Values, corrected_tournaments: Values
) -> Values:
    """I.1. Tournaments so far; closed lists as corrected."""
    return listed_tournaments_played + period_tournaments + corrected_tournaments


# I.2 What a list takes


@column(article="I.2", level="tournament", unit="true or false", does="compare")
def not_received(refused: Values, cancelled: Values) -> Values:
    """I.2. A tournament refused or called off was not duly received."""
    return refused | cancelled


@column(article="I.2", level="tournament", unit="kind of finding", does="choose")
def receipt(refused: Values, cancelled: Values) -> Choice:
    """I.2. Duly received."""
    return choose(
        (
            refused,
            NOT_RATED,
            law("I.2: refused: not duly received", "to lift the refusal: {reinstate}"),
        ),
        (cancelled, NOT_RATED, "I.2: the tournament was cancelled: no report was received"),
        otherwise=(FINE, "I.2: received"),
    )


# I.3 The rating of the period


@column(article="I.3", level="game", unit="points", does="look up")
def own_rating(rating_used: Values, entry: Values) -> Values:
    """I.3. The player's rating, the same for the whole period."""
    return stored(rating_used, np.int16, "rating_used").take(entry)


@column(article="I.3", level="game", unit="points", does="look up")
def opponent_rating(rating_used: Values, opponent_entry: Values) -> Values:
    """I.3. The opponent's own rating.

    Reading `A8`: of an opponent without a rating that is his entry rating.
    """
    return stored(rating_used, np.int16, "rating_used").take(opponent_entry)


@column(article="I.3", level="unit", unit="tenths of a point", does="total")
def variation_tenths(entry_variation_tenths: Values, unit: Values, units: int) -> Values:
    """I.3. The algebraic sum of the variations of all tournaments on the list."""
    return total(entry_variation_tenths, unit, units)


@column(article="I.3", level="unit", unit="points", does="choose")
def base_rating(
    listed_rating: Values, period_games: Values, corrected_games: Values, entry_rating_kept: Values
) -> Choice:
    """I.3. The rating to which the sum is added."""
    return choose(
        (listed_rating > 0, listed_rating, "I.3: the rating of the list before"),
        (
            period_games + corrected_games == 0,
            0,
            "I.1: the player has no counted game yet: not on the list",
        ),
        otherwise=(entry_rating_kept, "I.5: the entry rating"),
    )


@column(article="I.3", level="unit", unit="tenths of a point", does="choose")
def base_tenths(
    base_rating: Values,
    listed_rating: Values,
    listed_rounding_tenths: Values,
    adjustment_applies: Values,
    carry: str,
) -> Choice:
    """I.3. The index to which the sum is added.

    Reading `carry`: the list is in force to all effects, so the next one goes on from the rating
    published. Other value: from the index before rounding, by the rulebook `uisp-exact`; two lists
    of the body in a row, with halves between them, would change it.
    """
    published = base_rating * TENTHS
    exact = np.asarray(carry == "exact") & ~adjustment_applies
    return choose(
        (base_rating == 0, 0, "I.1: the player has no counted game yet: not on the list"),
        (listed_rating == 0, published, "I.5: the entry rating"),
        (exact, published - listed_rounding_tenths, "I.3: the index before rounding"),
        otherwise=(published, "I.3: the rating as published"),
    )


@column(article="I.3, II.3", level="unit", unit="tenths of a point", does="choose")
def change_tenths(variation_tenths: Values, carry: str) -> Choice:
    """I.3, II.3. Rating change by the tournaments of the list.

    Reading `next_list`: a closed list stays; the change it would have had, were its facts as
    corrected, less that which it had, comes on the first open one, outside its sum and its games.
    What is published whole differs by whole points. Reading `corrected_exactly`: where the index is
    carried, it differs by the variation itself, and the next rounding is that of both.
    """
    published = half_up(variation_tenths, TENTHS) * TENTHS
    return choose(
        (np.asarray(carry == "exact"), variation_tenths, "I.3: the variation, exactly"),
        otherwise=(published, "II.3: the variation as published on the list of the booking"),
    )


@column(article="I.3", level="unit", unit="tenths of a point", does="multiply")
def correction_tenths(corrected_points: Values, leaves: Values) -> Values:
    """I.3. Difference between the corrected and the booked changes of closed lists."""
    return corrected_points * ~leaves


@column(article="I.3", level="unit", unit="tenths of a point", does="multiply")
def merge_tenths(merged_points: Values, leaves: Values) -> Values:
    """I.3. The same difference, of closed lists on which two numbers stood for one player.

    Reading `merged_players`: each change is computed again with the games of both; opponents keep
    theirs. A separation takes the difference back.
    """
    return merged_points * ~leaves


@column(article="I.3", level="unit", unit="true or false", does="compare")
def adjustment_applies(
    adjusted: Values, adjusted_from: Values, adjusted_to: Values, listed_rating: Values
) -> Values:
    """I.3. A correction by decision holds if the last listed rating is the start.

    Reading: it makes nobody's first rating: how a player enters is decided otherwise (I.5).
    """
    lists_somebody = (listed_rating == 0) & (adjusted_to > 0)
    return adjusted & (adjusted_from == listed_rating) & ~lists_somebody


adjustment = as_in(
    game.adjustment,
    "I.3. Points given or taken by decision; nothing where the decision unlists the player.",
)
decided_bonus = as_in(
    game.decided_bonus,
    """I.3. Points of bonuses given, or taken back, by decision.

    Reading: the text knows no bonus; what the body decides stands outside the sum of the
    variations. Who is not listed gets none.
    """,
)


# I.6 What does not count

played = as_in(
    game.played,
    """I.6. A played game; byes, forfeits and games not begun are excluded with their points.

    Reading `A11`: for whatever reason, half-point byes asked for beforehand too.
    """,
)


@column(article="I.2, I.5, I.6, II.2", level="game", unit="games", does="choose")
def counts(
    played: Values,
    own_rating: Values,
    opponent_rating: Values,
    game_excluded: Values,
    not_received: Values,
    time_class: Values,
    tournament: Values,
    entry: Values,
) -> Choice:
    """I.2, I.5, I.6, II.2. Whether a game counts.

    Reading `excluded_games`: a game that the body excludes is treated as one that was not played.
    """
    unknown = law(
        "I.5: the opponent's entry rating is not known: needs a decision",
        "record the list that the finding of the opponent asks for, or decide the opponent's "
        "rating: {decide_entry}",
    )
    return unless(
        (
            of_side(not_received, tournament, entry),
            "I.2: the report of the tournament was not duly received",
        ),
        (of_side(time_class == NO_CLASS, tournament, entry), "II.2: no time class, so no K"),
        (game_excluded, "I.6: excluded by decision"),
        unplayed(~played, "I.6: not played, so not counted"),
        to_decide(
            own_rating == 0, 0, "I.5: the player's entry rating is not known: needs a decision"
        ),
        to_decide(opponent_rating == 0, 0, unknown, "opponent"),
        otherwise="I.6: played",
    )


counted_games = as_in(game.counted_games, "I.6. Counted games of the player in the tournament.")
