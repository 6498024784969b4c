"""Rights are checked before a recording, at every entry."""

from dataclasses import replace

import pytest

from ledger.errors import Refused, StreamMoved
from ledger.store.requests import Request
from ledger.store.writer import GroupWriter
from tests.support.store_facts import request


def admit(asked: Request) -> Request:
    """Admit recordings of `anna` while her stream has no event."""
    if asked.recorded_by != "anna":
        raise Refused(f"{asked.recorded_by} may not", code="not-allowed")
    return replace(asked, expected={"pool-anna": -1, **asked.expected})


def by(recorder: str, key: str = "a") -> Request:
    return request(key, recorded_by=recorder)


@pytest.fixture
def checked(ledger):
    return ledger.acting(admit)


def test_a_request_that_is_not_admitted_is_refused_by_append(checked):
    with pytest.raises(Refused, match="ugo may not") as refused:
        checked.append(by("ugo"))
    assert refused.value.code == "not-allowed"
    assert checked.read.head().next_position == 1


def test_it_holds_up_no_other_request_of_the_same_commit(checked):
    refusal, receipt = checked.append_many([by("ugo"), by("anna", "b")])
    assert refusal.code == "not-allowed"
    assert receipt.first_position == 1


def test_a_request_composed_under_the_lock_is_checked(checked):
    with pytest.raises(Refused, match="ugo may not"):
        checked.append_under_lock(lambda: by("ugo"))
    assert checked.append_under_lock(lambda: by("anna")).first_position == 1


def test_the_group_writer_asks_the_check_of_its_ledger(checked):
    with GroupWriter(checked) as writer:
        with pytest.raises(Refused, match="ugo may not"):
            writer.submit(by("ugo"))
        assert writer.submit(by("anna")).result().first_position == 1


def test_the_group_writer_asks_the_check_of_the_actor(ledger):
    with GroupWriter(ledger) as writer:
        with pytest.raises(Refused, match="ugo may not"):
            writer.submit(by("ugo"), admit)
        assert writer.submit(by("ugo")).result().first_position == 1


def test_a_stream_named_by_the_check_must_not_have_moved(checked, ledger):
    ledger.append(request("moved", recorded_by="anna"))
    moving = ledger.acting(lambda asked: replace(asked, expected={"pool-fide-standard": -1}))
    with pytest.raises(StreamMoved):
        moving.append(by("anna"))


def test_a_repetition_gives_the_first_receipt_although_the_stream_of_the_actor_moved(ledger):
    first = ledger.append(by("anna"))
    moved = ledger.acting(lambda asked: replace(asked, expected={"pool-fide-standard": -1}))
    assert moved.append(by("anna")) == replace(first, replayed=True)


def test_without_a_check_everything_is_recorded(ledger):
    assert ledger.append(by("ugo")).first_position == 1
