"""Reading: a prefix without gaps, in order, without waiting."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from ledger.clock import utc_day
from ledger.errors import Damaged
from ledger.events.opening import LedgerOpened
from ledger.events.pool import ListScheduled, PoolOpened
from ledger.store import reading_events
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader
from ledger.store.requests import Document, NewEvent, ReportedName, Subject
from tests.support.store_facts import START, event, request
from tests.support.tampering import unguarded


@pytest.fixture
def ten(ledger):
    """A ledger with positions 0 to 9."""
    ledger.append_many([request(f"k{number}") for number in range(1, 10)])
    return ledger


def positions(events) -> list[int]:
    """Where events stand."""
    return [each.position for each in events]


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (0, None, range(10)),
        (3, None, range(3, 10)),
        (3, 5, range(3, 6)),
        (0, 0, [0]),
        (9, None, [9]),
        (10, None, []),
        (5, 4, []),
        (8, 99, [8, 9]),
        (-5, 1, [0, 1]),
    ],
)
def test_events_are_read_from_first_to_last(ten, first, last, expected):
    """Both ends included, in chunks of any size."""
    for chunk in (1, 2, 3, 10, 2_000):
        assert positions(ten.read.events(first, last, chunk)) == list(expected)


def test_chunks_hold_at_most_what_was_asked(ten):
    """All full but the last."""
    assert [len(rows) for rows in ten.read.chunks(chunk=4)] == [4, 4, 2]


def test_chunks_end_where_they_get_large(ten, monkeypatch):
    """A chunk ends with the page that fills the limit of bytes; no event is read twice."""
    size = len(next(iter(ten.read.events(1))).body)
    asked, page = [], reading_events._page

    def noted(connection, first, last, most):
        asked.append(most)
        return page(connection, first, last, most)

    monkeypatch.setattr(reading_events, "_page", noted)
    monkeypatch.setattr(reading_events, "CHUNK_BYTES", 4 * size)
    monkeypatch.setattr(reading_events, "_FEW", 2)
    found = list(ten.read.chunks(1))
    assert [len(rows) for rows in found] == [4, 4, 1]
    assert positions(row for rows in found for row in rows) == list(range(1, 10))
    assert asked == [2, 2, 2, 2, 2]


def test_bodies_that_somebody_emptied_are_read(ten):
    """By a reader that checks nothing, as the verification, which names them."""
    emptied = text("UPDATE event SET body = substr(body, 1, 0) WHERE position BETWEEN 2 AND 6")
    with unguarded(ten.engine) as connection:
        connection.execute(emptied)
    reader = Reader(ten.engine, checked=False)
    assert positions(reader.events(2, 6)) == list(range(2, 7))


def test_reading_ends_where_the_ledger_ended_when_it_began(ten):
    """Later requests are seen whole or not at all."""
    seen = []
    for rows in ten.read.chunks(chunk=3):
        seen += positions(rows)
        ten.append_many([request(f"later-{len(seen)}-{number}") for number in range(5)])
    assert seen == list(range(10))
    assert positions(ten.read.events(10)) == list(range(10, 10 + 4 * 5))


def test_a_gap_made_by_hand_is_not_the_end(ten):
    """Only the owner can make a gap; reading on shows the gap."""
    with unguarded(ten.engine) as connection:
        connection.execute(text("DELETE FROM event WHERE position BETWEEN 2 AND 6"))
    assert positions(ten.read.events(chunk=2)) == [0, 1, 7, 8, 9]


def test_readers_do_not_wait_for_a_writer(ledger):
    """A writer under the lock holds up no reader, and shows nothing before the commit."""
    inside, leave = threading.Event(), threading.Event()

    def hanging() -> int:
        inside.set()
        assert leave.wait(30)
        return START

    url = ledger.engine.url.render_as_string(hide_password=False)
    with Ledger.open(url, hanging) as slow, ThreadPoolExecutor(1) as thread:
        held = thread.submit(slow.append, request("a"))
        assert inside.wait(30)
        try:
            assert positions(ledger.read.events()) == [0]
            assert ledger.read.head().next_position == 1
            assert ledger.read.stream("pool-fide-standard") == []
        finally:
            leave.set()
        held.result()
    assert positions(ledger.read.events()) == [0, 1]


def test_a_writer_does_not_wait_for_readers(ten):
    """Neither between two chunks nor within a query does a reader hold up a writer."""
    chunks = ten.read.chunks(chunk=2)
    next(chunks)
    with ten.engine.connect().execution_options(reading=True) as connection:
        rows = connection.execute(text("SELECT position FROM event"))
        rows.fetchone()
        ten.append(request("a"))
    if ten.engine.dialect.name == "sqlite":
        with ten.engine.connect() as connection:
            driver = connection.connection.cursor()
            busy, _, _ = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            assert busy == 0
    assert positions(row for rows in chunks for row in rows) == list(range(2, 10))


@pytest.mark.parametrize("ledger", ["sqlite"], indirect=True)
def test_a_write_ahead_log_that_grew_shrinks_again(ledger):
    """The log grows while a reader keeps an old snapshot, and on a full disk."""
    log = Path(f"{ledger.engine.url.database}-wal")
    large = Document("report", b"x" * (8 << 20))
    with ledger.engine.connect().execution_options(reading=True) as reader:
        reader.execute(text("SELECT count(*) FROM event"))
        ledger.append(replace(request("a"), documents=(large,)))
        assert log.stat().st_size > 8 << 20
    with ledger.engine.connect() as connection:
        connection.connection.cursor().execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
    ledger.append(request("b"))
    assert log.stat().st_size <= 4 << 20


@pytest.mark.parametrize("ledger", ["sqlite"], indirect=True)
def test_a_reading_connection_takes_no_write_lock(ledger):
    """Many readers in open transactions beside a writer; a write lock would hold the writer up."""
    readers = [ledger.engine.connect().execution_options(reading=True) for _ in range(3)]
    for connection in readers:
        assert connection.execute(text("SELECT count(*) FROM event")).scalar() == 1
    ledger.append(request("a"))
    counts = [
        connection.execute(text("SELECT count(*) FROM event")).scalar() for connection in readers
    ]
    assert counts == [1, 1, 1], "each still sees what it saw"
    for connection in readers:
        connection.close()


def test_a_reader_that_stops_early_leaves_nothing_open(ten):
    """Fifty abandoned readers do not use up the connections."""
    for _ in range(50):
        next(ten.read.chunks(chunk=1))
    ten.append(request("a"))
    assert ten.engine.pool.checkedout() == 0


def test_some_positions_are_read_by_number(ten):
    """In any order, once each; missing positions are left out."""
    found = ten.read.at([7, 3, 3, 99])
    assert sorted(found) == [3, 7]
    assert found[7] == next(iter(ten.read.events(7, 7)))
    assert sorted(ten.read.at(list(range(1_200)))) == list(range(10))
    assert ten.read.at([]) == {}


def test_a_stream_is_read_in_its_order(ledger):
    """Version after version, with anything between."""
    opened = PoolOpened(pool="uisp", rulebook="r", zone="UTC", first_period="1")
    ledger.append(request("a", NewEvent(opened), event("1"), event("2", pool="uisp")))
    ledger.append(request("b", event("3", pool="uisp")))
    assert [each.stream_version for each in ledger.read.stream("pool-uisp")] == [0, 1, 2]
    assert ledger.read.stream("pool-none") == []
    last = ledger.read.last_in_stream("pool-uisp", ListScheduled.TYPE)
    assert last is not None
    assert last.decoded().payload.period == "3"
    first = ledger.read.last_in_stream("pool-uisp", PoolOpened.TYPE)
    assert first is not None
    assert first.position == 1
    assert ledger.read.last_in_stream("pool-uisp", "none.v1") is None


def test_an_instant_gives_the_position_known_before_it(ledger, clock):
    """Before, on and after the instant of an event."""
    clock.now = START + 10
    ledger.append(request("a", event("1"), event("2")))
    clock.now = START + 20
    ledger.append(request("b"))
    found = [ledger.read.position_at(START + after) for after in (0, 1, 10, 11, 20, 21, 99)]
    assert found == [-1, 0, 0, 2, 2, 3, 3]


def test_the_day_of_recording_is_that_of_utc(ledger, clock, monkeypatch):
    """Not the day in the machine's zone."""
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    clock.now = 1_767_322_799_000_000  # 2026-01-02T02:59:59Z
    assert utc_day(ledger.read.at([0])[0].recorded_at) == date(2026, 1, 2)


def test_what_lies_beside_the_events_is_read_by_its_key(ledger):
    """Documents by digest, persons by number, names by report."""
    report = Document("report", b"012 a report")
    asked = request(
        "a",
        event("1"),
        event("2"),
        documents=(report,),
        subjects=(
            Subject(1, b"salt-1", b"body-1", {"fide": "77", "fid": "A1"}),
            Subject(2, b"salt-2", b"body-2"),
        ),
        reported_names=(ReportedName(1, 0, b"s0", b"b0"), ReportedName(1, 5, b"s5", b"b5")),
    )
    first = ledger.append(asked).first_position
    assert ledger.read.document(report.digest) == b"012 a report"
    assert ledger.read.document("0" * 64) is None
    assert ledger.read.subjects([1, 2, 3]) == {1: (b"salt-1", b"body-1"), 2: (b"salt-2", b"body-2")}
    assert ledger.read.players_by_number("fide", ["77", "A1"]) == {"77": 1}
    assert ledger.read.players_by_number("fid", ["A1"]) == {"A1": 1}
    assert ledger.read.reported_names(first + 1) == {0: (b"s0", b"b0"), 5: (b"s5", b"b5")}
    assert ledger.read.reported_names(first) == {}


def test_a_ledger_without_head_or_beginning_is_damaged(new_ledger):
    """Readers say so in the ledger's own words."""
    with unguarded(new_ledger.engine) as connection:
        connection.execute(text("DELETE FROM event"))
        connection.execute(text("DELETE FROM ledger_head"))
    with pytest.raises(Damaged, match="position 0"):
        new_ledger.zone()
    with pytest.raises(Damaged, match="head row"):
        new_ledger.read.head()
    with pytest.raises(Damaged, match="head row"):
        new_ledger.append(request("a"))


@pytest.mark.parametrize("chunk", [1, 4, 8, 9, 10, 25])
def test_a_stream_is_read_in_order_a_page_at_a_time(ten, chunk):
    """Pages smaller than the stream, as large, larger; other streams are left out."""
    assert positions(ten.read.in_stream("pool-fide-standard", chunk)) == list(range(1, 10))
    assert positions(ten.read.in_stream("pool-fide", chunk)) == []


@pytest.mark.parametrize(
    ("first", "last", "found"), [(30, 30, []), (31, 31, [1]), (31, 32, [1, 2]), (33, 40, [])]
)
def test_events_are_found_by_the_day_from_which_they_hold(ledger, first, last, found):
    """Both days included; only of the types asked for."""
    days = [date(2026, 1, 31), date(2026, 2, 1)]
    new = [NewEvent(event(f"p-{day}").fact, valid_on=day) for day in days]
    ledger.append(request("k", *new))
    asked = [date(2025, 12, 31) + timedelta(days) for days in (first, last)]
    types = [ListScheduled.TYPE]
    assert ledger.read.valid_between(types, *asked) == found
    assert ledger.read.valid_between([LedgerOpened.TYPE], *asked) == []
    assert ledger.read.valid_between(types, *asked, followed_by=types) == found[-1:]


def test_what_stands_behind_an_event_counts_in_its_own_stream_alone(ledger):
    """Two events of one day; then one of the first stream."""
    days = [date(2026, 1, 31)] * 2
    events = [NewEvent(event("p", pool).fact, valid_on=days[0]) for pool in ("a", "b")]
    ledger.append(request("k", *events, NewEvent(event("q", "b").fact, valid_on=days[0])))
    types = [ListScheduled.TYPE]
    assert ledger.read.valid_between(types, *days) == [1, 2, 3]
    assert ledger.read.valid_between(types, *days, followed_by=types) == [1, 3]
