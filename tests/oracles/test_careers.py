"""The oracle of all editions on small worlds worked out by hand, and against other oracles."""

from collections import Counter
from dataclasses import replace
from datetime import date

import pytest

from tests.oracles import career_cases, fide_replay, fide_standard, random_careers, random_worlds
from tests.oracles.fide_booking import Careers, booking_index
from tests.oracles.fide_editions import BLITZ, LAW, RAPID, STANDARD
from tests.oracles.small_worlds import adult, event, games_of, ratings, world
from tests.oracles.world import Adjustment, World

SEEDS = range(4)
"""The careers of quick runs: every named case occurs among them."""


def standard(small: World) -> list[fide_standard.RatingList]:
    """The lists of a world of standard chess."""
    return fide_replay.replay(Careers({STANDARD: small}))[STANDARD]


def linked(small: World, rapid: World) -> list[fide_standard.RatingList]:
    """The rapid lists beside those of standard."""
    return fide_replay.replay(Careers({STANDARD: small, RAPID: rapid}))[RAPID]


def months(first: str, count: int) -> tuple[str, ...]:
    """Names of lists, from the first on."""
    year, month = first.split("-")
    return random_worlds.list_names((int(year), int(month)), count)


@pytest.mark.parametrize("seed", range(6))
def test_it_agrees_with_the_oracle_of_the_editions_since_2024(seed):
    """Under these two editions alone: tournaments begun before March 2024 lie outside both."""
    small = random_worlds.fide_world(seed)
    since_2024 = replace(LAW, editions={STANDARD: LAW.editions[STANDARD][-2:]})
    found = fide_replay.replay(Careers({STANDARD: small}), since_2024)[STANDARD]
    assert found == fide_standard.replay(small)


def test_the_same_seed_gives_the_same_careers():
    assert random_careers.careers(2) == random_careers.careers(2)


def test_every_named_case_is_reached_by_the_careers_of_quick_runs():
    """A case that no career reaches is a case that nothing checks."""
    found: Counter[str] = Counter()
    for seed in SEEDS:
        found.update(career_cases.reached(random_careers.careers(seed)))
    editions = {f"{pool} {each.name}" for pool, law in LAW.editions.items() for each in law}
    assert editions <= set(found)
    assert [name for name, times in found.items() if not times] == []


# ------------------------------------------------------------------------------------ newcomers

OPPONENTS = [adult(i, rating) for i, rating in enumerate((1940, 1415, 1850), 2)]
RICCA = "5 1 6 1 7 0 8 1"


def test_unrated_players_article_case_4_one_list():
    """Ricca 4.1: three events on a single list: 1674; all as if a single tournament."""
    carried = [*OPPONENTS, *(adult(5 + i, r) for i, r in enumerate((1635, 1715, 1460, 1545)))]
    carried += [adult(9 + i, r) for i, r in enumerate((1960, 1400, 1800, 1280, 2144, 1998))]
    played = [
        event("A", "2018-01-05", "2018-01-08", games_of(1, "2 1 3 0")),
        event("B", "2018-02-05", "2018-02-08", games_of(1, "4 0")),
        event("C", "2018-03-05", "2018-03-08", games_of(1, RICCA)),
        event("D", "2018-03-15", "2018-03-20", games_of(1, "9 0 10 1 11 0 12 1 13 0 14 0")),
    ]
    small = world(carried, played, newcomers=[1], periods=months("2018-02", 3), on=date(2018, 1, 1))
    assert ratings(standard(small), 1) == [None, None, 1674]


def test_article_8_2_4_unrated_players_article_case_4_two_lists():
    """Ricca 4.2 put right: 1671 from seven games; the last event ends on the next list: 1653."""
    carried = [*OPPONENTS, *(adult(5 + i, r) for i, r in enumerate((1635, 1715, 1460, 1545)))]
    carried += [adult(9 + i, r) for i, r in enumerate((1960, 1400, 1800, 1280, 2144, 1998))]
    played = [
        event("A", "2018-01-05", "2018-01-08", games_of(1, "2 1 3 0")),
        event("B", "2018-02-05", "2018-02-08", games_of(1, "4 0")),
        event("C", "2018-03-05", "2018-03-08", games_of(1, RICCA)),
        event("D", "2018-03-15", "2018-04-02", games_of(1, "9 0 10 1 11 0 12 1 13 0 14 0")),
    ]
    small = world(carried, played, newcomers=[1], periods=months("2018-02", 4), on=date(2018, 1, 1))
    lists = standard(small)
    assert ratings(lists, 1) == [None, None, 1671, 1653]
    assert ratings(lists, 9) == [1960] * 4


@pytest.mark.parametrize(
    ("listed_on", "mean", "rating"),
    [
        ("2024-02", 1240, 1000),
        ("2024-02", 1239, None),
        ("2024-03", 1240, 1400),
        ("2024-03", 1239, None),
        ("2024-04", 1639, None),
        ("2024-04", 1640, 1400),
    ],
)
def test_reading_first_rating_across_changes_events_of_january(listed_on, mean, rating):
    """Five games of January, one point: the mean less 240, whichever list takes them. The list of
    March lifts 1000 to the floor of 1400, 999 to 1399; that of April lifts nobody.
    """
    at = int(listed_on[-1]) - 2
    played = event("A", "2024-01-10", "2024-01-12", games_of(1, "2 1 3 0 4 0 5 0 6 0"), at)
    small = world(
        [adult(i, mean) for i in range(2, 7)],
        [played],
        newcomers=[1],
        periods=("2024-02", "2024-03", "2024-04"),
        on=date(2024, 1, 1),
    )
    assert ratings(standard(small), 1)[at] == rating


def test_reading_first_rating_across_changes_one_event_of_march_brings_the_new_rules():
    """Three games of January against 1600, which stay so, and two of March against 1760."""
    played = [
        event("A", "2024-01-10", "2024-01-12", games_of(1, "2 1 3 1 4 0")),
        event("B", "2024-03-02", "2024-03-12", games_of(1, "5 = 6 =")),
    ]
    small = world(
        [adult(i, 1600) for i in range(2, 7)],
        played,
        newcomers=[1],
        periods=("2024-02", "2024-03", "2024-04"),
        on=date(2024, 1, 1),
    )
    # (3 x 1600 + 2 x 1760 + 3600) / 7 = 1702.86; 4 of 7 is .57, dp 50
    assert ratings(standard(small), 1) == [None, None, 1753]


@pytest.mark.parametrize(
    ("score", "rating"), [("1 2 0 2 0 2 0 2 =", None), ("= 2 0 2 0 2 = 2 =", 1105)]
)
def test_article_7_1_4_floor_of_1000(score, rating):
    """Against 1230: 1.5 of 5 is .30, -149: 1081; against 1150: under 1000."""
    small = world(
        [adult(2, 1100 if rating is None else 1254)],
        [event("A", "2015-01-10", "2015-01-12", games_of(1, f"2 {score}"))],
        newcomers=[1],
        periods=("2015-02",),
        on=date(2015, 1, 1),
    )
    assert ratings(standard(small), 1) == [rating]


# -------------------------------------------------------------------------- March 2024, late, long


@pytest.mark.parametrize(
    ("before", "after"), [(1003, None), (1040, 1418), (1500, 1694), (1990, 1982)]
)
def test_march_2024_play_then_lift_then_floor(before, after):
    """A loss at K 20 among equals: -10; then the lift; 993 would be 1396."""
    small = world(
        [adult(1, before), adult(2, before)],
        [
            event(
                "A", "2024-02-05", "2024-02-09", games_of(1, "2 0 2 0" if before == 1990 else "2 0")
            )
        ],
        periods=("2024-03",),
        on=date(2024, 2, 1),
    )
    assert ratings(standard(small), 1) == [after]


@pytest.mark.parametrize(
    ("received", "recorded", "index"),
    [("2025-09-30", 2, 2), ("2025-10-01", 3, None), ("2025-07-20", 3, 3)],
)
def test_article_9_1_the_third_list_after_the_end(received, recorded, index):
    """Ended in July: lists of August, September, October; received by the day before that."""
    late = event("A", "2025-07-10", "2025-07-20", games_of(1, "2 1"), recorded)
    late = replace(late, received=date.fromisoformat(received))
    small = world([adult(1, 2000), adult(2, 2000)], [late])
    assert booking_index(small, late) == index
    booked = [2000 if index is None or i < index else 2010 for i in range(4)]
    assert ratings(standard(small), 1) == booked


def test_article_0_3_events_of_the_world_body_are_always_rated():
    late = event("A", "2025-07-10", "2025-07-20", games_of(1, "2 1"), 3)
    late = replace(late, received=date(2025, 10, 1), official=True)
    assert booking_index(world([adult(1, 2000), adult(2, 2000)], [late]), late) == 3


def test_a_part_has_the_ratings_of_its_month_and_the_edition_of_the_whole():
    """2700 beats 2200 in September and in October of a single tournament: .08 each time, K 10."""
    days = (date(2025, 9, 5), date(2025, 10, 26))
    parts = [
        event("A", "2025-09-05", "2025-09-26", games_of(1, "2 1 3 1")),
        event("A", "2025-10-05", "2025-10-26", games_of(1, "2 1")),
    ]
    played = [replace(each, part=i, whole=days) for i, each in enumerate(parts, 1)]
    small = world([adult(1, 2700), adult(2, 2200), adult(3, 2600)], played)
    # +.08 +.36 -> 4.4; then 2704 against 2197 (.92 missed twice by 2, K 10 for 2600s)
    assert ratings(standard(small), 1) == [2700, 2700, 2704, 2705]


# -------------------------------------------------------------------------- rapid and blitz


def test_rapid_7_2_1_begins_with_the_standard_rating_and_counts_as_rated():
    """2000 in standard, none in rapid, beats a rapid 2000: +20 and -10; K 40 of a newcomer."""
    small = world(
        [adult(1, 2000)], [], newcomers=[2], periods=months("2023-02", 2), on=date(2023, 1, 1)
    )
    rapid = world(
        [adult(2, 2000)],
        [event("R", "2023-01-05", "2023-01-05", games_of(1, "2 1"))],
        newcomers=[1],
        periods=months("2023-02", 2),
        on=date(2023, 1, 1),
    )
    lists = linked(small, rapid)
    assert ratings(lists, 1) == [2020, 2020]
    assert ratings(lists, 2) == [1990, 1990]
    assert (lists[0].rows[1].k, lists[0].rows[1].games) == (40, 1)


def test_rapid_october_2022_takes_the_standard_list_of_the_same_day():
    """Standard 2732 wins ten points for October: rapid 2283 becomes 2742 less 100."""
    small = world(
        [adult(1, 2732), adult(2, 2732)],
        [event("A", "2022-09-05", "2022-09-09", games_of(1, "2 1 2 1"))],
        periods=months("2022-10", 1),
        on=date(2022, 9, 1),
    )
    rapid = world(
        [adult(1, 2283), adult(2, 2700)], [], periods=months("2022-10", 1), on=date(2022, 9, 1)
    )
    lists = linked(small, rapid)
    assert (ratings(lists, 1), ratings(lists, 2)) == ([2642], [2700])


def test_a_number_altered_in_one_pool_alters_that_pool_only():
    careers = random_careers.careers(0)
    right = fide_replay.replay(careers)
    other = fide_replay.replay(careers, LAW.altered(BLITZ, floor=1100))
    assert right[STANDARD] == other[STANDARD]
    assert right[RAPID] == other[RAPID]
    assert right[BLITZ] != other[BLITZ]


def test_an_adjustment_comes_before_the_lift():
    small = world(
        [adult(1, 1500)],
        [],
        adjustments=[Adjustment(1, 1500, 1600, 0)],
        periods=("2024-03",),
        on=date(2024, 2, 1),
    )
    assert ratings(standard(small), 1) == [1760]
