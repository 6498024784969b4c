"""A supposed history begins at the first change, with the same lists as a history that
begins at zero.
"""

from random import Random

import pytest

from ledger.events.report import TournamentSubmitted
from ops.house import open_house
from projections.official.advance import Advance
from projections.queries import PoolQuery
from projections.tracks import supposed
from projections.tracks.altered import Alterations
from projections.tracks.revised import in_order
from projections.tracks.supposed import Supposition
from tests.oracles import random_worlds
from tests.support.continued_histories import HISTORIES
from tests.support.corrected_ledgers import corrected_ledger
from tests.support.counts import FULL
from tests.support.recording import LONG_AFTER, a_ledger, following
from tests.support.two_pools import FIDE, OTHER, RAPID, Pools, two_pools_of

DRAWN = ("=", "=")
PLAYED = ((RAPID, "15+10"), (FIDE, "90+30"), (OTHER, "90+30"))


def results_of(track):
    """Return each list with the digests, and the rows of a sheet behind the list."""
    found = {name: PoolQuery(track, name) for name in track.facts.pools}
    return [
        (one.event.pool, one.event.list_digest, one.event.record_digest,
         sorted(found[one.event.pool].rows(one.number, "history")))
        for one in in_order(track.facts)
    ]  # fmt: skip


def computed_of(official, pool, supposition, monkeypatch):
    """Return the results of a supposed history, and the lists computed."""
    lists, compute = [], Advance.compute

    def counted(advance, official, horizon):
        lists.append(official.position)
        compute(advance, official, horizon)

    with monkeypatch.context() as patch:
        patch.setattr(Advance, "compute", counted)
        return results_of(supposed.supposed(official, pool, supposition)), len(lists)


@pytest.mark.parametrize(("family", "seed"), HISTORIES)
def test_it_has_the_lists_of_one_that_begins_with_the_ledger(
    family, seed, tmp_path_factory, tmp_path, monkeypatch
):
    source, fewer = tmp_path / "ledger", 0
    corrected_ledger(tmp_path_factory, family, seed, source)
    with open_house(str(source), LONG_AFTER) as house:
        official = house.official
        reports = [event.position for event in house.read.of_type(TournamentSubmitted.TYPE)]
        pool = next(iter(official.facts.pools))
        for report in (reports[0], reports[len(reports) // 2], reports[-1]):
            supposition = Supposition((), Alterations(results={(report, 0): DRAWN}))
            since, lists = computed_of(official, pool, supposition, monkeypatch)
            with monkeypatch.context() as patch:
                patch.setattr(supposed, "_begun", lambda *_: None)
                whole, every = computed_of(official, pool, supposition, monkeypatch)
            assert since == whole
            assert lists <= every == len(in_order(official.facts))
            fewer += lists < every
    assert fewer


def test_with_another_number_it_begins_with_the_ledger(sample, monkeypatch):
    """Every list of the pool can come out otherwise."""
    with open_house(str(sample)) as house:
        pool = "fide-standard"
        numbers = Supposition([pool], numbers={"k_standard": 30})
        _, lists = computed_of(house.official, pool, numbers, monkeypatch)
        assert lists == len(house.official.facts.pools[pool].closed)


@pytest.mark.parametrize("seed", range(20) if FULL else range(2))
def test_lists_of_other_pools_need_not_be_computed(seed, tmp_path, monkeypatch):
    """Reports left out, results and law changed at random; rapid looks at standard."""
    world, random = random_worlds.fide_world(seed, players=12, periods=4), Random(seed)
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        pools = Pools(ledger, official)
        two_pools_of(pools, world)
        pools.open(OTHER, world.carried, law=FIDE, on=world.carried_on, first=world.periods[0])
        for index, period in enumerate(world.periods):
            for at, played in enumerate(world.tournaments):
                if played.recorded == index:
                    pool, time_control = PLAYED[at % 3]
                    pools.submit(played, pool, time_control=time_control)
            pools.close(period, FIDE, RAPID, OTHER)
        known = official.catch_up()
        reports = [one.position for one in ledger.read.of_type(TournamentSubmitted.TYPE)]
        for pool in (FIDE, RAPID, OTHER) * 3:
            left_out, *changed = random.sample(reports, 3)
            results = {(report, 0): DRAWN for report in changed}
            law = {"k_standard": 30} if random.random() < 1 / 2 else {}
            supposition = Supposition((pool,), Alterations(frozenset({left_out}), results), law)
            alone = lists_of(supposed.supposed(known, pool, supposition), pool)
            with monkeypatch.context() as patch:
                patch.setattr(supposed, "all_looked_at", lambda pools, *_: set(pools))
                assert lists_of(supposed.supposed(known, pool, supposition), pool) == alone


def lists_of(track, pool):
    """Return the digests of the lists of a pool, and of the records behind them."""
    closed = track.facts.pools[pool].closed
    return [(one.event.list_digest, one.event.record_digest) for one in closed]
