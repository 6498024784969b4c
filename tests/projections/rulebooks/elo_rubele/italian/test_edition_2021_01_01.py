"""Elo-Rubele, Italian draughts, as changed in 2021: Q after every event, no bonus of the year."""

from datetime import date
from fractions import Fraction

import pytest
from msgspec import structs

from projections.rulebooks.elo_rubele.italian import RULEBOOK
from tests.oracles.table_13 import FINAL, synthetic_world
from tests.support import draughts_editions
from tests.support.draughts_editions import VECTORS
from tests.support.edition_columns import ask, why
from tests.support.worlds import (
    RUBELE,
    closings,
    federation,
    games,
    rated,
    ratings,
    rows,
    stage,
    tournament,
)

EDITION = RULEBOOK.edition("2021-01-01")
DAYS = [("spring", date(2021, 6, 1)), ("summer", date(2021, 9, 1))]


def season(*tournaments):
    """A season of 2021 between two players of 2000, on stage."""
    world = federation(
        [rated(1, 2000), rated(2, 2000)], tournaments, periods=("spring", "summer"),
        on=date(2021, 1, 1),
    )  # fmt: skip
    return stage(world, RUBELE, DAYS, since="2008-01-01")


@pytest.mark.parametrize(("games_counted", "given"), [(0, 0), (1, 10), (9, 10)])
def test_article_vi_10_table_17_q_after_every_valid_event(games_counted, given):
    """Reading of `q` (B12): a counted game makes the event valid for the player."""
    assert ask(EDITION, "q", period_games=[games_counted]) == [given]


def test_article_vi_10_table_17_q_says_why():
    assert why(EDITION, "q", period_games=[0, 1]) == [
        "VI.10: no counted game, so not a valid event for the player",
        "VI.10, table 17: after a valid event",
    ]


def test_article_vi_10_an_event_at_fifty_per_cent_gives_the_whole_of_q():
    """Reading of `q` (B12): Q is tied to the event as such."""
    assert draughts_editions.capital(EDITION, 2000, 100, weight_halves=[1])["cf"] == 2000 + 75 + 10


def test_article_vi_10_table_14_example_with_q():
    case = VECTORS["F21"]
    assert draughts_editions.after(EDITION, case) == (Fraction(case["exact"]), case["cf"])


def test_article_vi_10_thresholds_come_before_q():
    """3895 + 4 + 10 is 3909; Q converted at 3900 would come to 3905."""
    assert draughts_editions.capital(EDITION, 3895, 4)["cf"] == 3909


@pytest.mark.parametrize(("rounded", "given"), [(89, 1), (90, 0), (91, 0)])
def test_article_vi_6_the_floor_comes_after_q(rounded, given):
    """Reading of `floor_points` (B6): Q is part of the capital after the event."""
    facts = {"rounded_capital": [rounded], "q": [10], "period_games": [1]}
    assert ask(EDITION, "floor_points", **facts) == [given]


def test_article_vi_11_there_is_no_bonus_and_the_years_of_play_are_kept():
    assert "bonus" not in EDITION.columns
    facts = {"period_games": [0, 1], "listed_counted_years": [0, 1], "step_year": [2021] * 2}
    assert ask(EDITION, "counted_years", **facts) == [0, 1 | 1 << 21]


def test_table_13_synthetic_completion_with_q():
    days = [("2010-06-01", date(2010, 6, 1))]
    on_stage = stage(synthetic_world("italiana"), RUBELE, days, since="2021-01-01")
    adopted = on_stage.replay.facts.adopted
    adopted[:] = [structs.replace(edition, in_force_from=date(2010, 1, 1)) for edition in adopted]
    on_stage.submit(synthetic_world("italiana").tournaments[0])
    found = [row["rating"] for row in rows(on_stage.close("2010-06-01")).values()]
    assert found == [rating + 10 for rating in FINAL["italiana"]]


def test_article_vi_10_an_event_goes_by_the_edition_of_its_first_day_not_of_its_list():
    """A begins the day before the edition, B on the day; adopted from 1 March 2021."""
    on_stage = season()
    adopted = on_stage.replay.facts.adopted
    adopted[-1] = structs.replace(adopted[-1], in_force_from=date(2021, 3, 1))
    on_stage.submit(tournament("A", "2021-02-28", "2021-03-01", games(1, "2 =")))
    on_stage.submit(tournament("B", "2021-03-01", "2021-03-02", games(1, "2 =")))
    on_stage.submit(tournament("C", "2021-03-05", "2021-03-06", games(1, "2 =")))
    closing = on_stage.close("spring")
    given = [
        {name: int(rated.unit[name][0]) for name in ("bonus", "q") if name in rated.unit.values}
        for rated in closing.outcomes
    ]
    assert given == [{"bonus": 10}, {"q": 10}, {"q": 10}]
    assert rows(closing)[1]["rating"] == 2030


def test_article_vi_10_where_it_is_not_adopted_nothing_changes():
    world = federation(
        [rated(1, 2000), rated(2, 2000)],
        [tournament("A", "2021-03-01", "2021-03-02", games(1, "2 ="))],
        periods=("spring",),
        on=date(2021, 1, 1),
    )
    assert ratings(closings(world, RUBELE, DAYS), 1) == [2010]
