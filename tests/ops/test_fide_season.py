"""Four years of FIDE ratings: from files to sealed lists, the pinned ones, each case explained."""

import pytest

from ledger.store.ledger import Ledger
from ops.sample import commands
from tests.ops import season_guide
from tests.ops.pinned_lists import pinned, sealed
from tests.ops.sample_world import closings, payloads

NAME = "fide-2022-2025"
POOLS = ("fide-standard", "fide-rapid", "fide-blitz")
LISTS_EACH = 48
FEWEST_EVENTS, FEWEST_PLAYERS = 60, 400
MOST_BYTES = 700_000


@pytest.fixture(scope="module")
def four_years(tmp_path_factory):
    """Path of a ledger that holds the season; not to be written to."""
    address = tmp_path_factory.mktemp("four-years") / "season.ledger"
    assert commands.season(str(address), NAME) == 0
    return address


@pytest.fixture(scope="module")
def ledger(four_years):
    with Ledger.open(str(four_years)) as opened:
        yield opened


def test_lists_are_those_that_were_published(four_years):
    assert sealed(four_years, POOLS) == pinned("fide_2022_2025_lists.txt")


def test_it_can_be_named():
    assert NAME in commands.SEASONS


def test_every_month_has_a_list_in_each_pool(ledger):
    months = [f"{2022 + at // 12}-{at % 12 + 1:02d}" for at in range(1, LISTS_EACH + 1)]
    for pool in POOLS:
        assert [each.period for each in closings(ledger, pool)] == months


def test_it_is_as_large_as_it_says(ledger):
    """Events that were played and reported, and players who took part or stand on a list."""
    events = [each.decoded() for each in ledger.read.events()]
    submitted = ("tournament-submitted.v1", "report-part-submitted.v1")
    played = {each.payload.tournament for each in events if each.type in submitted}
    assert len(played) >= FEWEST_EVENTS
    registered = payloads(ledger, "register", "players-registered")
    assert sum(len(each.birth_year) // 4 for each in registered) >= FEWEST_PLAYERS


def test_typed_again_its_commands_find_everything_done(four_years):
    """On the ledger itself: it must not grow."""
    season_guide.type_again(four_years, NAME)


def test_the_tour_answers_and_verifies(four_years, capsys):
    assert commands.tour(str(four_years), NAME) == 0
    lists = LISTS_EACH * len(POOLS)
    assert capsys.readouterr().out.endswith(f"{lists} lists reproduced, 0 faults\n")


def test_its_files_are_modest():
    files = [each for each in (commands.FOLDER / NAME).rglob("*") if each.is_file()]
    assert sum(each.stat().st_size for each in files) < MOST_BYTES


# -------------------------------------------------------------------- who is worth looking at

ROWS = list(season_guide.rows(NAME))
FEWEST_ROWS = 90


def test_the_guide_has_its_rows():
    assert len(ROWS) >= FEWEST_ROWS


@pytest.mark.parametrize(("typed", "says", "article"), ROWS)
def test_the_guide_says_what_the_ledger_answers(four_years, typed, says, article):
    season_guide.holds(four_years, typed, says, article)
