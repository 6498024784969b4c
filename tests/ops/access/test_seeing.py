"""The right to see an object: a list is public once published; a slip belongs to the sender of the
file.
"""

from datetime import date, timedelta

import pytest

from ledger.actors.roles import HeldRole
from ledger.events.access_kinds import ROLES
from ledger.events.pool import ListPublished
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from ops.access.actors import LOCAL, PUBLIC, Actor, Limits
from ops.access.recording import NotAllowed, check_may_record
from ops.access.roles import MAY_SEE
from ops.access.seeing import check_may_see, may_see, visible
from ops.closings.recordings import CloseList
from ops.house import House
from projections.queries import PoolQuery
from projections.queries.printed import visible_to
from tests.support.actors import DAY, actor_of, give

CHESS = "fide-standard"
READERS = {"rating-officer", "auditor", "committee", "administrator"}
SEEN_BY = {
    "list": {*ROLES},
    "unpublished-list": READERS,
    "outlook": READERS,
    "closing": READERS,
    "pending-decision": READERS,
    "personal-finding": READERS,
    "proposal": READERS,
    "own-proposal": {*READERS, "submitter"},
    "proposal-withdrawal": READERS - {"auditor"},
    "own-proposal-withdrawal": {*READERS, "submitter"} - {"auditor"},
    "import-slip": READERS,
    "own-import-slip": {*READERS, "submitter"},
    "report-file": READERS,
    "event": READERS,
    "event-body": {"auditor", "committee", "administrator"},
    "attachment": READERS,
    "background-run": READERS,
    "actor": {"administrator"},
    "key": {"administrator"},
    "appeal": {*ROLES},
    "appeal-file": READERS,
    "own-appeal-file": {*READERS, "submitter", "player"},
}
"""The rules of the guide, written down a second time."""


def holding(role, pool=None):
    return Actor("a", (HeldRole(role, pool, DAY),))


@pytest.mark.parametrize(("thing", "roles"), SEEN_BY.items())
def test_what_each_role_sees(thing, roles):
    assert {role for role in ROLES if may_see(holding(role), thing, (CHESS,))} == roles
    assert may_see(PUBLIC, thing) is (thing in ("list", "appeal"))
    assert may_see(LOCAL, thing)


def test_every_kind_of_object_is_tried():
    assert SEEN_BY.keys() == MAY_SEE.keys()


@pytest.mark.parametrize("thing", ["unpublished-list", "outlook", "pending-decision"])
def test_an_object_of_a_pool_is_seen_with_a_role_in_that_pool(thing):
    officer = holding("rating-officer", "uisp")
    assert may_see(officer, thing, ("uisp",))
    assert not may_see(officer, thing, (CHESS,))
    assert not may_see(officer, thing, ("uisp", CHESS))
    assert not may_see(officer, thing)


def test_closings_and_proposals_are_seen_in_the_pools_of_the_role():
    """Without a pool the question is about all pools, and the answer shows those of the role."""
    officer = holding("rating-officer", "uisp")
    for thing in ("closing", "proposal", "proposal-withdrawal"):
        assert may_see(officer, thing)
        assert may_see(officer, thing, ("uisp",))
        assert not may_see(officer, thing, (CHESS,))


def test_a_submitter_sees_their_own_import_slips_alone():
    submitter = Actor("club-12", (HeldRole("submitter", "uisp", DAY),))
    assert may_see(submitter, "import-slip", owner="club-12")
    assert not may_see(submitter, "import-slip", owner="club-13")
    assert not may_see(submitter, "import-slip", owner=None)
    assert may_see(holding("rating-officer", "uisp"), "import-slip", owner="club-12")


def test_the_public_is_the_owner_of_nothing():
    assert not may_see(PUBLIC, "import-slip", owner=PUBLIC.id)


def test_the_refusal_names_the_role():
    with pytest.raises(
        NotAllowed, match=r"public may not see this \(key\) for all pools: it takes the role admin"
    ):
        check_may_see(PUBLIC, "key")
    check_may_see(LOCAL, "key")


def test_a_refusal_of_a_limited_key_names_the_limit_and_another_key():
    granted = (HeldRole("rating-officer", None, DAY),)
    limits = Limits(pools=("uisp",))
    actor = Actor("officer", tuple(limits.within(granted)), limits, "0123", granted=granted)
    words = r"in fide-standard: this key is limited to the pool uisp; use another key of officer$"
    with pytest.raises(NotAllowed, match=words):
        check_may_see(actor, "pending-decision", (CHESS,))
    with pytest.raises(NotAllowed, match=words):
        check_may_record(actor, ["period-closed.v1"], (CHESS,))
    with pytest.raises(NotAllowed, match="takes the role rating-officer or submitter in fide"):
        check_may_record(holding("rating-officer", "uisp"), ["game-played.v1"], (CHESS,))


def test_a_refusal_of_a_role_in_one_pool_says_for_all_pools():
    with pytest.raises(NotAllowed, match="takes the role administrator for all pools; an admin"):
        check_may_see(holding("administrator", CHESS), "key")


def test_the_roles_without_the_limits_of_a_key_are_known(ledger):
    give(ledger, "officer", "rating-officer")
    actor = actor_of(ledger, "officer", Limits(pools=("uisp",)))
    assert [one.pool for one in (*actor.roles, *actor.granted)] == ["uisp", None]


@pytest.fixture
def closed(copy):
    """The sample season with one more closed list, in force from the first of April."""
    with Ledger.open(str(copy)) as ledger, House(ledger) as house:
        CloseList(pool=CHESS, period="2026-04").record(house)
        house.catch_up()
        yield house


def seen(actor, pool, day):
    """Return the last list visible to an actor on a day."""
    asked = PoolQuery(pool.official, pool.name, visible=visible(actor, pool.name, day))
    return visible_to(asked).lists()[-1].period


@pytest.mark.parametrize(
    ("day", "last"),
    [
        (date(2026, 3, 31), "2026-03"),
        (date(2026, 4, 1), "2026-04"),
        (date(2026, 4, 2), "2026-04"),
    ],
)
def test_a_closed_list_is_public_from_the_day_in_force(closed, day, last):
    assert seen(PUBLIC, closed.pool(CHESS), day) == last


def test_a_list_published_before_it_is_in_force_is_public_from_its_publication(closed):
    published = ListPublished(pool=CHESS, period="2026-04", published_on=date(2026, 3, 28))
    closed.append(lambda: Request("early", (NewEvent(published),)))
    closed.catch_up()
    days = [date(2026, 3, 28) + timedelta(days) for days in (-1, 0, 1)]
    found = [seen(PUBLIC, closed.pool(CHESS), day) for day in days]
    assert found == ["2026-03", "2026-04", "2026-04"]


def test_the_public_does_not_see_a_list_that_others_see(closed):
    pool, day = closed.pool(CHESS), date(2026, 3, 31)
    assert seen(LOCAL, pool, day) == "2026-04"
    assert seen(holding("auditor", CHESS), pool, day) == "2026-04"
    assert seen(holding("auditor", "uisp"), pool, day) == "2026-03"
