"""The right to record: every role with every event, in the role's pools, in another and in all."""

from dataclasses import replace
from datetime import date

import pytest
from structlog.testing import capture_logs

from ledger.actors.roles import HeldRole
from ledger.errors import BadEvent, Refused
from ledger.events.access import ActorRoleGranted
from ledger.events.access_kinds import ROLES
from ledger.events.catalogue import DEFINITIONS
from ledger.events.pool import ListPublished
from ledger.events.report import TournamentSubmitted
from ledger.events.tournament import Details, TournamentDetailsCorrected, TournamentRegistered
from ledger.store.requests import NewEvent, Request
from ledger.store.writer import GroupWriter
from ops.access.actors import LOCAL, PUBLIC, Actor, Limits
from ops.access.admission import admission
from ops.access.recording import NotAllowed, check_allowed, pools_of
from ops.access.roles import MAY_RECORD
from ops.actors.recordings import WithdrawRole
from ops.house import House
from tests.support.actors import (
    DAY,
    POOLS,
    ZONE,
    actor_of,
    announce_samples,
    give,
    ledger_of,
)
from tests.support.event_samples import SAMPLES, by_type
from tests.support.new_ledgers import begun
from tests.support.store_facts import SetClock, event

CHESS, OTHER = "fide-standard", "uisp"


def test_every_event_of_the_catalogue_has_a_rule():
    """And every rule has an existing event."""
    assert MAY_RECORD.keys() == DEFINITIONS.keys()


def holding(role, *pools):
    return Actor("a", tuple(HeldRole(role, pool, DAY) for pool in pools))


def asked(*facts, by="a"):
    return Request("key", tuple(map(NewEvent, facts)), recorded_by=by)


def allowed(read, actor, *facts):
    try:
        check_allowed(read, actor, asked(*facts))
    except NotAllowed:
        return False
    return True


@pytest.fixture(scope="module")
def announced(tmp_path_factory):
    """The reader of a ledger with the tournaments of the samples."""
    address = str(tmp_path_factory.mktemp("matrix") / "ledger")
    with begun(address, "example.org", ZONE, SetClock(), announce_samples) as ledger:
        yield ledger.read


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("fact", SAMPLES, ids=lambda fact: fact.TYPE)
def test_an_event_is_recorded_by_its_roles_in_its_pools_alone(announced, fact, role):
    rule = MAY_RECORD[fact.TYPE]
    pools = pools_of(announced, fact, asked(fact))
    ours = role in rule.roles
    assert allowed(announced, holding(role, None), fact) is ours
    assert allowed(announced, holding(role, "elsewhere"), fact) is (ours and rule.reach == "any")
    if rule.reach == "pools" and pools:
        assert allowed(announced, holding(role, *pools), fact) is ours
        some = sorted(pools)[1:]
        assert not allowed(announced, holding(role, *some), fact)


@pytest.mark.parametrize("fact", SAMPLES, ids=lambda fact: fact.TYPE)
def test_the_public_records_nothing_and_the_command_line_everything(announced, fact):
    assert not allowed(announced, PUBLIC, fact)
    assert allowed(announced, LOCAL, fact)


@pytest.mark.parametrize(
    ("role", "event_type", "may"),
    [
        ("submitter", "tournament-submitted.v1", True),
        ("submitter", "game-played.v1", True),
        ("submitter", "period-closed.v1", False),
        ("submitter", "result-corrected.v1", False),
        ("rating-officer", "period-closed.v1", True),
        ("rating-officer", "list-published.v1", True),
        ("rating-officer", "tournament-submitted.v1", True),
        ("rating-officer", "pool-opened.v1", False),
        ("rating-officer", "actor-role-granted.v1", False),
        ("auditor", "tournament-submitted.v1", False),
        ("auditor", "game-excluded.v1", False),
        ("committee", "game-excluded.v1", True),
        ("committee", "exemption-granted.v1", True),
        ("committee", "entry-capital-decided.v1", True),
        ("committee", "category-awarded.v1", True),
        ("committee", "tournament-refused.v1", True),
        ("committee", "period-closed.v1", False),
        ("committee", "tournament-submitted.v1", False),
        ("administrator", "pool-opened.v1", True),
        ("administrator", "actor-role-granted.v1", True),
        ("administrator", "clock-corrected.v1", True),
        ("administrator", "tournament-submitted.v1", False),
        ("administrator", "period-closed.v1", False),
    ],
)
def test_what_the_roles_are_for(announced, role, event_type, may):
    """The duties of each role, written down a second time."""
    assert allowed(announced, holding(role, None), by_type()[event_type]) is may


def test_a_tournament_of_two_pools_takes_the_role_in_both(announced):
    report = by_type()["tournament-submitted.v1"]
    with pytest.raises(NotAllowed, match="in rubele-italiana: it takes the role") as refused:
        check_allowed(announced, holding("submitter", CHESS), asked(report))
    assert refused.value.code == "not-allowed"


def test_the_pools_of_a_tournament_announced_in_the_same_request_count(ledger):
    """A report of a new tournament has no pools in the ledger yet."""
    registered, submitted = (
        by_type()["tournament-registered.v1"],
        by_type()["tournament-submitted.v1"],
    )
    assert isinstance(registered, TournamentRegistered)
    assert isinstance(submitted, TournamentSubmitted)
    assert pools_of(ledger.read, submitted, asked(registered, submitted)) == {*POOLS}


def test_the_pools_of_a_tournament_are_those_corrected_last_and_those_in_the_request(ledger):
    announce_samples(ledger)

    def moved(*pools):
        details = Details(pools=pools)
        return TournamentDetailsCorrected(tournament="T-000412", details=details, by="x")

    ledger.append(Request("moved", (NewEvent(moved("one")),)))
    refused = by_type()["tournament-refused.v1"]
    assert pools_of(ledger.read, refused, asked(refused)) == {"one"}
    assert pools_of(ledger.read, moved("two"), asked(moved("two"))) == {"one", "two"}


def published(pool=CHESS):
    return ListPublished(pool=pool, period="2026-02", published_on=date(2026, 2, 1))


def publishes(pool=CHESS, by="anna", key="publish"):
    return Request(key, (NewEvent(published(pool)),), recorded_by=by)


def test_an_actor_records_through_every_way_into_the_store(both):
    give(both, "anna", "rating-officer", CHESS)
    anna = ledger_of(both, "anna")
    anna.append(publishes())
    anna.append_under_lock(lambda: publishes(key="locked"))
    admit = admission(both, actor_of(both, "anna"), ZONE)
    with GroupWriter(both) as writer:
        writer.submit(publishes(key="group"), admit).result()
    assert both.read.request("group") is not None


def test_an_actor_without_the_role_is_refused_by_every_way_into_the_store(both):
    give(both, "ugo", "submitter", CHESS)
    ugo = ledger_of(both, "ugo")
    before = both.read.head()
    with pytest.raises(NotAllowed):
        ugo.append(publishes(by="ugo"))
    with pytest.raises(NotAllowed):
        ugo.append_under_lock(lambda: publishes(by="ugo"))
    [refusal] = ugo.append_many([publishes(by="ugo")])
    assert isinstance(refusal, NotAllowed)
    admit = admission(both, actor_of(both, "ugo"), ZONE)
    with GroupWriter(both) as writer, pytest.raises(NotAllowed):
        writer.submit(publishes(by="ugo"), admit)
    assert both.read.head() == before


def test_nobody_records_under_the_id_of_another(ledger):
    give(ledger, "anna", "rating-officer")
    with pytest.raises(NotAllowed, match="anna records as local"):
        ledger_of(ledger, "anna").append(publishes(by="local"))


def test_nobody_approves_what_they_record(ledger):
    """Refused for an actor, for a program and for the command line."""
    give(ledger, "anna", "rating-officer")
    own = Request("own", (event("x", CHESS, approved_by="Anna"),), recorded_by="anna")
    with pytest.raises(BadEvent, match="comes only from approve-proposal"):
        ledger_of(ledger, "anna").append(own)
    with pytest.raises(BadEvent, match="nobody approves what they record"):
        ledger.append(Request("own", (event("x", CHESS, approved_by="local"),)))
    with GroupWriter(ledger) as writer, pytest.raises(BadEvent, match="nobody approves"):
        writer.submit(own)


def test_a_role_withdrawn_before_the_request_is_noticed(ledger):
    """The actor was read before; the roles are read anew."""
    give(ledger, "anna", "rating-officer", CHESS)
    anna = ledger_of(ledger, "anna")
    withdrawn = WithdrawRole(actor="anna", role="rating-officer", in_force_from=DAY, by="council")
    withdrawn.record(House(ledger))
    with pytest.raises(NotAllowed):
        anna.append(publishes())


def test_a_role_withdrawn_between_the_check_and_the_lock_is_noticed(both):
    """The stream of the actor has moved; composed again, the request is refused."""
    give(both, "anna", "rating-officer", CHESS)
    admit = admission(both, actor_of(both, "anna"), ZONE)
    ends = WithdrawRole(actor="anna", role="rating-officer", in_force_from=DAY, by="c")
    withdrawals = iter([lambda: ends.record(House(both))])

    def admitted_and_then_withdrawn(request):
        admitted = admit(request)
        for withdraw in withdrawals:
            withdraw()
        return admitted

    house = House(both.acting(admitted_and_then_withdrawn), by="anna")
    with pytest.raises(NotAllowed):
        house.append(publishes)
    assert both.read.request("publish") is None


def test_the_version_of_the_stream_of_the_actor_is_expected(ledger):
    give(ledger, "anna", "rating-officer")
    admitted = admission(ledger, actor_of(ledger, "anna"), ZONE)(publishes())
    assert admitted.expected == {"actor-anna": 0}
    assert admitted == replace(publishes(), expected={"actor-anna": 0})


def test_a_key_limits_its_actor_to_roles_and_pools(ledger):
    give(ledger, "anna", "rating-officer")
    give(ledger, "anna", "administrator")
    limits = Limits(("rating-officer",), (CHESS,))
    anna = ledger_of(ledger, "anna", limits)
    anna.append(publishes())
    with pytest.raises(NotAllowed):
        anna.append(publishes(OTHER, key="other"))
    granted = ActorRoleGranted(actor="b", role="auditor", pool=CHESS, in_force_from=DAY, by="c")
    with pytest.raises(NotAllowed):
        anna.append(Request("grant", (NewEvent(granted),), recorded_by="anna"))


def test_a_key_gives_no_role_that_its_actor_does_not_have(ledger):
    give(ledger, "ugo", "submitter", CHESS)
    limits = Limits(("rating-officer", "submitter"), (CHESS, OTHER))
    assert actor_of(ledger, "ugo", limits).roles == (HeldRole("submitter", CHESS, DAY),)


def test_an_administrator_of_a_pool_grants_roles_in_that_pool_alone(ledger):
    give(ledger, "ada", "administrator", CHESS)

    def grants(pool):
        fact = ActorRoleGranted(actor="b", role="auditor", pool=pool, in_force_from=DAY, by="c")
        return Request(f"grant {pool}", (NewEvent(fact),), recorded_by="ada")

    ada = ledger_of(ledger, "ada")
    ada.append(grants(CHESS))
    for pool in (OTHER, None):
        with pytest.raises(Refused):
            ada.append(grants(pool))


def test_an_attempt_without_the_role_is_a_line_of_the_log(ledger):
    """With the ids of actor and key, and no name."""
    with capture_logs() as lines, pytest.raises(NotAllowed):
        check_allowed(ledger.read, replace(holding("auditor", None), key="k1"), asked(published()))
    denied = {"event": "access_denied", "actor": "a", "key": "k1", "asked": "list-published.v1"}
    assert lines == [denied | {"log_level": "warning"}]
