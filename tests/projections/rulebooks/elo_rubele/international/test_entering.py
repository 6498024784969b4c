"""Elo-Rubele, who enters international draughts: tables 20, 22, decisions, the initial capital."""

from __future__ import annotations

import pytest

from projections.finding import UNDECIDED
from projections.rulebooks.elo_rubele.international import RULEBOOK
from projections.rulebooks.elo_rubele.italian.entering import (
    AWARDED,
    LISTED_ABROAD,
    NOWHERE,
    REACHED,
)
from tests.support import draughts_editions
from tests.support.edition_columns import ask, why

EDITION = RULEBOOK.edition("2008-01-01")


def entering(**more):
    """Who enters an event; the list of the world body is at hand, and he is not on it."""
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
        "VI.13, table 20: converted from what was awarded in Italian draughts"
    ]


@pytest.mark.parametrize(
    ("facts", "source"),
    [
        ({"federation": [b"NED"], "fmjd_rating_at_start": [2000]}, LISTED_ABROAD),
        ({"federation": [b"NED"], "fmjd_known_at_start": [False]}, NOWHERE),
        ({"decided_rating": [3000]}, NOWHERE),
        ({"other_award_at_start": ["Grande Maestro"]}, AWARDED),
        ({}, REACHED),
    ],
)
def test_article_vi_13_what_is_recorded_of_an_entry(facts, source):
    """The category goes last, and is nothing to whom the list may tell more of."""
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
    """Reading of `entry_capital`: whatever category he holds, for the list would go before it."""
    facts = foreign(fmjd_known_at_start=[False], other_rating_at_start=[900])
    assert ask(EDITION, "entry_capital", **facts) == [500]
    (said,) = why(EDITION, "entry_capital", **facts)
    assert said.startswith("VI.2, table 22: a foreigner, and no list of the world body")
    assert said.endswith(f"is recorded that tells of him: {UNDECIDED}")


def test_article_vi_3_a_foreigner_without_a_rating_needs_a_decision():
    """Reading of `entry_capital`: unless he holds a category in Italian draughts."""
    (said,) = why(EDITION, "entry_capital", **foreign())
    assert said.startswith("VI.3: ")
    assert said.endswith(UNDECIDED)
    facts = foreign(other_rating_at_start=[900], other_category_at_start=[4])
    assert ask(EDITION, "entry_capital", **facts) == [2500]


def test_article_vi_9_table_11_decided_or_new():
    """A decision goes before everything; an Italian who is new has 500."""
    assert ask(EDITION, "entry_capital", **foreign(2000, decided_rating=[3000])) == [3000]
    assert ask(EDITION, "entry_capital", **entering()) == [500]
    assert why(EDITION, "entry_capital", **entering()) == ["VI.9, table 11: new to the system"]
