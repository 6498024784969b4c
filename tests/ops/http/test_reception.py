"""The reception of requests: checks before a body is read, slots of questions, and the time of
questions.
"""

import asyncio
import json
import re
from threading import Event
from typing import Any

import pytest
import structlog
from litestar import Request

from ledger import limits
from ledger.store.pooling import CONNECTIONS
from ledger.time_limit import check_time
from ops.access.rates import RateLimit
from ops.answers.abouts import About
from ops.answers.answer import Answer
from ops.doors.declare import Asked
from ops.http.address import Address
from ops.http.addresses import all_addresses
from ops.http.app import application
from ops.http.connections import OF_ONE
from ops.http.reception import (
    BODIES_WITH_KEY,
    BODIES_WITHOUT_KEY,
    KEYS,
    LONG_QUESTIONS,
    QUESTIONS,
    RECORDINGS,
    Reception,
)
from ops.http.service import Service
from ops.http.serving import FILES_BESIDE, MOST_FILES, watched
from tests.support.asgi import answered, asked, sending
from tests.support.served import settings_of
from tests.support.shown_pages import ROOT

FIRST, SECOND = "192.0.2.1", "192.0.2.2"
ADDRESSES = {address.name: address for address in all_addresses()}


@pytest.fixture
def service(copy):
    """A service over the sample."""
    with Service(settings_of(copy)) as service:
        yield service


@pytest.fixture
def hurried(copy):
    """A service with little time for each request."""
    with Service(settings_of(copy, request_limit_seconds=2)) as service:
        yield service


class Work:
    """The work of an address made for the test; ends on request."""

    def __init__(self, long=False):
        self.address = Address(
            "GET", "/v1/work", self, Asked, Answer[Asked, About], "list", long=long
        )
        self.begun = self.ended = 0
        self.may_end = Event()

    __name__ = "work"

    def __call__(self, _house, _asked):
        self.begun += 1
        try:
            while not self.may_end.wait(0.005):
                check_time()
        finally:
            self.ended += 1
        return Answer({}, ())


def arrival(peer=FIRST, receive=None, path=None):
    """A question on arrival, by default from a client awaiting the answer."""
    scope: Any = {
        "type": "http",
        "method": "GET",
        "path": "/v1/work",
        "path_params": path or {},
        "query_string": b"",
        "headers": [],
        "client": (peer, 50_000),
        "state": {},
    }
    return Request(scope, receive or sending())


async def until(holds):
    """Wait for other threads."""
    while not holds():
        await asyncio.sleep(0.001)


def code(reply):
    return json.loads(reply.body)["code"] if reply.status >= 400 else ""


def test_a_question_that_takes_too_long_is_given_up_and_keeps_its_slot_until_it_ends(hurried):
    """The thread checks the time: the slot is free soon after the answer."""
    work = Work()

    async def asked():
        reception = Reception(hurried)
        replies = [reception.reply(work.address, arrival()) for _ in range(QUESTIONS[1] + 1)]
        found = await asyncio.gather(*replies)
        await until(lambda: work.ended == work.begun)
        work.may_end.set()
        return [*found, await reception.reply(work.address, arrival())]

    *given_up, last = asyncio.run(asked())
    assert {(reply.status, code(reply)) for reply in given_up} == {(503, "time-limit-exceeded")}
    assert given_up[0].headers["Retry-After"] == "5"
    assert (last.status, work.begun) == (200, QUESTIONS[1] + 1)


def test_a_thread_that_does_not_look_keeps_its_slot(hurried):
    """The negative control: the slot is not given to another question."""
    ends, begun = Event(), []

    def deaf(_house, _asked):
        begun.append(1)
        ends.wait(60)
        return Answer({}, ())

    address = Address("GET", "/v1/work", deaf, Asked, Answer[Asked, About], "list")

    async def asked():
        reception = Reception(hurried)
        for _ in range(2):
            replies = [reception.reply(address, arrival()) for _ in range(QUESTIONS[1])]
            found = await asyncio.gather(*replies)
        ends.set()
        await reception.close()
        return found

    assert {code(reply) for reply in asyncio.run(asked())} == {"time-limit-exceeded"}
    assert len(begun) == QUESTIONS[1]


def test_who_hangs_up_ends_the_work(service):
    work = Work()
    gone = asyncio.Event()

    async def receive():
        await gone.wait()
        return {"type": "http.disconnect"}

    async def asked():
        reception = Reception(service)
        reply = asyncio.create_task(reception.reply(work.address, arrival(receive=receive)))
        await until(lambda: work.begun)
        gone.set()
        await until(lambda: work.ended)
        return await reply

    assert code(asyncio.run(asked())) == "hung-up"


def test_long_questions_have_few_slots_and_are_refused_at_once_where_these_are_taken(service):
    """One client leaves slots to others; short questions are answered meanwhile."""
    work, short = Work(long=True), Work()
    short.may_end.set()
    total, of_one = LONG_QUESTIONS

    async def asked():
        reception = Reception(service)
        peers = [FIRST] * of_one + [SECOND] * (total - of_one)
        running = [
            asyncio.create_task(reception.reply(work.address, arrival(peer))) for peer in peers
        ]
        await until(lambda: work.begun == total)
        refused = await asyncio.gather(
            *(reception.reply(work.address, arrival(peer)) for peer in (FIRST, "192.0.2.3"))
        )
        answered = await reception.reply(short.address, arrival())
        work.may_end.set()
        return refused, [answered, *await asyncio.gather(*running)]

    refused, answered = asyncio.run(asked())
    assert [(one.status, code(one), one.headers["Retry-After"]) for one in refused] == [
        (503, "busy", "5")
    ] * 2
    assert {reply.status for reply in answered} == {200}


def test_one_client_leaves_slots_and_long_questions_to_another(service):
    total, of_one = LONG_QUESTIONS
    assert 1 <= of_one < total
    work = Work(long=True)

    async def asked():
        reception = Reception(service)
        first = [reception.reply(work.address, arrival()) for _ in range(total)]
        running = [asyncio.create_task(one) for one in first]
        await until(lambda: work.begun == of_one)
        second = asyncio.create_task(reception.reply(work.address, arrival(SECOND)))
        await until(lambda: work.begun == of_one + 1)
        work.may_end.set()
        return [reply.status for reply in await asyncio.gather(*running, second)]

    assert sorted(asyncio.run(asked())) == [200] * (of_one + 1) + [503] * (total - of_one)


async def unread():
    """A body not to be read."""
    raise AssertionError("the body was read")


JSON = {"content-type": "application/json"}
REPORTS, CALCULATOR = "/v1/reports", "/v1/calculator"


@pytest.mark.parametrize(
    ("path", "headers", "found"),
    [
        (REPORTS, {"content-length": 20_000_000}, "key-needed"),
        (REPORTS, {"content-length": 20_000_000, "authorization": "Bearer x"}, "key-unknown"),
        (CALCULATOR, {"content-length": 20_000_000}, "limit-exceeded"),
        ("/v1/ratings/query", {"content-length": 262_145}, "limit-exceeded"),
        (CALCULATOR, {"authorization": "Bearer x"}, "key-unknown"),
    ],
)
def test_key_and_length_are_checked_before_the_body_is_read(service, path, headers, found):
    answer = asked(application(service), "POST", path, headers=JSON | headers, receive=unread)
    assert code(answer) == found
    assert answer.status == (413 if found == "limit-exceeded" else 401)


def test_the_limit_of_an_address_is_checked_before_the_body_is_read(copy):
    with Service(settings_of(copy, address_requests_per_minute=1)) as service:
        service.rates = RateLimit(lambda: 0.0)  # a minute that does not end
        service.rates.count("address:127.0.0.1", 1)
        answer = asked(application(service), "POST", CALCULATOR, headers=JSON, receive=unread)
    assert (answer.status, code(answer)) == (429, "too-many-requests")


@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer x"}])
def test_the_key_is_checked_before_the_parameters(service, headers):
    """A caller with no key, or a wrong key, hears nothing of parameters."""
    answer = asked(application(service), "GET", "/v1/events", "nothing=1", headers)
    assert code(answer) == ("key-unknown" if headers else "key-needed")


def part(size):
    """A part of an unfinished body."""
    return {"body": b" " * size, "more_body": True}


def test_a_body_without_a_declared_length_ends_at_the_limit_of_its_address(service):
    whole = sending(part(limits.QUESTION_BYTES), part(1))
    answer = asked(application(service), "POST", CALCULATOR, headers=JSON, receive=whole)
    assert (answer.status, code(answer)) == (413, "limit-exceeded")


def test_unfinished_bodies_together_have_a_limit_of_which_one_client_takes_half(hurried):
    """Without a key 4 MiB; with a key further room is free."""
    size = limits.QUESTION_BYTES
    most = BODIES_WITHOUT_KEY // size
    assert most == 16
    peers = [FIRST] * most + [SECOND] * most

    async def posted():
        app = application(hurried)
        bodies = [
            answered(app, "POST", CALCULATOR, "", JSON, sending(part(size)), peer=peer)
            for peer in peers
        ]
        found = await asyncio.gather(*bodies)
        return [code(one) for one in found], await answered(
            app, "POST", CALCULATOR, "", JSON, sending(part(size), {"body": b" "}), peer=FIRST
        )

    codes, again = asyncio.run(posted())
    half = ["time-limit-exceeded"] * (most // 2) + ["busy"] * (most // 2)
    assert codes == half * 2
    assert code(again) == "limit-exceeded"


def test_a_client_that_breaks_off_its_upload_is_no_alarm(service):
    broken = sending(part(1), {"type": "http.disconnect"})
    with structlog.testing.capture_logs() as lines:
        answer = asked(watched(service), "POST", CALCULATOR, headers=JSON, receive=broken)
    assert (answer.status, code(answer)) == (400, "hung-up")
    assert [line for line in lines if line["log_level"] == "error"] == []


def test_a_file_that_is_not_read_gives_its_slot_back(service):
    """Also where the client is gone before the first piece."""
    path = {"pool": "fide-standard", "period": "2026-03.csv"}

    async def asked():
        reception = Reception(service)
        for _ in range(2 * LONG_QUESTIONS[1]):
            reply = await reception.reply(ADDRESSES["show-list"], arrival(path=path))
            assert reply.status == 200
            del reply
            await asyncio.sleep(0.001)

    asyncio.run(asked())


def test_a_file_keeps_its_slot_until_its_end(service):
    path = {"pool": "fide-standard", "period": "2026-03.csv"}

    async def asked():
        reception = Reception(service)
        kept = [
            await reception.reply(ADDRESSES["show-list"], arrival(path=path))
            for _ in range(LONG_QUESTIONS[1])
        ]
        refused = await reception.reply(ADDRESSES["show-list"], arrival(path=path))
        assert b"".join(kept[0].pieces or ())
        await asyncio.sleep(0.01)
        again = await reception.reply(ADDRESSES["show-list"], arrival(path=path))
        return code(refused), again.status

    assert asyncio.run(asked()) == ("busy", 200)


def test_work_is_charged_to_its_account(service):
    def busy(_house, _asked):
        return Answer({"sum": sum(range(2_000_000))}, ())

    address = Address("GET", "/v1/work", busy, Asked, Answer[Asked, About], "list")
    assert asyncio.run(Reception(service).reply(address, arrival())).status == 200
    account = service.rates.count(f"address:{FIRST}", 1_000)
    assert account.requests > 2.2


def test_the_guide_has_the_shares_of_a_client():
    text = (ROOT / "ops" / "guide" / "service.md").read_text()
    _, _, page = text.partition("## Limits for one client")
    table = re.findall(r"^\| [a-z].*\| ([^|]+) \| ([^|]+) \| [^|]+ \|$", page, re.M)
    mebibytes = [f"{number >> 20} MiB" for number in (BODIES_WITHOUT_KEY, BODIES_WITH_KEY)]
    assert table[1:7] == [
        *((str(total), str(of_one)) for total, of_one in (QUESTIONS, LONG_QUESTIONS, RECORDINGS)),
        (mebibytes[0], f"{BODIES_WITHOUT_KEY >> 21} MiB"),
        (mebibytes[1], mebibytes[1]),
        (f"{MOST_FILES - FILES_BESIDE:,}", str(OF_ONE)),
    ]


def test_threads_are_at_most_half_of_the_connections_to_a_database():
    """A question takes two; `ledger.store.pooling` says so."""
    threads = sum(total for total, _ in (QUESTIONS, LONG_QUESTIONS, RECORDINGS, KEYS))
    assert 2 * threads <= CONNECTIONS
