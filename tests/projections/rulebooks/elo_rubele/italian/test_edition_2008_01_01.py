"""Elo-Rubele, Italian draughts, of January 2008, article by article."""

from dataclasses import replace
from typing import Any

import pytest

from projections.rulebooks.elo_rubele.italian import RULEBOOK
from tests.support import draughts_editions
from tests.support.draughts_editions import DAYS, season
from tests.support.edition_columns import ask, why
from tests.support.worlds import (
    RUBELE,
    closings,
    games,
    rated,
    rows,
    stage,
    tournament,
)

EDITION = RULEBOOK.edition("2008-01-01")


def capital(ci: int, d_hundredths: int, **more: Any) -> dict[str, Any]:
    """Return a column of a listed player after an event; the bonus of the year was had, unless
    said otherwise.
    """
    return draughts_editions.capital(EDITION, ci, d_hundredths, **more)


# ------------------------------------------------------------------- VI.5 After every valid event


def test_article_vi_5_without_a_valid_event_a_capital_stays():
    assert capital(2000, 0, period_games=[0], listed_counted_years=[0])["cf"] == 2000


def test_article_vi_5_chained_within_a_list_and_one_bonus_a_year():
    """A: +150 and the bonus: 2160. B: D 160, .92 × 150 = 138, no second bonus: 2298."""
    world = season(
        [rated(1, 2000), rated(2, 2000), rated(3, 2000, last_counted="2015-01-20")],
        [
            tournament("B", "2015-04-01", "2015-04-02", games(1, "3 1")),
            tournament("A", "2015-03-01", "2015-03-02", games(1, "2 1")),
        ],
    )
    first, _ = closings(world, RUBELE, DAYS)
    assert {player: row["rating"] for player, row in rows(first).items()} == {
        1: 2298,
        2: 1860,
        3: 1862,
    }
    assert rows(first)[1]["period_games"] == 2


def test_article_vi_5_counters():
    assert ask(EDITION, "games", listed_games=[12], period_games=[9]) == [21]
    facts = {"initial_rating": [300, 300], "period_games": [1, 0], "listed_rating": [0, 0]}
    assert ask(EDITION, "moved", rating=[460, 0], **facts) == [160, 0]


# ------------------------------------------------------------------------ VI.6 Rounding and floor


@pytest.mark.parametrize(("rounded", "given"), [(99, 1), (100, 0), (101, 0), (-50, 150)])
def test_article_vi_6_table_12_below_the_minimum_back_to_it(rounded, given):
    facts = {"rounded_capital": [rounded], "bonus": [0], "period_games": [1]}
    assert ask(EDITION, "floor_points", **facts) == [given]


@pytest.mark.parametrize(("games", "given"), [(0, 0), (1, 380)])
def test_article_vi_6_a_raised_minimum_puts_back_who_had_a_valid_event(games, given):
    """Reading `minimum_set` of `floor_points`."""
    facts = {"rounded_capital": [120], "bonus": [0], "period_games": [games]}
    assert ask(EDITION, "floor_points", minimum_capital=500, **facts) == [given]


@pytest.mark.parametrize(("rounded", "given"), [(89, 1), (90, 0), (91, 0)])
def test_article_vi_6_the_floor_comes_after_the_bonus(rounded, given):
    """Reading of `floor_points` (B6): 95 and 10 is 105, not 110."""
    facts = {"rounded_capital": [rounded], "bonus": [10], "period_games": [1]}
    assert ask(EDITION, "floor_points", **facts) == [given]


# ------------------------------------------------------------------------------- VI.7 What counts


def test_article_vi_7_forfeits_do_not_count():
    codes = {"result": "1=0+-WDL", "opponent_result": "0=1-+LDW"}
    assert ask(EDITION, "counts", **codes) == [1, 1, 1, 0, 0, 0, 0, 0]
    assert why(EDITION, "counts", **codes)[3] == "VI.7: not played, so not counted"


def test_article_vi_2_what_is_not_valid_does_not_count():
    """An event refused or cancelled, or a game excluded; an admitted game counts as any other."""
    codes = {"result": "1111", "opponent_result": "0000"}
    facts = {"void": [True, False, False, False], "game_excluded": [False, True, False, False]}
    assert ask(EDITION, "counts", **codes, **facts) == [0, 0, 1, 1]
    assert why(EDITION, "counts", **codes, **facts)[:2] == [
        "VI.2: the event was refused or cancelled",
        "VI.2: the game was excluded by decision",
    ]
    unknown = {"announced_weight_over": [3], "announced_weight_under": [4]}
    assert why(EDITION, "counts", **codes, **unknown)[0] == "VI.2: the event's weight is not known"


# ----------------------------------------------------------------------- VI.9 Where a player starts


def test_article_vi_9_table_12_entry_capitals():
    facts = {"listed_rating": [1200, 0], "entering_capital": [300, 300]}
    assert ask(EDITION, "initial_rating", **facts) == [1200, 300]
    assert why(EDITION, "initial_rating", **facts) == [
        "VI.5: the capital after the previous event",
        "VI.9, table 12: the player enters the system with this event",
    ]


def test_article_vi_9_a_beginner_enters_with_his_first_valid_event():
    """20 beats 21: 300 + 150 + 10; 22 is in the event by forfeit alone."""
    played = (*games(20, "21 1 22 +"), *games(21, "22 +"))
    world = season(
        [], [tournament("A", "2015-03-01", "2015-03-02", played)], newcomers=[20, 21, 22]
    )
    first, second = closings(world, RUBELE, DAYS)
    assert rows(first) == {
        20: {"rating": 460, "period_games": 1},
        21: {"rating": 160, "period_games": 1},
    }
    assert rows(second)[20] == {"rating": 460, "period_games": 0}


def test_article_vi_9_an_entry_capital_by_decision():
    """20 enters with 2300 and loses to a 2000 with an expected .85: 172.5 points, both
    halves up.
    """
    played = tournament("A", "2015-03-01", "2015-03-02", games(1, "20 1"))
    on_stage = stage(season([rated(1, 2000)], [], newcomers=[20]), RUBELE, DAYS)
    on_stage.decide_entry(20, 2300)
    on_stage.submit(played)
    first = rows(on_stage.close("2015-06-01"))
    assert first[1]["rating"] == 2173 + 10
    assert first[20]["rating"] == 2128 + 10


# --------------------------------------------------------------------- VI.8 Lists on announced days


def test_article_vi_8_lists_come_on_announced_days():
    on_stage = stage(season([rated(1, 2000)], []), RUBELE, DAYS)
    calendar = RULEBOOK.calendar
    assert calendar.after("2015-06-01", on_stage.announced) == "2015-09-01"
    assert calendar.after("2015-09-01", on_stage.announced) is None
    with pytest.raises(ValueError, match="no list 2015-12-01 is announced"):
        calendar.due("2015-12-01", on_stage.announced)


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
    """Reading of `category` (B8): 2000 was reached; 1950 is left, and 3000 is the next
    promotion.
    """
    facts = {"listed_category": [NAZIONALE] * 2, "entered_capital": [0, 0]}
    facts |= {"period_games": [1, 1]}
    facts |= {"adjustment_applies": [False, False]}
    assert ask(EDITION, "category", rating=[1950, 3900], **facts) == [NAZIONALE, MAESTRO]


@pytest.mark.parametrize(
    ("before", "to", "category"),
    [(3850, 3899, CANDIDATO), (3850, 3900, MAESTRO), (3849, 3900, CANDIDATO)],
)
def test_article_vi_9_a_correction_promotes_by_itself(before, to, category):
    """Reading `corrected_capital` of `category`: below the threshold, on the threshold; not where
    the correction does not start from the capital listed, and so does not hold.
    """
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
    """Reading of `category`: a player enters as Nazionale and loses below 2000; a beginner is 0."""
    facts = {"listed_rating": [0, 0, 0], "listed_category": [0, 0, 0], "period_games": [1, 1, 0]}
    facts |= {"adjustment_applies": [False] * 3}
    found = ask(
        EDITION, "category", entering_capital=[2000, 300, 2000], rating=[1900, 310, 0], **facts
    )
    assert found == [NAZIONALE, PROVINCIALE, PROVINCIALE]


def test_article_vi_9_a_capital_carried_over_has_its_category():
    """Reading of `category_carried` (B8): the category of the peak carried over, never below the
    category of the capital.
    """
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
    """Reading `converted_foreigner`: at once, though the first event ends below the category."""
    facts = {"listed_category": [0], "period_games": [1], "adjustment_applies": [False]}
    found = ask(EDITION, "category", rating=[1000], entered_capital=[entered], **facts)
    assert found == [category]
