"""Every address, for every kind of caller, about existing, private and unknown
subjects.

The expectation stands in `tests/support/access_tables.py`: a new address has its row there.
"""

import re
import shutil
from itertools import product
from typing import Any, Final, NamedTuple

import pytest
from structlog.testing import capture_logs

from ledger.store.ledger import Ledger
from ops.doors.uploads import File
from ops.house import House
from ops.http import examples
from ops.http.addresses import NOUNS, all_addresses
from tests.support.access_tables import (
    ABSENT,
    ANY,
    ASKS,
    BODIES,
    EXISTS,
    FILES,
    HERE,
    IN_DRAUGHTS,
    OF_DRAUGHTS,
    PERSONAL,
    PRIVATE,
    QUERIES,
    READERS,
    RECORDS,
    STATUS,
    STATUS_OF_ABSENT,
)
from tests.support.callers import CALLERS, NOBODY, Caller, authorizations
from tests.support.counts import FULL
from tests.support.every_page import each_answer, question_of
from tests.support.private_facts import (
    CHESS,
    DRAUGHTS,
    GONE,
    NOON,
    OFFICE,
    OFFICE_FILE,
    REPORTING_DEATH,
    SUSPENDING,
    UNPUBLISHED,
    WAITING,
    appeal,
    close_unpublished,
    hand_in,
    leave,
    schedule_unpublished,
)
from tests.support.served import served
from tests.support.two_persons import propose_sample

OWN: Final = {"show-import-slip": ANY, "show-proposal": CHESS, "show-appeal": ANY}
"""Questions about objects of their makers, and where a role of readers is needed for others'."""
DENIED: Final = {"access_denied", "key_unknown", "key_ended"}
"""Lines of the log about a denied attempt."""
IN_LINE: Final = {"event", "log_level", "actor", "key", "code", "asked", "request_id"}

BY_NAME: Final = {address.name: address for address in all_addresses()}
EXAMPLES: Final = examples.of_nouns(NOUNS)
SOME: Final = (*NOBODY, *(caller for caller in CALLERS if caller.actor == "auditor-here"))
"""Callers of what is public: a role changes nothing there, but for the unpublished lists."""


class Served(NamedTuple):
    """The served ledger, and the header Authorization of each caller."""

    client: object
    headers: dict[str, str]
    ledger: str


@pytest.fixture(scope="module")
def service(sample, tmp_path_factory):
    """The sample season with private facts and callers, served at an instant."""
    path = str(shutil.copy(sample, tmp_path_factory.mktemp("matrix") / "matrix.ledger"))
    headers = authorizations(path)
    with Ledger.open(path) as opened, House(opened, by=OFFICE) as house:
        schedule_unpublished(house)
        hand_in(house)
        appeal(house)
        close_unpublished(house)
        leave(house)
    propose_sample(path)
    with served(path, clock=lambda: NOON) as client:
        yield Served(client, headers, path)


def asked(service, caller, address, values):
    """Ask; return the answer and the lines of the log about a denied attempt."""
    path = re.sub(r"\{(\w+)\}", lambda name: values[name[1]], address.path)
    headers = {"Authorization": service.headers[caller.actor]} if caller.actor else {}
    body: dict[str, Any] = {}
    if isinstance(address.body, File):
        content = FILES.get(address.name, b"012 Open")
        headers["Content-Type"], body = address.body.media_type, {"content": content}
    elif address.body is not None:
        sent = dict(BODIES.get(address.name) or EXAMPLES[address.name].request.body)
        here = {"pool": CHESS, "tournament": WAITING}
        named = {name: here[name] for name in here.keys() & sent.keys()}
        body = {
            "json": sent
            | (named if address.name not in ("open-pool", "announce-tournament") else {})
        }
    with capture_logs() as lines:
        answer = service.client.request(
            address.method, path + QUERIES.get(question_of(address), ""), headers=headers, **body
        )
    denied = [line for line in lines if line["event"] in DENIED]
    assert not [text for text in PERSONAL if text != OFFICE and text in repr(denied)]
    assert all(line.keys() <= IN_LINE for line in denied)
    shown = answer.text + repr(answer.headers)
    for text, roles in PERSONAL.items():
        assert text not in shown or caller.may(roles, ANY), (address.name, caller, text)
    return answer, denied


def there(name):
    """Return the values of the parameters of a path about existing subjects."""
    return EXISTS | (IN_DRAUGHTS if name in OF_DRAUGHTS else {})


def refusal(caller, roles, where):
    """Return status and code of the refusal expected by a caller; None: allowed."""
    if caller.refused and (roles or caller.refused != "key-needed"):
        return 401, caller.refused
    if roles and not caller.may(roles, where):
        return 403, "not-allowed"
    return None


def check_refusal(found, expected, who):
    """Check a refusal, and the line in the log."""
    answer, denied = found
    assert (answer.status_code, answer.json()["code"]) == expected, who
    assert len(denied) == 1, who


def test_every_address_is_in_one_table():
    assert ASKS.keys().isdisjoint(RECORDS)
    assert BY_NAME.keys() == ASKS.keys() | RECORDS.keys()
    assert {name for name in RECORDS if BY_NAME[name].records} == RECORDS.keys()


@pytest.mark.parametrize("name", sorted(ASKS))
def test_a_question_is_answered_for_its_callers(service, name):
    """Unknown subjects are not found; a caller without the right learns nothing of existence."""
    (roles, where), address = ASKS[name], BY_NAME[name]
    parameters, values = address.path_parameters, there(name)
    for caller in CALLERS if roles else SOME:
        who = (name, caller)
        found = asked(service, caller, address, values)
        expected = refusal(caller, roles, where)
        own = name in OWN and expected is None and not caller.may(READERS, OWN[name])
        if expected:
            check_refusal(found, expected, who)
        elif not own:
            assert found[0].status_code == STATUS.get(name, 200), who
            assert found[1] == [], who
        if parameters:
            last = parameters[-1]
            absent = asked(service, caller, address, values | {last: ABSENT[last]})
            in_pool = ABSENT["pool"] if last == "pool" and where == HERE else where
            if expected := refusal(caller, roles, in_pool):
                check_refusal(absent, expected, who)
            else:
                assert absent[0].status_code == STATUS_OF_ABSENT.get(name, 404), who
                assert absent[1] == [], who


@pytest.mark.parametrize(
    "name", sorted(name for name in ASKS if {*BY_NAME[name].path_parameters} & PRIVATE.keys())
)
def test_what_is_private_is_answered_as_what_does_not_exist(service, name):
    (roles, where), address = ASKS[name], BY_NAME[name]
    parameter = [one for one in address.path_parameters if one in PRIVATE][-1]
    values, private_value = there(name), PRIVATE[parameter]
    pool = ANY if parameter in ("slip", "appeal") else values["pool"]
    if name in OF_DRAUGHTS:
        private_value = UNPUBLISHED[DRAUGHTS]
    for caller in CALLERS:
        if refusal(caller, roles, where):
            continue
        private, lines = asked(service, caller, address, values | {parameter: private_value})
        absent, _ = asked(service, caller, address, values | {parameter: ABSENT[parameter]})
        if caller.may(READERS, pool):
            assert (private.status_code, lines) == (200, []), (name, caller)
            continue
        assert private.status_code == absent.status_code == 404, (name, caller)
        assert len(lines) == 1, (name, caller)
        text = private.text.replace(private_value, ABSENT[parameter])
        assert text == absent.text, (name, caller)
        assert _headers(private) == _headers(absent), (name, caller)


@pytest.mark.parametrize("page", each_answer(), ids=lambda page: page.name)
def test_a_page_is_shown_to_the_callers_of_its_question(service, page):
    """Also about private and unknown subjects: with the status of the answer for programs."""
    name = question_of(page)
    values = there(name)
    about = [values, *(values | {one: ABSENT[one]} for one in page.path_parameters)]
    about += [values | {one: PRIVATE[one]} for one in page.path_parameters if one in PRIVATE]
    for caller, asked_about in product(CALLERS if FULL else SOME, about):
        shown, lines = asked(service, caller, page, asked_about)
        answer, same_lines = asked(service, caller, BY_NAME[name], asked_about)
        assert shown.status_code == answer.status_code, (caller, asked_about)
        assert len(lines) == len(same_lines), (caller, asked_about)


def _headers(answer):
    """The headers, without those that differ with each request or with the length of an id."""
    own = ("x-request-id", "content-length")
    return {name: value for name, value in answer.headers.items() if name not in own}


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_a_request_that_records_is_refused_without_the_role(service, name):
    """The clock is before the last event: requests past the check record nothing."""
    roles, where = RECORDS[name]
    address = BY_NAME[name]
    with Ledger.open(service.ledger) as ledger:
        before = ledger.read.head()
        for caller in CALLERS:
            found = asked(service, caller, address, EXISTS | {"granted": "40"})
            if expected := refusal(caller, roles, where):
                unseen = name == "approve-proposal" and not caller.may(READERS, HERE)
                if unseen and not refusal(caller, *ASKS["show-proposal"]):
                    expected = 404, "unknown-proposal"
                check_refusal(found, expected, (name, caller))
            else:
                assert found[0].status_code not in (401, 403, 500), (name, caller, found[0].text)
        assert ledger.read.head() == before


def test_the_personal_data_is_seen_by_those_who_may(service):
    """The search in every answer is therefore a search for existing data."""
    auditor = Caller("auditor-everywhere", holds=(("auditor", None),))
    names = ("write-report-trf16", "list-events", "list-import-slips", "show-event")
    shown = "".join(asked(service, auditor, BY_NAME[name], EXISTS)[0].text for name in names)
    events = service.client.get(
        "/v1/events?limit=1000", headers={"Authorization": service.headers[auditor.actor]}
    ).text
    expected = {"1975/05/17", "Segretini", "Celatelli", OFFICE_FILE, OFFICE, "Peccatucci"}
    expected |= {SUSPENDING, REPORTING_DEATH}
    assert {text for text in PERSONAL if text in shown + events} == expected


def test_a_suspension_and_a_death_are_hidden_from_those_who_may_not_see_them(service):
    """In the register, in the findings of the tournament, and in the findings of the player."""
    nothing: dict[str, Any] = {"suspensions": [], "deaths": []}
    for caller in CALLERS:
        if caller.refused not in ("", "key-needed"):
            continue
        for player in GONE:
            values = EXISTS | {"player": player}
            person = asked(service, caller, BY_NAME["show-player"], values)[0].json()["rows"][0]
            of_player = asked(
                service, caller, BY_NAME["list-findings"], EXISTS | {"subject": player}
            )
            of_tournament = asked(service, caller, BY_NAME["list-findings"], values)
            reads = caller.may(READERS, ANY)
            assert bool(person["suspensions"] or person["deaths"]) == reads
            if not reads:
                assert {name: person[name] for name in ("suspensions", "deaths")} == nothing
            for found in (of_player[0].text, of_tournament[0].text):
                assert (SUSPENDING in found or REPORTING_DEATH in found) == reads, caller
