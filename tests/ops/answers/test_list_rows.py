"""Rows of a sealed list, with places and changes since the list before; the head of the list."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from ledger.errors import Refused
from ledger.store.ledger import Ledger
from ops.answers.list_head import intervals
from ops.answers.rating_lists import rating_list
from ops.house import House, open_house
from tests.support.answer_rows import fields
from tests.support.command import run
from tests.support.uisp_office import an_office
from tests.support.worlds import games, rated, tournament

CHESS = "fide-standard"


@pytest.fixture
def office(tmp_path):
    """1 and 2 have 1500, 3 has 1600, 4 has none. 1 beats 2, and twice 4, with entry rating 1440."""
    carried = [rated(1, 1500), rated(2, 1500), rated(3, 1515)]
    with an_office(str(tmp_path / "ledger"), carried, (4,)) as made:
        made.none_on_any_list("2025-08")
        made.submit(tournament("A", "2025-08-01", "2025-08-02", games(1, "2 1 4 +")))
        made.submit(tournament("B", "2025-08-03", "2025-08-04", games(4, "2 1")))
        made.closed("2025-Q4")
        yield made


def shown(office, period: str = "2025-Q4") -> list[dict[str, Any]]:
    pool = office.pool()
    return fields(rating_list(pool, pool.list_of(period), None))


def test_equal_ratings_share_their_place_and_the_next_one_is_counted_on(office):
    """1: 1500 + 15; 3 did not play; 4: 1440 + 18; 2: 1500 - 15 - 18."""
    rows = shown(office)
    assert [(row["rank"], row["rating"], row["change"]) for row in rows] == [
        (1, 1515, 15),
        (1, 1515, 0),
        (3, 1467, -33),
        (4, 1458, None),
    ]
    assert [row["rating_before"] for row in rows] == [1500, 1515, 1500, None]


def test_tournaments_and_games_are_those_of_the_period(office):
    """4 is in two reports and played in one."""
    assert [(row["tournaments"], row["period_games"]) for row in shown(office)] == [
        (1, 1),
        (0, 0),
        (2, 2),
        (1, 1),
    ]
    office.closed("2026-Q1")
    rows = shown(office, "2026-Q1")
    assert [(row["tournaments"], row["period_games"], row["change"]) for row in rows] == [
        (0, 0, 0)
    ] * 4


def test_what_was_carried_over_has_places_and_no_changes(office):
    pool = office.pool()
    rows = fields(rating_list(pool, pool.lists()[0], None))
    assert [(row["rank"], row["rating"], row["change"]) for row in rows] == [
        (1, 1515, None),
        (2, 1500, None),
        (2, 1500, None),
    ]
    with pytest.raises(Refused, match="0 for all"):
        rating_list(pool, pool.lists()[1], -1)
    assert len(rating_list(pool, pool.lists()[1], 2).rows) == 2


def test_the_head_names_the_lists_beside_and_counts_players(office):
    """A list carried over has none before; 4 is new on the first list."""
    pool = office.pool()
    carried, first = (rating_list(pool, row, 1).about.head for row in pool.lists())
    assert (carried.listed, carried.list_before, carried.list_after) == (3, None, "2025-Q4")
    assert (carried.entered, carried.cut_off) == (None, None)
    assert (first.listed, first.entered, first.departed) == (4, 1, 0)
    assert (first.list_before, first.list_after, first.next_list) == (
        carried_name(pool),
        None,
        "2026-Q1",
    )
    assert str(first.next_cut_off) < str(first.next_list_date)


def carried_name(pool) -> str:
    return str(pool.lists()[0].period)


def test_the_head_says_which_bulletins_the_list_has(sample):
    """Chess of FIDE has neither; draughts have categories, and points taken for idle years."""
    found = {}
    with open_house(str(sample)) as house:
        for name in (CHESS, "rubele-italiana"):
            pool = house.pool(name)
            head = rating_list(pool, pool.lists()[-1], None).about.head
            found[name] = (head.has_categories, head.has_penalties)
    assert found == {CHESS: (False, False), "rubele-italiana": (True, True)}


def test_who_turns_inactive_or_active_is_counted(sample):
    """As the comparison of the two lists says, list after list."""
    seen: Counter[str] = Counter()
    for row in (of for of in everything(sample) if of.about.head.turned_active is not None):
        pool, later, earlier = CHESS, row.about.list, row.about.head.list_before
        asked = ("list", "compare", pool, earlier, later, "--format", "json", "--ledger", sample)
        found = Counter(
            (of["what"], of["after"]) if of["what"] == "inactive" else of["what"]
            for of in run(*asked).document["rows"]
        )
        for only in ("entered", "left", "inactive", "active"):
            turned = {"inactive": ("inactive", "i"), "active": ("inactive", "-")}.get(only, only)
            assert len(run(*asked, "--only", only).document["rows"]) == found[turned], only
        head = row.about.head
        counted = found["inactive", "i"], found["inactive", "-"], found["entered"], found["left"]
        assert counted == (head.turned_inactive, head.turned_active, head.entered, head.departed)
        seen += Counter({"inactive": head.turned_inactive, "entered": head.entered})
    assert seen["inactive"]
    assert seen["entered"]


def everything(sample):
    """Every list of the chess pool but the list carried over."""
    with Ledger.open(str(sample)) as ledger:
        pool = House(ledger).pool(CHESS)
        return [rating_list(pool, row, 1) for row in pool.lists()[1:]]


def test_a_distribution_counts_the_selected_players_by_intervals_of_100_points(office):
    """1515, 1515, 1467, 1458; an interval without players stands between others."""
    pool = office.pool()
    found = rating_list(pool, pool.list_of("2025-Q4"), 1).about.distribution
    assert [(of.lower, of.upper, of.players) for of in found] == [
        (1400, 1499, 2),
        (1500, 1599, 2),
    ]


@pytest.mark.parametrize(
    ("ratings", "width"), [([1400, 4399], 100), ([1400, 4400], 250), ([7], 100)]
)
def test_a_distribution_has_at_most_30_intervals(ratings, width):
    found = [*intervals(np.bincount(ratings))]
    assert {of.upper - of.lower + 1 for of in found} == {width}
    assert (found[0].lower <= ratings[0], found[-1].upper >= ratings[-1]) == (True, True)
    assert len(found) <= 30
    assert sum(of.players for of in found) == len(ratings)
    assert [*intervals(np.bincount([]))] == []


def test_who_is_erased_stays_in_his_place(office):
    """Nothing is kept of the people of this ledger but their numbers."""
    (first, *_) = shown(office)
    assert (first["name"], first["number"], first["committee"]) == ("(erased)", "", "")
