"""Division into groups: FID technical rules of January 2008, article 2.1 of chapter VII.

The article survives through the tables that cite it. Table 24, which shows divisions of 18 to 200
players, is an image: its sizes of the first group follow from table 23, the others are read.
"""

from typing import Any

import numpy as np

from ledger.sentences import Sentence
from projections.rulebooks.engine.columns import Choice, Values, choose, column
from projections.rulebooks.engine.numbers import OffTheTable

TABLE_23 = "VII.2.1, table 23"


@column(article=TABLE_23, level="tournament", unit="players", does="look up")
def divided_players(entrants: Values) -> Values:
    """VII.2.1, table 23. The players to be divided: all entrants."""
    return np.asarray(entrants)


@column(article=TABLE_23, level="tournament", unit="players", does="multiply")
def first_group_as_a_rule(turns: Values, first_group_a_turn: int) -> Values:
    """VII.2.1, table 23. The most players of the first group, as a rule: three times the turns."""
    return np.asarray(turns) * first_group_a_turn


@column(article=TABLE_23, level="tournament", unit="players", does="multiply")
def critical_number(turns: Values, groups: Values, critical_a_turn: int) -> Values:
    """VII.2.1, table 23. Up to so many players the rule holds: turns times groups times four."""
    return np.asarray(turns) * groups * critical_a_turn


@column(article=TABLE_23, level="tournament", unit="players", does="multiply")
def increase(
    divided_players: Values, critical_number: Values, groups: Values, increase_by: int
) -> Values:
    """VII.2.1, table 23. Additional players of the first group: twice the integer quotient.

    What the players exceed the critical number by, over twice the groups.
    """
    beyond = np.maximum(divided_players - critical_number, 0)
    return beyond // (2 * np.asarray(groups)) * increase_by


@column(article=TABLE_23, level="tournament", unit="players", does="add")
def first_group_at_most(first_group_as_a_rule: Values, increase: Values) -> Values:
    """VII.2.1, table 23. The most players of the first group."""
    return first_group_as_a_rule + increase


@column(article=TABLE_23, level="tournament", unit="players", does="table")
def least_players(turns: Values, least_by_games: Any) -> Values:
    """VII.2.1, table 23. The least players of a group by the Italo-Swiss system.

    Reading `games_of_a_group`: a player has one game in each turn.
    """
    least = dict(least_by_games)
    off = sorted(set(np.ravel(turns).tolist()) - least.keys())
    if off:
        words = Sentence(
            "table 23 has the least players for {least} to {most} turns, not for {found}",
            least=min(least),
            most=max(least),
            found=off[0],
        )
        raise OffTheTable(words)
    return np.vectorize(least.get, otypes=[np.int64])(turns)


@column(article=TABLE_23, level="tournament", unit="players", does="multiply")
def needed_players(least_players: Values, groups: Values) -> Values:
    """VII.2.1, table 23. So many players fill the groups: with fewer the division is impossible."""
    return least_players * groups


@column(article=TABLE_23, level="tournament", unit="players", does="choose")
def first_group(
    divided_players: Values, first_group_at_most: Values, least_players: Values, groups: Values
) -> Choice:
    """VII.2.1, table 23. The players of the first group.

    Reading `full_first_group`: as many as it may have, but for those whom the lower groups need to
    come to the least size.
    """
    left = divided_players - least_players * (np.asarray(groups) - 1)
    return choose(
        (
            left < first_group_at_most,
            left,
            "VII.2.1, table 23: the players that remain when the lower groups are complete",
        ),
        otherwise=(first_group_at_most, "VII.2.1, table 23: the largest first group allowed"),
    )


@column(article=TABLE_23, level="tournament", unit="players", does="divide")
def lower_group(divided_players: Values, first_group: Values, groups: Values) -> Values:
    """VII.2.1, table 23. The players of each lower group.

    Reading `even_lower_groups`: the text does not say how the rest is split; as evenly as can be.
    """
    return (divided_players - first_group) // (np.asarray(groups) - 1)


@column(article=TABLE_23, level="tournament", unit="groups", does="subtract")
def larger_lower_groups(
    divided_players: Values, first_group: Values, lower_group: Values, groups: Values
) -> Values:
    """VII.2.1, table 23. Number of lower groups with an additional player.

    Reading `even_lower_groups`: the higher ones.
    """
    return divided_players - first_group - lower_group * (np.asarray(groups) - 1)
