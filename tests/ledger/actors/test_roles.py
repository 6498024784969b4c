"""The roles of an actor on a day: of the events in force, the last recorded decides."""

from datetime import date
from typing import Any

import pytest

from ledger.actors.roles import HeldRole, roles_of, roles_on
from ledger.events.access import ActorRoleGranted, ActorRoleWithdrawn
from ledger.store.requests import NO_STREAM, NewEvent, Request
from tests.support.new_ledgers import begun
from tests.support.store_facts import SetClock

MARCH, JUNE, SEPTEMBER = (date(2026, month, 1) for month in (3, 6, 9))


def said(since: date, pool: str | None = "uisp", role: str = "submitter") -> dict[str, Any]:
    return {"actor": "a", "role": role, "pool": pool, "in_force_from": since, "by": "council"}


def granted(since: date, **changed: Any) -> ActorRoleGranted:
    return ActorRoleGranted(**said(since, **changed))


def withdrawn(since: date, **changed: Any) -> ActorRoleWithdrawn:
    return ActorRoleWithdrawn(**said(since, **changed))


@pytest.mark.parametrize(
    ("day", "held"),
    [
        (date(2026, 2, 28), ()),
        (MARCH, (HeldRole("submitter", "uisp", MARCH),)),
        (date(2026, 5, 31), (HeldRole("submitter", "uisp", MARCH),)),
        (JUNE, ()),
    ],
)
def test_a_role_holds_from_the_day_of_its_grant_to_the_day_before_its_withdrawal(day, held):
    assert roles_on([granted(MARCH), withdrawn(JUNE)], day) == held


def test_a_role_granted_anew_holds_again():
    events = [granted(MARCH), withdrawn(JUNE), granted(SEPTEMBER)]
    assert roles_on(events, SEPTEMBER) == (HeldRole("submitter", "uisp", SEPTEMBER),)


def test_a_role_granted_twice_holds_since_the_first_grant():
    assert roles_on([granted(MARCH), granted(JUNE)], JUNE)[0].since == MARCH


def test_a_withdrawal_ends_a_grant_that_was_recorded_before_it_and_begins_after_it():
    assert roles_on([granted(SEPTEMBER), withdrawn(JUNE)], SEPTEMBER) == ()


def test_a_withdrawal_without_a_pool_ends_the_role_in_every_pool():
    events = [granted(MARCH), granted(MARCH, pool=None), withdrawn(JUNE, pool=None)]
    assert roles_on(events, JUNE) == ()


def test_a_withdrawal_in_one_pool_leaves_the_other_pools():
    events = [granted(MARCH), granted(MARCH, pool="rubele"), withdrawn(JUNE)]
    assert roles_on(events, JUNE) == (HeldRole("submitter", "rubele", MARCH),)


def test_a_withdrawal_leaves_the_other_roles():
    events = [granted(MARCH), granted(MARCH, role="auditor"), withdrawn(JUNE)]
    assert [held.role for held in roles_on(events, JUNE)] == ["auditor"]


def test_the_roles_are_read_as_known_at_a_position_with_the_version_of_the_stream(tmp_path):
    with begun(str(tmp_path / "ledger"), "example.org", "Europe/Rome", SetClock()) as ledger:
        read = ledger.read
        assert roles_of(read, "a", JUNE) == ((), NO_STREAM)
        first = ledger.append(Request("grant", (NewEvent(granted(MARCH)),)))
        ledger.append(Request("withdraw", (NewEvent(withdrawn(MARCH)),)))
        assert roles_of(read, "a", JUNE) == ((), 1)
        known = roles_of(read, "a", JUNE, known=first.last_position)
        assert known == ((HeldRole("submitter", "uisp", MARCH),), 0)
