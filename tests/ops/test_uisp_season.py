"""Eleven quarters of Elo UISP: from files to sealed lists, the pinned ones, each case explained."""

import csv

import pytest

from ledger.store.ledger import Ledger
from ops.sample import commands
from tests.ops import season_guide, uisp_by_hand
from tests.ops.command import run
from tests.ops.pinned_lists import pinned, sealed
from tests.ops.sample_world import closings, payloads

NAME = "uisp-2017-2019"
LISTS = [f"{2018 + at // 4}-Q{at % 4 + 1}" for at in range(11)]
POOLS = {"uisp": LISTS, "uisp-exact": LISTS[-2:]}
FEWEST_EVENTS, FEWEST_PLAYERS = 40, 300
LARGE_FROM = "2019-Q2"
"""From this list on the lists themselves have so many; the register has them at the end."""
MOST_BYTES = 400_000


@pytest.fixture(scope="module")
def season(tmp_path_factory):
    """Path of a ledger that holds the season; not to be written to."""
    address = tmp_path_factory.mktemp("uisp") / "season.ledger"
    assert commands.season(str(address), NAME) == 0
    return address


@pytest.fixture(scope="module")
def ledger(season):
    with Ledger.open(str(season)) as opened:
        yield opened


def test_lists_are_those_that_were_published(season):
    assert sealed(season, POOLS) == pinned("uisp_2017_2019_lists.txt")


@pytest.mark.parametrize("pool", POOLS)
def test_lists_agree_with_the_calculation_by_hand(season, pool):
    """From the files alone to the lists, name by name."""
    folder = commands.FOLDER / NAME
    reckoned = uisp_by_hand.replay(folder, list(commands.typed(folder / "season.txt")), pool)
    for period, expected in zip(POOLS[pool], reckoned, strict=True):
        shown = ("list", pool, period, "--limit", "0", "--format", "json")
        rows = run(*shown, "--ledger", season).document["rows"]
        assert {row["name"]: row["rating"] for row in rows} == expected


def test_the_pool_beside_begins_with_what_was_published(season):
    shown = ("list", "uisp", "2020-Q1", "--limit", "0", "--format", "json")
    published = run(*shown, "--ledger", season).document["rows"]
    with (commands.FOLDER / NAME / "carried-over-2020-01.csv").open(encoding="utf-8") as file:
        carried = {row["name"]: int(row["rating"]) for row in csv.DictReader(file)}
    assert carried == {row["name"]: row["rating"] for row in published}


@pytest.mark.parametrize(("pool", "periods"), POOLS.items())
def test_every_quarter_has_a_list(ledger, pool, periods):
    assert [each.period for each in closings(ledger, pool)] == periods


def test_it_is_as_large_as_it_says(ledger):
    submitted = [each for each in ledger.read.events() if each.type == "tournament-submitted.v1"]
    assert len(submitted) >= FEWEST_EVENTS
    registered = payloads(ledger, "register", "players-registered")
    assert sum(len(each.birth_year) // 4 for each in registered) >= FEWEST_PLAYERS
    large = closings(ledger, "uisp")[LISTS.index(LARGE_FROM) :]
    assert all(each.rows >= FEWEST_PLAYERS for each in large)


def test_every_step_of_the_entry_rating_is_taken(ledger):
    """Five lists, and the fixed points of who stands on none."""
    taken = payloads(ledger, "pool-uisp", "entry-rating-taken")
    assert {(each.body, each.column) for each in taken} == {
        ("fide", "standard"),
        ("fsi", "standard"),
        ("fide", "rapid"),
        ("fsi", "rapid"),
        ("fide", "blitz"),
        (None, None),
    }


def test_typed_again_its_commands_find_everything_done(season):
    """On the ledger itself: it must not grow."""
    season_guide.type_again(season, NAME)


def test_the_tour_answers_and_verifies(season, capsys):
    assert commands.tour(str(season), NAME) == 0
    sealed_lists = sum(map(len, POOLS.values()))
    assert capsys.readouterr().out.endswith(f"{sealed_lists} lists reproduced, 0 faults\n")


def test_its_files_are_modest():
    files = [each for each in (commands.FOLDER / NAME).rglob("*") if each.is_file()]
    assert sum(each.stat().st_size for each in files) < MOST_BYTES


ROWS = list(season_guide.rows(NAME))
FEWEST_ROWS = 60


def test_the_guide_has_its_rows():
    assert len(ROWS) >= FEWEST_ROWS


@pytest.mark.parametrize(("typed", "says", "article"), ROWS)
def test_the_guide_says_what_the_ledger_answers(season, typed, says, article):
    season_guide.holds(season, typed, says, article)
