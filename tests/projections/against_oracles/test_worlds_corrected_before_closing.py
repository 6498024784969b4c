"""Whole worlds recorded wrong and put right before each closing: the lists of the
right worlds.

Adjustments and annulments of ratings are withdrawn too, before they could act.

With LEDGER_TEST_FULL=1 more worlds, and of each list everybody instead of every sixth player.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from ledger.events.pool import AdjustmentWithdrawn, RatingsAdjusted, RatingsAnnulled
from ledger.store.ledger import Ledger
from ops.closings.recordings import CloseList
from ops.house import House
from projections.queries import PoolQuery
from projections.queries.explain import explain
from projections.queries.explain.sheets import Line, UnitSheet
from tests.oracles import random_worlds
from tests.oracles.world import World
from tests.support.counts import FULL
from tests.support.kept_state import a_rebuild_makes_the_same, lists_of
from tests.support.recording import a_ledger, begin, following, record, recorded, world_of
from tests.support.recording import adjusted as adjustment
from tests.support.spoiling import record_wrongly
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, RUBELE, Days, closings, digests

SEEDS = range(40 if FULL else 2)
ASKED = slice(None, None, None if FULL else 6)
"""Which players are asked about every list."""


def record_and_close(ledger: Ledger, world: World, book: str, days: Days, seed: int) -> int:
    """Record a world wrong, correct the world, close, period by period; return the number of
    corrections.
    """
    random, corrections = Random(seed), 0
    begin(ledger, world, book, days)
    with following(ledger) as official:
        for index, period in enumerate(world.periods):
            corrections += record_wrongly(ledger, random, world, book, index)
            for each in world.adjustments:
                if each.recorded == index:
                    record(ledger, f"adjust {each.player} {index}", adjustment(each, book))
            adjust_and_withdraw(ledger, Random(f"{seed} {index}"), world, book)
            CloseList(pool=book, period=period).record(House(ledger, official))
    return corrections


def adjust_and_withdraw(ledger: Ledger, random: Random, world: World, book: str) -> None:
    """Adjust and annul the ratings of some players, and withdraw the decision at once."""
    for player in random.sample(world.players, min(4, len(world.players))):
        about = {"pool": book, "player": f"{player.id:08d}", "by": "the-body"}
        before, after = (f"{random.randint(1000, 2400)}" for _ in range(2))
        decided = random.choice(
            [
                RatingsAnnulled(**about),  # type: ignore[arg-type]  # texts, as the fields ask
                RatingsAdjusted(**about, before=before, after=after),
            ]
        )
        key = f"{random.random()}"
        at = record(ledger, f"decide {key}", decided)
        withdrawn = AdjustmentWithdrawn(**about, withdraws=at, before=before)
        record(ledger, f"withdraw {key}", withdrawn)


def worksheets(ledger: Ledger, world: World, book: str) -> list[Any]:
    """Return the worksheets of a player for every list: rating before and after, and the lines
    between.
    """
    with following(ledger) as official:
        official.catch_up()
        pool = PoolQuery(official.track, book)
        players = world.players[ASKED]
        found = [explain(pool, player.id, on) for on in pool.lists()[1:] for player in players]
        return [
            (
                each.player,
                each.list.period,
                each.old,
                each.new,
                [_lines(unit) for unit in each.units],
            )
            for each in found
        ]


def _lines(unit: UnitSheet) -> list[tuple[Line, str]]:
    """Lines without the numbers of the events of decisions, which differ from ledger to ledger."""
    return [
        (replace(line, why=None), str(line.why).partition(", event #")[0]) for line in unit.lines
    ]


@pytest.mark.parametrize("book", [FIDE, RUBELE])
@pytest.mark.parametrize("seed", SEEDS)
def test_wrong_reports_and_their_corrections_give_the_lists_of_the_right_reports(
    tmp_path, book, seed
):
    """Results, entrants, days, pools, whole reports, undone corrections; in any order of
    recording.
    """
    world, days = world_of(book, seed)
    with a_ledger(str(tmp_path / "wrong")) as ledger:
        assert record_and_close(ledger, world, book, days, seed) > len(world.tournaments)
        assert lists_of(ledger, book) == digests(closings(world, book, days))
        assert verify(ledger).faults == []


@pytest.mark.parametrize("book", [FIDE, RUBELE])
def test_ratings_of_corrected_reports_are_explained_as_those_of_the_right_ones(tmp_path, book):
    """On every list: the same lines from the same rating to the same."""
    world, days = world_of(book, 1)
    with a_ledger(str(tmp_path / "wrong")) as ledger:
        record_and_close(ledger, world, book, days, 1)
        told = worksheets(ledger, world, book)
    with a_ledger(str(tmp_path / "right")) as ledger:
        recorded(ledger, world, book, days)
        assert worksheets(ledger, world, book) == told


@pytest.mark.parametrize("book", [FIDE, RUBELE])
def test_what_is_kept_of_corrected_worlds_is_what_a_rebuild_makes(tmp_path, book):
    world, days = world_of(book, 5)
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        record_and_close(ledger, world, book, days, 5)
        with following(ledger) as official:
            official.catch_up()
            a_rebuild_makes_the_same(official, 1, 13, 1000)


def test_sqlite_and_postgresql_come_to_the_same_corrected_lists(
    tmp_path: Path, postgres_database: str
):
    world = random_worlds.fide_world(7, periods=3)
    found = []
    for address in (str(tmp_path / "ledger"), postgres_database):
        with a_ledger(address) as ledger:
            record_and_close(ledger, world, FIDE, [], 7)
            assert verify(ledger).faults == []
            found.append(lists_of(ledger, FIDE))
    assert found[0] == found[1] == digests(closings(world, FIDE))
