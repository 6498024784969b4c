"""The confirmations of a recording request: the last event known, and a right clock."""

import pytest

from ledger.clock import MachineClock
from ledger.store.ledger import Ledger
from tests.support.served import headers_of, served, with_keys

DAY = 86_400_000_000
NEW = {"name": "Open", "start": "2027-05-01", "end": "2027-05-03"}
BODY = {"pool": ["fide-standard"], "set": NEW}


@pytest.fixture
def keyed(sample, tmp_path):
    """A copy of the sample season with an actor of each role."""
    return with_keys(sample, tmp_path)


def announced(client, keyed, role="rating-officer", **parameters):
    """Announce a tournament; return the status and the code of the refusal, if any."""
    headers = headers_of(keyed.keys[role])
    answered = client.post("/v1/tournaments", json=BODY, params=parameters, headers=headers)
    return answered.status_code, answered.json().get("code", "")


def test_a_ledger_without_the_event_known_records_nothing(keyed):
    with Ledger.open(keyed.address) as ledger:
        head = ledger.read.head()
    last = head.next_position - 1
    with served(keyed.address) as client:
        assert announced(client, keyed, expect=f"{last}:{'0' * 64}") == (422, "older-ledger")
        assert announced(client, keyed, expect="last") == (422, "not-a-position")
        known = f"{last}:{head.chain_hash.hex()}"
        assert announced(client, keyed, expect=known) == (201, "")
        assert announced(client, keyed, expect=known) == (200, "")


def test_an_administrator_says_that_the_clock_is_right(keyed):
    """A clock a century ahead of the last event; from the next event on nobody has to."""
    with Ledger.open(keyed.address) as ledger:
        ahead = ledger.read.head().recorded_at + 36_525 * DAY
    clock = MachineClock(wall=lambda: ahead, steady=lambda: 0)
    body = {"role": "rating-officer", "by": "council"}
    with served(keyed.address, clock=clock) as client:
        sure = {"clock_is_right": "true"}
        officer = announced(client, keyed, **sure)
        assert officer == (403, "not-allowed")
        headers = headers_of(keyed.keys["administrator"])
        for parameters, status in (({}, 422), (sure, 201), ({}, 201)):
            granted = client.post(
                f"/v1/actors/club-{status}-{len(parameters)}/roles",
                json=body,
                params=parameters,
                headers=headers,
            )
            assert granted.status_code == status, granted.text
        assert announced(client, keyed) == (201, "")
