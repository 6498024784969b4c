"""Elo-Rubele, international draughts, of January 2008: the differences from Italian draughts."""

from datetime import date
from fractions import Fraction

import pytest

from projections.finding import UNDECIDED
from projections.rulebooks.elo_rubele import italian
from projections.rulebooks.elo_rubele.international import RULEBOOK
from projections.rulebooks.elo_rubele.italian.entering import (
    AWARDED,
    LISTED_ABROAD,
    NOWHERE,
    REACHED,
)
from tests.oracles import elo_rubele
from tests.oracles.table_13 import FINAL, synthetic_world
from tests.support import draughts_editions
from tests.support.draughts_editions import VECTORS
from tests.support.edition_columns import ask, why
from tests.support.worlds import closings, federation, games, rated, rows, stage, tournament

EDITION = RULEBOOK.edition("2008-01-01")
ITALIAN = italian.RULEBOOK.edition("2008-01-01")
INTERNATIONAL = "rubele-internazionale"


def test_both_disciplines_have_the_same_formulas_but_for_who_enters():
    ours = {name: rule.function for name, rule in EDITION.columns.items()}
    theirs = {name: rule.function for name, rule in ITALIAN.columns.items()}
    differing = {name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name)}
    assert differing == {"entry_capital", "entry_source", "converted_world_rating"}


def test_article_vi_9_table_11_a_beginner_enters_with_his_first_valid_event():
    """20 beats 21: 500 + 240 + 10, 500 - 240 + 10."""
    played = tournament("A", "2015-03-01", "2015-03-02", games(20, "21 1"))
    world = federation([], [played], newcomers=[20, 21], periods=("spring",), on=date(2015, 2, 1))
    (only,) = closings(world, INTERNATIONAL, [("spring", date(2015, 6, 1))])
    assert [row["rating"] for row in rows(only).values()] == [750, 270]


@pytest.mark.parametrize(
    ("capital_after", "reached"),
    [(1699, 0), (1700, 1), (1701, 1), (2499, 1), (2500, 2), (3299, 2), (3300, 3), (3799, 3),
     (3800, 4)],
)  # fmt: skip
def test_article_vi_9_table_11_a_category_is_reached_at_its_threshold(capital_after, reached):
    facts = {"listed_category": [0], "entered_capital": [0]}
    facts["adjustment_applies"] = [False]
    found = ask(EDITION, "category", rating=[capital_after], period_games=[1], **facts)
    assert found == [reached]


def test_article_vi_10_table_17_coefficients():
    """Reading `thresholds_of_the_coefficient` (B3): 2000 and 3000 are no promotions."""
    assert EDITION.numbers["bands"] == ((0, 240), (2000, 160), (3000, 80))
    promotions = [threshold for _, threshold in EDITION.numbers["categories"]]
    assert promotions == [0, 1700, 2500, 3300, 3800]


@pytest.mark.parametrize(
    ("ci", "d_hundredths", "exact"),
    [(1999, 1, Fraction("2000.9333")), (2000, 1, Fraction("2001.6")),
     (2000, -1, Fraction("1997.6")), (2001, -1, Fraction("1999.1")),
     (2999, 1, Fraction("3000.3")), (3000, 1, Fraction("3000.8")),
     (3000, -1, Fraction("2998.4"))],
)  # fmt: skip
def test_article_vi_10_thresholds_just_below_on_and_above(ci, d_hundredths, exact):
    found = draughts_editions.capital(EDITION, ci, d_hundredths)["exact"]
    assert found == elo_rubele.walk(ci, Fraction(d_hundredths, 100), "internazionale")
    assert abs(found - exact) < Fraction(1, 1000)


EXAMPLES = [
    case
    for case in VECTORS.values()
    if case["discipline"] == "int" and case["id"] not in ("F22", "F24")
]


def test_examples_of_this_edition():
    """F22 and F24 have the points of 2021."""
    assert [case["id"] for case in EXAMPLES] == [
        "F07", "F08", "F09", "F10", "F11", "F12", "F15", "F16", "F17",
    ]  # fmt: skip


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case["id"])
def test_article_vi_10_tables_16_and_17_examples(case):
    assert draughts_editions.after(EDITION, case) == (Fraction(case["exact"]), case["cf"])


def test_table_15_synthetic_completion():
    """Table 15 is lost; this agrees with every number printed in table 16."""
    world = synthetic_world("internazionale")
    (only,) = closings(world, INTERNATIONAL, [("2010-06-01", date(2010, 6, 1))])
    assert [row["rating"] for row in rows(only).values()] == FINAL["internazionale"]


def test_article_vi_11_the_bonus_is_had_in_each_discipline():
    """Reading B11: a pool is a discipline; the pool of the other discipline is not asked."""
    on_stage = stage(
        federation([rated(1, 2400), rated(2, 2400)], periods=("spring",), on=date(2015, 2, 1)),
        INTERNATIONAL,
        [("spring", date(2015, 6, 1))],
    )
    on_stage.submit(tournament("A", "2015-03-01", "2015-03-02", games(1, "2 =")))
    assert rows(on_stage.close("spring"))[1]["rating"] == 2410


def entering(**more):
    """Make a player who enters an event; the list of the world body is at hand, without
    the player.
    """
    return draughts_editions.entering(
        **{"fmjd_rating_at_start": [0], "fmjd_known_at_start": [True], **more}
    )


def foreign(rating: int = 0, **more):
    """A foreigner, with a rating on the world body's list."""
    return entering(federation=[b"NED"], fmjd_rating_at_start=[rating], **more)


@pytest.mark.parametrize(
    ("category", "capital"), [(0, 500), (1, 500), (2, 1000), (3, 1700), (4, 2500)]
)
def test_article_vi_13_table_20_conversions(category, capital):
    facts = entering(other_rating_at_start=[900], other_category_at_start=[category])
    assert ask(EDITION, "entry_capital", **facts) == [capital]
    assert why(EDITION, "entry_capital", **facts) == [
        "VI.13, table 20: converted from the category in Italian draughts"
    ]


@pytest.mark.parametrize("category", [3, 4])
def test_article_vi_13_table_20_a_grande_maestro_converts_as_a_maestro(category):
    """Reading B15: table 20 has no line for the title, which no capital gives."""
    facts = entering(other_award_at_start=["Grande Maestro"], other_category_at_start=[category])
    assert ask(EDITION, "entry_capital", **facts) == [2500]
    assert why(EDITION, "entry_capital", **facts) == [
        "VI.13, table 20: converted from the title or category awarded in Italian draughts"
    ]


@pytest.mark.parametrize(
    ("facts", "source"),
    [
        ({"federation": [b"NED"], "fmjd_rating_at_start": [2000]}, LISTED_ABROAD),
        ({"federation": [b"NED"], "fmjd_known_at_start": [False]}, NOWHERE),
        ({"federation": [b"NED"]}, REACHED),
        ({"decided_rating": [3000]}, NOWHERE),
        ({"other_award_at_start": ["Grande Maestro"]}, AWARDED),
        ({}, REACHED),
    ],
)
def test_article_vi_13_what_is_recorded_of_an_entry(facts, source):
    """The category goes last, and is nothing to a player of whom the list may tell more."""
    assert ask(EDITION, "entry_source", **entering(other_category_at_start=[4], **facts)) == [
        source
    ]


@pytest.mark.parametrize(
    ("rating", "capital"),
    [(1501, 2702), (2000, 3600), (2001, 4402), (2033, 4473), (2200, 4840), (2201, 5282),
     (2300, 5520), (2301, 5753), (2413, 6033)],
)  # fmt: skip
def test_article_vi_2_table_22_conversions(rating, capital):
    """Reading of `converted_world_rating` (B14): a half goes up, 4472.6 and 5752.5 too."""
    assert ask(EDITION, "entry_capital", **foreign(rating)) == [capital]
    assert why(EDITION, "entry_capital", **foreign(rating)) == [
        "VI.2, table 22: converted from the rating on the world body's list"
    ]


def test_article_vi_2_table_22_is_for_foreigners():
    facts = entering(fmjd_rating_at_start=[2000])
    assert ask(EDITION, "entry_capital", **facts) == [500]


def test_article_vi_2_table_22_without_a_list_it_needs_a_decision():
    """Reading of `entry_capital`: with any category, for the list would go before."""
    facts = foreign(fmjd_known_at_start=[False], other_rating_at_start=[900])
    assert ask(EDITION, "entry_capital", **facts) == [500]
    (said,) = why(EDITION, "entry_capital", **facts)
    assert said.startswith("VI.2, table 22: a foreigner on no recorded list of the world body")
    assert said.endswith("needs a decision")


def test_article_vi_3_a_foreigner_without_a_rating_needs_a_decision():
    """Reading of `entry_capital`: except with a category in Italian draughts."""
    (said,) = why(EDITION, "entry_capital", **foreign())
    assert said.startswith("VI.3: ")
    assert said.endswith(UNDECIDED)
    facts = foreign(other_rating_at_start=[900], other_category_at_start=[4])
    assert ask(EDITION, "entry_capital", **facts) == [2500]


def test_article_vi_9_table_11_decided_or_new():
    """A decision goes before everything; a new Italian player has 500."""
    assert ask(EDITION, "entry_capital", **foreign(2000, decided_rating=[3000])) == [3000]
    assert ask(EDITION, "entry_capital", **entering()) == [500]
    assert why(EDITION, "entry_capital", **entering()) == ["VI.9, table 11: new to the system"]
