"""Rapid chess from 2022 on in a real ledger: the lift to the standard rating, K, two editions."""

from datetime import date

import pytest

from tests.support.two_pools import FIDE, RAPID, Pools, pools_of
from tests.support.verified_worlds import verify
from tests.support.worlds import games, rated, tournament

SEPTEMBER = "2022-09"


AUGUST = date(2022, 8, 1)


@pytest.fixture
def pools(tmp_path):
    """1 stands 449 below the standard rating, 2 exactly 100, 3 is a master, 4 in rapid only."""
    with pools_of(str(tmp_path / "ledger"), 5) as made:
        made.open(
            FIDE,
            [rated(1, 2732), rated(2, 2000), rated(3, 2500), rated(5, 1500)],
            first=SEPTEMBER,
            on=AUGUST,
            since="2022-01-01",
        )
        made.open(
            RAPID,
            [rated(1, 2283), rated(2, 1900), rated(3, 2450), rated(4, 1200)],
            first=SEPTEMBER,
            on=AUGUST,
            since="2022-01-01",
        )
        yield made


def close(pools: Pools, *periods: str) -> None:
    for period in periods:
        pools.close(period, FIDE, RAPID)


def test_the_list_of_october_lifts_who_stood_far_below_his_standard_rating(pools):
    """fide.md 5: rapid 2283, standard 2732 → 2632; exactly 100 below is not far."""
    close(pools, SEPTEMBER)
    assert pools.rating(1, SEPTEMBER) == 2283
    close(pools, "2022-10", "2022-11")
    assert [pools.rating(1, period) for period in ("2022-10", "2022-11")] == [2632, 2632]
    assert pools.rating(2, "2022-10") == 1900
    assert pools.rating(4, "2022-10") == 1200
    (unit,) = pools.explained(1, "2022-10").units
    assert [(line.kind, line.points, line.article) for line in unit.lines] == [
        ("lift", 349, "Amendment of 1 October 2022")
    ]


def test_k_is_that_of_standard_chess_from_december(pools):
    """A master keeps 20 until then, also without a game."""
    periods = (SEPTEMBER, "2022-10", "2022-11", "2022-12", "2023-01")
    close(pools, *periods)
    assert [pools.row(3, period)["k"] for period in periods] == [20, 20, 20, 10, 10]
    assert verify(pools.ledger).faults == []


def test_a_december_game_is_rated_with_the_k_printed_in_december(pools):
    """Booked on the list of January 2023: K 10 of the master, who wins 20 hundredths."""
    pools.submit(tournament("D", "2022-12-10", "2022-12-11", games(3, "2 1")), RAPID)
    close(pools, SEPTEMBER, "2022-10", "2022-11", "2022-12", "2023-01")
    (unit,) = pools.explained(3, "2023-01").units
    assert unit.cells["k"].value == 10
    assert str(unit.printed_before["k"].why) == "7.3.3: 10, for 2400 was once published"


def test_who_comes_with_his_standard_rating_in_2022_has_k_20(pools):
    """5, with 1500 in standard chess, beats 4 (1200): + .15 at K 20, which is 3."""
    pools.submit(tournament("S", "2022-08-05", "2022-08-06", games(5, "4 1")), RAPID)
    close(pools, SEPTEMBER)
    assert pools.rating(5, SEPTEMBER) == 1503
    assert pools.rating(4, SEPTEMBER) == 1197
