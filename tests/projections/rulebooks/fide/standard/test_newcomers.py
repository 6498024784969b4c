"""A newcomer's whole road, list after list, under each text: from the first event to a rating,
below the floor, off the list and back."""

from collections.abc import Iterable
from datetime import date

import pytest

from projections.rating import rate
from projections.replay.closing import Closing
from projections.rulebooks.fide.standard import RULEBOOK
from tests.oracles.world import Tournament
from tests.support.worlds import (
    FIDE,
    closings,
    digests,
    federation,
    games,
    rated,
    ratings,
    rows,
    tournament,
)

ALFONSO = 1
NAMED = {
    "Bruno": 1940, "Carlo": 1415, "Dante": 1850, "Ercole": 1300, "Fabio": 1450, "Gennaro": 1475,
    "Herbert": 1980, "Ignazio": 2215, "Johan": 2015, "Kramer": 1515, "Lamberto": 1635,
    "Marcello": 1715, "Nestore": 1460, "Orlando": 1545, "Pasquale": 1960, "Ruperto": 1400,
    "Sandrino": 1800, "Tommaso": 1280, "Ulrico": 2144, "Venceslao": 1998,
}  # fmt: skip
"""Alfonso's opponents in the arbiter's article."""
NUMBER = {name: at for at, name in enumerate(NAMED, start=2)}
EQUALS = [rated(number, 1800) for number in range(30, 34)]
OTHERS = tuple(games(30, "31 = 32 = 33 ="))
"""Games among others of each event, so that it is no round robin: equals draw."""
PEOPLE = [*EQUALS, *(rated(NUMBER[name], rating) for name, rating in NAMED.items())]


def event(name: str, start: str, end: str, met: str) -> Tournament:
    """Make an event in which Alfonso meets "Bruno 1 Carlo 0"; `OTHERS` play too."""
    words = met.split()
    text = " ".join(
        f"{NUMBER[who]} {res}" for who, res in zip(words[::2], words[1::2], strict=True)
    )
    return tournament(name, start, end, [*games(ALFONSO, text), *OTHERS])


def road(
    year: int, events: Iterable[Tournament], months: Iterable[int] = range(2, 6)
) -> list[Closing]:
    """Return Alfonso's lists of a year. The ratings of opponents stay: the article's are
    of the start.
    """
    world = federation(
        PEOPLE,
        events,
        newcomers=[ALFONSO],
        periods=tuple(f"{year}-{month:02d}" for month in months),
        on=date(year, 1, 1),
    )
    return closings(world, FIDE, since="2014-07-01")


def opening(year: int) -> list[Tournament]:
    """Make Alfonso's first two events: a point of two, and a loss."""
    return [
        event("T1", f"{year}-01-05", f"{year}-01-20", "Bruno 1 Carlo 0"),
        event("T2", f"{year}-01-22", f"{year}-01-28", "Dante 0"),
    ]


YEARS = [2015, 2018, 2021, 2022, 2023]
"""Of each text before March 2024, a year under it."""
FIRST_THREE = [
    ("Ercole 1 Fabio 1 Gennaro 1", 1612),
    ("Herbert 0 Ignazio 0", 1640),
    ("Johan 1 Kramer 0", 1675),
]


@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize(("third", "rating"), FIRST_THREE)
def test_article_8_2_cases_1_to_3(year, third, rating):
    """Three events on a single list: all results count as of a single tournament."""
    events = [*opening(year), event("T3", f"{year}-02-03", f"{year}-02-25", third)]
    assert ratings(road(year, events), ALFONSO)[:2] == [None, rating]


FOURTH = "Lamberto 1 Marcello 1 Nestore 1 Orlando 0"
LAST = "Pasquale 0 Ruperto 1 Sandrino 0 Tommaso 1 Ulrico 0 Venceslao 0"


@pytest.mark.parametrize("year", YEARS)
def test_article_8_2_case_4_1_events_of_the_same_period_count_together(year):
    """Seven games, and six of an event that ends in the same period: 1674."""
    events = [
        *opening(year),
        event("T3", f"{year}-02-01", f"{year}-02-12", FOURTH),
        event("T4", f"{year}-02-13", f"{year}-02-25", LAST),
    ]
    assert ratings(road(year, events), ALFONSO)[:2] == [None, 1674]


@pytest.mark.parametrize("year", YEARS)
def test_article_8_2_case_4_2_the_event_that_ends_later_rates_him_with_his_first_rating(year):
    """1671 (the article prints 1723, from another mean); the event begun before counts with this
    rating: 1653.
    """
    events = [
        *opening(year),
        event("T3", f"{year}-02-01", f"{year}-02-12", FOURTH),
        event("T4", f"{year}-02-13", f"{year}-03-20", LAST),
    ]
    done = road(year, events)
    assert ratings(done, ALFONSO)[:3] == [None, 1671, 1653]
    assert ratings(done, NUMBER["Tommaso"]) == [1280] * 4
    assert rows(done[2])[ALFONSO]["k"] == 40


# ------------------------------------------------------------------------------- what is accepted


@pytest.mark.parametrize("year", [2018, 2022, 2025])
def test_article_8_2_1_no_point_in_the_first_event_and_it_is_disregarded(year):
    """Zero of two, then four games with two points: five are needed, four count."""
    events = [
        event("T1", f"{year}-01-05", f"{year}-01-20", "Bruno 0 Carlo 0"),
        event("T2", f"{year}-02-05", f"{year}-02-20", "Dante 1 Johan 0 Kramer 1 Fabio 0"),
    ]
    assert ratings(road(year, events), ALFONSO)[:2] == [None, None]


@pytest.mark.parametrize("year", [2018, 2022, 2025])
def test_article_8_2_1_half_a_point_and_it_is_kept(year):
    """The same with a draw in the first event: six games."""
    events = [
        event("T1", f"{year}-01-05", f"{year}-01-20", "Bruno 0 Carlo ="),
        event("T2", f"{year}-02-05", f"{year}-02-20", "Dante 1 Johan 0 Kramer 1 Fabio 0"),
    ]
    (before, after) = ratings(road(year, events), ALFONSO)[:2]
    assert before is None
    assert after is not None


@pytest.mark.parametrize("year", [2018, 2022, 2025])
def test_article_7_1_4_a_first_event_needs_a_rated_opponent(year):
    """A point made against an unrated opponent is no point: the event does not count."""
    unrated = tournament(
        "T0", f"{year}-01-02", f"{year}-01-04", [*games(ALFONSO, "40 1 2 0"), *OTHERS]
    )
    later = event("T1", f"{year}-02-05", f"{year}-02-20", "Dante 0 Johan 0 Kramer 0 Fabio 0")
    world = federation(
        PEOPLE,
        [unrated, later],
        newcomers=[ALFONSO, 40],
        periods=(f"{year}-02", f"{year}-03"),
        on=date(year, 1, 1),
    )
    done = closings(world, FIDE, since="2014-07-01")
    assert len(done[0].outcomes[0].waiting) == 1
    assert not done[0].outcomes[0].unit["accepted"][0]
    assert not done[1].outcomes[0].unit["accepted"][0]


@pytest.mark.parametrize(("ended", "listed"), [("2020-01", False), ("2020-02", True)])
def test_article_7_1_4_the_window_is_26_months(ended, listed):
    """The list of April 2022 takes events ended from February 2020 on: under two texts at once."""
    months = [f"{y}-{m:02d}" for y in (2020, 2021, 2022) for m in range(1, 13)]
    periods = tuple(month for month in months if "2020-02" <= month <= "2022-04")
    events = [
        event("T1", f"{ended}-05", f"{ended}-20", "Bruno 1 Carlo 1"),
        event("T2", "2022-03-05", "2022-03-20", "Dante 0 Johan 0 Kramer 1"),
    ]
    world = federation(PEOPLE, events, newcomers=[ALFONSO], periods=periods, on=date(2020, 1, 1))
    found = ratings(closings(world, FIDE, since="2014-07-01"), ALFONSO)
    assert (found[-1] is not None) == listed
    assert found[-2] is None


# ------------------------------------------------------------------- below the floor, off, and back


def low(year: int, floor: int) -> list[Closing]:
    """Make five games that come out below a floor, then five more that lift the whole
    above the floor.
    """
    people = [*EQUALS, *(rated(number, floor + 30) for number in range(2, 12))]
    first = games(ALFONSO, "2 0 3 0 4 0 5 0 6 =")
    second = games(ALFONSO, "7 1 8 1 9 1 10 = 11 1")
    events = [
        tournament("T1", f"{year}-01-05", f"{year}-01-20", [*first, *OTHERS]),
        tournament("T2", f"{year}-03-05", f"{year}-03-20", [*second, *OTHERS]),
    ]
    world = federation(
        people,
        events,
        newcomers=[ALFONSO],
        periods=tuple(f"{year}-{month:02d}" for month in range(2, 5)),
        on=date(year, 1, 1),
    )
    return closings(world, FIDE, since="2014-07-01")


@pytest.mark.parametrize(("year", "floor"), [(2018, 1000), (2022, 1000), (2025, 1400)])
def test_article_7_1_4_below_the_floor_the_pool_goes_on(year, floor):
    """`sub_floor_pool_restart`: not published with five games, published with all ten."""
    done = low(year, floor)
    assert ratings(done, ALFONSO)[:2] == [None, None]
    assert ratings(done, ALFONSO)[2] >= floor
    assert rows(done[2])[ALFONSO]["period_games"] == 5
    assert rate(done[2].outcomes[0].step).unit["pooled_games"].max() == 10


def off_and_back(year: int, floor: int) -> list[Closing]:
    """1 stands at the floor, loses, is unlisted, and comes back with five new games."""
    field = [rated(number, floor + 300) for number in range(2, 12)]
    people = [*EQUALS, rated(1, floor, games=60), *field]
    back = games(1, "2 = 3 = 4 = 5 = 6 =")
    events = [
        tournament("L", f"{year}-01-05", f"{year}-01-20", [*games(1, "7 0 8 0"), *OTHERS]),
        tournament("B", f"{year}-02-05", f"{year}-02-20", [*back, *OTHERS]),
    ]
    world = federation(
        people,
        events,
        periods=tuple(f"{year}-{month:02d}" for month in range(2, 4)),
        on=date(year, 1, 1),
    )
    return closings(world, FIDE, since="2014-07-01")


@pytest.mark.parametrize(("year", "floor"), [(2018, 1000), (2022, 1000), (2025, 1400)])
def test_article_7_2_1_unlisted_and_back(year, floor):
    """`games_counter_after_delisting`: K 40 again, though sixty games were played before."""
    done = off_and_back(year, floor)
    (off, back) = ratings(done, 1)
    assert off is None
    assert back >= floor
    assert rows(done[1])[1]["k"] == 40
    assert done[1].outcomes[0].unit["games"][0] == 5


def test_article_7_2_1_what_began_while_he_was_rated_enters_his_new_pool():
    """The reverse of 8.2.4: opponents book normally, the player's games wait."""
    people = [*EQUALS, rated(1, 1000), *(rated(number, 1300) for number in range(2, 8))]
    events = [
        tournament("L", "2018-01-05", "2018-01-20", [*games(1, "7 0"), *OTHERS]),
        tournament("R", "2018-01-21", "2018-02-20", [*games(1, "2 0 3 ="), *OTHERS]),
    ]
    world = federation(people, events, periods=("2018-02", "2018-03"), on=date(2018, 1, 1))
    (february, march) = closings(world, FIDE, since="2014-07-01")
    assert ratings([february, march], 1) == [None, None]
    assert ratings([february, march], 2) == [1300, 1303]  # he was 1000 to them: .15, K 20
    assert march.outcomes[0].waiting.sums["counted_games"].tolist() == [2]


def test_older_editions_adopted_too_move_no_list_that_begins_later():
    """Histories that begin in 2025: all editions adopted, or the editions since March 2024."""
    events = [event("T1", "2025-07-05", "2025-07-20", "Bruno 1 Carlo 1 Dante = Johan 0 Kramer =")]
    world = federation(PEOPLE, events, newcomers=[ALFONSO])
    few, all_of_them = closings(world, FIDE), closings(world, FIDE, since="2014-07-01")
    assert digests(few) == digests(all_of_them)
    assert [closing.numbers_digests for closing in few] == [
        closing.numbers_digests for closing in all_of_them
    ]


def test_every_text_is_walked():
    """The years above lie under every edition but the editions that only amend registration."""
    walked = {
        max(edition.name for edition in RULEBOOK.editions if edition.name <= f"{year}-01-05")
        for year in [*YEARS, 2025]
    }
    assert {edition.name for edition in RULEBOOK.editions} - walked == {
        "2021-02-01",
        "2023-12-25",
        "2025-10-01",
    }
