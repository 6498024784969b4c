"""Fourteen years of both draughts: from files to sealed lists, the pinned ones, each case told."""

import pytest

from ledger import columns
from ledger.store.ledger import Ledger
from ops.sample import commands
from tests.ops import draughts_by_hand, season_guide
from tests.ops.command import run
from tests.ops.pinned_lists import pinned, sealed
from tests.ops.sample_world import closings, payloads

NAME = "draughts-2008-2021"
POOLS = ("rubele-italiana", "rubele-internazionale")
LISTS = [f"{year}-01-15" for year in range(2009, 2023)]
FEWEST_EVENTS, FEWEST_PLAYERS = 40, 300
MOST_BYTES = 400_000


@pytest.fixture(scope="module")
def season(tmp_path_factory):
    """Path of a ledger that holds the season; not to be written to."""
    address = tmp_path_factory.mktemp("draughts") / "season.ledger"
    assert commands.season(str(address), NAME) == 0
    return address


@pytest.fixture(scope="module")
def ledger(season):
    with Ledger.open(str(season)) as opened:
        yield opened


def test_lists_are_those_that_were_published(season):
    assert sealed(season, POOLS) == pinned("draughts_2008_2021_lists.txt")


@pytest.fixture(scope="module")
def by_hand():
    """Both pools list by list, from the files alone."""
    folder = commands.FOLDER / NAME
    return draughts_by_hand.replay(folder, list(commands.typed(folder / "season.txt")))


@pytest.mark.parametrize("pool", POOLS)
def test_lists_agree_with_the_calculation_by_hand(season, by_hand, pool):
    """From the files alone to fourteen lists, name by name."""
    for period, expected in zip(LISTS, by_hand[pool], strict=True):
        words = ("list", pool, period, "--limit", "0", "--format", "json", "--ledger", season)
        rows = run(*words).document["rows"]
        assert {row["name"]: row["rating"] for row in rows} == expected


@pytest.mark.parametrize("pool", POOLS)
def test_every_year_has_a_list(ledger, pool):
    assert [each.period for each in closings(ledger, pool)] == LISTS


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


def test_typed_again_its_commands_find_everything_done(season):
    """On the ledger itself: it must not grow."""
    season_guide.type_again(season, NAME)


def test_the_tour_answers_and_verifies(season, capsys):
    assert commands.tour(str(season), NAME) == 0
    lists = len(LISTS) * len(POOLS)
    assert capsys.readouterr().out.endswith(f"{lists} lists reproduced, 0 faults\n")


def test_its_files_are_modest():
    files = [each for each in (commands.FOLDER / NAME).rglob("*") if each.is_file()]
    assert sum(each.stat().st_size for each in files) < MOST_BYTES


ROWS = list(season_guide.rows(NAME))
FEWEST_ROWS = 80


def test_the_guide_has_its_rows():
    assert len(ROWS) >= FEWEST_ROWS


@pytest.mark.parametrize(("typed", "says", "article"), ROWS)
def test_the_guide_says_what_the_ledger_answers(season, typed, says, article):
    season_guide.holds(season, typed, says, article)
