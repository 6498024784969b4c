"""Two recorded tournaments of one event, the ways to such a pair, and the remedy."""

from collections.abc import Iterator
from datetime import date, timedelta
from hashlib import sha256

import pytest

from ledger.events.counting import ReportAnnulled, ReportCompared, TournamentRefused
from ledger.events.register import PlayersMerged
from ops.answers.closing_conditions import UnmetCondition
from ops.pools.pending_decisions import pending_decisions
from tests.support.pending_tournaments import record_scene
from tests.support.recording import record
from tests.support.seven import Seven, a_pool, policy
from tests.support.spoiling import details_corrected, reassigned, result_corrected
from tests.support.worlds import FIDE

DAY, OTHER_DAY = date(2025, 7, 5), date(2025, 7, 6)


@pytest.fixture
def pool(tmp_path) -> Iterator[Seven]:
    with a_pool(str(tmp_path / "ledger")) as seven:
        record(seven.ledger, "policy", policy("hold"))
        yield seven


def scene(pool: Seven, name: str, day: date = DAY, **told) -> int:
    """Record a tournament with a win of 1 against 2; return the position of the report."""
    record_scene(pool.ledger, FIDE, name, day, **told)
    return pool.ledger.read.head().next_position - 1


def rows(pool: Seven) -> list[UnmetCondition]:
    return [row for row in pool.pending() if row.check in ("same-events", "similar-events")]


def said(pool: Seven) -> list[tuple[str, str, str]]:
    return [(row.check, row.stops, row.about) for row in rows(pool)]


def file_of(name: str) -> str:
    return sha256(name.encode()).hexdigest()


TWICE = [("same-events", "hold", "again")]


def test_two_reports_of_one_event_hold_the_list(pool):
    scene(pool, "first")
    scene(pool, "again")
    assert said(pool) == TWICE
    (row,) = rows(pool)
    assert str(row.says) == "the players, days and results of first: one event would count twice"
    assert (row.games, row.entrants) == (1, 2)
    assert pool.due().state == "held"


def test_a_reassigned_entrant_can_make_it_so(pool):
    scene(pool, "first")
    position = scene(pool, "again", players=(1, 3))
    assert said(pool) == []
    record(pool.ledger, "2, not 3", reassigned("again", 1, 2)(position))
    assert said(pool) == TWICE


def test_a_corrected_result_makes_no_other_event(pool):
    """The report as recorded is still the same."""
    scene(pool, "first")
    position = scene(pool, "again")
    record(pool.ledger, "drawn", result_corrected("again", 0, "==")(position))
    assert said(pool) == TWICE


def test_corrected_days_can_make_it_so(pool):
    scene(pool, "first")
    position = scene(pool, "again", OTHER_DAY)
    assert said(pool) == [("similar-events", "nobody", "again")]
    moved = details_corrected("again", start=DAY, end=OTHER_DAY)
    record(pool.ledger, "a day earlier", moved(position))
    assert said(pool) == TWICE


def test_corrected_days_can_make_it_so_where_the_reported_days_have_none_in_common(pool):
    scene(pool, "first")
    position = scene(pool, "again", DAY + timedelta(5))
    assert said(pool) == []
    moved = details_corrected("again", start=DAY, end=OTHER_DAY)
    record(pool.ledger, "five days earlier", moved(position))
    assert said(pool) == TWICE


def test_a_merge_can_make_it_so(pool):
    scene(pool, "first")
    scene(pool, "again", players=(1, 4))
    assert said(pool) == []
    record(pool.ledger, "merge", PlayersMerged(kept=2, merged=4, by="fsi"))
    assert said(pool) == TWICE


def test_a_report_of_an_event_on_a_closed_list_holds_the_next_one(pool):
    scene(pool, "first")
    pool.receipt()
    scene(pool, "again")
    assert said(pool) == TWICE


@pytest.mark.parametrize(("tournament", "file"), [("first", "again"), ("again", "first")])
def test_a_decision_about_the_file_of_either_settles_it(pool, tournament, file):
    scene(pool, "first")
    scene(pool, "again")
    said_of = {"tournament": tournament, "file": file_of(file), "by": "fsi"}
    record(pool.ledger, "another", ReportCompared(event="another", **said_of))
    assert said(pool) == []
    record(pool.ledger, "same", ReportCompared(event="same", **said_of))
    assert said(pool) == TWICE


def test_of_two_decisions_about_the_files_of_both_the_later_holds(pool):
    scene(pool, "first")
    scene(pool, "again")
    of_second = {"tournament": "first", "file": file_of("again"), "by": "fsi"}
    of_first = {"tournament": "again", "file": file_of("first"), "by": "fsi"}
    record(pool.ledger, "another", ReportCompared(event="another", **of_second))
    record(pool.ledger, "same", ReportCompared(event="same", **of_first))
    assert said(pool) == TWICE


def test_a_body_outweighs_the_word_of_who_handed_it_in(pool):
    scene(pool, "first")
    scene(pool, "again", another_event=True)
    assert said(pool) == []
    same = ReportCompared(tournament="first", file=file_of("again"), event="same", by="fsi")
    record(pool.ledger, "same", same)
    assert said(pool) == TWICE


def test_events_that_are_only_alike_hold_the_list_once_a_body_calls_them_the_same(pool):
    scene(pool, "first")
    scene(pool, "again", OTHER_DAY)
    assert said(pool) == [("similar-events", "nobody", "again")]
    said_of = {"tournament": "first", "file": file_of("again"), "by": "fsi"}
    record(pool.ledger, "same", ReportCompared(event="same", **said_of))
    assert said(pool) == TWICE
    (row,) = rows(pool)
    assert str(row.says) == "the event of first, by decision: one event would count twice"
    record(pool.ledger, "another", ReportCompared(event="another", **said_of))
    assert said(pool) == []


def test_annulling_or_refusing_one_settles_it(pool):
    position = scene(pool, "first")
    scene(pool, "again")
    refusal = TournamentRefused(tournament="again", by="fide-qc")
    annulled = ReportAnnulled(tournament="first", report=position, by="fide-qc")
    scene(pool, "third")
    assert len(said(pool)) == 3
    record(pool.ledger, "refuse", refusal)
    assert [row.about for row in rows(pool)] == ["third"]
    record(pool.ledger, "annul", annulled)
    assert said(pool) == []


def test_as_known_before_the_second_report_there_is_none(pool):
    scene(pool, "first")
    known = pool.ledger.read.head().next_position - 1
    scene(pool, "again")
    house = pool.house
    then = pending_decisions(house, house.pool(FIDE, known=known)).rows
    assert [row for row in then if row.check == "same-events"] == []
