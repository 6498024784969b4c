"""Elo-Rubele, decisions of the commission about a capital, and capitals that ceased: VI.2, VI.5.

A capital ceases by a decision or by table 22. No text says what becomes of an event that is booked
afterwards and stood before it.
"""

from typing import Final

import numpy as np

from projections.rulebooks.engine import game
from projections.rulebooks.engine.columns import Values, column, somewhere
from projections.rulebooks.engine.inheritance import as_in


@column(article="VI.5", level="unit", unit="true or false", does="compare")
def adjustment_applies(
    adjusted: Values,
    adjusted_from: Values,
    adjusted_to: Values,
    listed_rating: Values,
    minimum_capital: int,
) -> Values:
    """VI.5. A correction by the commission holds if it starts from the last listed capital.

    Reading: only for who has a capital, and to none or to the minimum at least (VI.6).
    """
    if not somewhere(adjusted):  # nobody's, in every event
        return adjusted
    possible = (adjusted_to == 0) | (adjusted_to >= minimum_capital)
    return adjusted & (listed_rating > 0) & (adjusted_from == listed_rating) & possible


@column(article="VI.5", level="unit", unit="points", does="subtract")
def adjustment(adjustment_applies: Values, adjusted_to: Values, listed_rating: Values) -> Values:
    """VI.5. Points given or taken by decision."""
    if not somewhere(adjustment_applies):
        return 0 * adjusted_to
    return np.where(adjustment_applies, adjusted_to - listed_rating, 0)


@column(article="VI.5", level="unit", unit="points", does="choose")
def decided_bonus(
    decided_points: Values,
    adjustment: Values,
    annulled_by_decision: Values,
    listed_rating: Values,
    minimum_capital: int,
) -> Values:
    """VI.5. Bonus points given or withdrawn by decision, apart from the bonus of VI.11.

    Reading: they stand before the events of the list that takes them. Who has no capital gets
    none, and what is taken back leaves the minimum (VI.6), or less where a capital stood below it.
    """
    if not somewhere(decided_points):  # nobody's, in every event
        return decided_points
    capital = listed_rating + adjustment
    lowest = np.minimum(minimum_capital - capital, 0)
    return np.where((capital > 0) & ~annulled_by_decision, np.maximum(decided_points, lowest), 0)


annulled_by_decision = as_in(
    game.unlisted,
    "VI.2. Whether the commission annuls the capital by a correction.",
    name="annulled_by_decision",
)


BOOKED_NOTHING: Final = (
    "VI.5: the capital held then was annulled later: nothing is booked for the player"
)
"""The clause of a capital that ceased before an event was booked."""


@column(article="VI.5", level="entry", unit="true or false", does="compare")
def capital_ceased(ceased_later: Values) -> Values:
    """VI.5. Whether the capital held just before the event ceased after it.

    Reading `ceased_later`: everybody in such an event is expected to score by the capitals held at
    its place, also by the one that ceased. Of who lost it nothing is booked, and he does not enter:
    that capital is gone, and one with which he entered anew came after it. Only an event after the
    place where it ceased lets him enter.
    """
    return ceased_later


@column(article="VI.5", level="unit", unit="true or false", does="look up")
def nothing_booked(capital_ceased: Values, unit: Values, units: int) -> Values:
    """VI.5. The same value, by player, in this step, with one event for each player."""
    if not somewhere(capital_ceased):
        return capital_ceased
    found = np.zeros(units, dtype=bool)
    found[unit] = capital_ceased
    return found


@column(article="VI.11, table 18 b", level="unit", unit="points", does="look up")
def malus_taken_held(listed_malus_taken: Values, annulled_by_decision: Values) -> Values:
    """VI.11, table 18 b. Malus points taken so far; none for a capital that ceases.

    Reading `malus_of_a_life`: what was taken for idle years was taken from that capital. Nothing of
    it is given back to the one with which its player enters anew, whose limit begins anew.
    """
    return _of_who_stays(listed_malus_taken, annulled_by_decision)


@column(article="VI.11, table 18 b", level="unit", unit="years, as a set", does="look up")
def malus_years_held(listed_malus_years: Values, annulled_by_decision: Values) -> Values:
    """VI.11, table 18 b. Years for which the malus was taken; none for a capital that ceases."""
    return _of_who_stays(listed_malus_years, annulled_by_decision)


def _of_who_stays(listed: Values, annulled_by_decision: Values) -> Values:
    return np.where(annulled_by_decision, 0, listed) if somewhere(annulled_by_decision) else listed
