"""Corrections of closed lists in whole worlds: against the slow calculation, undone, rebuilt.

With LEDGER_TEST_FULL=1 more worlds, and of each list everybody instead of every third player.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from ledger.store.ledger import Ledger
from ops.commands import close_period
from ops.house import House
from projections import list_document
from projections.explain import explain
from projections.queries import PoolQuery
from projections.steps.corrected import BOOKED, VOID
from tests.oracles import fide_corrections, random_worlds
from tests.oracles.fide_corrections import Change
from tests.oracles.world import World
from tests.support.counts import FULL
from tests.support.kept_state import a_rebuild_makes_the_same, lists_of
from tests.support.recording import a_ledger, adjusted, begin, following, record, submit
from tests.support.revising import Revising, Standing
from tests.support.verified_worlds import verify
from tests.support.worksheet_checks import kinds_corrected
from tests.support.worlds import FIDE, closings, digests, fide_rows

SEEDS = range(60) if FULL else range(6, 10)
ASKED = slice(None, None, None if FULL else 3)
"""Which players are asked about every list."""

Shown = list[dict[int, dict[str, int]]]


def small(seed: int) -> World:
    """A federation of many newcomers, so that first ratings are made, and made void."""
    return random_worlds.fide_world(seed, players=16, periods=7)


def record_and_revise(
    ledger: Ledger, world: World, seed: int, *, undone: bool = False
) -> list[Change]:
    """Record a world, correcting before each closing what lists have booked; give the changes.

    `undone`: whatever is corrected is put back before the closing.
    """
    revising = Revising(ledger, world, Random(seed))
    begin(ledger, world, FIDE)
    with following(ledger) as official:
        for index, period in enumerate(world.periods):
            revising.revise(index)
            if undone:
                for each in revising.standing.values():
                    revising.say(each.undo())
            for played in world.tournaments:
                if played.recorded == index:
                    at = submit(ledger, played, FIDE)
                    revising.standing[played.id] = Standing(played, at)
            for decided in world.adjustments:
                if decided.recorded == index:
                    record(ledger, f"adjust {decided.player} {index}", adjusted(decided, FIDE))
            close_period.close(House(ledger, official), FIDE, period)
    return revising.changes


def shown(ledger: Ledger) -> Shown:
    """What the sealed lists say."""
    found = []
    for digest in lists_of(ledger, FIDE):
        values = list_document.read(ledger.read.document(digest) or b"").values
        names = [name for name in values if name != "player"]
        found.append(
            {
                int(player): {name: int(values[name][at]) for name in names}
                for at, player in enumerate(values["player"].tolist())
            }
        )
    return found


@dataclass
class Played:
    """A world recorded and corrected: its ledger, and what it was corrected by."""

    address: str
    world: World
    changes: list[Change]


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Callable[[int], Played]:
    """The world of a seed, recorded the first time it is asked for."""
    found: dict[int, Played] = {}

    def of(seed: int) -> Played:
        if seed not in found:
            address = str(tmp_path_factory.mktemp("world") / "ledger")
            with a_ledger(address) as ledger:
                changes = record_and_revise(ledger, small(seed), seed)
            found[seed] = Played(address, small(seed), changes)
        return found[seed]

    return of


@pytest.mark.parametrize("seed", SEEDS)
def test_lists_are_those_of_the_slow_calculation(played, seed):
    """Results, entrants, whole tournaments, corrected and put back, list after list."""
    here = played(seed)
    with Ledger.open(here.address) as ledger:
        assert shown(ledger) == fide_rows(fide_corrections.replay(here.world, here.changes))
        assert verify(ledger).faults == []


def test_a_slow_calculation_that_is_spoilt_comes_to_other_lists(played):
    """Rounded by tournament; not less what was booked so far; without corrections at all."""
    world, changes = played(7).world, played(7).changes
    with Ledger.open(played(7).address) as ledger:
        ours = shown(ledger)
    assert ours == fide_rows(fide_corrections.replay(world, changes))
    assert ours != fide_rows(fide_corrections.replay(world, changes, rounding="per_tournament"))
    assert ours != fide_rows(fide_corrections.replay(world, changes, telescoped=False))
    assert ours != fide_rows(fide_corrections.replay(world, []))


@pytest.mark.parametrize("seed", SEEDS[: 3 if FULL else 1])
def test_corrections_undone_before_the_next_closing_leave_every_list_as_without(tmp_path, seed):
    world = small(seed)
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        assert record_and_revise(ledger, world, seed, undone=True)
        assert lists_of(ledger, FIDE) == digests(closings(world, FIDE))
        assert verify(ledger).faults == []


@pytest.mark.parametrize("seed", [7, 13] if FULL else [7])
def test_every_rating_is_explained_and_each_correction_down_to_its_unit(played, seed):
    """What does not come to what was booked, line by line, is damage: `explain` raises."""
    with Ledger.open(played(seed).address) as ledger, following(ledger) as official:
        official.catch_up()
        some = [player.id for player in played(seed).world.players[ASKED]]
        kinds = kinds_corrected(PoolQuery(official, FIDE), some)
    assert kinds >= {BOOKED, VOID}


def test_what_is_kept_is_what_a_rebuild_makes(played):
    with Ledger.open(played(7).address) as ledger, following(ledger) as official:
        official.catch_up()
        a_rebuild_makes_the_same(official, 13, 1000)


def test_sqlite_and_postgresql_come_to_the_same_lists_and_worksheets(
    tmp_path: Path, postgres_database: str
):
    found = []
    for address in (str(tmp_path / "ledger"), postgres_database):
        with a_ledger(address) as ledger:
            record_and_revise(ledger, small(13), 13)
            with following(ledger) as official:
                official.catch_up()
                pool = PoolQuery(official, FIDE)
                asked = [each.id for each in small(13).players[ASKED]]
                told = [explain(pool, each, pool.lists()[-1]).corrected for each in asked]
            found.append((lists_of(ledger, FIDE), told))
    assert found[0] == found[1]
    assert any(found[0][1]), "nobody asked about was corrected"
