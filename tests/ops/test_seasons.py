"""What holds for every season with a name: its lists, its files, its tour, its guide."""

import pytest

from ledger.store.ledger import Ledger
from ops.sample import commands
from tests.counts import FULL
from tests.ops import season_guide
from tests.ops.pinned_lists import pinned, sealed
from tests.ops.seasons import SEASONS
from tests.projections.kept import closings_in

each_season = pytest.mark.parametrize("season", SEASONS, ids=lambda season: season.name)


def test_every_season_that_can_be_named_is_held_here():
    assert sorted(each.name for each in SEASONS) == commands.SEASONS


@each_season
def test_lists_are_those_that_were_published(season, ledger_of):
    assert sealed(ledger_of(season), season.lists) == pinned(season.pinned)


@each_season
def test_every_period_has_a_list_in_its_pool(season, ledger_of):
    with Ledger.open(str(ledger_of(season))) as ledger:
        found = {pool: [each.period for each in closings_in(ledger, pool)] for pool in season.lists}
    assert found == season.lists


@each_season
def test_typed_again_its_commands_find_everything_done(season, ledger_of):
    """On the ledger itself: it must not grow."""
    season_guide.type_again(ledger_of(season), season.name)


@each_season
def test_the_tour_answers_and_verifies(season, ledger_of, capsys):
    assert commands.tour(str(ledger_of(season)), season.name) == 0
    lists = sum(map(len, season.lists.values()))
    assert capsys.readouterr().out.endswith(f"{lists} lists reproduced, 0 faults\n")


@each_season
def test_its_files_are_modest(season):
    files = [each for each in (commands.FOLDER / season.name).rglob("*") if each.is_file()]
    assert sum(each.stat().st_size for each in files) < season.most_bytes


# -------------------------------------------------------------------- who is worth looking at

ROWS = [(season, *row) for season in SEASONS for row in season_guide.rows(season.name)]
TYPED = ROWS if FULL else ROWS[::3]
"""Quick, every third line is typed."""


@each_season
def test_the_guide_has_its_rows(season):
    assert sum(of is season for of, *_ in ROWS) >= season.fewest_rows


@pytest.mark.parametrize(
    ("season", "typed", "says", "article"), TYPED, ids=lambda cell: getattr(cell, "name", None)
)
def test_the_guide_says_what_the_ledger_answers(season, typed, says, article, ledger_of):
    season_guide.holds(ledger_of(season), typed, says, article)
