"""FIDE rapid and blitz of 1 October 2022: the lift of the first list, K as in standard chess."""

from datetime import date

import numpy as np
import pytest

from projections.rulebooks import rulebook
from tests.support.edition_columns import ask, why

LAW = rulebook("fide-rapid")
EDITION = LAW.edition("2022-10-01")


def lifts(month: int, *pairs: tuple[int, int], base: int = 1500) -> list[int]:
    """Return the lift of ratings (before the lift, in standard chess) on the list of a month."""
    before, standard = (list(column) for column in zip(*pairs, strict=True))
    return ask(
        EDITION,
        "lift",
        changed_rating=before,
        standard_listed_rating=standard,
        base_rating=[base] * len(pairs),
        list_month=month,
    )


def test_amendment_of_1_october_2022_lifts_to_100_below_standard():
    """Reading of `lift` (`lift_compares`): the rating changed, the standard list of the
    same day.
    """
    assert lifts(202210, (2283, 2732)) == [2632 - 2283]
    assert lifts(202210, (1899, 2000), (1900, 2000), (1901, 2000)) == [1, 0, 0]


def test_amendment_of_1_october_2022_needs_both_ratings():
    assert lifts(202210, (1500, 0)) == [0]
    assert lifts(202210, (0, 2000), base=0) == [0]


@pytest.mark.parametrize(("month", "points"), [(202209, 0), (202210, 400), (202211, 0)])
def test_amendment_of_1_october_2022_is_of_one_list(month, points):
    assert lifts(month, (1500, 2000)) == [points]


def printed(month: int) -> list[int]:
    """K of a master, a junior, a newcomer and anybody else on the list of a month."""
    return ask(
        EDITION,
        "printed_k",
        peak=[2400, 1500, 1500, 1500],
        games=[900, 900, 3, 900],
        birth_year=[1980, 2012, 1980, 1980],
        list_year=month // 100,
        list_month=month,
    )


def test_article_7_3_3_k_as_in_standard_chess_from_december():
    """Reading of `printed_k` (`k_from_december`): on the list of November still 20 for all."""
    assert printed(202211) == [20, 20, 20, 20]
    assert printed(202212) == [10, 40, 40, 20]
    assert printed(202301) == [10, 40, 40, 20]
    facts = {"peak": [2400], "games": [900], "birth_year": [1980]}
    assert why(EDITION, "printed_k", **facts, list_year=2023, list_month=202301) == [
        "7.3.3: 10, for 2400 was once published"
    ]


@pytest.mark.parametrize(("month", "k"), [(202210, 20), (202211, 20), (202212, 20), (202301, 40)])
def test_article_7_3_3_who_enters_has_the_k_that_the_list_before_would_have_printed(month, k):
    """Reading of `entering_k` (`k_from_december`): standard 1500 beats 1800 in September: 1517."""
    facts = {"listed_rating": [0], "listed_k": [0], "rated_games": [1], "list_month": month}
    assert ask(EDITION, "k", **facts) == [k]


@pytest.mark.parametrize(
    ("day", "everybody"),
    [
        (date(2022, 9, 1), False),
        (date(2022, 10, 1), True),
        (date(2022, 11, 1), False),
        (date(2022, 12, 1), True),
        (date(2024, 3, 1), True),
    ],
)
def test_amendment_of_1_october_2022_changes_who_did_not_play(day, everybody):
    """The lifts, and the first list with the K of standard chess."""
    edition = max((e for e in LAW.editions if e.name <= day.isoformat()), key=lambda e: e.name)
    assert edition.also_concerned(day, np.array([0, 1980])).tolist() == [everybody] * 2


def test_article_7_3_3_january_changes_who_is_a_junior_no_more():
    """Born in 2005, too old for the K of juniors on the list of January 2024."""
    edition = LAW.edition("2022-10-01")
    born = np.array([2004, 2005, 2006])
    assert edition.also_concerned(date(2024, 1, 1), born).tolist() == [False, True, False]
    assert not edition.also_concerned(date(2023, 12, 1), born).any()
    assert not LAW.edition("2022-01-01").also_concerned(date(2022, 1, 1), born).any()
