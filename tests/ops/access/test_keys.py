"""API keys: shown once, verified, limited, ended; the secret is stored nowhere."""

import io
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ledger.actors.keys import all_keys
from ledger.actors.roles import HeldRole
from ledger.clock import microseconds
from ledger.errors import Refused, StreamMoved
from ledger.export.whole import dump
from ledger.store import drivers, sqlite_files
from ledger.store.api_keys import Secrets
from ledger.store.requests import Request
from ops.access.actors import Limits
from ops.access.admission import admission
from ops.access.keys import KeyRefused, actor_with_key, verified
from ops.actors.recordings import CreateKey, DisableActor, GrantRole, RevokeKey
from ops.house import House
from tests.support.actors import DAY, ZONE, give, new_key, open_pools, revoke
from tests.support.store_facts import START, event

HOUR = 3_600_000_000


@pytest.fixture
def made(both):
    """A key of an actor with a role."""
    give(both, "club", "submitter", "uisp")
    return new_key(both, "club", expires=START + HOUR)


def refused(ledger, text):
    with pytest.raises(KeyRefused) as refusal:
        verified(ledger, text)
    return refusal.value.code


def test_a_key_gives_its_actor_with_the_roles_of_the_day(both, made):
    key, text = made
    actor = actor_with_key(both, text, ZONE)
    assert (actor.id, actor.key) == ("club", key)
    assert actor.roles == (HeldRole("submitter", "uisp", DAY),)


def test_the_secret_is_not_in_the_database(both, made):
    key, text = made
    written = repr(Secrets(both.engine).all())
    assert key in written
    assert text.split("_", 2)[2] not in written


def test_two_keys_differ(both):
    give(both, "club", "submitter", "uisp")
    assert len({new_key(both, "club")[1] for _ in range(20)}) == 20


def test_a_wrong_secret_and_an_unknown_key_are_not_distinguished(both, made):
    key, text = made
    begin = text[:-43]
    wrong = [
        begin + "A" * 43,
        text.replace(key, "0" * 12),
        text[:-1],
        text + "A",
        "",
        "rl__",
        "Bearer " + text,
        text.upper(),
        "rl_" + "é" * 12 + "_" + "A" * 43,
    ]
    assert {refused(both, one) for one in wrong} == {"key-unknown"}


@pytest.mark.parametrize(("later", "valid"), [(HOUR - 1, True), (HOUR, False), (HOUR + 1, False)])
def test_a_key_holds_until_it_expires(both, made, clock, later, valid):
    clock.now = START + later
    if valid:
        assert verified(both, made[1]).id == made[0]
    else:
        assert refused(both, made[1]) == "key-expired"


def test_a_revoked_key_is_refused_for_ever(both, made, clock):
    first = RevokeKey(key=made[0]).record(House(both))
    assert refused(both, made[1]) == "key-revoked"
    clock.now += 10 * HOUR
    again = RevokeKey(key=made[0]).record(House(both))
    assert again.receipt == replace(first.receipt, replayed=True)
    assert refused(both, made[1]) == "key-revoked"


def test_an_unknown_key_is_not_revoked(both, made):
    with pytest.raises(Refused, match="there is no key") as refusal:
        revoke(both, "000000000000")
    assert refusal.value.code == "unknown-key"
    assert verified(both, made[1]).id == made[0]


def test_a_key_revoked_after_the_check_records_nothing(both, made):
    """Between check and commit: the request expects the key unchanged."""
    give(both, "club", "rating-officer", "uisp")
    actor = actor_with_key(both, made[1], ZONE)
    ledger = both.acting(admission(both, actor, ZONE))
    admitted = ledger.admitted(Request("late", (event("x", "uisp"),), recorded_by="club"))
    revoke(both, made[0])
    with pytest.raises(StreamMoved, match=f"key-{made[0]}"):
        both.append(admitted)
    with pytest.raises(KeyRefused, match="was revoked"):
        ledger.append(Request("later", (event("y", "uisp"),), recorded_by="club"))


def test_the_keys_of_a_disabled_actor_are_refused(both, made):
    done = DisableActor(actor="club", by="council").record(House(both))
    assert (len(done.result.roles), done.result.keys) == (1, [made[0]])
    assert refused(both, made[1]) == "key-revoked"
    again = DisableActor(actor="club", by="council").record(House(both))
    assert (again.receipt, again.result.keys) == (replace(done.receipt, replayed=True), [])


def test_a_key_made_after_its_actor_was_disabled_gives_no_role_and_ends_with_it_again(both, made):
    DisableActor(actor="club", by="council").record(House(both))
    text = CreateKey(actor="club").record(House(both)).result.text
    assert actor_with_key(both, text, ZONE).roles == ()
    assert len(DisableActor(actor="club", by="council").record(House(both)).result.keys) == 1
    assert refused(both, text) == "key-revoked"


def test_a_key_is_verified_while_a_long_append_holds_the_lock(both, made):
    with drivers.writing(both.engine) as cursor:
        cursor.execute("UPDATE ledger_head SET origin = origin")
        assert verified(both, made[1]).id == made[0]


def test_a_key_is_not_made_for_an_unknown_actor_or_pool_nor_for_a_past_day(both, made):
    for asked, code in [
        (CreateKey(actor="nobody"), "unknown-actor"),
        (CreateKey(actor="club", pool=("nowhere",)), "unknown-pool"),
        (CreateKey(actor="club", expires=DAY.replace(year=2025)), "day-needed"),
    ]:
        with pytest.raises(Refused) as refusal:
            asked.record(House(both))
        assert refusal.value.code == code
    assert len(Secrets(both.engine).all()) == len(all_keys(both.read)) == 1


@pytest.mark.parametrize(
    ("roles", "pools"),
    [((), ("rubele-italiana",)), (("auditor",), ()), (("submitter",), ("rubele-italiana",))],
)
def test_a_key_that_would_open_nothing_is_not_made(both, made, roles, pools):
    """The refusal names the roles of the actor; of several limits a single usable limit is
    enough.
    """
    open_pools(both, "rubele-italiana")
    with pytest.raises(Refused, match="open nothing: there is submitter in uisp; ") as refusal:
        CreateKey(actor="club", role=roles, pool=pools).record(House(both))
    assert refusal.value.code == "key-opens-nothing"
    assert len(Secrets(both.engine).all()) == len(all_keys(both.read)) == 1
    wider = CreateKey(actor="club", role=(*roles, "submitter"), pool=(*pools, "uisp"))
    wider.record(House(both))


def test_a_key_can_be_made_before_its_role_begins(both, made):
    GrantRole(
        actor="club", role="auditor", in_force_from=DAY.replace(year=2027), by="council"
    ).record(House(both))
    CreateKey(actor="club", role=("auditor",)).record(House(both))
    assert all_keys(both.read)[-1].roles == ("auditor",)


def test_the_limits_of_a_key_are_those_of_its_event(both, made):
    _, text = new_key(both, "club", Limits(("submitter", "auditor"), ("uisp",)))
    key = verified(both, text)
    assert key == all_keys(both.read)[-1]
    assert (key.roles, key.pools) == (("submitter", "auditor"), ("uisp",))


def test_the_last_day_of_a_key_counts_whole_in_the_zone_of_the_ledger(both, made):
    CreateKey(actor="club", expires=DAY.replace(day=31)).record(House(both))
    assert all_keys(both.read)[-1].expires == microseconds(datetime(2026, 1, 31, 23, tzinfo=UTC))


def test_a_dump_leaves_secrets_out(both, made):
    out = io.BytesIO()
    dump(both.engine, out.write)
    assert Secrets(both.engine).all()[made[0]].sha256.hex().encode() not in out.getvalue()
    assert b"api-key-made" in out.getvalue()


def test_a_backup_copies_secrets(ledger, tmp_path):
    give(ledger, "club", "submitter", "uisp")
    key, _ = new_key(ledger, "club")
    sqlite_files.copy(ledger.engine, tmp_path / "copy")
    copied = drivers.engine(str(tmp_path / "copy"))
    assert Secrets(copied).find(key) == Secrets(ledger.engine).find(key)
    copied.dispose()


def test_the_application_may_change_keys(postgres_server, both, made):
    if both.engine.dialect.name != "postgresql":
        return
    url = postgres_server.url(both.address.rpartition("/")[2], "ledger_app")
    engine = drivers.engine(url)
    Secrets(engine).move([made[0]], "elsewhere")
    engine.dispose()
