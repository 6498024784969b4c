"""Whole random federations in two pools: every rating explained, every list made again."""

import pytest

from projections.queries.explain import explain
from tests.oracles import random_worlds
from tests.oracles.world import World
from tests.support.counts import FULL
from tests.support.recording import a_ledger, following
from tests.support.two_pools import ASKED, FIDE, RAPID, Pools, two_pools_of
from tests.support.verified_worlds import verify

SEEDS = range(20) if FULL else range(1)
"""Which players are asked about every list."""


def play(pools: Pools, world: World) -> None:
    """Two of three tournaments are rapid; close both pools, list after list."""
    for index, period in enumerate(world.periods):
        for at, played in enumerate(world.tournaments):
            if played.recorded == index:
                pools.submit(played, RAPID if at % 3 else FIDE)
        pools.close(period, FIDE, RAPID)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_rapid_rating_is_explained_by_the_columns_that_made_it(tmp_path, seed):
    """The worksheet looks up each standard rating alone, and comes to the published rating."""
    world = random_worlds.fide_world(seed, periods=5)
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        pools = Pools(ledger, official)
        two_pools_of(pools, world)
        play(pools, world)
        asked, seeded = pools.pool(RAPID), 0
        for on in asked.lists()[1:]:
            for player in world.players[ASKED]:
                explained = explain(asked, player.id, on)
                seeded += any(
                    "seed_rating" in unit.cells and unit.cells["seed_rating"].value > 0
                    for unit in explained.units
                )
        assert seeded
        with following(ledger) as anew:
            anew.rebuild()
        assert verify(ledger).faults == []
