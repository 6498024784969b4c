"""The oracle of draughts: given vectors, printed examples, years worked out by hand,
drawn years.
"""

import json
from collections import Counter
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.oracles import elo_rubele, rubele_cases, rubele_eras
from tests.oracles import rubele_law as law_of
from tests.oracles.rubele_era import Decision, Era, Event, WorldList
from tests.oracles.rubele_law import (
    DISCIPLINES,
    INTERNAZIONALE,
    ITALIANA,
    LAW,
    MAESTRO,
    NAZIONALE,
    PROVINCIALE,
    REGIONALE,
    Newcomer,
)
from tests.oracles.rubele_replay import replay
from tests.oracles.small_worlds import event, games_of
from tests.oracles.table_13 import CAPITALS, CROSS_TABLE, FINAL
from tests.oracles.world import Carried, Game, Tournament

VECTORS = json.loads(
    (Path(__file__).parent.parent / "vectors/uisp_elo_rubele.json").read_text(encoding="utf-8")
)["elo_rubele"]
NAMES = {"ital": ITALIANA, "int": INTERNAZIONALE}
SEEDS = (0, 2, 5)
"""The years of quick runs: every named case occurs among them."""

LISTS = tuple(date(year, month, 28) for year in range(2015, 2019) for month in (6, 12))


# ------------------------------------------------------------------------------------ single rules


@pytest.mark.parametrize("case", VECTORS, ids=[each["id"] for each in VECTORS])
def test_vector(case):
    """F01 to F24; the first eleven are the printed examples of tables 14, 16 and 17."""
    rules = LAW.of(NAMES[case["discipline"]])
    exact = law_of.crossed(case["ci"], Fraction(case["d"]) * Fraction(case["weight"]), rules)
    assert exact == Fraction(case["exact"])
    assert law_of.final_capital(exact, case["bonus_or_q"], 100) == case["cf"]


@pytest.mark.parametrize("discipline", DISCIPLINES)
def test_article_10_two_forms_of_crossing_agree(discipline):
    random = Random("crossing")
    for _ in range(5_000):
        capital = random.choice([random.randint(100, 6000), 2000, 3000, 3900])
        d = Fraction(random.randint(-3000, 3000), 100)
        walked = elo_rubele.walk(capital, d, discipline)
        assert law_of.crossed(capital, d, LAW.of(discipline)) == walked


@pytest.mark.parametrize(
    ("rating", "capital"),
    [(1501, 2702), (2000, 3600), (2001, 4402), (2200, 4840), (2201, 5282), (2300, 5520),
     (2301, 5753), (2413, 6033), (2033, 4473)],
)  # fmt: skip
def test_table_22_world_ratings(rating, capital):
    assert law_of.world_capital(rating) == capital


@pytest.mark.parametrize(
    ("discipline", "category", "printed"),
    [(INTERNAZIONALE, 4, (2, 2500)), (INTERNAZIONALE, 3, (1, 1700)), (INTERNAZIONALE, 2, (0, 1000)),
     (INTERNAZIONALE, 1, (0, 500)), (INTERNAZIONALE, 0, (0, 500)), (ITALIANA, 4, (2, 2000)),
     (ITALIANA, 3, (1, 1500)), (ITALIANA, 2, (1, 1000)), (ITALIANA, 1, (0, 300)),
     (ITALIANA, 0, (0, 300))],
)  # fmt: skip
def test_tables_20_and_21_by_category(discipline, category, printed):
    assert law_of.entry(Newcomer(other=category), discipline) == printed


@pytest.mark.parametrize(("title", "capital"), [("GMI", 2700), ("MI", 2700), ("MF", 2300)])
def test_table_21_titles_come_first(title, capital):
    found = law_of.entry(Newcomer(other=MAESTRO, title=title), ITALIANA)
    assert found == (NAZIONALE, capital)


def test_article_6_the_minimum_of_a_day():
    assert [law_of.floor_on(date(year, 6, 1)) for year in (2007, 2008, 2021)] == [500, 100, 100]


@pytest.mark.parametrize(
    ("capital", "so_far", "points"),
    [(1000, 0, 50), (130, 0, 30), (100, 0, 0), (1000, 400, 50), (1000, 420, 30), (1000, 450, 0)],
)
def test_table_18_b_what_is_really_taken(capital, so_far, points):
    assert law_of.malus_due(capital, so_far, date(2015, 12, 31)) == points


# ------------------------------------------------------------------------------- synthetic table 13


def cross_table(year: int, discipline: str, offset: int) -> Era:
    """Ten players who all met; after the bonus of the year none is due."""
    code = {"2": ("1", "0"), "1": ("=", "="), "0": ("0", "1")}
    games = tuple(
        Game(i + 1, j + 1, *code[row[j]])
        for i, row in enumerate(CROSS_TABLE)
        for j in range(i + 1, 10)
    )
    before = tuple(
        Carried(at, capital - offset, None, 0, 0, f"{year}-01-02")
        for at, capital in enumerate(CAPITALS, 1)
    )
    played = Tournament("A", date(year, 2, 1), date(year, 2, 3), games)
    return Era(
        tuple(range(1, 11)),
        frozenset(),
        date(year, 1, 1),
        {discipline: before},
        (Event(played, discipline),),
        (date(year, 6, 30),),
    )


@pytest.mark.parametrize(
    ("discipline", "offset", "capitals", "q"),
    [(ITALIANA, 0, FINAL["italiana"], 10), (INTERNAZIONALE, 1000, FINAL["internazionale"], 15)],
)
def test_tables_13_and_15_completed(discipline, offset, capitals, q):
    """Every printed number of the cross tables holds; in 2021 Q comes to each."""
    for year, added in ((2008, 0), (2021, q)):
        (rows,) = replay(cross_table(year, discipline, offset))[discipline]
        assert tuple(row.rating for row in rows.values()) == tuple(c + added for c in capitals)


# ------------------------------------------------------------------------------------ whole years


def held(player: int, rating: int, last: str = "2014-05-01") -> Carried:
    return Carried(player, rating, None, 0, rating, last)


PAIR_OF_2020 = (held(1, 1500, "2020-01-02"), held(2, 1500, "2020-01-02"))


def drawn_game(
    name: str, days: str, *, recorded: int = 0, discipline: str = ITALIANA, who: str = "2 ="
) -> Event:
    """Player 1 in a single game; `days` is one day or two."""
    start, *end = days.split()
    return Event(
        event(name, start, end[0] if end else start, games_of(1, who), recorded), discipline
    )


def years(
    events: list[Event] | None = None,
    carried: tuple[Carried, ...] = (held(1, 1500), held(2, 1500)),
    *,
    discipline: str = ITALIANA,
    begins: int = 2015,
    **more,
) -> Era:
    lists = tuple(day.replace(year=day.year - 2015 + begins) for day in LISTS)
    return Era(
        tuple(range(1, 10)),
        more.pop("foreign", frozenset()),
        date(begins, 1, 1),
        {discipline: carried, **more.pop("beside", {})},
        tuple(events or []),
        lists,
        **more,
    )


def ratings(era: Era, player: int, discipline: str = ITALIANA) -> list[int | None]:
    return [rows[player].rating if player in rows else None for rows in replay(era)[discipline]]


def test_article_11_the_bonus_goes_by_the_year_of_the_end():
    """Begun in 2015 and ended in 2016: the bonus of 2016; that of 2015 was never given."""
    first = drawn_game("A", "2015-12-30 2016-01-02")
    again = drawn_game("B", "2016-05-01")
    assert ratings(years([first, again]), 1)[1:4] == [1500, 1460, 1460]


def test_table_18_b_year_after_year():
    """On the list after the end of each year; 100 is the minimum."""
    assert ratings(years(), 1) == [1500, 1500, 1450, 1450, 1400, 1400, 1350, 1350]
    low = years(carried=(held(1, 170), held(2, 100)))
    assert ratings(low, 1) == [170, 170, 120, 120, 100, 100, 100, 100]


def test_table_18_b_a_late_event_takes_the_malus_back():
    """Played in November 2015, reported after the list that took the 50: 1450 + 10 + 50."""
    late = drawn_game("A", "2015-11-01", recorded=3)
    assert ratings(years([late]), 1)[2:5] == [1450, 1510, 1460]
    assert [rows[1].malus for rows in replay(years([late]))[ITALIANA]][2:5] == [50, -50, 50]


def test_decision_0005_a_late_event_expects_from_its_place_and_walks_from_now():
    """In March 3000 beat 3000: +1.00, although by now 2850 would have beaten 3100; from 2850 that
    is 3000, by the coefficient there.
    """
    before = (held(1, 3000, "2015-01-02"), held(2, 3000, "2015-01-02"))
    lost = drawn_game("B", "2015-05-01", who="2 0")
    late = drawn_game("A", "2015-03-01", recorded=1, who="2 1")
    assert ratings(years([lost, late], before), 1)[:2] == [2850, 3000]


def test_table_17_of_2021_goes_by_the_first_day():
    """Begun on 30 December 2020: the old text, and the bonus of 2021. Then Q each time."""
    events = [
        drawn_game("A", "2020-12-30 2021-01-02"),
        drawn_game("B", "2021-02-01"),
        drawn_game("C", "2021-03-01"),
    ]
    assert ratings(years(events, PAIR_OF_2020, begins=2020), 1)[2] == 1530


def test_table_17_the_bonus_is_not_the_first_event_after_a_corrective():
    """Under the new text a game of 2021 came before the end of an event begun in 2020: no bonus
    any more.
    """
    events = [drawn_game("A", "2020-12-30 2021-01-02"), drawn_game("B", "2021-01-01")]
    assert ratings(years(events, PAIR_OF_2020, begins=2020), 1)[2] == 1510


def test_articles_9_and_13_categories_and_entries():
    """A Maestro of Italian draughts enters the other discipline as Nazionale with 2500; the same
    day a beginner has 500."""
    both = event("A", "2015-07-01", "2015-07-01", games_of(1, "3 ="))
    era = years(
        [Event(both, INTERNAZIONALE)],
        (held(1, 3900), held(2, 1500)),
        decisions=(Decision(4, INTERNAZIONALE, 3333, 0),),
    )
    rows = replay(era)[INTERNAZIONALE][1]
    assert (rows[1].category, rows[3].category) == (NAZIONALE, PROVINCIALE)
    expected = law_of.expected_hundredths(2500, 500)
    d = Fraction(100 - expected, 100)
    assert rows[1].rating == elo_rubele.cf(2500, d, INTERNAZIONALE, 10)[1]
    assert rows[3].rating == elo_rubele.cf(500, -d, INTERNAZIONALE, 10)[1]


def test_article_9_a_category_once_reached_stays():
    """990 and the bonus: Regionale; after the next game below 1000 again."""
    events = [drawn_game("A", "2015-03-01"), drawn_game("B", "2015-07-01", who="2 0")]
    rows = replay(years(events, (held(1, 990), held(2, 990))))[ITALIANA]
    assert [(each[1].rating, each[1].category) for each in rows[:2]] == [
        (1000, REGIONALE),
        (850, REGIONALE),
    ]


def test_table_22_two_whole_years():
    """Last played in 2014: 50 at the end of 2015, off the list at the end of 2016, back in 2017
    with the rating of the world list then, and the earlier category.
    """
    world = tuple(
        WorldList(date(year, 1, 1), {1: rating})
        for year, rating in ((2015, 2100), (2016, 2300), (2017, 1000))
    )
    back = drawn_game("A", "2017-09-01", discipline=INTERNAZIONALE)
    era = years(
        [back],
        (held(1, 3800), replace(held(2, 1800), last_counted="2016-01-02")),
        discipline=INTERNAZIONALE,
        foreign=frozenset({1}),
        world=world,
    )
    found = ratings(era, 1, INTERNAZIONALE)
    assert found[:5] == [3800, 3800, 3750, 3750, None]
    assert found[5] == 1810
    assert replay(era)[INTERNAZIONALE][5][1].category == MAESTRO


# ------------------------------------------------------------------------------------ drawn years


def test_every_named_case_is_reached_by_the_years_of_quick_runs():
    found: Counter[str] = Counter()
    for seed in SEEDS:
        found.update(rubele_cases.reached(rubele_eras.era(seed)))
    assert set(found) == set(rubele_cases.CASES)
    assert [name for name in rubele_cases.CASES if not found[name]] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_recording_changes_nothing_inside_a_list(seed):
    drawn = rubele_eras.era(seed)
    assert replay(replace(drawn, events=drawn.events[::-1])) == replay(drawn)
    assert rubele_eras.era(seed) == drawn


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_falls_below_the_minimum_or_loses_more_than_450(seed):
    """Of a single capital: a player who enters anew begins anew."""
    for rows in replay(rubele_eras.era(seed)).values():
        for before, after in pairwise(rows):
            assert all(row.rating >= 100 for row in after.values())
            assert all(
                after[player].category >= row.category
                for player, row in before.items()
                if player in after
            )
            assert all(0 <= row.malus_in_all <= 450 for row in after.values())
