"""Elo-Rubele, who enters Italian draughts: decided, converted (table 21), or new."""

from __future__ import annotations

import pytest

from projections.finding import UNDECIDED
from projections.rulebooks.rubele_italiana import RULEBOOK
from tests.projections.rulebooks.asking import ask, why

EDITION = RULEBOOK.edition("2008-01-01")


def entering(**more):
    """Who enters an event: nobody knows anything of him unless said."""
    return {
        "decided_rating": [0],
        "unit": [0],
        "other_rating_at_start": [0],
        "other_category_at_start": [0],
        "federation": [b"ITA"],
        **more,
    }


@pytest.mark.parametrize(
    ("category", "capital"), [(0, 300), (1, 300), (2, 1000), (3, 1500), (4, 2000)]
)
def test_article_vi_13_table_21_conversions(category, capital):
    """Reading of `converted_category` (B15): by category; titles are for the commission."""
    facts = entering(other_rating_at_start=[900], other_category_at_start=[category])
    assert ask(EDITION, "entry_capital", **facts) == [capital]
    assert why(EDITION, "entry_capital", **facts) == [
        "VI.13, table 21: converted from the category in the other discipline"
    ]


def test_article_vi_13_who_ceased_in_the_other_discipline_still_holds_his_category():
    """Reading of `converted_category`: a score may cease, a category stays."""
    facts = entering(other_rating_at_start=[0], other_category_at_start=[4])
    assert ask(EDITION, "entry_capital", **facts) == [2000]


def test_article_vi_9_table_12_a_decision_goes_before_a_conversion():
    facts = entering(decided_rating=[2700], other_rating_at_start=[3900])
    assert ask(EDITION, "entry_capital", **facts) == [2700]
    assert why(EDITION, "entry_capital", **facts) == [
        "VI.9, table 12: entry decided by the commission"
    ]


def test_article_vi_9_table_12_new_to_the_system():
    assert ask(EDITION, "entry_capital", **entering()) == [300]
    assert why(EDITION, "entry_capital", **entering()) == ["VI.9, table 12: new to the system"]


@pytest.mark.parametrize(
    ("federation", "is_one"), [(b"ITA", False), (b"SUI", True), (b"---", False)]
)
def test_article_vi_2_table_22_a_foreigner_without_a_category_needs_a_decision(federation, is_one):
    """Reading of `entry_capital` and `entering_foreign` (VI.3): until then the initial capital."""
    facts = entering(federation=[federation])
    assert ask(EDITION, "entering_foreign", **facts) == [is_one]
    assert ask(EDITION, "entry_capital", **facts) == [300]
    assert why(EDITION, "entry_capital", **facts)[0].endswith(UNDECIDED) == is_one
