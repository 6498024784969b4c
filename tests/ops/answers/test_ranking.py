"""A sealed list as a ranking: places, cards, committees, what changed since the list before."""

from typing import Any

import pytest

from ledger.errors import Refused
from ops.answers.ranking import ranking
from tests.support.answer_rows import fields
from tests.support.uisp_office import an_office
from tests.support.worlds import games, rated, tournament


@pytest.fixture
def office(tmp_path):
    """1 and 2 have 1500, 3 has 1600, 4 has none. 1 beats 2, and 4, who enters with 1440, twice."""
    carried = [rated(1, 1500), rated(2, 1500), rated(3, 1515)]
    with an_office(str(tmp_path / "ledger"), carried, (4,)) as made:
        made.none_on_any_list("2025-08")
        made.submit(tournament("A", "2025-08-01", "2025-08-02", games(1, "2 1 4 +")))
        made.submit(tournament("B", "2025-08-03", "2025-08-04", games(4, "2 1")))
        made.closed("2025-Q4")
        yield made


def shown(office, period: str = "2025-Q4") -> list[dict[str, Any]]:
    pool = office.pool()
    return fields(ranking(pool, pool.list_of(period), None))


def test_equal_ratings_share_their_place_and_the_next_one_is_counted_on(office):
    """1: 1500 + 15; 3 did not play; 4: 1440 + 18; 2: 1500 - 15 - 18."""
    rows = shown(office)
    assert [(row["position"], row["rating"], row["difference"]) for row in rows] == [
        (1, 1515, 15),
        (1, 1515, 0),
        (3, 1467, -33),
        (4, 1458, None),
    ]
    assert [row["previous"] for row in rows] == [1500, 1515, 1500, None]


def test_tournaments_and_games_are_those_of_the_period(office):
    """4 stands in two reports and played in one."""
    assert [(row["tournaments"], row["games"]) for row in shown(office)] == [
        (1, 1),
        (0, 0),
        (2, 2),
        (1, 1),
    ]
    office.closed("2026-Q1")
    rows = shown(office, "2026-Q1")
    assert [(row["tournaments"], row["games"], row["difference"]) for row in rows] == [
        (0, 0, 0)
    ] * 4


def test_what_was_carried_over_is_no_ranking(office):
    pool = office.pool()
    with pytest.raises(Refused, match="are no ranking"):
        ranking(pool, pool.lists()[0], None)
    with pytest.raises(Refused, match="0 for all"):
        ranking(pool, pool.lists()[1], -1)
    assert len(ranking(pool, pool.lists()[1], 2).rows) == 2


def test_who_is_erased_stays_in_his_place(office):
    """Nothing is kept of the people of this ledger but their numbers."""
    (first, *_) = shown(office)
    assert (first["name"], first["card"], first["committee"]) == ("(erased)", "", "")
