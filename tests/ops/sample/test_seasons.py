"""Common facts of every named season: the lists, the files, the tour, the guide."""

import re
from collections import Counter
from contextlib import suppress

import pytest

from ledger.errors import LedgerError
from ledger.store.ledger import Ledger
from ops.answers.player_ratings import player_rating
from ops.sample import commands
from projections.official import Official
from projections.official.store import ProjectionStore
from projections.queries import PoolQuery
from projections.queries.explain import explain
from tests.support import season_guide
from tests.support.counts import FULL
from tests.support.kept_state import closings_in
from tests.support.pinned_lists import pinned, sealed
from tests.support.seasons import FIDE, SEASONS, UISP

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
    """On the ledger itself: no growth is allowed."""
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


FEW = 16
"""The list, the ones in force when its tournaments began, and where each opponent last moved."""


def test_an_answer_about_the_last_list_reads_few_records_of_many(ledger_of, monkeypatch):
    """Each record read has a manifest; the ledger has 48 lists."""
    read: Counter[int] = Counter()
    manifest = ProjectionStore.manifest

    def counted(keeping: ProjectionStore, position: int) -> bytes:
        read[position] += 1
        return manifest(keeping, position)

    monkeypatch.setattr(ProjectionStore, "manifest", counted)
    with Ledger.open(str(ledger_of(FIDE))) as ledger:
        official = Official(ledger)
        official.catch_up()
        for pool in FIDE.lists:
            assert 0 < records_read(official, pool, read) <= FEW
        official.close()


def records_read(official: Official, name: str, read: Counter[int]) -> int:
    """How many records the dearest rating, or worksheet, of every fourth player reads."""
    most, row = 0, PoolQuery(official.track, name).lists()[-1]
    for player in range(1, official.track.facts.players + 1, 12):
        for ask in (player_rating, explain):
            pool = PoolQuery(official.track, name)
            read.clear()
            with suppress(LedgerError):  # some are not on the list
                ask(pool, player, row)
            most = max(most, read.total())
    return most


# -------------------------------------------------------------------- who is worth looking at

ROWS = [(season, *row) for season in SEASONS for row in season_guide.rows(season.name)]
TYPED = ROWS[:: 1 if FULL else 8]


@each_season
def test_the_guide_has_its_rows(season):
    assert sum(of is season for of, *_ in ROWS) >= season.fewest_rows


@pytest.mark.parametrize(
    ("season", "typed", "says", "article"), TYPED, ids=lambda cell: getattr(cell, "name", None)
)
def test_the_guide_says_what_the_ledger_answers(season, typed, says, article, ledger_of):
    season_guide.holds(ledger_of(season), typed, says, article)


@each_season
def test_no_guide_prints_a_position(season):
    """A further edition or event changes all positions afterwards."""
    page = (commands.FOLDER / season.name / "README.md").read_text()
    assert re.findall(r"#\d+|event-\d+", page) == []


ONE_MORE = {FIDE.name: "game-excluded"}
"""Where an event more is recorded, if not at the beginning: this command types a position."""


@pytest.mark.parametrize("season", SEASONS if FULL else [UISP], ids=lambda season: season.name)
def test_a_guide_does_not_change_with_an_event_more(season, tmp_path):
    """All positions afterwards change."""
    address = tmp_path / "moved.ledger"
    for words, at in commands.typed(commands.FOLDER / season.name / "season.txt"):
        assert commands.run(words, str(address), season.name, at)[0] == 0
        if ONE_MORE.get(season.name, "init") in words:
            added = ("actor", "add", "one-more", "--role", "auditor", "--by", "fsi")
            assert commands.run(added, str(address), season.name, at)[0] == 0
    rows = [row for of, *row in ROWS if of is season and season_guide.has_position(*row)]
    assert len(rows) > 4
    for row in rows:
        season_guide.holds(address, *row)
