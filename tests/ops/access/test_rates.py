"""Rate limits: counted in memory, by the minute, with the work of each request."""

import pytest

from ops.access.rates import MINUTE, RateLimit, TooManyRequests, of_address

ALLOWED = 3


class Steady:
    """A clock of the process, set by hand; at first between two minutes."""

    def __init__(self):
        self.now = 1_000.0 * MINUTE

    def __call__(self):
        return self.now


@pytest.fixture
def steady():
    """A clock at the beginning of a minute."""
    return Steady()


@pytest.fixture
def rates(steady):
    """A counter by this clock."""
    return RateLimit(steady)


def counted(rates, subject="a"):
    """Whether a further request is counted, and not refused."""
    try:
        rates.count(subject, ALLOWED)
    except TooManyRequests:
        return False
    return True


def test_a_minute_allows_so_many_requests_and_then_none(rates):
    assert [counted(rates) for _ in range(5)] == [True, True, True, False, False]
    with pytest.raises(TooManyRequests, match="try again in 60 seconds") as refused:
        rates.count("a", ALLOWED)
    assert (refused.value.code, refused.value.retry_after_seconds) == ("too-many-requests", 60)


def test_each_subject_is_counted_by_itself(rates):
    assert [counted(rates, one) for one in ("a", "a", "a", "b", "a")] == [*[True] * 4, False]


@pytest.mark.parametrize(("later", "seconds"), [(0, 60), (0.5, 60), (1, 59), (59, 1), (59.9, 1)])
def test_the_refusal_names_the_seconds_that_remain(rates, steady, later, seconds):
    for _ in range(ALLOWED):
        rates.count("a", ALLOWED)
    steady.now += later
    with pytest.raises(TooManyRequests) as refused:
        rates.count("a", ALLOWED)
    assert refused.value.retry_after_seconds == seconds


@pytest.mark.parametrize(("later", "left"), [(59.9, 0), (60, 3), (60.1, 3)])
def test_the_next_minute_begins_anew(rates, steady, later, left):
    for _ in range(ALLOWED):
        rates.count("a", ALLOWED)
    steady.now += later
    assert sum(counted(rates) for _ in range(5)) == left


@pytest.mark.parametrize(("seconds", "left"), [(0, 2), (0.02, 2), (0.05, 1), (0.06, 1), (0.1, 0)])
def test_long_work_counts_as_further_requests(rates, seconds, left):
    """A twentieth of a second counts as a further request."""
    rates.count("a", ALLOWED).charge(seconds)
    assert sum(counted(rates) for _ in range(5)) == left


def test_work_that_ends_in_the_next_minute_is_not_charged_to_it(rates, steady):
    account = rates.count("a", ALLOWED)
    steady.now += MINUTE
    assert counted(rates)
    account.charge(1_000)
    assert [counted(rates) for _ in range(3)] == [True, True, False]


def test_the_accounts_of_past_minutes_are_forgotten(rates, steady):
    for number in range(100):
        rates.count(of_address(f"192.0.2.{number}"), ALLOWED)
    steady.now += MINUTE
    rates.count("a", ALLOWED)
    assert [*rates._accounts] == ["a"]


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


@pytest.mark.parametrize(("seconds", "left"), [(0, 3), (0.05, 2), (0.1, 1)])
def test_what_a_client_has_already_counts_for_its_work_alone(rates, seconds, left):
    account = rates.count("a", ALLOWED)
    account.uncount()
    account.charge(seconds)
    assert sum(counted(rates) for _ in range(5)) == left
