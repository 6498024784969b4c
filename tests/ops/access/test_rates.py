"""Rate limits: counted in a window of time, shared by all processes on a ledger."""

import pytest
from sqlalchemy import select

from ledger.store import drivers
from ledger.store.ledger import Ledger
from ledger.store.rate_windows import RateWindows
from ledger.store.schema import rate_window
from ops.access.rates import Allowance, RateLimit, TooManyRequests, of_address, of_key
from tests.support.actors import count_requests
from tests.support.counts import FULL
from tests.support.processes import running

SECOND, MINUTE = 1_000_000, 60_000_000
THREE = Allowance(3)
PROCESSES, REQUESTS = (8, 250) if FULL else (4, 50)


@pytest.fixture
def rates(both, clock):
    """A counter, at the beginning of a window."""
    clock.now -= clock.now % MINUTE
    return RateLimit(both)


def rows(ledger):
    with ledger.engine.connect().execution_options(reading=True) as connection:
        return {row.subject: row.count for row in connection.execute(select(rate_window))}


def test_a_window_allows_so_many_requests_and_then_none(rates):
    assert [rates.count("a", THREE) for _ in range(3)] == [2, 1, 0]
    with pytest.raises(TooManyRequests, match="try again in 60 seconds") as refused:
        rates.count("a", THREE)
    assert (refused.value.code, refused.value.retry_after_seconds) == ("too-many-requests", 60)


def test_each_subject_is_counted_by_itself(rates):
    assert [rates.count(subject, THREE) for subject in ("a", "b", "a")] == [2, 2, 1]


@pytest.mark.parametrize(("later", "seconds"), [(0, 60), (1, 60), (59 * SECOND, 1)])
def test_the_refusal_names_the_seconds_that_remain(rates, clock, later, seconds):
    for _ in range(3):
        rates.count("a", THREE)
    clock.now += later
    with pytest.raises(TooManyRequests) as refused:
        rates.count("a", THREE)
    assert refused.value.retry_after_seconds == seconds


@pytest.mark.parametrize(("later", "left"), [(MINUTE - 1, None), (MINUTE, 2), (MINUTE + 1, 2)])
def test_the_next_window_begins_anew(rates, clock, later, left):
    for _ in range(3):
        rates.count("a", THREE)
    clock.now += later
    if left is None:
        with pytest.raises(TooManyRequests):
            rates.count("a", THREE)
    else:
        assert rates.count("a", THREE) == left


def test_a_process_whose_clock_is_behind_counts_in_the_window_of_the_others(both, rates, clock):
    rates.count("a", THREE)
    clock.now -= MINUTE
    assert RateLimit(both).count("a", THREE) == 1


def test_who_is_over_the_limit_writes_no_more(both, rates):
    for _ in range(10):
        try:
            rates.count("a", THREE)
        except TooManyRequests:
            continue
    assert rows(both) == {"a": 4}


def test_many_processes_share_one_window(both):
    """No request is lost: as many are counted as were made."""
    limit = PROCESSES * REQUESTS
    asked = [(both.address, of_key("k"), REQUESTS, limit)] * PROCESSES
    with running(count_requests, *asked):
        pass
    assert rows(both) == {"key:k": limit}


def test_while_a_long_append_holds_the_lock_a_process_counts_by_itself(ledger, clock):
    """In SQLite; afterwards the table holds all of them."""
    rates = RateLimit(ledger)
    rates.count("a", THREE)
    with drivers.writing(ledger.engine) as cursor:
        cursor.execute("UPDATE ledger_head SET origin = origin")
        assert [rates.count("a", THREE) for _ in range(2)] == [1, 0]
        with pytest.raises(TooManyRequests):
            rates.count("a", THREE)
        assert rows(ledger) == {"a": 1}
    rates.settle()
    assert rows(ledger) == {"a": 4}


def test_a_ledger_that_can_only_be_read_is_counted_by_each_process(ledger):
    address = ledger.address
    ledger.close()
    with Ledger.open(address, ledger.clock, read_only=True) as reading:
        rates = RateLimit(reading)
        assert [rates.count("a", THREE) for _ in range(3)] == [2, 1, 0]


def test_old_windows_are_deleted(both, rates, clock):
    """Addresses are not kept for longer than about an hour."""
    rates.count(of_address("192.0.2.1"), THREE)
    clock.now += 60 * MINUTE
    rates.count("b", THREE)
    assert rows(both).keys() == {"address:192.0.2.1", "b"}
    clock.now += 60 * MINUTE + 1
    rates.count("b", THREE)
    assert rows(both).keys() == {"b"}


def test_settings_of_the_connection_are_as_before(ledger):
    """A count does not wait for the disk; the next append does."""
    RateWindows(ledger.engine).count("a", 0)
    with ledger.engine.connect().execution_options(reading=True) as connection:
        driver = connection.connection.driver_connection
        assert driver.execute("PRAGMA synchronous").fetchone() == (2,)
        assert driver.execute("PRAGMA busy_timeout").fetchone() == (drivers.LOCK_TIMEOUT_MS,)


@pytest.mark.parametrize(
    ("address", "subject"),
    [
        ("192.0.2.1", "address:192.0.2.1"),
        ("::ffff:192.0.2.1", "address:192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "address:2001:db8:1:2::"),
        ("2001:db8:1:2::", "address:2001:db8:1:2::"),
        ("unix:", "address:unknown"),
    ],
)
def test_an_address_is_counted_by_its_network(address, subject):
    assert of_address(address) == subject
