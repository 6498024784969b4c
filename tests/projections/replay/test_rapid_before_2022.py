"""Rapid chess of 2015 in a real ledger: K 20, 735, a point in the first event, missing facts."""

from datetime import date

import pytest

from ledger.events.pool import ParameterSet
from projections.queries import PoolQuery
from projections.queries.findings import of_player
from tests.oracles.world import Tournament
from tests.support.recording import record
from tests.support.two_pools import FIDE, RAPID, Pools, pools_of
from tests.support.verified_worlds import verify
from tests.support.worlds import games, rated, tournament

LISTS = ("2015-02", "2015-03")
ON = date(2015, 1, 1)
OTHERS = tuple(games(2, "3 = 4 = 5 ="))


@pytest.fixture
def pools(tmp_path):
    """1 and 6 are newcomers, 7 is rated in standard chess only; the rest of 1800 in rapid."""
    with pools_of(str(tmp_path / "ledger"), 9) as made:
        standard = [rated(player, 1800) for player in (2, 3, 4, 5, 8, 9)]
        made.open(FIDE, [*standard, rated(7, 1500)], first=LISTS[0], on=ON, since="2014-07-01")
        rapid = [rated(player, 1800, k=20) for player in (2, 3, 4, 5, 8)]
        rapid += [rated(9, 2600, k=20)]
        made.open(RAPID, rapid, first=LISTS[0], on=ON, since="2014-07-01")
        yield made
        assert verify(made.ledger).faults == []


def event(name: str, player: int, met: str) -> Tournament:
    return tournament(name, "2015-01-10", "2015-01-11", [*games(player, met), *OTHERS])


def close(pools: Pools, *periods: str) -> None:
    for period in periods or LISTS[:1]:
        pools.close(period, FIDE, RAPID)


def test_a_difference_of_800_counts_as_735(pools):
    """9 of 2600 loses to 2 of 1800: .99 at K 20 is 19.8; the cap of 400 would make 18.4."""
    pools.submit(event("A", 9, "2 0"), RAPID, time_control="900+10")
    close(pools)
    assert pools.rating(9, LISTS[0]) == 2580


def test_who_is_rated_in_standard_chess_begins_with_that_rating(pools):
    """7 of 1500 beats 2 of 1800: .85 at K 20."""
    pools.submit(event("A", 7, "2 1"), RAPID, time_control="900+10")
    close(pools)
    assert pools.rating(7, LISTS[0]) == 1517


@pytest.mark.parametrize(
    ("met", "listed"), [("2 = 3 0 4 0 5 0 8 0", 0), ("2 1 3 0 4 0 5 0 8 0", 1560)]
)
def test_article_7_2_2_and_6_1_4_a_point_in_the_first_event(pools, met, listed):
    """1 of 5 is .20, -240; half a point is not enough."""
    pools.submit(event("A", 1, met), RAPID, time_control="900+10")
    close(pools)
    assert pools.rating(1, LISTS[0]) == listed


def test_article_7_2_4_above_one_half_waits_until_the_body_sets_what_a_half_point_is_worth(pools):
    """Four of five: three half points above one half; with 10 each, on the next list 1830."""
    pools.submit(event("A", 1, "2 1 3 1 4 1 5 1 8 0"), RAPID, time_control="900+10")
    close(pools)
    assert pools.rating(1, LISTS[0]) == 0
    assert asked(pools, 1) == [("needs a decision", LISTS[0])]
    fact = ParameterSet(
        pool=RAPID,
        name="points_each_half_point_to_2021",
        in_force_from=date(2015, 3, 1),
        by="fide-qc",
        value=10,
        unit="points",
    )
    record(pools.ledger, "set", fact)
    close(pools, LISTS[1])
    assert pools.rating(1, LISTS[1]) == 1830
    assert asked(pools, 1) == [("not rated", LISTS[0])]


def asked(pools: Pools, player: int) -> list[tuple[str, str]]:
    """The kinds and the lists of a player's findings about half points."""
    pools.official.catch_up()
    found = of_player(PoolQuery(pools.official.track, RAPID), player)
    return [(finding.kind, finding.about) for finding in found if "half point" in str(finding.says)]


def test_article_5_1_a_round_robin_with_a_newcomer_asks_for_a_decision(pools):
    met = [*games(1, "2 1 3 0 4 0"), *games(2, "3 = 4 ="), *games(3, "4 =")]
    played = tournament("RR", "2015-01-10", "2015-01-11", met)
    pools.submit(played, RAPID, time_control="900+10")
    close(pools)
    (asked,) = [finding for finding in pools.findings("RR") if "round robin" in finding]
    assert asked.startswith("needs a decision 5.1: unrated players in a round robin")
