"""An event with a changed row reaches no reader."""

import re
from datetime import date
from typing import Any

import pytest
from sqlalchemy import text

from ledger.errors import Damaged
from ledger.store import integrity
from ledger.store.reading import Reader
from ledger.store.recorded import checked
from tests.support.store_facts import event, request
from tests.support.tampering import unguarded

STREAM, TYPE = "pool-fide-standard", "list-scheduled.v1"

CHANGES = {
    "event_id": "'00000000000000000000000000000000'",
    "stream": "'pool-fide-standart'",
    "stream_version": "stream_version + 5",
    "type": "'list-published.v1'",
    "valid_on": "'2026-02-02'",
    "recorded_by": "'somebody'",
    "recorded_at": "recorded_at + 1",
    "body": "(SELECT body FROM event WHERE position = 0)",
    "leaf_hash": "(SELECT leaf_hash FROM event WHERE position = 0)",
}
"""A column of the event at position 1, and what somebody writes there."""

READINGS = {
    "events": lambda read: list(read.events()),
    "at": lambda read: read.at([1]),
    "stream": lambda read: read.stream(STREAM),
    "last_in_stream": lambda read: read.last_in_stream(STREAM, TYPE),
    "of_type": lambda read: list(read.of_type(TYPE)),
    "in_stream": lambda read: list(read.in_stream(STREAM)),
}
BY_THE_COLUMN = {
    "stream": ("stream", "last_in_stream", "in_stream"),
    "type": ("last_in_stream", "of_type"),
}
"""Readings that look for the column which was changed, and so do not find the event."""


@pytest.fixture
def filled(ledger):
    """A ledger with a single event after the beginning."""
    ledger.append(request("a", event("2026-02", valid_on=date(2026, 2, 1))))
    return ledger


def test_every_reading_returns_what_was_recorded(filled):
    for reading in READINGS.values():
        assert reading(filled.read)


def test_an_event_is_checked_and_decoded_once(filled):
    assert filled.read.at([1])[1] is filled.read.stream(STREAM)[0]


@pytest.mark.parametrize("read_before", [False, True])
@pytest.mark.parametrize("column", CHANGES)
def test_a_row_that_was_changed_is_refused_by_every_reading(filled, column, read_before):
    if read_before:
        assert filled.read.at([1])
    with unguarded(filled.engine) as connection:
        change = f"UPDATE event SET {column} = {CHANGES[column]} WHERE position = 1"
        connection.execute(text(change))
    for name, reading in READINGS.items():
        if name not in BY_THE_COLUMN.get(column, ()):
            with pytest.raises(Damaged, match=re.escape("event #1 is not what was recorded")):
                reading(filled.read)
    assert len(list(Reader(filled.engine, checked=False).events())) == 2
    assert [fault for fault in integrity.faults(filled.engine) if "event 1" in str(fault.place)]


@pytest.mark.parametrize("ledger", ["sqlite"], indirect=True)
@pytest.mark.parametrize("column", ["stream", "body"])
def test_a_column_of_another_kind_is_refused_in_words(filled, column):
    """After a flipped bit a SQLite file may hold a number in place of a text."""
    number: dict[str, Any] = {column: 7}
    changed = Reader(filled.engine, checked=False).at([1])[1]._replace(**number)
    with pytest.raises(Damaged, match="event #1"):
        checked(changed)
