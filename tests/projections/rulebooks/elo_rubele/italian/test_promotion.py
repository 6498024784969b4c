"""Elo-Rubele, the category that a capital has come to: VI.9, table 12."""

from __future__ import annotations

from dataclasses import replace

import pytest

from projections.rulebooks.elo_rubele.italian import RULEBOOK
from tests.support import draughts_editions
from tests.support.draughts_editions import DAYS, season
from tests.support.edition_columns import ask
from tests.support.worlds import (
    RUBELE,
    rated,
    stage,
)

EDITION = RULEBOOK.edition("2008-01-01")


PROVINCIALE, REGIONALE, NAZIONALE, CANDIDATO, MAESTRO = range(5)


@pytest.mark.parametrize(
    ("capital_after", "reached"),
    [(999, PROVINCIALE), (1000, REGIONALE), (1001, REGIONALE), (1999, REGIONALE),
     (2000, NAZIONALE), (2999, NAZIONALE), (3000, CANDIDATO), (3899, CANDIDATO),
     (3900, MAESTRO), (5000, MAESTRO)],
)  # fmt: skip
def test_article_vi_9_table_12_a_category_is_reached_at_its_threshold(capital_after, reached):
    facts = {"listed_category": [0], "entered_capital": [0]}
    facts["adjustment_applies"] = [False]
    found = ask(EDITION, "category", rating=[capital_after], period_games=[1], **facts)
    assert found == [reached]


def test_article_vi_9_a_category_once_reached_is_kept():
    """Reading of `category` (B8): 2000 was reached; 1950 is left, and 3000 is one promotion on."""
    facts = {"listed_category": [NAZIONALE] * 2, "entered_capital": [0, 0]}
    facts |= {"period_games": [1, 1]}
    facts |= {"adjustment_applies": [False, False]}
    assert ask(EDITION, "category", rating=[1950, 3900], **facts) == [NAZIONALE, MAESTRO]


@pytest.mark.parametrize(
    ("before", "to", "category"),
    [(3850, 3899, CANDIDATO), (3850, 3900, MAESTRO), (3849, 3900, CANDIDATO)],
)
def test_article_vi_9_a_correction_promotes_by_itself(before, to, category):
    """Reading `corrected_capital` of `category`: below the threshold, on it; not where it does not
    start from the capital listed, and so does not hold."""
    found = draughts_editions.capital(
        EDITION, 3850, 0, period_games=[0], listed_category=[CANDIDATO],
        adjusted=[True], adjusted_from=[before], adjusted_to=[to],
    )  # fmt: skip
    assert found["category"] == category


@pytest.mark.parametrize(("played", "category"), [(0, CANDIDATO), (1, MAESTRO)])
def test_article_vi_9_an_event_not_played_does_not_promote(played, category):
    """Reading of `category` (B7): a malus given back led to 3900; the next event played counts."""
    facts = {"listed_category": [CANDIDATO], "entered_capital": [0]}
    facts |= {"adjustment_applies": [False]}
    found = ask(EDITION, "category", rating=[3900], period_games=[played], **facts)
    assert found == [category]


def test_article_vi_9_the_final_capital_decides():
    """Reading of `category` (B7): 3895 + 4 + 10 is 3909; F14 comes to 3900 exactly."""
    found = draughts_editions.capital(
        EDITION, 3895, 4, listed_counted_years=[0], listed_category=[3]
    )
    assert (found["cf"], found["category"]) == (3909, MAESTRO)
    f14 = draughts_editions.capital(EDITION, 3800, 100, listed_category=[3])
    assert (f14["cf"], f14["category"]) == (3900, MAESTRO)


def test_article_vi_9_who_enters_has_the_category_of_the_capital_he_enters_with():
    """Reading of `category`: he enters as Nazionale and loses below 2000; a beginner is 0."""
    facts = {"listed_rating": [0, 0, 0], "listed_category": [0, 0, 0], "period_games": [1, 1, 0]}
    facts |= {"adjustment_applies": [False] * 3}
    found = ask(
        EDITION, "category", entering_capital=[2000, 300, 2000], rating=[1900, 310, 0], **facts
    )
    assert found == [NAZIONALE, PROVINCIALE, PROVINCIALE]


def test_article_vi_9_a_capital_carried_over_has_its_category():
    """Reading of `category_carried` (B8): that of the peak told with it, never below its own."""
    fallen = [replace(rated(3, 3850), peak=3899), replace(rated(4, 3850), peak=3900)]
    world = season([rated(1, 1999), rated(2, 2000), *fallen, replace(rated(5, 2000), peak=0)], [])
    standings = stage(world, RUBELE, DAYS).replay.begun()
    categories = [0, REGIONALE, NAZIONALE, CANDIDATO, MAESTRO, NAZIONALE]
    assert standings.state["category"].tolist() == categories


@pytest.mark.parametrize(
    ("entered", "category"), [(3300, CANDIDATO), (3899, CANDIDATO), (3900, MAESTRO)]
)
def test_article_vi_9_reading_converted_foreigner_has_the_category_of_his_capital(
    entered, category
):
    """Reading `converted_foreigner`: at once, though his first event ends below it."""
    facts = {"listed_category": [0], "period_games": [1], "adjustment_applies": [False]}
    found = ask(EDITION, "category", rating=[1000], entered_capital=[entered], **facts)
    assert found == [category]
