"""Corrections of closed lists in pools beside each other: rapid and blitz take the same road."""

from random import Random

import pytest

from projections.queries.explain import explain
from projections.rating.corrected import VOID
from tests.oracles import random_worlds
from tests.oracles.world import World
from tests.support.counts import FULL
from tests.support.recording import a_ledger, following, record
from tests.support.spoiling import RESULTS, details_corrected, result_corrected
from tests.support.two_pools import ASKED, FIDE, RAPID, Pools, pools_of, two_pools_of
from tests.support.verified_worlds import verify
from tests.support.worlds import games, rated, tournament

SEEDS = range(20) if FULL else range(1, 2)


def play_and_revise(pools: Pools, world: World, seed: int) -> None:
    """Correct results, and the pool of a tournament, after the booking lists."""
    random, reports = Random(seed), dict[str, int]()
    for index, period in enumerate(world.periods):
        for name, report in reports.items():
            way = random.randrange(6)
            facts = [details_corrected(name, pools=(random.choice((RAPID, FIDE)),))] * (way == 0)
            facts += [result_corrected(name, 0, random.choice(RESULTS))] * (way == 1)
            for fact in facts:
                record(pools.ledger, f"revise {name} {index}", fact(report))
        for at, played in enumerate(world.tournaments):
            if played.recorded == index:
                reports[played.id] = pools.submit(played, RAPID if at % 3 else FIDE)
        pools.close(period, FIDE, RAPID)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_corrected_rating_of_both_pools_is_explained_and_every_list_proved(tmp_path, seed):
    """`explain` raises where lines, or a unit computed again, do not come to the booked figures."""
    world, corrected = random_worlds.fide_world(seed, players=14, periods=5), 0
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        pools = Pools(ledger, official)
        two_pools_of(pools, world)
        play_and_revise(pools, world, seed)
        assert verify(ledger).faults == []
        for name in (FIDE, RAPID):
            pool = pools.pool(name)
            for on in pool.lists()[1:]:
                for player in world.players[ASKED]:
                    corrected += len(explain(pool, player.id, on).corrected)
    assert corrected


def test_who_came_with_his_standard_rating_is_unlisted_where_that_did_not_count(tmp_path):
    """7.2.1: the rapid tournament that listed the player counts in standard chess instead."""
    with pools_of(str(tmp_path / "ledger"), 4) as pools:
        pools.open(FIDE, [rated(1, 2000), rated(2, 1900)])
        pools.open(RAPID, [rated(2, 1900)])
        pools.submit(tournament("A", "2025-07-05", "2025-07-06", games(1, "2 1")), RAPID)
        pools.close("2025-08", FIDE, RAPID)
        assert pools.rating(1, "2025-08") > 2000
        record(pools.ledger, "wrong pool", details_corrected("A", pools=(FIDE,))(0))
        pools.close("2025-09", FIDE, RAPID)
        assert [pools.rating(player, "2025-09") for player in (1, 2)] == [0, 1900]
        assert pools.rating(1, "2025-09", FIDE) > 2000
        assert pools.explained(1, "2025-09").corrected[0].kind == VOID
        assert verify(pools.ledger).faults == []
