"""Roles granted and withdrawn: a repetition gives the first receipt, a mistake is refused."""

from dataclasses import replace
from datetime import date

import pytest

from ledger.actors.described import Described, Descriptions
from ledger.actors.roles import HeldRole, roles_of
from ledger.errors import BadEvent, LimitExceeded, Refused
from ops.actors.recordings import AddActor, DisableActor, GrantRole, WithdrawRole
from ops.house import House
from tests.support.actors import open_pools
from tests.support.new_ledgers import begun
from tests.support.store_facts import SetClock

TODAY, MARCH = date(2026, 1, 2), date(2026, 3, 1)


@pytest.fixture
def house(tmp_path):
    with begun(str(tmp_path / "ledger"), "example.org", "Europe/Rome", SetClock()) as ledger:
        open_pools(ledger, "uisp", "rubele")
        yield House(ledger)


def grant(house, role="submitter", pool="uisp", since=None):
    asked = GrantRole(actor="club", role=role, pool=pool, in_force_from=since, by="council")
    return asked.record(house).receipt


def withdraw(house, role="submitter", pool="uisp", since=None):
    asked = WithdrawRole(actor="club", role=role, pool=pool, in_force_from=since, by="council")
    return asked.record(house).receipt


def held(house, day=TODAY):
    return [(one.role, one.pool) for one in roles_of(house.read, "club", day).held]


def test_a_role_holds_from_today_by_default(house):
    grant(house)
    assert roles_of(house.read, "club", TODAY).held == (HeldRole("submitter", "uisp", TODAY),)
    assert held(house, date(2026, 1, 1)) == []


def test_the_same_grant_again_gives_the_first_receipt(house):
    first = grant(house)
    assert grant(house, since=MARCH) == grant(house) == replace(first, replayed=True)


def test_an_earlier_day_is_another_grant(house):
    first = grant(house, since=MARCH)
    assert grant(house).first_position == first.last_position + 1


def test_the_same_withdrawal_again_gives_the_first_receipt(house):
    grant(house)
    first = withdraw(house)
    assert withdraw(house) == replace(first, replayed=True)
    assert held(house) == []


def test_after_a_withdrawal_a_role_can_be_granted_anew(house):
    first = grant(house)
    withdraw(house)
    again = grant(house)
    assert not again.replayed
    assert again.first_position > first.first_position
    assert grant(house) == replace(again, replayed=True)


def test_a_role_that_was_never_held_is_not_withdrawn(house):
    grant(house, pool=None)
    with pytest.raises(Refused, match="club has no role submitter in uisp; they") as refused:
        withdraw(house)
    assert refused.value.code == "role-not-held"
    assert withdraw(house, pool=None)
    assert held(house) == []


def test_a_role_in_a_pool_that_is_not_open_is_refused(house):
    with pytest.raises(Refused, match="no pool 'nowhere'") as refused:
        grant(house, pool="nowhere")
    assert refused.value.code == "unknown-pool"


@pytest.mark.parametrize("actor", ["local", "public", "schedule", "Local", "PUBLIC"])
def test_the_command_line_and_the_public_are_granted_no_role(house, actor):
    with pytest.raises(Refused, match="is no id for an actor") as refused:
        GrantRole(actor=actor, role="auditor", by="council").record(house)
    assert refused.value.code == "actor-reserved"


def test_all_roles_are_withdrawn_at_once_those_of_later_days_too(house):
    grant(house)
    grant(house, pool="rubele")
    grant(house, "auditor", None, MARCH)
    done = DisableActor(actor="club", by="council").record(house)
    assert [(fact.role, fact.pool) for fact in done.result.roles] == [
        ("auditor", None),
        ("submitter", None),
    ]
    assert held(house) == held(house, MARCH) == []
    again = DisableActor(actor="club", by="council").record(house)
    assert again.receipt == replace(done.receipt, replayed=True)


def test_an_actor_without_an_event_is_unknown(house):
    with pytest.raises(Refused, match="there is no actor 'club'") as refused:
        DisableActor(actor="club", by="council").record(house)
    assert refused.value.code == "unknown-actor"


def added(house, kind="body", name="Circolo"):
    of = {"actor": "club", "kind": kind, "name": name, "role": "submitter", "pool": "uisp"}
    return AddActor(**of, by="council").record(house).receipt


def test_an_actor_is_described_and_can_be_described_anew(house):
    first = added(house)
    assert added(house, "program", None) == replace(first, replayed=True)
    assert Descriptions(house.ledger.engine).of("club") == Described("club", "program", None)


@pytest.mark.parametrize(
    ("kind", "name", "error"),
    [
        ("king", "x", BadEvent),
        ("person", "x\x1b", BadEvent),
        ("person", "x" * 300, LimitExceeded),
    ],
)
def test_a_wrong_description_records_nothing(house, kind, name, error):
    with pytest.raises(error):
        added(house, kind, name)
    assert house.read.stream("actor-club") == []
