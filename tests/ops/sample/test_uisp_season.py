"""Twelve quarters of Elo UISP: their lists calculated by hand, the pool beside, entry ratings."""

import csv

import pytest

from ledger.store.ledger import Ledger
from ops.sample import commands
from tests.support import uisp_by_hand
from tests.support.command import run
from tests.support.kept_state import closings_in
from tests.support.sample_world import payloads
from tests.support.seasons import QUARTERS, UISP

FEWEST_EVENTS, FEWEST_PLAYERS = 40, 300
LARGE_FROM = "2019-Q2"
"""From this list on the lists themselves have so many; the register has them at the end."""


@pytest.fixture(scope="module")
def season(ledger_of):
    """Path of a ledger with the season; not to be written to."""
    return ledger_of(UISP)


@pytest.fixture(scope="module")
def ledger(season):
    with Ledger.open(str(season)) as opened:
        yield opened


@pytest.mark.parametrize("pool", UISP.lists)
def test_lists_agree_with_the_calculation_by_hand(season, pool):
    """From the files alone to the lists, name by name."""
    folder = commands.FOLDER / UISP.name
    reckoned = uisp_by_hand.replay(
        folder, [words for words, _ in commands.typed(folder / "season.txt")], pool
    )
    for period, expected in zip(UISP.lists[pool], reckoned, strict=True):
        shown = ("list", "show", pool, period, "--limit", "0", "--format", "json")
        rows = run(*shown, "--ledger", season).document["rows"]
        assert {row["name"]: row["rating"] for row in rows} == expected


def test_where_the_list_decides_everybody_has_the_category_of_his_rating(season):
    """Since September 2020, titles aside: by the thresholds of the season's file."""
    starts = {"Esordiente": 0, "Terza": 1500, "Seconda": 1750, "Prima": 1800, "Candidato": 2000}
    shown = ("list", "show", "uisp", QUARTERS[-1], "--limit", "0", "--format", "json")
    for row in run(*shown, "--ledger", season).document["rows"]:
        reached = [name for name, start in starts.items() if row["rating"] >= start]
        assert row["category"] == reached[-1], row


def test_the_pool_beside_begins_with_what_was_published(season):
    shown = ("list", "show", "uisp", "2020-Q1", "--limit", "0", "--format", "json")
    published = run(*shown, "--ledger", season).document["rows"]
    with (commands.FOLDER / UISP.name / "carried-over-2020-01.csv").open(encoding="utf-8") as file:
        carried = {row["name"]: int(row["rating"]) for row in csv.DictReader(file)}
    assert carried == {row["name"]: row["rating"] for row in published}


def test_it_is_as_large_as_it_says(ledger):
    submitted = [each for each in ledger.read.events() if each.type == "tournament-submitted.v1"]
    assert len(submitted) >= FEWEST_EVENTS
    registered = payloads(ledger, "register", "players-registered")
    assert sum(len(each.birth_year) // 4 for each in registered) >= FEWEST_PLAYERS
    large = closings_in(ledger, "uisp")[QUARTERS.index(LARGE_FROM) :]
    assert all(each.rows >= FEWEST_PLAYERS for each in large)


def test_every_step_of_the_entry_rating_is_taken(ledger):
    """Five lists, and the fixed points for a player absent from all lists."""
    taken = payloads(ledger, "pool-uisp", "entry-rating-taken")
    assert {(each.body, each.column) for each in taken} == {
        ("fide", "standard"),
        ("fsi", "standard"),
        ("fide", "rapid"),
        ("fsi", "rapid"),
        ("fide", "blitz"),
        (None, None),
    }
