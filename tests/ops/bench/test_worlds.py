"""Synthetic federations: the same numbers give the same world, every engine the same ratings."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from ledger import columns
from ops.bench import passes, running, truth
from ops.bench.worlds import CHESS, DRAUGHTS, UISP, UISP_BEGIN, World, digits
from ops.bench.writing import write
from projections.official.advance import Advance, beginning
from projections.rulebooks.uisp import entering

TINY = {
    "chess": World(CHESS, 600, 8, 6_000),
    "draughts": World(DRAUGHTS, 600, 6, 4_000),
    "uisp": World(UISP, 600, 6, 4_000, begin=UISP_BEGIN),
}


@pytest.fixture(scope="module", params=TINY)
def written(request, tmp_path_factory):
    """A tiny world of each system, in a ledger."""
    world = TINY[request.param]
    with write(world, tmp_path_factory.mktemp("bench") / "world") as ledger:
        yield world, ledger


@pytest.mark.parametrize("kind", TINY)
def test_a_world_is_the_same_again(kind):
    one, two = TINY[kind], replace(TINY[kind])
    assert list(one.each_period()) == list(two.each_period())


def test_another_seed_is_another_world():
    one, two = World(CHESS, 600, 1, 500, seed=1), World(CHESS, 600, 1, 500, seed=2)
    assert list(one.each_period()) != list(two.each_period())


@pytest.mark.parametrize("kind", TINY)
def test_a_world_has_about_the_games_asked_for(kind):
    world = TINY[kind]
    games = [
        len(each.games.white_result)
        for period in world.each_period()
        for each in period.tournaments
    ]
    most_of_one_tournament = 44 // 2 * world.kind.rounds
    assert world.games <= sum(games) <= world.games + world.periods * most_of_one_tournament


def test_nobody_meets_anybody_twice_in_a_tournament():
    for period in TINY["chess"].each_period():
        for each in period.tournaments:
            sides = np.stack([columns.read(each.games.white, 4), columns.read(each.games.black, 4)])
            pairs = {tuple(sorted(pair)) for pair in sides.T.tolist()}
            assert len(pairs) == len(each.games.white_result)


def test_digits_are_columns_as_the_ledger_reads_them():
    values = np.array([0, 7, 12_345_678])
    assert columns.read(digits(values, 8), 8).tolist() == values.tolist()


def test_written_twice_a_world_gives_the_same_bytes(written, tmp_path):
    world, ledger = written
    with write(world, tmp_path / "again") as again:
        assert again.read.head().chain_hash == ledger.read.head().chain_hash


def test_the_plain_loop_gives_the_ratings_of_the_engine(written):
    world, ledger = written
    done = passes.run(ledger, world.kind)
    assert done.games >= world.games
    assert done.engine_digest == done.plain_digest


def test_replay_from_the_truth_gives_the_ratings_of_the_engine(written):
    world, ledger = written
    digest = passes.run(ledger, world.kind, with_loop=False).engine_digest
    assert truth.rated(ledger, world.kind.pool) == digest
    assert truth.proved(ledger, world.kind.pool) == digest


def test_newcomers_of_uisp_come_from_every_step(tmp_path):
    """Five lists and the fixed points."""
    with write(TINY["uisp"], tmp_path / "world") as ledger:
        track = Advance(beginning(ledger)).take_all(ledger.read.events())
    state = track.replay(UISP.pool).begun().state
    assert {*state["entry_step"].tolist()} == {0, *range(entering.FIDE, entering.FIXED + 1)}


def test_over_both_editions_with_first_ratings_and_falls_below_the_floor_too(tmp_path):
    world = World(CHESS, 600, 22, 10_000)
    assert world.lists()[-1][1].year == 2026
    with write(world, tmp_path / "world") as ledger:
        done = passes.run(ledger, CHESS)
        track = Advance(beginning(ledger)).take_all(ledger.read.events())
    ratings = track.replay(CHESS.pool).begun().state["rating"]
    carried = np.isin(np.arange(world.players + 1), world.carried)
    assert (ratings[~carried] > 0).any()
    assert (ratings[carried] == 0).any()
    assert done.engine_digest == done.plain_digest


def test_a_world_may_begin_with_the_first_edition():
    """The same world in every other respect: the law alone differs."""
    old = running.of_all_editions(TINY["chess"])
    lists = old.lists()
    assert lists[0][0] == "2014-08"
    assert lists[-1][1] > date(2025, 10, 1)
    assert (old.players, old.games, old.seed) == (600, 6_000, 1)
