"""Fourteen years of both draughts: their lists calculated by hand, how large each discipline is."""

import pytest

from ledger import columns
from ledger.store.ledger import Ledger
from ops.sample import commands
from tests.support import draughts_by_hand
from tests.support.command import run
from tests.support.sample_world import payloads
from tests.support.seasons import DRAUGHTS

POOLS = tuple(DRAUGHTS.lists)
FEWEST_EVENTS, FEWEST_PLAYERS = 40, 300


@pytest.fixture(scope="module")
def season(ledger_of):
    """Path of a ledger with the season; not to be written to."""
    return ledger_of(DRAUGHTS)


@pytest.fixture(scope="module")
def ledger(season):
    with Ledger.open(str(season)) as opened:
        yield opened


@pytest.fixture(scope="module")
def by_hand():
    """Both pools list by list, from the files alone."""
    folder = commands.FOLDER / DRAUGHTS.name
    return draughts_by_hand.replay(
        folder, [words for words, _ in commands.typed(folder / "season.txt")]
    )


@pytest.mark.parametrize("pool", POOLS)
def test_lists_agree_with_the_calculation_by_hand(season, by_hand, pool):
    """From the files alone to every list, name by name: capitals and categories."""
    expected = zip(by_hand.sealed[pool], by_hand.held[pool], strict=True)
    for period, (capitals, categories) in zip(DRAUGHTS.lists[pool], expected, strict=True):
        words = (
            "list",
            "show",
            pool,
            period,
            "--limit",
            "0",
            "--format",
            "json",
            "--ledger",
            season,
        )
        rows = run(*words).document["rows"]
        assert {row["name"]: row["rating"] for row in rows} == capitals
        assert {row["name"]: row["category"] for row in rows} == categories


@pytest.mark.parametrize("pool", POOLS)
def test_each_discipline_is_as_large_as_it_says(ledger, pool):
    announced = [
        each.decoded().payload
        for each in ledger.read.events()
        if each.type == "tournament-registered.v1"
    ]
    assert sum(pool in each.pools for each in announced) >= FEWEST_EVENTS
    (carried,) = payloads(ledger, f"pool-{pool}", "ratings-carried-over")
    assert len(carried.player) // columns.PLAYER >= FEWEST_PLAYERS
