"""FIDE B.02 of 1 July 2014: a text not available whole, under the known numbers."""

import pytest

from projections.rulebooks.fide.standard import RULEBOOK
from tests.support.edition_columns import ask, period, why

EDITION = RULEBOOK.edition("2014-07-01")
OLDER = [RULEBOOK.edition(name) for name in ("2014-07-01", "2017-07-01", "2021-02-01")]
LATER = RULEBOOK.edition("2022-01-01")


# -------------------------------------------------------------------------------- its own numbers


def test_article_8_57_half_a_point_grows_in_magnitude():
    """Reading `rounding_8_57`: "up" is away from zero, whichever way the change goes."""
    halves = [-251, -250, -249, -50, -49, 49, 50, 249, 250, 251]
    assert ask(EDITION, "change", variation_hundredths=halves) == [
        *[-3, -3, -2, -1, 0],
        *[0, 1, 2, 3, 3],
    ]


def test_article_8_5_juniors_go_by_the_year():
    """Reading `junior_by_year`: born in 1998, to the end of 2016, on any birthday."""
    printed = [
        ask(EDITION, "printed_k", peak=[1800], games=[30], birth_year=[1998], list_year=year)
        for year in (2015, 2016, 2017)
    ]
    assert printed == [[40], [40], [20]]


@pytest.mark.parametrize("edition", OLDER, ids=lambda edition: edition.name)
def test_article_8_5_every_opponent_more_than_400_lower_is_raised(edition):
    """Before 2022 each time, from then on once in a tournament."""
    played = "1599 1 1500 1 1300 1"
    assert period(edition, 2000, played)["counted_difference"].tolist() == [400, 400, 400]
    assert period(LATER, 2000, played)["counted_difference"].tolist() == [401, 500, 400]


def test_article_8_5_k_is_cited_under_it():
    printed = {"peak": [2400], "games": [30], "birth_year": [0], "list_year": 2015}
    assert why(EDITION, "printed_k", **printed) == ["8.5: 10, for 2400 was once published"]
    assert why(LATER, "printed_k", **printed) == ["8.3.3: 10, for 2400 was once published"]


def test_article_8_5_700_below_on_and_above():
    assert ask(EDITION, "k", listed_k=[20] * 3, rated_games=[34, 35, 36]) == [20, 20, 19]
