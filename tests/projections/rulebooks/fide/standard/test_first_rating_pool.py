"""FIDE standard chess, articles 7.1.4 and 0.1: the games under a first rating, and the rules."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from projections.rulebooks.engine.months import month_index
from projections.rulebooks.fide.standard import RULEBOOK
from tests.oracles.fide_standard import PRINTED, round_half_up
from tests.support.edition_columns import ask, why

EDITION = RULEBOOK.edition("2024-03-01")
JANUARY_2026 = month_index(202601)


def test_article_7_1_4_the_window_is_the_26_months_before_the_list():
    """Reading of `in_window`: by the month the tournament ended in, the month of the list
    left out.
    """
    ended = [JANUARY_2026 - months for months in (0, 1, 2, 25, 26, 27)]
    found = ask(EDITION, "in_window", waiting_ended_month=ended, list_month_index=JANUARY_2026)
    assert found == [False, True, True, True, True, False]


def test_article_7_1_4_results_add_up_player_by_player():
    facts = {
        "pooled": [True, True, False, True],
        "waiting_unit": [0, 0, 0, 2],
        "waiting_counted_games": [3, 2, 5, 4],
        "waiting_opponent_rating_sum": [5400, 3500, 9000, 6000],
        "waiting_half_points": [1, 4, 9, 0],
        "waiting_unrated_games": [0] * 4,
        "waiting_unrated_half_points": [0] * 4,
        "waiting_average_numerator": [0] * 4,
        "waiting_average_denominator": [0] * 4,
        "latest_rules_month": [202403] * 3,
        "units": 3,
    }
    assert ask(EDITION, "pooled_games", **facts) == [5, 0, 4]
    assert ask(EDITION, "pooled_rating_sum", **facts) == [8900, 0, 6000]
    assert ask(EDITION, "pooled_half_points", **facts) == [5, 0, 0]


def pool(rows, units=1):
    """Return waiting results of a player as facts: games, half points, ratings; of a round robin
    the results against unrated opponents, n, and Rc.
    """
    names = (
        "counted_games",
        "half_points",
        "opponent_rating_sum",
        "unrated_games",
        "unrated_half_points",
        "all_opponents",
        "average_numerator",
        "average_denominator",
    )
    found = {f"waiting_{name}": [row[at] for row in rows] for at, name in enumerate(names)}
    rest = {"pooled": [True] * len(rows), "waiting_unit": [0] * len(rows), "units": units}
    return {**found, **rest}


SWISS = (3, 4, 5000, 0, 0, 0, 0, 0)
ROBIN = (4, 5, 5400, 1, 2, 4, 27001, 15)
"""Four games, one of them against a newcomer and won; Rc 1800 1/15, three rated players."""


def test_article_7_1_4_games_of_a_round_robin_against_newcomers():
    """Reading of `pooled_games` (`round_robin_five_games`): by the old rules the games are among
    the five; by the rules since 2022 such games do not count at all.
    """
    facts = pool([SWISS, ROBIN])
    for month, games, half_points in ((202102, 7, 9), (202201, 6, 7)):
        facts["latest_rules_month"] = [month]
        assert ask(EDITION, "pooled_games", **facts) == [games]
        assert ask(EDITION, "pooled_half_points", **facts) == [half_points]
        assert ask(by_list(EDITION), "pooled_games", **facts) == [6]


def test_article_8_3_round_robins_are_pooled_as_of_one_tournament():
    """Reading of `pooled_rating_sum` (`round_robins_pooled`): each game brings Rc, exactly."""
    facts = pool([SWISS, ROBIN, ROBIN]) | {"latest_rules_month": [202102]}
    assert ask(EDITION, "pooled_parts", **facts) == [15]
    assert ask(EDITION, "pooled_rating_sum", **facts) == [15 * 5000 + 2 * 4 * 27001]
    facts["latest_rules_month"] = [202201]
    assert ask(EDITION, "pooled_parts", **facts) == [1]
    assert ask(EDITION, "pooled_rating_sum", **facts) == [5000 + 2 * 5400]


def test_article_8_2_a_difference_shrinks_where_all_results_are_of_round_robins():
    """Reading of `shrinking_opponents` (`shrinking_of_several`): of two, with all opponents."""
    old = {"latest_rules_month": [202102]}
    for rows, n in (([ROBIN], 4), ([ROBIN, ROBIN], 8), ([SWISS, ROBIN], 0), ([SWISS], 0)):
        assert ask(EDITION, "shrinking_opponents", **pool(rows), **old) == [n]
    assert ask(EDITION, "shrinking_opponents", **pool([ROBIN]), latest_rules_month=[202201]) == [0]


@pytest.mark.parametrize("edition", ["2014-07-01", "2022-01-01", "2024-03-01"])
@pytest.mark.parametrize("seed", range(12))
def test_article_8_2_any_pool_of_round_robins_as_in_fractions(edition, seed):
    """Up to seven round robins, with a common denominator beyond 64 bits."""
    random = Random(seed)
    rows, total, games, half_points, opponents = [], Fraction(0), 0, 0, 0
    for _ in range(random.randint(1, 7)):
        n, rated = random.randint(90, 110), random.randint(80, 100)
        average = Fraction(random.randint(1500, 1700) * rated * (n + 1) + 1, rated * (n + 1))
        made = random.randint(0, n)
        rows.append((n, made, 0, 0, 0, n, int(average * rated * (n + 1)), rated * (n + 1)))
        total, games, half_points = total + n * average, games + n, half_points + made
        opponents += n
    p = round_half_up(Fraction(100 * half_points, 2 * games))
    worth = PRINTED.dp[p] * Fraction(opponents, opponents + 1)
    law = RULEBOOK.edition(edition)
    found = ask(law, "computed_first_rating", **pool(rows), latest_rules_month=[201407])
    assert found == [round_half_up(total / games + worth)]


def by_list(edition):
    """Return an edition by which first ratings go by the rules of the day of the list, as set by
    the body.
    """
    number = edition.numbers["stated"]["first_rating_by"]
    return edition.stating((replace(number, stated="list"),))


def test_article_0_1_results_keep_the_month_of_their_edition():
    """Reading of `rules_month` (`carried_rules_month`): 0 where nothing was carried over."""
    assert ask(EDITION, "rules_month", counted_games=[3, 0], edition_month=202403) == [202403] * 2
    facts = {
        "pooled": [True, True, False, False],
        "waiting_rules_month": [202312, 202201, 202403, 202403],
        "waiting_unit": [0, 0, 0, 1],
        "units": 2,
    }
    assert ask(EDITION, "latest_rules_month", **facts) == [202312, 0]


def test_article_0_1_old_rules_where_all_events_began_before_the_change():
    """Reading of `by_earlier_rules` (`first_rating_across_changes`): before, on, after; and the
    other value, by which the day of the list decides.
    """
    latest = {"latest_rules_month": [0, 202312, 202403, 202510]}
    assert ask(EDITION, "by_earlier_rules", **latest) == [False, True, False, False]
    assert ask(by_list(EDITION), "by_earlier_rules", **latest) == [False] * 4
    assert why(EDITION, "by_earlier_rules", **latest)[1:3] == [
        "0.1: all its events began before March 2024: by the rules before March 2024",
        "0.1: an event began since March 2024: by the rules since then",
    ]
