"""FIDE rapid and blitz of 1 March 2024: as standard chess of the same day, but for
`rapid_blitz`.
"""

import pytest

from projections.rulebooks import rulebook
from tests.support.edition_columns import ask, why

EDITION = rulebook("fide-blitz").edition("2024-03-01")


def test_article_7_3_3_vector_108_blitz_2400_is_10():
    """The collector's 20 is of before October 2022."""
    facts = {"games": [500] * 3, "birth_year": [1980] * 3, "list_year": 2025}
    assert ask(EDITION, "printed_k", peak=[2399, 2400, 2401], **facts) == [20, 10, 10]
    assert why(EDITION, "printed_k", peak=[2400], **facts)[0] == (
        "7.3.3: 10, for 2400 was once published"
    )


def test_article_7_2_4_two_invented_opponents_here_too():
    """F-N01 of standard chess."""
    facts = {"pooled_games": [5], "pooled_rating_sum": [9507], "pooled_half_points": [6]}
    assert ask(EDITION, "computed_first_rating", list_month=202512, **facts) == [1922]


@pytest.mark.parametrize(("before", "lifted"), [(1000, 1400), (1500, 1700), (1999, 1999)])
def test_council_decision_of_15_december_2023_lifts_rapid_and_blitz_too(before, lifted):
    facts = {"changed_rating": [before], "base_rating": [before], "list_month": 202403}
    assert ask(EDITION, "rating_before_floor", **facts) == [lifted]


def test_article_6_2_1_the_floor_is_1400():
    facts = {"rating_before_floor": [1399, 1400, 1401], "base_rating": [1410] * 3}
    nothing = {"adjustment_applies": [False] * 3, "adjusted_to": [0] * 3, "first_rating": [0] * 3}
    facts["withdrawn_rating"] = [0] * 3
    assert ask(EDITION, "rating", **facts, **nothing) == [0, 1400, 1401]
    assert why(EDITION, "rating", **facts, **nothing)[0] == "6.2.1: below the floor: unrated"
