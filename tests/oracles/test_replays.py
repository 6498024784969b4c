"""Whole replays of small worlds with figures worked out by hand, rule by rule."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

from tests.oracles import elo_rubele, fide_standard, random_worlds
from tests.oracles.fide_standard import PRINTED
from tests.oracles.small_worlds import adult, event, games_of, ratings, world
from tests.oracles.world import Adjustment, Carried, Game, Player, Tournament, World

# ----------------------------------------------------------------------------------------- booking


@pytest.mark.parametrize(
    ("end", "recorded", "index"),
    [("2025-07-28", 0, 0), ("2025-07-29", 0, 0), ("2025-07-30", 0, 1), ("2025-07-29", 1, 1),
     ("2025-07-10", 3, 3), ("2025-10-30", 0, None)],
)  # fmt: skip
def test_article_7_1_3_three_days_before_the_list(end, recorded, index):
    tournament = event("A", end, end, games_of(1, "2 1"), recorded)
    small = world([adult(1, 2000), adult(2, 2000)], [tournament])
    assert fide_standard.booking_index(small, tournament) == index
    expected = [2000 if index is None or i < index else 2010 for i in range(4)]
    assert ratings(fide_standard.replay(small), 1) == expected


def test_article_7_1_1_ratings_of_the_start_base_and_k_of_the_list_before():
    """Begun under the carried-over 2000, booked on October: D from 2000, base 2010 of September."""
    small = world(
        [adult(1, 2000), adult(2, 2000), adult(3, 2100)],
        [
            event("A", "2025-07-01", "2025-07-10", games_of(1, "2 1")),  # August: 2010
            event("B", "2025-07-31", "2025-09-05", games_of(1, "3 1")),  # D -100, PD .36
        ],
    )
    lists = fide_standard.replay(small)
    assert ratings(lists, 1) == [2010, 2010, 2023, 2023]  # .64 x 20 = 12.8 -> 13
    assert [each.rows[1].games for each in lists] == [1, 0, 1, 0]


def test_article_0_1_what_starts_before_coverage_or_before_the_ratings_is_never_rated():
    small = world(
        [adult(1, 2000), adult(2, 2000)],
        [event("A", "2025-06-30", "2025-07-05", games_of(1, "2 1"))],
    )
    assert ratings(fide_standard.replay(small), 1) == [2000] * 4
    old = event("B", "2024-02-29", "2024-03-05", games_of(1, "2 1"))
    early = replace(small, tournaments=(old,), carried_on=date(2024, 2, 1), periods=("2024-04",))
    assert ratings(fide_standard.replay(early), 1) == [2000]


def test_article_5_1_games_not_played():
    small = world(
        [adult(1, 2000), adult(2, 2000)],
        [event("A", "2025-07-01", "2025-07-10", games_of(1, "2 + 2 - 2 W 2 D"))],
    )
    row = fide_standard.replay(small)[0].rows[1]
    assert (row.rating, row.games, row.inactive) == (2000, 0, True)


def test_article_5_1_a_game_that_both_lose():
    game = Game(1, 2, "0", "0")
    small = world(
        [adult(1, 2000), adult(2, 2000)], [event("A", "2025-07-01", "2025-07-10", [game])]
    )
    lists = fide_standard.replay(small)
    assert ratings(lists, 1)[0] == ratings(lists, 2)[0] == 1990


# ----------------------------------------------------------------------------------- rated players


@pytest.mark.parametrize(
    ("own", "start", "rating"),
    [
        (2649, "2025-10-01", 2650),  # limit: PD .92, +0.8
        (2650, "2025-09-30", 2651),
        (2650, "2025-10-01", 2650),  # true difference 500: PD .96, +0.4
    ],
)
def test_article_8_3_1_limit_by_start_and_own_rating(own, start, rating):
    small = world(
        [adult(1, own), adult(2, own - 500)],
        [event("A", start, "2025-10-05", games_of(1, "2 1"))],
    )
    lists = fide_standard.replay(small)
    assert ratings(lists, 1)[-1] == rating
    # The other one is always limited: .08 x K (K 20; 10 once 2400 was reached).
    assert ratings(lists, 2)[-1] == own - 500 - 2


def test_article_8_3_3_seven_hundred_over_the_whole_period():
    """18 games with +1.50 and 18 with +2.20 on a single list: K 19, 70.3 -> +70; the first
    alone +30.
    """
    first = games_of(1, "2 1 " * 10 + "2 = " + "2 0 " * 7)  # 10.5 - 18 x .50
    second = games_of(1, "3 1 " * 13 + "3 0 " * 5)  # 13 - 18 x .60
    tournaments = [
        event("A", "2025-07-01", "2025-07-10", first),
        event("B", "2025-07-01", "2025-07-10", second),
    ]
    small = world([adult(1, 2000), adult(2, 2000), adult(3, 1930)], tournaments)
    row = fide_standard.replay(small)[0].rows[1]
    assert (row.rating, row.games, row.k) == (2070, 36, 20)
    alone = fide_standard.replay(replace(small, tournaments=small.tournaments[:1]))
    assert ratings(alone, 1)[0] == 2030


def test_article_8_3_3_carried_k_then_computed_k():
    small = world(
        [replace(adult(1, 2000), k=40), adult(2, 2000)],
        [
            event("A", "2025-07-01", "2025-07-10", games_of(1, "2 1")),
            event("B", "2025-07-02", "2025-07-11", games_of(1, "2 1"), 1),
        ],
    )
    lists = fide_standard.replay(small)
    assert ratings(lists, 1) == [2020, 2030, 2030, 2030]
    assert lists[0].rows[1].k == 20


def test_article_8_3_3_junior_in_january():
    small = world([adult(1, 2000)], [], periods=("2025-12", "2026-01"))
    small = replace(small, players=(Player(1, 2007),))
    lists = fide_standard.replay(small)
    assert [each.rows[1].k for each in lists] == [40, 20]


def test_article_8_3_3_thirty_games():
    small = world(
        [adult(1, 2000, games=29), adult(2, 2000)],
        [event("A", "2025-07-01", "2025-07-10", games_of(1, "2 ="))],
    )
    assert fide_standard.replay(small)[0].rows[1].k == 20


def test_article_8_3_4_one_rounding_for_the_period():
    """K 10, -0.05 twice: -1 together; -0.5 each, so -1 each, one by one."""
    small = world(
        [adult(1, 2500), adult(2, 2251)],
        [event(n, "2025-07-01", "2025-07-10", games_of(1, "2 1 2 = 2 = 2 1 2 1")) for n in "AB"],
    )
    # D 249: PD .81; 4 - 5 x .81 = -.05
    assert ratings(fide_standard.replay(small), 1)[0] == 2499
    assert ratings(fide_standard.replay(small, rounding="per_tournament"), 1)[0] == 2498


def test_article_7_2_1_under_the_floor_and_after():
    """1400 loses to 1400 twice: K 20, -20: unlisted; the earlier games are pooled (8.2.4
    reversed), while the opponent still books against 1400.
    """
    small = world(
        [adult(1, 1400), adult(2, 1400), *(adult(i, 1500) for i in range(3, 8))],
        [
            event("A", "2025-07-01", "2025-07-10", games_of(1, "2 0 2 0")),
            event("B", "2025-07-25", "2025-08-05", games_of(1, "3 1 4 1 5 1 6 1 7 1")),
        ],
    )
    lists = fide_standard.replay(small)
    # (7500 + 3600) / 7 = 1585.71; p 6/7 = .86: +309 -> 1895
    assert ratings(lists, 1) == [None, 1895, 1895, 1895]
    assert ratings(lists, 3)[1] == 1500 - 13  # D +100, lost: -.64 x 20
    entry = lists[1].rows[1]
    assert (entry.k, entry.games) == (40, 5)  # the counter began anew


def test_article_7_2_2_twelve_lists():
    periods = ("2025-08", "2025-09", "2025-10")
    small = world(
        [adult(1, 2000, last_counted="2024-09"), adult(2, 2000, last_counted="2024-10")],
        [],
        periods=periods,
    )
    lists = fide_standard.replay(small)
    assert [each.rows[1].inactive for each in lists] == [False, True, True]
    assert [each.rows[2].inactive for each in lists] == [False, False, True]


@pytest.mark.parametrize(
    ("before", "after"), [(999, None), (1000, 1400), (1950, 1970), (2000, 2000)]
)
def test_lift_of_march_2024_comes_before_the_floor(before, after):
    small = world([adult(1, before)], [], periods=("2024-03",), on=date(2024, 2, 1))
    assert ratings(fide_standard.replay(small), 1) == [after]


# --------------------------------------------------------------------------------------- newcomers


OPPONENTS = [adult(i, rating) for i, rating in enumerate((1902, 1877, 1884, 2012, 1832), 2)]


def test_article_7_1_4_a_first_rating_as_published():
    """F-N01: 1922."""
    played = event("A", "2025-07-01", "2025-07-10", games_of(1, "2 = 3 = 4 1 5 0 6 1"))
    lists = fide_standard.replay(world(OPPONENTS, [played], newcomers=[1]))
    row = lists[0].rows[1]
    assert (row.rating, row.k, row.games, row.inactive) == (1922, 40, 5, False)
    assert ratings(lists, 2) == [1902] * 4  # nothing from games with the unrated


def test_article_7_1_4_under_the_floor_the_pool_goes_on():
    """Five 1400s, half a point: 1284. Two more, two points: p 3.5/9 = .39: -80 -> 1409."""
    small = world(
        [adult(i, 1400) for i in range(2, 9)],
        [
            event("A", "2025-07-01", "2025-07-10", games_of(1, "2 = 3 0 4 0 5 0 6 0")),
            event("B", "2025-08-01", "2025-08-10", games_of(1, "7 1 8 1")),
        ],
        newcomers=[1],
    )
    lists = fide_standard.replay(small)
    assert ratings(lists, 1) == [None, 1409, 1409, 1409]
    assert lists[1].rows[1].games == 2


def test_article_8_2_1_zero_in_the_first_event_only():
    """A is disregarded, B accepted with one point, C accepted without: 10 games, not 15."""
    five = "2 0 3 0 4 0 5 0 6 0"
    small = world(
        [adult(i, 1800) for i in range(2, 7)],
        [
            event("A", "2025-07-01", "2025-07-10", games_of(1, five)),
            event("C", "2025-07-02", "2025-07-12", games_of(1, five)),
            event("B", "2025-07-02", "2025-07-11", games_of(1, five.replace("2 0", "2 1"))),
        ],
        newcomers=[1],
    )
    row = fide_standard.replay(small)[0].rows[1]
    # p (1 + 1) / 12 = .17: -273
    assert (row.rating, row.games) == (1800 - 273, 10)


@pytest.mark.parametrize(("listed_on", "rating"), [("2026-05", 1642), ("2026-06", None)])
def test_article_7_1_4_twenty_six_months(listed_on, rating):
    """Four games ended in March 2024 stand on the list of May 2026, not on that of June; the fifth
    is recorded for exactly these lists.
    """
    before = {"2026-05": "2026-04", "2026-06": "2026-05"}[listed_on]
    fifth = event("B", "2026-04-05", "2026-04-05", games_of(1, "6 0"), 1)
    small = world(
        [adult(i, 1800) for i in range(2, 7)],
        [event("A", "2024-03-20", "2024-03-31", games_of(1, "2 1 3 0 4 0 5 0")), fifth],
        newcomers=[1],
        periods=(before, listed_on),
        on=date(2024, 3, 1),
    )
    lists = fide_standard.replay(small)
    assert ratings(lists, 1) == [None, rating]  # p 2/7 = .29: 1800 - 158


def test_article_8_2_4_one_sided():
    """Unrated at the start, 1671 on the list before: -17.6 -> 1653; opponents get nothing."""
    rated = [adult(i, r) for i, r in enumerate((1960, 1400, 1800, 1280, 2144, 1998), 2)]
    small = world(
        rated,
        [event("A", "2025-07-15", "2025-08-05", games_of(1, "2 0 3 1 4 0 5 1 6 0 7 0"))],
        newcomers=[1],
        adjustments=[Adjustment(1, None, 1671, 0)],
    )
    lists = fide_standard.replay(small)
    assert ratings(lists, 1)[:2] == [1671, 1653]
    assert lists[1].rows[1].games == 6
    assert ratings(lists, 2) == [1960] * 4


# ------------------------------------------------------------------------------------- adjustments


def test_adjustments_apply_only_from_the_rating_of_the_list_before():
    small = world(
        [adult(i, 2000) for i in (1, 2, 3)],
        [event("A", "2025-07-01", "2025-07-10", games_of(1, "2 1"))],
        adjustments=[
            Adjustment(1, 2000, 2030, 0),  # with the +10 of play: 2040
            Adjustment(2, 1999, 2030, 0),  # lapses
            Adjustment(3, 2000, None, 1),
            Adjustment(3, None, 1463, 3),
        ],
    )
    lists = fide_standard.replay(small)
    assert ratings(lists, 1)[0] == 2040
    assert ratings(lists, 2)[0] == 1990
    assert ratings(lists, 3) == [2000, None, None, 1463]
    assert lists[3].rows[3].k == 40  # the counter began anew


# ----------------------------------------------------------------------------------- random worlds


@pytest.mark.parametrize("seed", range(4))
def test_the_order_in_which_facts_stand_does_not_matter(seed):
    drawn = random_worlds.fide_world(seed)
    assert drawn == random_worlds.fide_world(seed)
    random = Random(seed)
    shuffled = replace(
        drawn,
        tournaments=tuple(
            replace(each, games=tuple(random.sample(each.games, len(each.games))))
            for each in random.sample(drawn.tournaments, len(drawn.tournaments))
        ),
        adjustments=drawn.adjustments[::-1],
    )
    assert fide_standard.replay(shuffled) == fide_standard.replay(drawn)


def hard_cases(drawn: World) -> set[str]:
    """Which of the hard cases a world really holds."""
    lists = fide_standard.replay(drawn)
    found = set()
    before = {each.player: each.rating for each in drawn.carried}
    last_k: dict[int, int] = {}
    for index, each in enumerate(lists):
        found |= {"unlisted" for player in before if player not in each.rows}
        found |= {"entered" for player in each.rows if player not in before}
        for player, row in each.rows.items():
            k = last_k.get(player, row.k)
            found |= {f"K {k} to {row.k}"} if k != row.k else set()
            found |= {"700"} if k * row.games > 700 else set()
            found |= {"inactive"} if row.inactive else set()
        for booked in fide_standard.booked_on(drawn, lists, index):
            for player, games in fide_standard.counted_games(booked).items():
                own = booked.ratings.get(player)
                if own is None and player in before:
                    found.add("8.2.4")
                if own is None and player not in before and not any(s for _, s in games):
                    found.add("zero")
                if own is not None and player not in before:
                    found.add("8.2.4 turned round")
                if own is not None and own >= 2650 and booked.edition == "2025-10-01":
                    found.add("no limit")
        for adjustment in drawn.adjustments:
            if adjustment.recorded == index:
                valid = before.get(adjustment.player) == adjustment.from_rating
                found.add("adjusted" if valid else "lapsed")
        before = {player: row.rating for player, row in each.rows.items()}
        last_k = {player: row.k for player, row in each.rows.items()}
    return found


def test_random_worlds_hold_the_hard_cases():
    worlds = [random_worlds.fide_world(seed) for seed in range(12)]
    cases = [hard_cases(each) for each in worlds]
    wanted = {
        "unlisted", "entered", "K 40 to 20", "K 20 to 10", "700", "inactive", "8.2.4", "zero",
        "8.2.4 turned round", "no limit", "adjusted", "lapsed",
    }  # fmt: skip
    for case in wanted:
        assert sum(case in each for each in cases) >= 3, case


def test_random_worlds_notice_wrong_cells_and_wrong_rounding():
    """Negative controls: spoilt rules change the lists of most worlds."""
    worlds = [random_worlds.fide_world(seed) for seed in range(6)]
    good = [fide_standard.replay(each) for each in worlds]
    spoilt = {
        "rounding": [fide_standard.replay(each, rounding="per_tournament") for each in worlds],
        "8.1.2": [
            fide_standard.replay(each, tables=PRINTED.with_wrong_pd(100, 65)) for each in worlds
        ],
    }
    for name, lists in spoilt.items():
        assert sum(a != b for a, b in zip(good, lists, strict=True)) >= 4, name
    any_dp = PRINTED
    for p in range(30, 71):
        any_dp = any_dp.with_wrong_dp(p, PRINTED.dp[p] + 1)
    assert any(
        fide_standard.replay(each, tables=any_dp) != lists
        for each, lists in zip(worlds, good, strict=True)
    )


# ---------------------------------------------------------------------------------------- draughts

DAYS = [("2015-06-01", date(2015, 6, 1)), ("2015-09-01", date(2015, 9, 1))]


def draughts(carried: Iterable[Carried], tournaments: Iterable[Tournament]) -> World:
    return world(carried, tournaments, newcomers=range(20, 30), on=date(2015, 2, 1), periods=())


def test_art_5_chained_within_a_list_and_one_bonus_a_year():
    small = draughts(
        [Carried(1, 2000), Carried(2, 2000), Carried(3, 2000, last_counted="2015-01-20")],
        [
            event("B", "2015-04-01", "2015-04-02", games_of(1, "3 1")),
            event("A", "2015-03-01", "2015-03-02", games_of(1, "2 1")),
        ],
    )
    (first, _) = elo_rubele.replay(small, "italiana", DAYS)
    # A: +150 and the bonus: 2160. B: D 160, PA 1.08, +.92 x 150 = 138, no second bonus.
    assert first.rows[1] == elo_rubele.Row(2298, 2, 10)
    assert first.rows[2] == elo_rubele.Row(1860, 1, 10)
    assert first.rows[3] == elo_rubele.Row(1862, 1, 0)


@pytest.mark.parametrize(
    ("discipline", "rating"), [("italiana", 300 + 150 + 10), ("internazionale", 500 + 240 + 10)]
)
def test_art_9_beginners_and_who_never_came(discipline, rating):
    tournament = event(
        "A", "2015-03-01", "2015-03-02", (*games_of(20, "21 1 22 +"), *games_of(21, "22 +"))
    )
    (first, second) = elo_rubele.replay(draughts([], [tournament]), discipline, DAYS)
    assert set(first.rows) == {20, 21}
    assert first.rows[20].rating == rating
    assert second.rows[20] == elo_rubele.Row(rating, 0, 0)


def test_art_6_floor_after_the_bonus():
    small = draughts(
        [Carried(1, 110), Carried(2, 110)],
        [event("A", "2015-03-01", "2015-03-02", games_of(1, "2 0"))],
    )
    (first, _) = elo_rubele.replay(small, "italiana", DAYS)
    assert first.rows[1] == elo_rubele.Row(100, 1, 10)  # -40 + 10, lifted to 100


def test_art_5_recorded_late_takes_the_capitals_of_its_place():
    """A of March is recorded after the first list; B of April had moved player 1 by +150 (the
    bonus was given). A: D from 2000 against 2000, walked from 2150.
    """
    small = draughts(
        [Carried(i, 2000, last_counted="2015-01-20") for i in (1, 2, 3)],
        [
            event("B", "2015-04-01", "2015-04-02", games_of(1, "2 1")),
            event("A", "2015-03-01", "2015-03-02", games_of(1, "3 1"), 1),
        ],
    )
    lists = elo_rubele.replay(small, "italiana", DAYS)
    assert ratings(lists, 1) == [2150, 2300]
    present = elo_rubele.replay(small, "italiana", DAYS, late="present")
    assert ratings(present, 1) == [2150, 2150 + 140]  # PA 1.07, .93 x 150 = 139.5


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("discipline", elo_rubele.DISCIPLINES)
def test_draughts_worlds(seed, discipline):
    """Without late records both readings agree; with late records they differ; order never
    matters.
    """
    drawn = random_worlds.rubele_world(seed)
    days = random_worlds.rubele_list_days(drawn)
    lists = elo_rubele.replay(drawn, discipline, days)
    turned = replace(drawn, tournaments=drawn.tournaments[::-1])
    assert elo_rubele.replay(turned, discipline, days) == lists
    assert elo_rubele.replay(drawn, discipline, days, late="present") != lists
    in_time = random_worlds.rubele_world(seed, late=False)
    assert elo_rubele.replay(in_time, discipline, days, late="present") == elo_rubele.replay(
        in_time, discipline, days
    )


def test_cut_offs_of_draughts_worlds_are_hit():
    hits = 0
    for seed in range(5):
        drawn = random_worlds.rubele_world(seed)
        days = {day for _, day in random_worlds.rubele_list_days(drawn)}
        hits += sum(each.end in days for each in drawn.tournaments)
        hits += sum(each.end - timedelta(days=1) in days for each in drawn.tournaments)
    assert hits >= 10
