"""Elo-Rubele, the bonus of the year: VI.11, table 18 a."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec import structs

from projections.rulebooks.elo_rubele.italian import RULEBOOK
from projections.state.reports import Decided
from tests.support import draughts_editions
from tests.support.draughts_editions import DAYS, HAD_THIS_YEAR, YEAR, season
from tests.support.edition_columns import ask, why
from tests.support.worlds import (
    RUBELE,
    closings,
    federation,
    games,
    rated,
    ratings,
    stage,
    tournament,
)

EDITION = RULEBOOK.edition("2008-01-01")


def test_article_vi_11_table_18_a_ten_points_for_the_first_valid_event_of_the_year():
    facts = {
        "period_games": [9, 9, 0, 9],
        "listed_counted_years": [0, HAD_THIS_YEAR, 0, HAD_THIS_YEAR >> 1],
        "step_year": [YEAR] * 4,
    }
    assert ask(EDITION, "bonus", **facts) == [10, 0, 0, 10]
    assert why(EDITION, "bonus", **facts) == [
        "VI.11, table 18 a: first valid event of the year",
        "VI.11: had already this year",
        "VI.11: no counted game, so not a valid event for the player",
        "VI.11, table 18 a: first valid event of the year",
    ]
    assert ask(EDITION, "counted_years", **facts) == [
        HAD_THIS_YEAR,
        HAD_THIS_YEAR,
        0,
        HAD_THIS_YEAR | HAD_THIS_YEAR >> 1,
    ]


@pytest.mark.parametrize(("year", "had"), [(2014, False), (2015, True), (2016, False)])
def test_article_vi_11_the_year_of_the_bonus_is_that_in_which_the_event_ended(year, had):
    """Reading of `bonus_had` (B11): kept for each pool, so for each discipline, by itself."""
    facts = {"listed_counted_years": [HAD_THIS_YEAR], "step_year": [year]}
    assert ask(EDITION, "bonus_had", **facts) == [had]


def test_article_vi_11_an_event_over_new_year_belongs_to_the_year_it_ended_in():
    """A ends on 2 January 2016, B on 3 January: one bonus between them, B's of 2015 apart."""
    world = federation(
        [rated(1, 2000), rated(2, 2000)],
        [
            tournament("A", "2015-12-28", "2016-01-02", games(1, "2 =")),
            tournament("B", "2016-01-03", "2016-01-03", games(1, "2 =")),
            tournament("C", "2015-12-01", "2015-12-01", games(1, "2 =")),
        ],
        periods=("2016-02-01",),
        on=date(2015, 2, 1),
    )
    (only,) = closings(world, RUBELE, [("2016-02-01", date(2016, 2, 1))])
    assert ratings([only], 1) == [2020]


def test_article_vi_11_among_late_events_the_first_that_is_booked_has_the_bonus():
    """Reading of `bonus`: A of March is recorded after B of April had it."""
    world = season(
        [rated(1, 2000), rated(2, 2000)],
        [
            tournament("B", "2015-04-01", "2015-04-02", games(1, "2 =")),
            tournament("A", "2015-03-01", "2015-03-02", games(1, "2 ="), recorded=1),
        ],
    )
    assert ratings(closings(world, RUBELE, DAYS), 1) == [2010, 2010]


def test_article_vi_11_the_bonus_comes_after_the_thresholds():
    """Reading B5: 3895 + 4 + 10 is 3909; converted it would be 3905."""
    assert draughts_editions.capital(EDITION, 3895, 4, listed_counted_years=[0])["cf"] == 3909


def test_article_vi_11_of_a_first_event_that_is_cancelled_the_next_one_has_the_bonus():
    """While the list is open the year is chained anew: A gives nothing, B the bonus."""
    on_stage = stage(season([rated(1, 2000), rated(2, 2000)], []), RUBELE, DAYS)
    on_stage.submit(tournament("A", "2015-03-01", "2015-03-02", games(1, "2 1")))
    on_stage.submit(tournament("B", "2015-04-01", "2015-04-02", games(1, "2 =")))
    pending = on_stage.replay.facts.pending
    cancelled = structs.replace(pending[0].about, decided=(Decided("cancelled", "VI.2", "ctf"),))
    pending[0] = structs.replace(pending[0], about=cancelled)
    closing = on_stage.close("2015-06-01")
    assert ratings([closing], 1) == [2010]
    assert [rated_.unit["bonus"].tolist() for rated_ in closing.outcomes] == [[0, 0], [10, 10]]
