"""A single connection for all questions of a request."""

import pytest
from sqlalchemy import event

from ledger.store.one_reading import OneReading
from projections.official.store import ProjectionStore, engine_beside
from tests.support.store_facts import request


def begun(engine) -> list[str]:
    """Return the transactions and connections that begin from now on."""
    seen: list[str] = []
    event.listen(engine, "begin", lambda _: seen.append("begin"))
    event.listen(engine.pool, "checkout", lambda *_: seen.append("checkout"))
    return seen


def test_all_questions_are_asked_in_one_transaction(ledger):
    """Opened by the first question; otherwise each question opens another."""
    with OneReading(ledger.engine) as reading:
        seen = begun(ledger.engine)
        fixed = ledger.within(reading)
        assert not seen
        assert fixed.read.head() == fixed.read.head()
        assert len(list(fixed.read.events())) == 1
        assert seen == ["checkout", "begin"]
    ledger.read.head()
    ledger.read.head()
    assert seen.count("begin") == 3


def test_what_is_recorded_meanwhile_is_invisible_until_the_next_request(ledger):
    """Also to the reader of a page, and to the same connection given back in between."""
    with OneReading(ledger.engine) as reading:
        fixed = ledger.within(reading)
        assert fixed.read.head().next_position == 1
        ledger.append(request("k1"))
        assert fixed.read.head().next_position == 1
        assert [recorded.position for recorded in fixed.read.events(0, 9)] == [0]
        reading.close()
        assert fixed.read.head().next_position == 2
    assert ledger.read.head().next_position == 2


def test_a_request_that_is_over_answers_no_more(ledger):
    """No connection is taken that nobody would give back."""
    with OneReading(ledger.engine) as reading:
        fixed = ledger.within(reading)
    with pytest.raises(LookupError, match="is over"):
        fixed.read.head()


def test_statements_alone_see_what_was_stored_since(ledger):
    """Rows of the projection are proved by their digest, at any moment."""
    schema = "projections." if "://" in ledger.address else ""
    added = f"INSERT INTO {schema}block VALUES ('a', 'x')"
    store = ProjectionStore(engine_beside(ledger), "1")
    with OneReading(store.engine, one_moment=False) as reading:
        asked = store.within(reading)
        assert asked.blocks(["a"]) == {}
        with store.engine.begin() as connection:
            connection.exec_driver_sql(added)
        assert list(asked.blocks(["a"])) == ["a"]
    store.close(ledger)


def test_a_connection_given_back_begins_transactions_again(ledger):
    """The settings of a request do not stay with the connection."""
    with OneReading(ledger.engine, one_moment=False) as reading:
        ledger.within(reading).read.head()
    ledger.append(request("k1"))
    with OneReading(ledger.engine) as reading:
        fixed = ledger.within(reading)
        assert fixed.read.head().next_position == 2
        ledger.append(request("k2"))
        assert fixed.read.head().next_position == 2
