"""Elo-Rubele, entering Italian draughts: by decision, converted (table 21), or new."""

import pytest

from projections.finding import UNDECIDED
from projections.rulebooks.elo_rubele.italian import RULEBOOK
from projections.rulebooks.elo_rubele.italian.entering import AWARDED, REACHED
from tests.support.draughts_editions import entering
from tests.support.edition_columns import ask, why

EDITION = RULEBOOK.edition("2008-01-01")


@pytest.mark.parametrize(
    ("category", "capital"), [(0, 300), (1, 300), (2, 1000), (3, 1500), (4, 2000)]
)
def test_article_vi_13_table_21_conversions(category, capital):
    """Reading of `converted_category` : by the category reached."""
    facts = entering(other_rating_at_start=[900], other_category_at_start=[category])
    assert ask(EDITION, "entry_capital", **facts) == [capital]
    assert why(EDITION, "entry_capital", **facts) == [
        "VI.13, table 21: converted from the category in the other discipline"
    ]


@pytest.mark.parametrize(
    ("award", "category", "capital", "converts"),
    [
        ("GMI", 4, 2700, "awarded"), ("MI", 4, 2700, "awarded"), ("MF", 4, 2300, "awarded"),
        ("MN", 4, 2000, "awarded"), ("MF", 0, 2300, "awarded"), ("", 4, 2000, "category"),
        ("Grande Maestro", 4, 2000, "category"), ("Candidato Maestro", 1, 1500, "awarded"),
        ("Regionale", 3, 1500, "category"),
    ],
)  # fmt: skip
def test_article_vi_13_table_21_titles_go_first(award, category, capital, converts):
    """Reading of `converted_title` (B15): a title before the category; a higher category that was
    awarded; a title left out of the table leaves the category.
    """
    facts = entering(other_award_at_start=[award], other_category_at_start=[category])
    assert ask(EDITION, "entry_capital", **facts) == [capital]
    assert converts in why(EDITION, "entry_capital", **facts)[0]


@pytest.mark.parametrize("decided", [0, 2500])
@pytest.mark.parametrize("award", ["", "MF"])
@pytest.mark.parametrize("category", [0, 4])
def test_article_vi_13_what_is_recorded_of_an_entry_is_where_its_capital_comes_from(
    decided, award, category
):
    facts = entering(
        decided_rating=[decided],
        other_award_at_start=[award],
        other_category_at_start=[category],
        other_rating_at_start=[900 * (category > 0)],
    )
    (source,), (clause,) = (
        ask(EDITION, "entry_source", **facts),
        why(EDITION, "entry_capital", **facts),
    )
    assert clause.endswith(
        {AWARDED: "awarded in the other discipline", REACHED: "category in the other discipline"}
        .get(source, "commission" if decided else "new to the system")
    )  # fmt: skip


def test_article_vi_13_who_ceased_in_the_other_discipline_still_holds_his_category():
    """Reading of `converted_category`: a score may cease, a category stays."""
    facts = entering(other_rating_at_start=[0], other_category_at_start=[4])
    assert ask(EDITION, "entry_capital", **facts) == [2000]


def test_article_vi_9_table_12_a_decision_goes_before_a_conversion():
    facts = entering(decided_rating=[2700], other_rating_at_start=[3900])
    assert ask(EDITION, "entry_capital", **facts) == [2700]
    assert why(EDITION, "entry_capital", **facts) == [
        "VI.9, table 12: initial capital decided by the commission"
    ]


@pytest.mark.parametrize(("decided", "capital"), [(99, 300), (100, 100), (101, 101)])
def test_article_vi_6_a_decision_below_the_minimum_does_not_hold(decided, capital):
    """Reading of `entry_decided`: 100 is the minimum."""
    assert ask(EDITION, "entry_capital", **entering(decided_rating=[decided])) == [capital]


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
