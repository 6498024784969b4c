"""Formulas of a game that several regulations share: played, expected and scored.

No text is told here. An edition that has one of these formulas takes it under its own article, in
its own words and with its own numbers (see `as_in`); which rating stands against which (`reads`),
and what counts, is where the texts differ, so each says that by itself.
"""

import numpy as np

from projections.rulebooks.engine.columns import Values, column, total
from projections.rulebooks.engine.numbers import Table
from projections.rulebooks.engine.whole import stored

WIN, DRAW, LOSS = (ord(code) for code in "1=0")
"""Result codes of a game really played, as the report has them."""


@column(article="", level="game", unit="true or false", does="compare")
def played(result: Values, opponent_result: Values) -> Values:
    """A game played by both sides."""
    own = (result == WIN) | (result == DRAW) | (result == LOSS)
    return own & ((opponent_result == WIN) | (opponent_result == DRAW) | (opponent_result == LOSS))


@column(article="", level="game", unit="points", does="look up")
def own_rating(rating_used: Values, entry: Values) -> Values:
    """The rating the player has in the game."""
    return rating_used.take(entry)


@column(article="", level="game", unit="points", does="look up")
def opponent_rating(rating_used: Values, opponent_entry: Values) -> Values:
    """The opponent's rating in the tournament."""
    return rating_used.take(opponent_entry)


@column(article="", level="game", unit="points", does="subtract")
def difference(own_rating: Values, opponent_rating: Values) -> Values:
    """Own rating less the opponent's."""
    return own_rating - opponent_rating


@column(article="", level="game", unit="points", does="clamp")
def counted_difference(difference: Values, difference_cap: int) -> Values:
    """A difference beyond the cap counts as the cap."""
    return np.clip(difference, -difference_cap, difference_cap)


@column(article="", level="game", unit="hundredths of a point", does="table")
def expected_score_hundredths(counted_difference: Values, expected_scores: Table) -> Values:
    """The score a table expects for a difference: of the higher rated, of the lower."""
    return expected_scores.signed(counted_difference, "higher", "lower")


@column(article="", level="game", unit="hundredths of a point", does="table")
def score_hundredths(result: Values, win_hundredths: int, draw_hundredths: int) -> Values:
    """The score made."""
    won, drawn = (result == WIN).view(np.int8), (result == DRAW).view(np.int8)
    win = stored(win_hundredths, np.int16, "win_hundredths")
    return won * win + drawn * stored(draw_hundredths, np.int16, "draw_hundredths")


@column(article="", level="game", unit="hundredths of a point", does="subtract")
def game_difference_hundredths(
    score_hundredths: Values, expected_score_hundredths: Values, counts: Values
) -> Values:
    """Score less expected score; nothing where the game does not count."""
    return (score_hundredths - expected_score_hundredths) * counts


@column(article="", level="entry", unit="games", does="total")
def counted_games(counts: Values, entry: Values, entries: int) -> Values:
    """Counted games of the player in the tournament."""
    return total(counts, entry, entries)


@column(article="", level="entry", unit="hundredths of a point", does="total")
def entry_difference_hundredths(
    game_difference_hundredths: Values, entry: Values, entries: int
) -> Values:
    """Sum of the differences in the tournament."""
    return total(game_difference_hundredths, entry, entries)


# Decisions of a body about a rating; which of them holds, each text says (`adjustment_applies`)


@column(article="", level="unit", unit="points", does="subtract")
def adjustment(adjustment_applies: Values, adjusted_to: Values, listed_rating: Values) -> Values:
    """Points added or subtracted by decision; 0 where the decision unlists the player."""
    return np.where(adjustment_applies & (adjusted_to > 0), adjusted_to - listed_rating, 0)


@column(article="", level="unit", unit="true or false", does="compare")
def unlisted(adjustment_applies: Values, adjusted_to: Values) -> Values:
    """Whether a decision takes the player off the list."""
    return adjustment_applies & (adjusted_to == 0)


@column(article="", level="unit", unit="points", does="multiply")
def decided_bonus(
    decided_points: Values, listed_rating: Values, adjustment_applies: Values, adjusted_to: Values
) -> Values:
    """Points of bonuses granted or withdrawn by decision; 0 for a player not listed after."""
    return decided_points * ((listed_rating > 0) & ~(adjustment_applies & (adjusted_to == 0)))
