"""Every difference between the tracks has a cause, named by the program."""

import shutil

import pytest

from ledger.register.identities import show
from ledger.sentences import Position, Sentence
from ops.answers.causes import ChangeCause
from ops.house import open_house
from ops.lists.changes import Compared, Page, list_changes
from ops.players.outlook import player_outlook
from tests.support.command import done
from tests.support.counts import FULL
from tests.support.seasons import FIDE, SEASONS, UISP, brought_in

ASKED = ["", *(season.name for season in SEASONS)] if FULL else [UISP.name]
STANDARD, LAST = "fide-standard", "2026-01"
ZOREGELLI, RESULT = 251, ("T-000053", "#303#0")
"""A player with 1918 points, and a drawn game of January 2024."""


@pytest.mark.parametrize("name", ASKED)
def test_no_difference_between_the_tracks_is_unexplained(name, tmp_path_factory):
    with open_house(str(brought_in(tmp_path_factory, name))) as house:
        compared = 0
        for pool in house.official.facts.pools:
            official, revised = house.pool(pool), house.pool(pool, None, "revised")
            for row in official.lists()[1 if FULL else -1 :]:
                sides = (official, row.period), (revised, row.period)
                answer = list_changes(*sides, Compared(causes=True))
                assert answer.about.unexplained == 0, (pool, row.period)
                assert all(change.causes for change in answer.rows)
                compared += len(answer.rows)
    assert compared


def test_no_change_from_list_to_list_is_unexplained(ledger_of):
    with open_house(str(ledger_of(UISP))) as house:
        pool = house.pool("uisp")
        *_, earlier, later = pool.lists()
        answer = list_changes((pool, earlier.period), (pool, later.period), Compared(causes=True))
        assert answer.about.unexplained == 0
        assert {cause.kind for row in answer.rows for cause in row.causes or ()} >= {"played"}


def test_each_column_has_its_own_causes(ledger_of):
    """The player gained points in three tournaments, and is inactive since a year without games."""
    with open_house(str(ledger_of(FIDE))) as house:
        pool = house.pool(STANDARD)
        answer = list_changes(
            (pool, "2022-02"), (pool, LAST), Compared(show(ZOREGELLI), causes=True)
        )
        rows = {row.what: row.causes or () for row in answer.rows}
    played = [cause.about for cause in rows["rating"] if cause.kind == "played"]
    assert played == ["T-000011", "T-000038", "T-000053"]
    assert rows["inactive"] == (ChangeCause("law", "2025-02", "inactive"),)


def test_a_list_with_more_than_200_players_is_compared_with_causes(ledger_of):
    """The list of March 2024 raised most ratings: as a whole, and in pages."""
    with open_house(str(ledger_of(FIDE))) as house:
        pool = house.pool(STANDARD)
        sides = (pool, "2024-02"), (pool, "2024-03")
        whole = list_changes(*sides, Compared(causes=True))
        pages = [
            list_changes(*sides, Compared(page=Page(200, number), causes=True)) for number in (1, 2)
        ]
    assert whole.about.players == 321
    assert [page.about.next_page for page in (whole, *pages)] == [None, 2, None]
    assert sum(page.about.unexplained or 0 for page in (whole, *pages)) == 0
    rows = [row for page in pages for row in page.rows]
    assert sorted(rows, key=str) == sorted(whole.rows, key=str)


def test_a_correction_from_before_the_increase_of_march_2024(ledger_of, tmp_path):
    """Official 1918, the next list books +10; revised 1924: 10 points more are raised by 4 less."""
    address = str(shutil.copy(ledger_of(FIDE), tmp_path / "season.ledger"))
    words = ("--white", "0", "--black", "1", "--by", "arbiters", "--ledger", address)
    done("tournament", "correct", "result", *RESULT, *words)
    with open_house(address) as house:
        official, revised = house.pool(STANDARD), house.pool(STANDARD, None, "revised")
        last = official.list_of(LAST).number
        assert official.state(ZOREGELLI, last).rating == 1918
        shown = player_outlook(official, ZOREGELLI).rows
        assert [row.rating for row in shown if row.what == "provisional rating"] == [1928]
        assert revised.state(ZOREGELLI, last).rating == 1924
        (row,) = list_changes(
            (official, LAST), (revised, LAST), Compared(show(ZOREGELLI), causes=True)
        ).rows
        recorded = house.read.head().next_position - 1
        increase = Sentence("The increase of low ratings on the list of March 2024.")
        assert (row.before, row.after) == (1918, 1924)
        assert row.causes == (
            ChangeCause(
                "correction",
                "2024-02",
                RESULT[0],
                Position(recorded),
                name="Festival di Valdoria 2024",
            ),
            ChangeCause("line", "2024-03", "lift", says=increase),
        )


def test_only_the_ratings_of_entrants_whom_the_player_met_are_causes(sample, tmp_path):
    """Of 56-6: of 13 entrants with another rating on the list of February, three were met."""
    address = str(shutil.copy(sample, tmp_path / "sample.ledger"))
    words = ("--white", "0", "--black", "1", "--by", "arbiters", "--ledger", address)
    done("tournament", "correct", "result", "T-000003", "1:1", *words)
    with open_house(address) as house:
        official, revised = house.pool(STANDARD), house.pool(STANDARD, None, "revised")
        sides = (official, "2026-03"), (revised, "2026-03")
        (row,) = list_changes(*sides, Compared(show(56), causes=True)).rows
        found = [cause for cause in row.causes or () if cause.list == "2026-03"]
    assert {cause.about for cause in found} == {"", "51-5", "58-9", "77-1"}
    assert {cause.rated_on for cause in found} == {"2026-02"}


def test_a_correction_is_a_correction_in_every_comparison(sample, tmp_path):
    """Between two lists of one history, and between the two tracks."""
    address = str(shutil.copy(sample, tmp_path / "sample.ledger"))
    words = ("--white", "0", "--black", "1", "--by", "arbiters", "--ledger", address)
    done("tournament", "correct", "result", "T-000003", "1:1", *words)
    done("list", "close", STANDARD, "2026-04", "--ledger", address)
    with open_house(address) as house:
        pool = house.pool(STANDARD)
        (row,) = list_changes(
            (pool, "2026-03"), (pool, "2026-04"), Compared(show(51), causes=True)
        ).rows
    assert [(cause.kind, cause.about) for cause in row.causes or ()] == [("correction", "T-000003")]


def test_a_merge_recorded_after_the_lists_is_the_first_cause_on_the_revised_track(sample, tmp_path):
    """Of players both carried over, and of a newcomer; opponents met the other rating."""
    address = str(shutil.copy(sample, tmp_path / "sample.ledger"))
    pools = {STANDARD: ("18-2", "58-9", "carried over"), "rubele-italiana": ("83-3", "109-3", "")}
    for kept, merged, _ in pools.values():
        done("player", "merge", kept, merged, "--by", "fsi", "--ledger", address)
    with open_house(address) as house:
        merges = house.read.head().next_position - 2
        for position, (name, (kept, merged, first)) in enumerate(pools.items(), merges):
            official, revised = house.pool(name), house.pool(name, None, "revised")
            last = official.lists()[-1].period
            answer = list_changes((official, last), (revised, last), Compared(causes=True))
            assert answer.about.unexplained == 0
            causes = {row.player: row.causes or () for row in answer.rows}
            on = first or official.lists()[1].period
            merge = ChangeCause("decision", on, "players-merged", Position(position))
            assert causes[kept][0] == merge
            assert merge in causes.get(merged, (merge,))
    assert ChangeCause("entrant", on, merged, rated_on=on) in causes["103-2"]
