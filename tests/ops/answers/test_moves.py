"""A preview shows what moves after the recording, at both doors, and records nothing."""

from hashlib import sha256
from pathlib import Path

import pytest

from ops.answers.moves import _in_order_of_closing, moves, moves_of
from ops.commands import correct_report
from ops.house import TentativeHouse, open_house
from projections.queries import PoolQuery
from projections.queries.coming_lists import next_list
from tests.support.command import done, run
from tests.support.seasons import FIDE as FIDE_SEASON
from tests.support.seasons import brought_in
from tests.support.served import headers_of, office_key, served, with_keys

FIDE, DRAUGHTS = "fide-standard", "rubele-italiana"
CORRECTION = ("tournament", "correct", "result", "T-000001", "1:1")
RESULT = ("--white", "0", "--black", "1", "--by", "commission")


def correct(house, tournament):
    """Let White of the first game lose."""
    correct_report.correct_result(house, tournament, "1:1", ("0", "1"), by="commission")
    house.catch_up()


def next_digest(house, pool):
    """The digest of the next list of a pool, closed in memory."""
    with house.tentatively() as copy:
        query = PoolQuery(copy.official, pool)
        copy.official.close_next(pool, next_list(query, query.facts))
        return PoolQuery(copy.official, pool).lists()[-1].digest


@pytest.mark.parametrize(("tournament", "pool"), [("T-000001", FIDE), ("T-000014", DRAUGHTS)])
def test_the_next_list_is_as_after_the_recording(copy, tournament, pool):
    with open_house(str(copy)) as house:
        before = next_digest(house, pool)
        with house.tentatively() as tentative:
            correct(tentative, tournament)
            found = moves_of(tentative)
            previewed = PoolQuery(tentative.official, pool).lists()[-1].digest
        assert next_digest(house, pool) == before
        correct(house, tournament)
        assert next_digest(house, pool) == previewed != before
    rows = [(row.pool, row.what) for row in found.rows]
    assert rows == [(pool, "rating"), (pool, "rating"), (pool, "finding")]
    assert all(row.before != row.after for row in found.rows)


def test_nothing_moves_where_nothing_is_recorded(copy):
    with open_house(str(copy)) as house:
        with house.tentatively() as one, house.tentatively() as other:
            assert isinstance(one, TentativeHouse)
            found = moves(one, other)
        assert (found.rows, found.about["events"]) == ((), 0)


def test_a_preview_leaves_the_files_as_they_are(copy):
    done("player", "rating", FIDE, "10-1", "--ledger", copy)  # the projection is there
    files = [path for path in Path(copy).parent.iterdir() if path.suffix not in ("", ".json")]
    before = {path: sha256(path.read_bytes()).digest() for path in files if "-shm" not in path.name}
    said = done(*CORRECTION, *RESULT, "--preview", "--ledger", copy)
    assert Path(copy) in before
    assert "nothing is recorded" in said
    assert "2419" in said
    assert "2409" in said
    assert {path: sha256(path.read_bytes()).digest() for path in before} == before


def test_both_doors_show_the_same_preview(copy):
    words = (*CORRECTION, *RESULT, "--preview", "--format", "json", "--ledger", copy)
    typed = run(*words).document
    key = office_key(copy)
    with open_house(str(copy)) as house:
        head = house.read.head()
    with served(copy) as client:
        asked = client.post(
            "/v1/tournaments/T-000001/corrections/result",
            params={"preview": "true"},
            json={"game": "1:1", "white": "0", "black": "1", "by": "commission"},
            headers=headers_of(key),
        )
    assert asked.status_code == 200, asked.text
    shown = asked.json()["about"]["preview"]
    assert shown["moves"][:2] == typed["about"]["preview"]["moves"][:2]
    assert [move["what"] for move in shown["moves"]] == ["rating", "rating", "finding"]
    assert shown["known_to"] == head.next_position - 1
    with open_house(str(copy)) as house:
        assert house.read.head() == head


def test_a_preview_is_refused_like_the_recording(copy):
    words = ("tournament", "correct", "result", "T-000001", "99:1", *RESULT, "--ledger", copy)
    refused, previewed = run(*words), run(*words, "--preview")
    assert (previewed.code, previewed.err) == (refused.code, refused.err)


def test_the_index_of_names_and_the_store_know_recorded_events_alone(copy):
    with open_house(str(copy)) as house:
        head = house.read.head().next_position
        with house.tentatively() as tentative:
            correct(tentative, "T-000001")
            assert tentative.read.head().next_position == head + 1
            with tentative.named_players() as named:
                assert named._kept() < head
            with pytest.raises(TypeError, match="stores nothing"):
                tentative.official.store.empty()
            with pytest.raises(TypeError, match="stores nothing"):
                tentative.official.rebuild()


def test_pools_are_closed_in_the_order_of_their_rulebooks(tmp_path_factory):
    address = brought_in(tmp_path_factory, FIDE_SEASON.name)
    with open_house(str(address)) as house, house.tentatively() as tentative:
        names = _in_order_of_closing(tentative)
    assert names == ["fide-standard", "fide-rapid", "fide-blitz"]


@pytest.mark.parametrize(("pool", "shown"), [(None, {FIDE, DRAUGHTS}), (FIDE, {FIDE})])
def test_only_next_lists_that_the_actor_may_see_are_compared(copy, tmp_path, pool, shown):
    keyed = with_keys(copy, tmp_path, pool)
    with served(keyed.address, key=keyed.keys["rating-officer"]) as client:
        asked = client.post(
            "/v1/tournaments/T-000001/corrections/result",
            params={"preview": "true"},
            json={"game": "1:1", "white": "0", "black": "1", "by": "commission"},
        )
    assert asked.status_code == 200, asked.text
    assert asked.json()["about"]["preview"]["next_lists"].keys() == shown
