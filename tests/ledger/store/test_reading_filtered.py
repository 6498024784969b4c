"""Filtered pages of events, in order; the cost of a page rests on the length alone."""

from dataclasses import replace

import pytest
from sqlalchemy import text
from sqlalchemy.engine import Connection

from ledger.events.pool import ListScheduled, PoolOpened
from ledger.store.reading import Wanted, page_statement
from ledger.store.requests import NewEvent, Request
from tests.support.store_facts import event, request

TYPE, STREAM, ANNA = ListScheduled.TYPE, "pool-uisp", "u-anna"


@pytest.fixture
def filled(ledger):
    """Positions 1 to 6: of two streams, two types, two persons."""
    opened = PoolOpened(pool="uisp", rulebook="r", zone="UTC", first_period="1")
    other = event("1").fact
    ledger.append(Request("a", (NewEvent(opened), event("1", pool="uisp")), recorded_by=ANNA))
    ledger.append(request("b", event("2", pool="uisp"), NewEvent(other)))
    ledger.append(Request("c", (event("3", pool="uisp"), event("2")), recorded_by=ANNA))
    return ledger


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted(), [0, 1, 2, 3, 4, 5, 6]),
        (Wanted(first=2, last=4), [2, 3, 4]),
        (Wanted(streams=(STREAM,)), [1, 2, 3, 5]),
        (Wanted(type=TYPE), [2, 3, 4, 5, 6]),
        (Wanted(recorded_by=ANNA), [1, 2, 5, 6]),
        (Wanted(type=TYPE, recorded_by=ANNA), [2, 5, 6]),
        (Wanted(streams=(STREAM,), type=TYPE, recorded_by=ANNA), [2, 5]),
        (Wanted(streams=(STREAM,), first=3, last=4), [3]),
        (Wanted(streams=(STREAM, "ledger")), [0, 1, 2, 3, 5]),
        (Wanted(streams=(STREAM, "pool-fide-standard"), first=3, type=TYPE), [3, 4, 5, 6]),
        (Wanted(recorded_by="nobody"), []),
    ],
)
def test_a_page_holds_what_is_asked_for(filled, wanted, found):
    """Whole, and page after page; each event by itself is judged alike."""
    assert [row.position for row in filled.read.page(wanted, 100)] == found
    pages, first = [], wanted.first
    while page := filled.read.page(replace(wanted, first=first), 2):
        pages += [row.position for row in page]
        first = page[-1].position + 1
    assert pages == found
    assert [each.position for each in filled.read.events() if wanted.takes(each)] == found


MANY = f"""
    INSERT INTO event SELECT 1000 + row, md5(row::text),
    CASE row % 43 WHEN 0 THEN '{STREAM}' ELSE 'stream-' || row END, 1000 + row,
    CASE row % 41 WHEN 0 THEN '{TYPE}' ELSE 'type-' || row % 97 END, '2026-01-01',
    CASE row % 37 WHEN 0 THEN '{ANNA}' ELSE 'office-' || row % 89 END, row, '', '', ''
    FROM generate_series(1, 20000) AS row
"""
"""So many events that a plan is worth having; they are rolled back."""


def plan(connection: Connection, wanted: Wanted) -> str:
    """How the database would find a page."""
    dialect = connection.dialect
    compiled = page_statement(wanted, 51).compile(
        dialect=dialect, compile_kwargs={"literal_binds": True}
    )
    explain = "EXPLAIN QUERY PLAN " if dialect.name == "sqlite" else "EXPLAIN "
    if dialect.name == "postgresql":  # which on few rows would read them all
        connection.execute(text(MANY))
        connection.execute(text("ANALYZE event"))
    rows = connection.exec_driver_sql(explain + str(compiled).replace("%", "%%")).all()
    return "\n".join(str(row[-1]) for row in rows)


@pytest.mark.parametrize(
    ("wanted", "index"),
    [
        (Wanted(first=7), "event_pk"),
        (Wanted(streams=(STREAM,), first=7), "event_stream_version_once"),
        (Wanted(type=TYPE, first=7), "event_type"),
        (Wanted(recorded_by=ANNA, first=7), "event_recorded_by"),
        (Wanted(type=TYPE, recorded_by=ANNA, first=7, last=9), "event_type_recorded_by"),
    ],
)
def test_a_page_is_found_by_an_index(filled, wanted, index):
    """So a page costs the same in an old ledger as in a young ledger.

    PostgreSQL may sort the few events that two columns together leave, never all.
    """
    reading = filled.engine.dialect.name == "sqlite"
    with filled.engine.connect().execution_options(reading=reading) as connection:
        found = plan(connection, wanted)
        connection.rollback()
    if filled.engine.dialect.name == "sqlite":
        assert "TEMP B-TREE" not in found
        assert found.startswith("SEARCH event USING")
        name = "INTEGER PRIMARY KEY" if index == "event_pk" else f"INDEX {wanted_name(index)} ("
        assert name in found
    else:
        assert "Seq Scan" not in found
        assert f"Scan using {index} " in found or f"Index Scan on {index} " in found


def wanted_name(index: str) -> str:
    """Return the name that SQLite gives an index of a constraint."""
    automatic = {"event_stream_version_once": "sqlite_autoindex_event_2"}
    return automatic.get(index, index)
