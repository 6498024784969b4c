"""Elo UISP: the national ranking of UISP chess, its articles (I) and its calculation (II).

Reading `undated_text`: the text bears no date. It holds from 1 September 2017, the first day of the
season 2017/18, of which the entry points are known otherwise (I.5); of earlier seasons nothing is.
Reading `A6`: the tenth day before the issue is in time: issued on 5 April, received by 26 March.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Any, Final

import numpy as np

from projections.rulebooks import game
from projections.rulebooks.counting import FINE, NOT_RATED, law, of_side
from projections.rulebooks.fide_time import MINUTE
from projections.rulebooks.grammar import (
    ENTRY,
    GAME,
    TOURNAMENT,
    UNIT,
    Case,
    Choice,
    Values,
    choose,
    column,
    total,
    unless,
    unplayed,
)
from projections.rulebooks.rounding import half_down, half_up
from projections.rulebooks.taking_over import as_in
from projections.rulebooks.uisp import times

NO_CLASS, BLITZ, RAPID, STANDARD = range(4)
"""Classes of time control."""

RATED, KEPT, DECIDED, FIDE, ITALIA, FIDE_RAPID, RAPID_ITALIA, FIDE_BLITZ, FIXED, UNKNOWN = range(10)
"""Where a player's rating in a tournament comes from; from FIDE to FIDE_BLITZ, the five lists."""
NOT_DISPUTED: Final = 10
"""Nowhere: the tournament is none of his."""

_TENTHS: Final = 10
"""Of a point, in a point; and hundredths of a point in a tenth."""

_WHICH: Final = {
    FIDE: "fide --kind standard",
    ITALIA: "fsi --kind standard",
    FIDE_RAPID: "fide --kind rapid",
    RAPID_ITALIA: "fsi --kind rapid",
    FIDE_BLITZ: "fide --kind blitz",
}
"""How each list is recorded: its body, and its kind where the file holds but one."""


# I.1 Who has a rating


@column(article="I.1", level=UNIT, unit="games", does="total")
def period_games(counted_games: Values, unit: Values, units: int) -> Values:
    """I.1. Counted games of the player on the list."""
    return total(counted_games, unit, units)


@column(article="I.1", level=UNIT, unit="games", does="add")
def games(listed_games: Values, period_games: Values, corrected_games: Values) -> Values:
    """I.1. Counted games so far; those of closed lists as corrected."""
    return listed_games + period_games + corrected_games


@column(article="I.1", level=ENTRY, unit="tournaments", does="compare")
def takes_part(counted_games: Values) -> Values:
    """I.1. Takes part in a tournament.

    Reading: who has a counted game in it; who only stands in the report does not.
    """
    return (counted_games > 0).astype(np.int32)


@column(article="I.1", level=UNIT, unit="tournaments", does="add")
def period_tournaments(takes_part: Values, unit: Values, units: int) -> Values:
    """I.1. Tournaments on the list in which the player took part."""
    return total(takes_part, unit, units)


@column(article="I.1", level=UNIT, unit="tournaments", does="add")
def tournaments_played(
    listed_tournaments_played: Values, period_tournaments: Values, corrected_tournaments: Values
) -> Values:
    """I.1. Tournaments so far; those of closed lists as corrected."""
    return listed_tournaments_played + period_tournaments + corrected_tournaments


# I.2 What a list takes


@column(article="I.2", level=TOURNAMENT, unit="true or false", does="compare")
def not_received(refused: Values, cancelled: Values) -> Values:
    """I.2. A tournament that was refused or called off was not duly received."""
    return refused | cancelled


@column(article="I.2", level=TOURNAMENT, unit="kind of finding", does="choose")
def receipt(refused: Values, cancelled: Values) -> Choice:
    """I.2. Duly received."""
    return choose(
        (refused, NOT_RATED, law("I.2", "refused: not duly received", "none, unless it is lifted")),
        (cancelled, NOT_RATED, law("I.2", "called off: nothing was received", "none")),
        otherwise=(FINE, "I.2: received"),
    )


# I.3 The rating of the period


@column(article="I.3", level=GAME, unit="points", does="look up")
def own_rating(rating_used: Values, entry: Values) -> Values:
    """I.3. The player's rating, the same for the whole period."""
    return rating_used.astype(np.int16).take(entry)


@column(article="I.3", level=GAME, unit="points", does="look up")
def opponent_rating(rating_used: Values, opponent_entry: Values) -> Values:
    """I.3. The opponent's rating, as he has it himself.

    Reading `A8`: of an opponent without a rating that is his entry rating.
    """
    return rating_used.astype(np.int16).take(opponent_entry)


@column(article="I.3", level=UNIT, unit="tenths of a point", does="total")
def variation_tenths(entry_variation_tenths: Values, unit: Values, units: int) -> Values:
    """I.3. The algebraic sum of the variations of all tournaments on the list."""
    return total(entry_variation_tenths, unit, units)


@column(article="I.3", level=UNIT, unit="true or false", does="compare")
def adjustment_applies(
    adjusted: Values, adjusted_from: Values, adjusted_to: Values, listed_rating: Values
) -> Values:
    """I.3. A correction by decision holds if it starts from the rating listed last.

    Reading: it makes nobody's first rating: how a player enters is decided otherwise (I.5).
    """
    lists_somebody = (listed_rating == 0) & (adjusted_to > 0)
    return adjusted & (adjusted_from == listed_rating) & ~lists_somebody


@column(article="I.3", level=UNIT, unit="points", does="subtract")
def adjustment(adjustment_applies: Values, adjusted_to: Values, listed_rating: Values) -> Values:
    """I.3. Points given or taken by decision; nothing where the decision unlists the player."""
    return np.where(adjustment_applies & (adjusted_to > 0), adjusted_to - listed_rating, 0)


@column(article="I.3", level=UNIT, unit="points", does="choose")
def base_rating(
    listed_rating: Values, period_games: Values, corrected_games: Values, entry_rating_kept: Values
) -> Choice:
    """I.3. The rating to which the sum is added."""
    return choose(
        (listed_rating > 0, listed_rating, "I.3: the rating of the list before"),
        (period_games + corrected_games == 0, 0, "I.1: no counted game yet: not on the list"),
        otherwise=(entry_rating_kept, "I.5: the entry rating"),
    )


@column(article="I.3", level=UNIT, unit="tenths of a point", does="choose")
def base_tenths(
    base_rating: Values, listed_rounding_tenths: Values, adjustment_applies: Values, carry: str
) -> Choice:
    """I.3. The index to which the sum is added.

    Reading `carry`: the list is in force to all effects, so the next one goes on from the rating
    published; or, where the rulebook is that of the exact index, from the index before rounding.
    """
    published = base_rating * _TENTHS
    exact = np.asarray(carry == "exact") & ~adjustment_applies
    return choose(
        (exact, published - listed_rounding_tenths, "I.3: the index before it was rounded"),
        otherwise=(published, "I.3: the rating as published"),
    )


@column(article="I.3, II.3", level=UNIT, unit="tenths of a point", does="choose")
def change_tenths(variation_tenths: Values, carry: str) -> Choice:
    """I.3, II.3. What the tournaments of the list made of the rating.

    Reading `next_list`: a closed list stays; the change it would have had, were its facts as
    corrected, less that which it had, comes on the first open one, outside its sum and its games.
    What is published whole differs by whole points. Reading `corrected_exactly`: where the index is
    carried, it differs by the variation itself, and the next rounding is that of both.
    """
    published = half_up(variation_tenths, _TENTHS) * _TENTHS
    return choose(
        (np.asarray(carry == "exact"), variation_tenths, "I.3: the variation, exactly"),
        otherwise=(published, "II.3: the variation, as its list published it"),
    )


@column(article="I.3", level=UNIT, unit="tenths of a point", does="multiply")
def correction_tenths(corrected_points: Values, leaves: Values) -> Values:
    """I.3. What closed lists would have given more or less, had their facts been as corrected."""
    return corrected_points * ~leaves


# I.5 The rating with which a player enters


@column(article="I.5, I.6", level=ENTRY, unit="true or false", does="compare")
def disputed(
    played: Values,
    game_excluded: Values,
    not_received: Values,
    tournament: Values,
    entry: Values,
    entries: int,
) -> Values:
    """I.5, I.6. Disputed by the player: a game of his was played, and the tournament received.

    Reading `disputed`: what was refused or called off is none (I.2), nor is one in which all his
    games fall away, as byes and forfeits do: his first tournament is another. One without a K is.
    """
    some = total(played & ~game_excluded, entry, entries) > 0
    return some & ~not_received.take(tournament)


@column(article="I.5", level=ENTRY, unit="where it comes from", does="choose")
def entry_step(
    unit: Values,
    rating_at_start: Values,
    disputed: Values,
    listed_entry_rating: Values,
    decided_rating: Values,
    fide_rating_at_start: Values,
    fide_known_at_start: Values,
    italia_rating_at_start: Values,
    italia_known_at_start: Values,
    fide_rapid_rating_at_start: Values,
    fide_rapid_known_at_start: Values,
    rapid_italia_rating_at_start: Values,
    rapid_italia_known_at_start: Values,
    fide_blitz_rating_at_start: Values,
    fide_blitz_known_at_start: Values,
) -> Choice:
    """I.5. Where the rating comes from of who has none: the first list on which he stands.

    Reading `A7`: it is looked for once, on the first day of the first tournament that he disputes,
    rated or not, and kept. Reading `A9`: where he stands with no rating, go on.
    Reading `lists_in_force`: FIDE's lists are in force for a month, Italian ones until the next.
    Reading `list_not_at_hand`: a list that is not recorded proves nobody's absence: where the steps
    before it give nothing it needs a decision, and his games do not count until there is one.
    """
    asked = (
        (fide_rating_at_start, fide_known_at_start, FIDE, "FIDE"),
        (italia_rating_at_start, italia_known_at_start, ITALIA, "Italia"),
        (fide_rapid_rating_at_start, fide_rapid_known_at_start, FIDE_RAPID, "FIDE Rapid"),
        (rapid_italia_rating_at_start, rapid_italia_known_at_start, RAPID_ITALIA, "Rapid Italia"),
        (fide_blitz_rating_at_start, fide_blitz_known_at_start, FIDE_BLITZ, "FIDE Blitz"),
    )
    return Choice(
        (
            Case(rating_at_start > 0, RATED, "I.3: rated when it began"),
            Case(
                listed_entry_rating.take(unit) > 0,
                KEPT,
                "I.5: given with his first tournament, and kept",
            ),
            Case(
                ~disputed,
                NOT_DISPUTED,
                "I.5: not his first: he played no game in it, or it was not received",
            ),
            Case(decided_rating.take(unit) > 0, DECIDED, "I.5: decided by the competent body"),
            *_lists(asked),
        ),
        FIXED,
        "I.5: on none of the five lists: the fixed points",
    )


def _lists(asked: Sequence[tuple[Values, Values, int, str]]) -> list[Case]:
    """Give the cases of the lists, in their order: the rating of one, or that it is not known."""
    found = []
    for rating, known, step, name in asked:
        unknown = (
            f"I.5: whether he stands on the {name} list of the first day of his first tournament, "
            "rated or not, is not known"
        )
        remedy = (
            f"record it whole, once he is registered: ledger lists record FILE --body "
            f"{_WHICH[step]} … (recorded already: under another name); or decide his rating: "
            "ledger record entry-capital-decided"
        )
        found.append(Case(rating > 0, step, f"I.5: the {name} list in force"))
        found.append(Case(~known, UNKNOWN, f"{unknown}: needs a decision\n{remedy}"))
    return found


@column(article="I.5", level=ENTRY, unit="points", does="look up")
def fixed_points(entered: Values, entry_points: Any) -> Values:
    """I.5. The points for who is on none of the lists, by the day of his first tournament."""
    days = np.array([date.fromisoformat(day).toordinal() for day, _ in entry_points])
    points = np.array([given for _, given in entry_points], dtype=np.int64)
    return points[np.maximum(np.searchsorted(days, entered, side="right") - 1, 0)]


@column(article="I.5", level=ENTRY, unit="points", does="choose")
def entry_rating(
    entry_step: Values,
    unit: Values,
    listed_entry_rating: Values,
    decided_rating: Values,
    fide_rating_at_start: Values,
    italia_rating_at_start: Values,
    fide_rapid_rating_at_start: Values,
    rapid_italia_rating_at_start: Values,
    fide_blitz_rating_at_start: Values,
    fixed_points: Values,
) -> Choice:
    """I.5. The rating with which a player enters; 0 where he is rated, or nobody knows."""
    return choose(
        (entry_step == KEPT, listed_entry_rating.take(unit), "I.5: kept"),
        (entry_step == DECIDED, decided_rating.take(unit), "I.5: decided"),
        (entry_step == FIDE, fide_rating_at_start, "I.5: FIDE"),
        (entry_step == ITALIA, italia_rating_at_start, "I.5: Italia"),
        (entry_step == FIDE_RAPID, fide_rapid_rating_at_start, "I.5: FIDE Rapid"),
        (entry_step == RAPID_ITALIA, rapid_italia_rating_at_start, "I.5: Rapid Italia"),
        (entry_step == FIDE_BLITZ, fide_blitz_rating_at_start, "I.5: FIDE Blitz"),
        (entry_step == FIXED, fixed_points, "I.5: fixed"),
        otherwise=(0, "I.5: none"),
    )


@column(article="I.3, I.4, I.5", level=ENTRY, unit="points", does="choose")
def rating_used(
    rating_at_start: Values, entry_rating: Values, unit: Values, listed_rating: Values
) -> Choice:
    """I.3, I.4, I.5. The player's rating in a tournament; 0: not known.

    Reading `A4`: that of the list in force on its first day, whenever it was received. Reading
    `A5`: also where the next list came before its last day. Reading `rated_since`: who stands on a
    list that is not in force yet, or was not then, still plays with his entry rating.
    """
    listed_since = (entry_rating > 0) & (listed_rating.take(unit) > 0)
    return choose(
        (rating_at_start > 0, rating_at_start, "I.3, I.4: the list in force when it began"),
        (listed_since, entry_rating, "I.4, I.5: his list was not in force: the entry rating"),
        otherwise=(entry_rating, "I.5: no rating when it began: the entry rating"),
    )


@column(article="I.5", level=ENTRY, unit="days from the year 1", does="look up")
def entry_day(entered: Values) -> Values:
    """I.5. The first day of the first tournament without a rating; 0: rated."""
    return entered


@column(article="I.5", level=UNIT, unit="true or false", does="compare")
def leaves(adjustment_applies: Values, adjusted_to: Values) -> Values:
    """I.5. Unlisted by decision: what he entered with ends too."""
    return adjustment_applies & (adjusted_to == 0)


@column(article="I.5", level=UNIT, unit="points", does="choose")
def entry_rating_kept(
    listed_entry_rating: Values, entry_rating: Values, leaves: Values, unit: Values, units: int
) -> Choice:
    """I.5. The rating with which the player entered: once given it stays."""
    return _kept(listed_entry_rating, listed_entry_rating, entry_rating, leaves, unit, units)


@column(article="I.5", level=UNIT, unit="where it comes from", does="choose")
def entry_step_kept(
    listed_entry_rating: Values,
    listed_entry_step: Values,
    entry_step: Values,
    entry_rating: Values,
    leaves: Values,
    unit: Values,
    units: int,
) -> Choice:
    """I.5. Where it came from."""
    given = entry_step * (entry_rating > 0)
    return _kept(listed_entry_rating, listed_entry_step, given, leaves, unit, units)


@column(article="I.5", level=UNIT, unit="days from the year 1", does="choose")
def entry_day_kept(
    listed_entry_rating: Values,
    listed_entry_day: Values,
    entry_day: Values,
    leaves: Values,
    unit: Values,
    units: int,
) -> Choice:
    """I.5. The day of which the lists were asked, or are to be asked once they are at hand.

    Reading `asked_later`: what no list told when his first tournament was booked is looked for on
    that tournament's day all the same when they do, and not on that of a later one.
    """
    first = _of_entries(entry_day, unit, units)
    return choose(
        (leaves, 0, "I.5: unlisted by decision"),
        (listed_entry_rating > 0, listed_entry_day, "I.5: given before, and kept"),
        (first == 0, listed_entry_day, "I.5: still to be asked, of the day of the first one"),
        otherwise=(first, "I.5: of the first tournament"),
    )


def _of_entries(given: Values, unit: Values, units: int) -> Values:
    """Give what a player's entries without a rating all give; 0 where none gives anything."""
    new, entering = np.zeros(units, dtype=np.int32), np.flatnonzero(given)
    np.maximum.at(new, unit.take(entering), given[entering])
    return new


def _kept(
    had: Values, listed: Values, given: Values, leaves: Values, unit: Values, units: int
) -> Choice:
    """Give what the list before kept, else what a player's entries without a rating all give."""
    new = _of_entries(given, unit, units)
    return choose(
        (leaves, 0, "I.5: unlisted by decision"),
        (had > 0, listed, "I.5: given before, and kept"),
        otherwise=(new, "I.5: given with the first tournament"),
    )


# I.6 What does not count


@as_in(game.played, article="I.6")
def played() -> None:
    """I.6. A game that was played; byes, forfeits, games not begun fall away with their points.

    Reading `A11`: for whatever reason, half-point byes asked for beforehand too.
    """


@column(article="I.2, I.5, I.6, II.2", level=GAME, unit="games", does="choose")
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
    return unless(
        (of_side(not_received, tournament, entry), "I.2: of a tournament not duly received"),
        (of_side(time_class == NO_CLASS, tournament, entry), "II.2: no time class, so no K"),
        (game_excluded, "I.6: excluded by decision"),
        unplayed(~played, "I.6: not played, so not counted"),
        (own_rating == 0, "I.5: his entry rating is not known: needs a decision"),
        (opponent_rating == 0, "I.5: the opponent's entry rating is not known: needs a decision"),
        otherwise="I.6: played",
    )


@as_in(game.counted_games, article="I.6")
def counted_games() -> None:
    """I.6. Games of the tournament that count for the player."""


# II.1 Expected points, score, variation


@as_in(game.difference, article="II.1")
def difference() -> None:
    """II.1. Own rating less the opponent's."""


@as_in(game.counted_difference, article="II.1")
def counted_difference() -> None:
    """II.1. A difference beyond the cap counts as the cap, in every game."""


@as_in(game.expected_score_hundredths, article="II.1, II.4")
def expected_score_hundredths() -> None:
    """II.1, II.4. The percentage that the table gives for the difference."""


@as_in(game.score_hundredths, article="II.1")
def score_hundredths() -> None:
    """II.1. The score made: one, a half or nothing."""


@as_in(game.game_difference_hundredths, article="II.1")
def game_difference_hundredths() -> None:
    """II.1. Score less percentage, to be seen only: what is rounded is the sum of percentages."""


@as_in(game.entry_difference_hundredths, article="II.1")
def entry_difference_hundredths() -> None:
    """II.1. P less the percentages, before they are rounded: to be seen only."""


@column(article="II.1", level=ENTRY, unit="hundredths of a point", does="total")
def points_hundredths(
    score_hundredths: Values, counts: Values, entry: Values, entries: int
) -> Values:
    """II.1. P: the points really made in counted games."""
    return total(score_hundredths * counts, entry, entries)


@column(article="II.1", level=ENTRY, unit="hundredths of a point", does="total")
def expected_points_hundredths(
    expected_score_hundredths: Values, counts: Values, entry: Values, entries: int
) -> Values:
    """II.1. The percentages of the tournament summed, before they are rounded."""
    return total(expected_score_hundredths * counts, entry, entries)


@column(article="II.1", level=ENTRY, unit="tenths of a point", does="round half down")
def expected_points_rounded_tenths(expected_points_hundredths: Values) -> Values:
    """II.1. PA: the sum to one decimal, once for each tournament; five hundredths go down.

    Reading: the text rounds "the second decimal" to zero or one, which can only mean this.
    """
    return half_down(expected_points_hundredths, _TENTHS)


@column(article="II.1", level=ENTRY, unit="tenths of a point", does="subtract")
def difference_tenths(points_hundredths: Values, expected_points_rounded_tenths: Values) -> Values:
    """II.1. P less PA; scores are whole and half points, so P has no hundredths."""
    return points_hundredths // _TENTHS - expected_points_rounded_tenths


@column(article="II.1", level=ENTRY, unit="tenths of a point", does="multiply")
def entry_variation_tenths(difference_tenths: Values, k: Values) -> Values:
    """II.1. V = K (P - PA), for each tournament."""
    return difference_tenths * k


# II.2 The coefficient; what a time control says is told in a file of its own

thinking_seconds = times.thinking_seconds
game_seconds = times.game_seconds
base_seconds = times.base_seconds
increment_seconds = times.increment_seconds


@column(article="II.2", level=TOURNAMENT, unit="class of time control", does="choose")
def time_class(
    thinking_seconds: Values,
    game_seconds: Values,
    blitz_above_minutes: int,
    rapid_above_minutes: int,
    standard_from_minutes: int,
) -> Choice:
    """II.2. For which of its lists FIDE takes the time control: time on 60 moves, with increments.

    Reading `A2`: less time than FIDE asks of its strong players is standard all the same: K is the
    tournament's. Reading `A3`: what is too fast for FIDE, or gives the sides different times below
    standard, has no class.
    """
    unequal = game_seconds != 2 * thinking_seconds
    return choose(
        (thinking_seconds == 0, NO_CLASS, "II.2: no time control told, or not readable"),
        (thinking_seconds >= standard_from_minutes * MINUTE, STANDARD, "II.2: FIDE's standard"),
        (unequal, NO_CLASS, "II.2: different times for the two sides"),
        (thinking_seconds > rapid_above_minutes * MINUTE, RAPID, "II.2: FIDE's rapid"),
        (thinking_seconds > blitz_above_minutes * MINUTE, BLITZ, "II.2: FIDE's blitz"),
        otherwise=(NO_CLASS, "II.2: faster than FIDE's blitz"),
    )


@column(article="II.2", level=TOURNAMENT, unit="kind of finding", does="choose")
def time_control(time_class: Values, thinking_seconds: Values) -> Choice:
    """II.2. A class of time control, on which K rests: none is guessed."""
    tell = "tell it as 90+30 (ledger correct details, or --set time_control=…)"
    return choose(
        (
            thinking_seconds == 0,
            NOT_RATED,
            law("II.2", "no time control is told, or it cannot be read: no K", tell),
        ),
        (
            time_class == NO_CLASS,
            NOT_RATED,
            law("II.2", "FIDE has no class for this time control: no K", "none, if it is right"),
        ),
        otherwise=(FINE, "II.2: of a class"),
    )


@column(article="II.2", level=TOURNAMENT, unit="true or false", does="compare")
def clause_holds(
    base_seconds: Values,
    increment_seconds: Values,
    clause_base_minutes: int,
    clause_increment_seconds: int,
) -> Values:
    """II.2. The clause on base time and increment, both at least as said."""
    long = base_seconds >= clause_base_minutes * MINUTE
    return long & (increment_seconds >= clause_increment_seconds)


@column(article="II.2", level=ENTRY, unit="points a game point", does="choose")
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
    specific; with less increment, or none, the class decides.
    """
    of_class, clause = time_class.take(tournament), clause_holds.take(tournament)
    return choose(
        (of_class == STANDARD, k_standard, "II.2: FIDE's standard times"),
        ((of_class == RAPID) & clause, k_standard, "II.2: at least 30 minutes and 10 seconds"),
        (of_class == RAPID, k_rapid, "II.2: FIDE's rapid times"),
        (of_class == BLITZ, k_blitz, "II.2: FIDE's blitz times"),
        otherwise=(0, "II.2: no class of time control, so not rated"),
    )


@column(article="II.2", level=ENTRY, unit="points a game point", does="choose")
def k(
    k_over_the_board: Values, online: Values, tournament: Values, online_share: Fraction
) -> Choice:
    """II.2. K; online a half of it.

    Reading `hybrid`: play in hybrid conditions is not online play.
    """
    share = k_over_the_board * online_share.numerator // online_share.denominator
    return choose(
        (online.take(tournament), share, "II.2: played online: a half"),
        otherwise=(k_over_the_board, "II.2: played over the board: the whole"),
    )


# II.3 The rating published


@column(article="II.3", level=UNIT, unit="tenths of a point", does="add")
def index_tenths(
    base_tenths: Values, variation_tenths: Values, adjustment: Values, correction_tenths: Values
) -> Values:
    """II.3. I: the index before it is rounded, with corrections and what was decided."""
    return base_tenths + variation_tenths + adjustment * _TENTHS + correction_tenths


@column(article="II.3", level=UNIT, unit="points", does="round half up")
def published_rating(index_tenths: Values) -> Values:
    """II.3. The index to the nearest whole; five tenths go to the next one.

    Reading: what is rounded is the index, not the variation, once for each list; upwards also for
    who has lost. Reading `A10`: there is no least rating.
    """
    return half_up(index_tenths, _TENTHS)


@column(article="II.3", level=UNIT, unit="points", does="choose")
def rating(leaves: Values, base_rating: Values, published_rating: Values) -> Choice:
    """II.3. The rating on this list; 0 is not on it. Who was rated once is always listed."""
    return choose(
        (leaves, 0, "I.3: unlisted by decision"),
        (base_rating == 0, 0, "I.1, I.5: not rated yet: no counted game"),
        otherwise=(published_rating, "II.3: rated"),
    )


@column(article="II.3", level=UNIT, unit="tenths of a point", does="subtract")
def rounding_tenths(rating: Values, index_tenths: Values, base_rating: Values) -> Values:
    """II.3. What the rounding of this list added: the index before it is the rating less this."""
    return np.where((rating > 0) & (base_rating > 0), rating * _TENTHS - index_tenths, 0)


@column(article="II.3", level=UNIT, unit="tenths of a point", does="subtract")
def rounding_line_tenths(
    rounding_tenths: Values, base_rating: Values, base_tenths: Values
) -> Values:
    """II.3. What rounding makes of the change: that of this list, less what is given back."""
    return rounding_tenths - (base_rating * _TENTHS - base_tenths)


ARTICLES = {
    "I.1": "period_games, games, takes_part, period_tournaments, tournaments_played, base_rating;"
    " categories as the body sets them",
    "I.2": "not_received, receipt, counts, issue_days, closing_days",
    "I.3": "own_rating, opponent_rating, rating_used, variation_tenths, base_rating, base_tenths,"
    " adjustment_applies, adjustment, change_tenths, correction_tenths, carry",
    "I.4": "rating_used; publication puts a list in force; categories and titles follow it",
    "I.5": "disputed, entry_step, fixed_points, entry_rating, rating_used, entry_day, leaves,"
    " entry_rating_kept, entry_step_kept, entry_day_kept, counts, entry_points",
    "I.6": "played, disputed, counts, counted_games",
    "II.1": "difference, counted_difference, expected_score_hundredths, score_hundredths,"
    " game_difference_hundredths, entry_difference_hundredths, points_hundredths,"
    " expected_points_hundredths, expected_points_rounded_tenths, difference_tenths,"
    " entry_variation_tenths, difference_cap, win_hundredths, draw_hundredths",
    "II.2": "thinking_seconds, game_seconds, base_seconds, increment_seconds,"
    " time_class, time_control, clause_holds, k_over_the_board, k, counts,"
    " blitz_above_minutes, rapid_above_minutes, standard_from_minutes, k_blitz, k_rapid,"
    " k_standard, clause_base_minutes, clause_increment_seconds, online_share",
    "II.3": "change_tenths, index_tenths, published_rating, rating, rounding_tenths,"
    " rounding_line_tenths",
    "II.4": "expected_score_hundredths, expected_scores",
}
"""Every numbered article: its columns and numbers, or why nothing is computed."""
