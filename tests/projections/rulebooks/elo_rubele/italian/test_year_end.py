"""Elo-Rubele, the end of a year: malus of absent players, remaining capital, late reports."""

from datetime import date

import numpy as np
import pytest

from projections.rating import rate
from projections.rulebooks.elo_rubele.italian import RULEBOOK
from tests.support.edition_columns import ask, why
from tests.support.worlds import RUBELE, federation, games, rated, ratings, stage, tournament

EDITION = RULEBOOK.edition("2008-01-01")
YEAR = 2015
BIT = 1 << (YEAR - 2000)
ADULTS = [rated(player, 2000) for player in (1, 2, 3)]


def turned(name: str, **more):
    """Return a column of the end of 2015, of an idle player unless said."""
    facts = {
        "listed_rating": [2000],
        "listed_counted_years": [BIT >> 1],
        "listed_malus_taken": [0],
        "listed_malus_years": [0],
        "year_ended": YEAR,
        "again": False,
        "first_whole_year": 2000,
        "federation": [b"ITA"],
        "other_counted_years": [0],
        "moved_at_turn": [0],
        "left_by_correction": [False],
        "entered_in": [0],
        **more,
    }
    return ask(EDITION, name, **facts), why(EDITION, name, **facts) if name in CHOSEN else []


CHOSEN = ("malus", "malus_withdrawn", "turned_rating", "valid_years")


# ------------------------------------------------------------------------------ the malus itself


@pytest.mark.parametrize(
    ("counted", "points"), [(BIT >> 1, -50), (BIT, 0), (BIT << 1, -50), (0, -50)]
)
def test_article_vi_11_table_18_b_fifty_points_for_a_year_without_a_valid_event(counted, points):
    """Reading of `took_part` (B11): the year before, the year, the year after, never."""
    assert turned("malus", listed_counted_years=[counted])[0] == [points]


@pytest.mark.parametrize(
    ("taken", "points", "clause"),
    [
        (400, -50, "no valid event in the year: malus"),
        (401, -49, "no valid event: malus up to the limit for all years together"),
        (449, -1, "no valid event: malus up to the limit for all years together"),
        (450, 0, "no malus: the limit was already reached in earlier years"),
    ],
)
def test_article_vi_11_table_18_b_not_more_than_450_in_a_life(taken, points, clause):
    """Reading of `malus` (B9): in all the years of a player in the discipline."""
    found, said = turned("malus", listed_malus_taken=[taken])
    assert found == [points]
    assert said == [f"VI.11, table 18 b: {clause}"]


@pytest.mark.parametrize(
    ("capital", "points", "clause"),
    [
        (100, 0, "VI.6: no malus: the capital is not above the minimum"),
        (99, 0, "VI.6: no malus: the capital is not above the minimum"),
        (101, -1, "VI.6: no valid event: malus down to the minimum capital"),
        (130, -30, "VI.6: no valid event: malus down to the minimum capital"),
        (149, -49, "VI.6: no valid event: malus down to the minimum capital"),
        (150, -50, "VI.11, table 18 b: no valid event in the year: malus"),
        (151, -50, "VI.11, table 18 b: no valid event in the year: malus"),
        (0, 0, "VI.11: the player has no capital"),
    ],
)
def test_article_vi_11_at_the_minimum_only_what_is_there_is_taken(capital, points, clause):
    """Reading of `malus` (VI.6): and only the points really taken count towards the limit."""
    facts = {"listed_rating": [capital]}
    assert turned("malus", **facts) == ([points], [clause])
    assert turned("malus_taken", **facts)[0] == [-points]


def test_article_vi_11_the_malus_is_not_converted_at_a_threshold():
    """Reading B7: from 3010 to 2960, not at the coefficients of the two sides."""
    assert turned("turned_rating", listed_rating=[3010])[0] == [2960]


def test_article_vi_11_the_register_of_the_years():
    """VI.11, table 18 b: the commission keeps the players and the years."""
    assert turned("malus_years")[0] == [BIT]
    assert turned("malus_years", listed_malus_years=[BIT >> 3])[0] == [BIT | BIT >> 3]
    assert turned("malus_years", listed_rating=[100])[0] == [0]


def test_article_vi_11_worked_out_again_it_gives_back_what_was_taken():
    """Reading of `malus_withdrawn`: 30 were taken at the minimum, so 30 come back."""
    facts = {
        "listed_rating": [100],
        "listed_counted_years": [BIT],
        "listed_malus_taken": [80],
        "listed_malus_years": [BIT | BIT >> 1],
        "again": True,
        "moved_at_turn": [-30],
    }
    assert turned("malus_withdrawn", **facts)[0] == [30]
    assert turned("turned_rating", **facts)[0] == [130]
    assert turned("malus_taken", **facts)[0] == [50]
    assert turned("malus_years", **facts)[0] == [BIT >> 1]


def test_article_vi_11_worked_out_again_nothing_is_taken():
    """A player without a counted game in the late event keeps the loss, once."""
    facts = {"again": True, "listed_malus_years": [BIT], "moved_at_turn": [-50]}
    assert turned("malus", **facts)[0] == [0]
    assert turned("malus_withdrawn", **facts)[0] == [0]


# --------------------------------------------------------------------------------- foreigners


@pytest.mark.parametrize(
    ("federation", "is_one"), [(b"ITA", False), (b"SUI", True), (b"---", False), (b"", False)]
)
def test_article_vi_2_table_22_a_foreigner_is_of_another_federation(federation, is_one):
    """Reading of `foreign`: a federation not told is none."""
    assert turned("foreign", federation=[federation])[0] == [is_one]


@pytest.mark.parametrize(
    ("counted", "first_whole_year", "is_idle"),
    [
        (BIT >> 2, 2000, True),
        (BIT >> 1, 2000, False),
        (BIT, 2000, False),
        (0, YEAR - 1, True),
        (0, YEAR, False),
        (BIT >> 2, YEAR, True),
    ],
)
def test_article_vi_2_table_22_two_complete_years_in_a_row(counted, first_whole_year, is_idle):
    """Reading of `idle`: years before the histories are idle only as the last event tells."""
    facts = {"listed_counted_years": [counted], "first_whole_year": first_whole_year}
    assert turned("idle", **facts)[0] == [is_idle]


@pytest.mark.parametrize(("scope", "is_idle"), [("discipline", True), ("system", False)])
def test_article_vi_2_table_22_a_valid_event_of_the_other_discipline(scope, is_idle):
    """Reading `idle_scope` of `valid_years`: the event keeps a score where the federation says so;
    the malus is apart.
    """
    facts = {
        "federation": [b"SUI"],
        "listed_counted_years": [BIT >> 2],
        "other_counted_years": [BIT >> 1],
        "idle_scope": np.array(scope),
    }
    assert turned("idle", **facts)[0] == [is_idle]
    assert turned("took_part", **facts)[0] == [False]
    assert turned("malus", **facts)[0] == [0 if is_idle else -50]


@pytest.mark.parametrize(
    ("limit", "taken", "points"),
    [(450, 300, -50), (300, 250, -50), (300, 260, -40), (300, 300, 0), (300, 350, 0)],
)
def test_article_vi_11_another_limit_holds_whatever_was_taken_before(limit, taken, points):
    """Reading of `malus` (B9): below the limit set, on the limit, above; nothing is given back."""
    facts = {"listed_malus_taken": [taken], "malus_limit": limit}
    assert turned("malus", **facts)[0] == [points]


@pytest.mark.parametrize("month", range(1, 13))
@pytest.mark.parametrize("since", [1, 2, 3])
def test_article_vi_2_table_22_two_years_from_the_last_event_end_with_the_same_year(month, since):
    """Reading `idle_clock` of `idle`: for any day of the last event, two years have run out on the
    31 December that ends two solar years, and not on the 31 December before.
    """
    last = date(YEAR - since, month, 28)
    from_that_day = date(YEAR, 12, 31) >= last.replace(year=last.year + 2)
    assert turned("idle", listed_counted_years=[1 << (last.year - 2000)])[0] == [from_that_day]


def test_article_vi_2_table_22_an_idle_foreigner_ceases_without_the_malus_of_the_year():
    facts = {
        "federation": [b"SUI"],
        "listed_counted_years": [BIT >> 2],
        "listed_malus_taken": [50],
        "listed_malus_years": [BIT >> 1],
    }
    assert turned("annulled", **facts)[0] == [True]
    assert turned("malus", **facts) == (
        [0],
        ["VI.2, table 22: the capital ends, without the malus of the year"],
    )
    assert turned("turned_rating", **facts)[0] == [0]
    assert turned("malus_taken", **facts)[0] == [0]
    assert turned("malus_years", **facts)[0] == [0]


def test_article_vi_2_table_22_a_late_event_does_not_bring_a_score_back():
    """Reading of `annulled`: worked out again nobody ceases, and nobody comes back."""
    facts = {"federation": [b"SUI"], "listed_counted_years": [BIT >> 2], "again": True}
    assert turned("annulled", **facts)[0] == [False]
    assert turned("malus_withdrawn", moved_at_turn=[-2000], **facts)[0] == [0]


# ------------------------------------------------------------------------- as a step of the chain

DAYS = [
    ("winter", date(2015, 12, 30)),
    ("spring", date(2016, 1, 31)),
    ("summer", date(2016, 6, 1)),
    ("later", date(2017, 12, 31)),
]


def on_stage(*tournaments, carried=ADULTS, on=date(2015, 1, 1), days=DAYS):
    """A federation of three, histories from 1 January 2015 unless said."""
    periods = tuple(name for name, _ in days)
    found = stage(federation(carried, [], periods=periods, on=on), RUBELE, days)
    for each in tournaments:
        found.submit(each)
    return found


def drawn(name: str, day: str):
    """1 and 2 draw in an event of one day: both have the bonus of the year."""
    return tournament(name, day, day, games(1, "2 ="))


def test_article_vi_11_the_year_ends_on_the_first_list_that_reaches_its_last_day():
    """A list that ends on 30 December does not; both of 2015 and of 2016 are due by 2017."""
    world = on_stage(drawn("A", "2015-03-01"))
    done = [world.close(period) for period, _ in DAYS]
    assert ratings(done, 1) == [2010, 2010, 2010, 1910]
    assert ratings(done, 3) == [2000, 1950, 1950, 1850]


@pytest.mark.parametrize(("on", "spring"), [(date(2015, 1, 1), 1950), (date(2015, 1, 2), 2000)])
def test_article_vi_11_only_of_years_that_the_histories_hold_whole(on, spring):
    """Reading `whole_years` (B10): a player carried over on 2 January was absent on the first."""
    world = on_stage(on=on)
    assert ratings([world.close(period) for period, _ in DAYS[:2]], 3) == [2000, spring]


def test_article_vi_11_the_end_of_a_year_stands_after_all_events_ended_by_then():
    """A of 31 December is before (players of A take part), B of 1 January after: B starts from
    1950 for player 3, who draws in B with 1, of whom 1.03 are expected.
    """
    a = drawn("A", "2015-12-31")
    b = tournament("B", "2016-01-01", "2016-01-01", games(3, "1 ="))
    world = on_stage(a, b)
    winter, spring = world.close("winter"), world.close("spring")
    assert ratings([winter, spring], 1) == [2000, 2006 + 10]
    assert ratings([winter, spring], 3) == [2000, 1955 + 10]
    assert ratings([winter, spring], 2) == [2000, 2010]
    assert spring.booked.year_end_places == {2015: 1}
    assert sorted(spring.booked.places.values()) == [0, 2]


def test_article_vi_11_a_newcomer_took_part_in_the_year_he_entered():
    """Reading of `malus` (B10): the first event belongs to the year."""
    world = stage(
        federation([rated(1, 2000)], periods=("spring",), on=date(2015, 1, 1), newcomers=[20]),
        RUBELE,
        DAYS,
    )
    world.submit(tournament("A", "2015-12-30", "2015-12-31", games(1, "20 =")))
    (entered,) = ratings([world.close("spring")], 20)
    assert entered == 404 + 10  # a draw where .31 was expected


def test_article_vi_11_a_late_report_withdraws_the_malus():
    """Reading `worked_out_again`: A ended in 2015 and is recorded after the list that
    ended the year.
    """
    world = on_stage()
    assert ratings([world.close(period) for period, _ in DAYS[:2]], 1) == [2000, 1950]
    world.submit(drawn("A", "2015-11-30"))
    assert ratings([world.close("summer")], 1) == [1950 + 10 + 50]
    assert ratings([world.closings[-1]], 3) == [1950]
    world.submit(drawn("B", "2015-11-29"))
    assert ratings([world.close("later")], 1) == [2010 - 50 - 50]


def test_article_vi_11_a_late_event_takes_capitals_from_before_the_end_of_the_year():
    """The malus moved 3 by 50 after the place of A, where the capital of 3 is 2000."""
    world = on_stage(tournament("B", "2015-02-01", "2015-02-01", games(1, "2 =")))
    world.close("winter")
    world.close("spring")
    world.submit(tournament("A", "2015-11-30", "2015-11-30", games(2, "3 =")))
    summer = world.close("summer")
    (sheet,) = rate(summer.outcomes[0].step).sheets
    assert sheet["capital_before"].tolist() == [2010, 2000]


def test_article_vi_11_nine_idle_years_take_450_and_the_tenth_nothing():
    days = [(str(year), date(year, 12, 31)) for year in range(2015, 2026)]
    world = on_stage(days=days)
    found = ratings([world.close(period) for period, _ in days], 3)
    assert found == [*range(1950, 1500, -50), 1550, 1550]


def test_article_vi_11_order_of_recording_moves_nothing():
    events = [drawn("A", "2015-12-31"), drawn("B", "2016-01-02"), drawn("C", "2015-12-30")]
    one, two = on_stage(*events), on_stage(*reversed(events))
    for world in (one, two):
        world.close("winter")
        world.close("spring")
    assert ratings(one.closings, 1) == ratings(two.closings, 1)
