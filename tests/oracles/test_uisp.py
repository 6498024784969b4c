"""The oracle of UISP chess: given vectors, edges, seasons worked out by hand, drawn seasons."""

import json
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from tests.oracles import uisp, uisp_replay, uisp_seasons
from tests.oracles.small_worlds import event, games_of
from tests.oracles.uisp import LAW, Cadence, ExternalList
from tests.oracles.uisp_replay import Event, Quarter, Season, replay

VECTORS = json.loads(
    (Path(__file__).parent.parent / "vectors/uisp_elo_rubele.json").read_text(encoding="utf-8")
)["elo_uisp"]
SEEDS = range(3)
"""The seasons of quick runs: every named case occurs among them."""

STANDARD, BLITZ_ONLINE = Cadence(5400, 30), Cadence(180, 2, online=True)
QUARTERS = (
    Quarter("2025-Q2", date(2025, 4, 5), date(2025, 4, 5)),
    Quarter("2025-Q3", date(2025, 7, 5), date(2025, 7, 5)),
    Quarter("2025-Q4", date(2025, 10, 5), date(2025, 10, 5)),
)


def season(
    carried: dict[int, int],
    events: list[Event],
    quarters: tuple[Quarter, ...] = QUARTERS,
    externals: tuple[ExternalList, ...] = (),
) -> Season:
    players = tuple(range(1, 10))
    return Season(players, carried, date(2025, 1, 5), tuple(events), quarters, externals)


def played(
    name: str,
    day: str,
    text: str,
    *,
    by: int = 1,
    cadence: Cadence = STANDARD,
    received: str | None = None,
    recorded: int = 0,
) -> Event:
    """`by` has white against the others on a single day: "2 1 3 = 4 0"."""
    whole = event(name, day, day, games_of(by, text), recorded)
    came = date.fromisoformat(received) if received else None
    return Event(replace(whole, received=came), cadence)


def ratings(lists: list[uisp_replay.RatingList], player: int) -> list[int | None]:
    return [each.rows[player].rating if player in each.rows else None for each in lists]


# ------------------------------------------------------------------------------------ single rules


def test_table_has_fifty_rows_without_gap():
    assert len(LAW.steps) == 50
    assert LAW.steps[0].low == 0
    assert LAW.steps[-1].high == 735
    for step, following in pairwise(LAW.steps):
        assert (step.high + 1, step.stronger + 1) == (following.low, following.stronger)
    assert all(step.stronger + step.weaker == 100 for step in LAW.steps)


@pytest.mark.parametrize("case", VECTORS, ids=[each["id"] for each in VECTORS])
def test_vector(case):
    """U01 to U13."""
    own = case["own"]
    games = [(met, Fraction(scored)) for met, scored in case["games"] if scored is not None]
    raw = sum(uisp.expected_hundredths(own, met) for met, _ in games)
    assert Fraction(raw, 100) == Fraction(case["pa_raw"])
    assert Fraction(uisp.expected_tenths(raw), 10) == Fraction(case["pa"])
    k = Fraction(case["k"]) * (LAW.online_part if case["online"] else 1)
    change = uisp.variation(own, games, k)
    assert change == Fraction(case["v"])
    assert own + change == Fraction(case["exact"])
    assert uisp.published(own + change) == case["published"]


@pytest.mark.parametrize(
    ("hundredths", "tenths"), [(50, 5), (51, 5), (55, 5), (56, 6), (59, 6), (60, 6), (45, 4)]
)
def test_article_c_1_a_half_goes_down(hundredths, tenths):
    assert uisp.expected_tenths(hundredths) == tenths


@pytest.mark.parametrize(
    ("minutes", "increment", "online", "k"),
    [(3, 2, False, 10), (10, 0, False, 10), (10, 5, False, 20), (25, 10, False, 20),
     (30, 5, False, 20), (45, 0, False, 20), (30, 10, False, 30), (60, 0, False, 30),
     (90, 30, False, 30), (3, 2, True, 5), (10, 5, True, 10), (90, 30, True, 15)],
)  # fmt: skip
def test_article_c_2_k(minutes, increment, online, k):
    """U16."""
    assert uisp.k_factor(Cadence(60 * minutes, increment, online)) == k


@pytest.mark.parametrize(("seconds", "k"), [(180, None), (181, 10), (600, 10), (601, 20),
                                            (3599, 20), (3600, 30)])  # fmt: skip
def test_article_c_2_at_its_edges(seconds, k):
    assert uisp.k_factor(Cadence(seconds, 0)) == k


@pytest.mark.parametrize(
    ("lists", "rating"),
    [
        ({"fide standard": 1620, "fsi standard": 1700}, 1620),
        ({"fsi standard": 1560, "fide rapid": 1800}, 1560),
        ({"fide rapid": 1410, "fsi rapid": 1500}, 1410),
        ({"fsi rapid": 1395, "fide blitz": 1500}, 1395),
        ({"fide blitz": 1288}, 1288),
        ({}, 1440),
        ({"fide standard": 0, "fsi rapid": 1395}, 1395),
    ],
)
def test_article_5_cascade(lists, rating):
    """U15; and a 0 is no rating."""
    found = []
    for name, value in lists.items():
        body, cadence = name.split()
        found.append(ExternalList(body, date(2025, 1, 1), {cadence: {1: value}}))
    for body in ("fide", "fsi"):
        mine = {k: v for each in found if each.body == body for k, v in each.ratings.items()}
        found = [each for each in found if each.body != body]
        found.append(ExternalList(body, date(2025, 1, 1), mine))
    assert uisp.entry_rating(1, date(2025, 2, 1), found) == rating


def test_article_5_the_list_of_the_day():
    lists = [
        ExternalList("fide", date(2025, month, 1), {"standard": {1: rating}})
        for month, rating in ((1, 1600), (2, 1650), (3, 1700))
    ]
    asked = [date(2025, 1, 31), date(2025, 2, 1), date(2025, 2, 28), date(2024, 12, 31)]
    assert [uisp.entry_rating(1, day, lists) for day in asked] == [1600, 1650, 1650, 1440]


# ------------------------------------------------------------------------------------ whole lists


def test_a_quarter_of_four_tournaments():
    """U14: +6, +12, +2.5, +5: 1525.5, published as 1526."""
    met = [1540, 1470, 1600, 1460, 1530, 1620, 1490, 1500]
    carried = {1: 1500, **dict(enumerate(met, 2))}
    events = [
        played("A", "2025-02-01", "2 1 3 = 4 0"),
        played("B", "2025-02-02", "5 1 6 1 7 = 8 0", cadence=Cadence(900, 10)),
        played("C", "2025-02-03", "9 1", cadence=BLITZ_ONLINE),
        played("D", "2025-02-04", "9 1 9 1", cadence=BLITZ_ONLINE),
    ]
    (made, *_) = replay(season(carried, events))
    assert made.rows[1] == uisp_replay.Row(1526, 1500, 26, 4, 10, 3)


def test_two_quarters_that_gain_a_half():
    """1500 and twice 2.5: from the published number 1503 and 1506; from the exact number 1505."""
    carried = {1: 1500, 2: 1500, 3: 1503}
    events = [
        played("A", "2025-02-01", "2 1", cadence=BLITZ_ONLINE),
        played("B", "2025-05-01", "3 1", cadence=BLITZ_ONLINE, recorded=1),
    ]
    drawn = season(carried, events)
    assert ratings(replay(drawn), 1) == [1503, 1506, 1506]
    assert ratings(replay(drawn, "exact"), 1) == [1503, 1505, 1505]


@pytest.mark.parametrize(
    ("received", "index"), [("2025-03-25", 0), ("2025-03-26", 0), ("2025-03-27", 1)]
)
def test_article_2_the_tenth_day_before(received, index):
    """U17; and the day stays when the list is published three weeks late."""
    late = (replace(QUARTERS[0], published=date(2025, 4, 26)), *QUARTERS[1:])
    for quarters in (QUARTERS, late):
        it = played("A", "2025-02-01", "2 1", received=received)
        drawn = season({1: 1500, 2: 1500}, [it], quarters)
        assert uisp_replay.booking_index(drawn, it) == index
        assert ratings(replay(drawn), 1) == [1515 if index <= at else 1500 for at in range(3)]


@pytest.mark.parametrize(
    ("start", "change"), [("2025-04-19", 15), ("2025-04-20", 12), ("2025-04-21", 12)]
)
def test_article_4_in_force_from_the_day_of_publication(start, change):
    """Closed for 5 April, published on the 20th: 1500 until then, 1545 after, against 1500."""
    late = (replace(QUARTERS[0], published=date(2025, 4, 20)), *QUARTERS[1:])
    events = [
        played("A", "2025-02-01", "2 1 3 1 4 1"),
        played("B", start, "5 1", recorded=1),
    ]
    lists = replay(season(dict.fromkeys(range(1, 6), 1500), events, late))
    assert ratings(lists, 1)[:2] == [1545, 1545 + change]


def test_article_4_a_list_never_published_is_never_in_force():
    never = (replace(QUARTERS[0], published=None), *QUARTERS[1:])
    events = [
        played("A", "2025-02-01", "2 1 3 1 4 1"),
        played("B", "2025-06-01", "5 1", recorded=1),
        played("C", "2025-08-01", "5 1", recorded=2),
    ]
    lists = replay(season(dict.fromkeys(range(1, 6), 1500), events, never))
    # in June 1500 against 1500; in August 1560 against 1485, of the list of July
    assert ratings(lists, 1) == [1545, 1560, 1572]


def test_article_5_a_first_rating_is_taken_once():
    """The lists of February and March differ; a tournament begun in January arrives a
    quarter later.
    """
    lists = tuple(
        ExternalList("fide", date(2025, month, 1), {"standard": {1: rating}})
        for month, rating in ((1, 1600), (2, 1650), (3, 1700))
    )
    events = [
        played("A", "2025-03-02", "2 1"),
        played("B", "2025-02-02", "2 1"),
        played("C", "2025-01-20", "2 1", received="2025-05-01"),
    ]
    made = replay(season({2: 1650}, events, externals=lists))
    assert made[0].rows[1] == uisp_replay.Row(1680, None, 30, 2, 2, 1)
    assert ratings(made, 1) == [1680, 1695, 1695]


def test_article_5_the_first_tournament_is_one_in_which_he_played_rated_or_not():
    """No game in January, a time control too fast for any list in February: February's 1650."""
    lists = tuple(
        ExternalList("fide", date(2025, month, 1), {"standard": {1: rating}})
        for month, rating in ((1, 1600), (2, 1650), (3, 1700))
    )
    events = [
        played("A", "2025-01-20", "2 +"),
        played("B", "2025-02-02", "2 1", cadence=Cadence(60, 0)),
        played("C", "2025-04-20", "2 1", recorded=1),
    ]
    assert ratings(replay(season({2: 1600}, events, externals=lists)), 1) == [None, 1662, 1662]


def test_article_6_whoever_did_not_play_is_not_taken_up():
    (made, *_) = replay(season({2: 1500}, [played("A", "2025-02-01", "2 +")]))
    assert list(made.rows) == [2]
    assert made.rows[2].games == 0


# ------------------------------------------------------------------------------------ drawn seasons


def test_every_named_case_is_reached_by_the_seasons_of_quick_runs():
    found: Counter[str] = Counter()
    for seed in SEEDS:
        found.update(uisp_seasons.reached(uisp_seasons.season(seed)))
    assert set(found) == set(uisp_seasons.CASES)
    assert [name for name in uisp_seasons.CASES if not found[name]] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_tournaments_changes_nothing(seed):
    drawn = uisp_seasons.season(seed)
    turned = replace(drawn, events=drawn.events[::-1])
    assert replay(turned) == replay(drawn)
    assert uisp_seasons.season(seed) == drawn


@pytest.mark.parametrize("seed", SEEDS)
def test_once_rated_always_listed_and_every_difference_adds_up(seed):
    lists = replay(uisp_seasons.season(seed))
    for before, after in pairwise(lists):
        assert before.rows.keys() <= after.rows.keys()
        for player, row in before.rows.items():
            assert after.rows[player].previous == row.rating
            assert after.rows[player].rating - row.rating == after.rows[player].difference


@pytest.mark.parametrize("seed", SEEDS)
def test_a_later_publication_moves_no_cut_off(seed):
    drawn = uisp_seasons.season(seed)
    later = tuple(
        replace(each, published=each.published and each.published + timedelta(days=1))
        for each in drawn.quarters
    )
    other = replace(drawn, quarters=later)
    for each in drawn.events:
        assert uisp_replay.booking_index(other, each) == uisp_replay.booking_index(drawn, each)
