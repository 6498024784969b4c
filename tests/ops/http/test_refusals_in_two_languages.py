"""Refusals of questions in two languages: other sentences, the same codes, fields and values."""

import json
import shutil
from collections.abc import Iterator, Mapping
from itertools import cycle, islice
from typing import Any

import msgspec
import pytest

from ledger import limits
from ledger.errors import Refused
from ops.http import answering
from ops.http.addresses import all_addresses
from tests.support.counts import FULL
from tests.support.served import Client, office_key, served


def filled(path: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        path = path.replace(f"{{{name}}}", value)
    return path


RIGHT = {
    "pool": "fide-standard",
    "period": "2025-11",
    "other": "2025-12",
    "player": "fide:99000463",
    "tournament": "T-000001",
    "subject": "T-000001",
    "rulebook": "fide-standard",
    "article": "8.1",
    "issuer": "fide",
    "name": "2025-11",
    "position": "1",
    "proposal": "1",
    "slip": "1",
    "digest": "0" * 64,
    "type": "period-closed",
    "appeal": "A-1",
    "actor": "nobody",
}
"""Values of the parameters of paths, most of them of something that exists."""

LIST = filled("/v1/pools/{pool}/lists/{period}", RIGHT)

WRONG = ("nowhere", "999999", "1999-01-01", "fide:99999999", "x" * 150)
"""What is asked for in place of a parameter."""

FOUND = {
    *("bad-player-id", "before-the-ledger", "list-or-day", "no-categories"),
    *("no-such-address", "not-a-moment", "not-a-position", "not-covered"),
    *("not-known-here", "nothing-reported", "number-out-of-range"),
    *(
        "options-contradict",
        "outside-rulebook",
        "pool-not-fitting",
        "unclear",
        "unknown-actor",
        "unknown-appeal",
    ),
    *("unknown-article", "unknown-attachment", "unknown-event", "unknown-list", "unknown-order"),
    *("unknown-parameter", "unknown-player", "unknown-pool", "unknown-proposal", "unknown-slip"),
    *("unknown-tournament", "unknown-type", "value-does-not-fit"),
}
"""Codes that wrong parameters are answered with, at the least."""


@pytest.fixture(scope="module")
def client(sample, tmp_path_factory):
    path = str(shutil.copy(sample, tmp_path_factory.mktemp("refusals") / "sample.ledger"))
    with served(path, key=office_key(path)) as client:
        yield client


def questions() -> Iterator[str]:
    """Yield each question of the service with a wrong parameter, of the path or the query.

    Without the large number of cases a parameter beside the path has three of them, in turn.
    """
    yield "/v1/nowhere"
    in_turn = cycle(WRONG)
    for address in all_addresses():
        if address.method == "GET":
            fields = msgspec.structs.fields(address.asks)
            for name in (*(field.encode_name for field in fields), "nonsense"):
                is_beside = name not in address.path_parameters
                for wrong in islice(in_turn, 3) if is_beside and not FULL else WRONG:
                    path = filled(address.path, RIGHT if is_beside else RIGHT | {name: wrong})
                    yield f"{path}?{name}={wrong}" if is_beside else path


def in_both(client: Client, path: str, **headers: str) -> tuple[Any, Any]:
    """Return a problem in English and in Italian, each with the language in the headers."""
    both = [client.get(path, headers={"Accept-Language": of, **headers}) for of in ("en", "it")]
    assert [one.headers["content-language"] for one in both] == ["en", "it, en"], path
    return both[0].json(), both[1].json()


def said_alike(english: Any, italian: Any) -> set[str]:
    """Return the codes of refusals with the same words in both languages."""
    pairs = zip(english["refusals"], italian["refusals"], strict=True)
    return {one["code"] for one, other in pairs if one["message"] == other["message"]}


def values(problem: Any) -> Any:
    """Return the values of a problem, without the words."""
    refusals = [
        [one.get(name) for name in ("code", "field", "line", "found")]
        for one in problem["refusals"]
    ]
    return problem["code"], problem["status"], problem["title"], problem["type"], refusals


def test_what_refuses_a_question_is_said_in_italian(client):
    alike: dict[str, str] = {}
    codes: set[str] = set()
    for path in dict.fromkeys(questions()):
        if client.get(path).is_success:
            continue
        english, italian = in_both(client, path)
        assert values(english) == values(italian), path
        codes.add(english["code"])
        alike |= dict.fromkeys(said_alike(english, italian), path)
    assert alike == {}
    assert codes >= FOUND


@pytest.mark.parametrize(
    ("path", "headers", "code"),
    [
        ("/v1/keys", {"Authorization": ""}, "key-needed"),
        ("/v1/keys", {"Authorization": "Basic x"}, "key-unknown"),
        ("/v1/keys", {"Authorization": "Bearer x"}, "key-unknown"),
        ("/v1/pools?" + "limit=1&" * (limits.PARAMETERS + 1), {}, "limit-exceeded"),
        ("/v1/duplicates/players?limit=1&limit=1", {}, "parameter-repeated"),
        ("/v1/events?since=2025-12-05&until=2025-12-04", {}, "days-out-of-order"),
        ("/v1/events?stream=register&tournament=T-000001", {}, "options-contradict"),
        ("/v1/groups?turns=7&groups=4&entrants=9", {}, "division-impossible"),
        ("/v1/groups?turns=7&entrants=0", {}, "number-out-of-range"),
        (f"{LIST}/compare/2025-11", {}, "lists-out-of-order"),
        (f"{LIST}/penalties", {}, "no-malus"),
        (f"{LIST}?printing=7", {}, "unknown-printing"),
        (f"{LIST}/what-if", {}, "nothing-supposed"),
    ],
)
def test_so_is_what_refuses_a_request(client, path, headers, code):
    english, italian = in_both(client, path, **headers)
    assert (english["code"], values(english)) == (code, values(italian))
    assert said_alike(english, italian) == set()
    assert english["detail"] != italian["detail"]


def test_so_is_what_refuses_a_method(client):
    both = [client.delete("/v1/pools", headers={"Accept-Language": of}) for of in ("en", "it")]
    english, italian = (one.json() for one in both)
    assert english["code"] == italian["code"] == "method-not-allowed"
    assert said_alike(english, italian) == set()


def test_so_is_who_may_not_ask_or_asks_too_often(keyed):
    with served(keyed.address, key=keyed.keys["submitter"]) as client:
        english, italian = in_both(client, "/v1/keys")
        assert english["code"] == italian["code"] == "not-allowed"
        assert said_alike(english, italian) == set()
    with served(keyed.address, address_requests_per_minute=0) as client:
        english, italian = in_both(client, "/v1/pools")
        assert english["code"] == italian["code"] == "too-many-requests"
        assert said_alike(english, italian) == set()


def test_a_limit_is_written_with_the_points_of_the_language(client):
    path = "/v1/pools?" + "a=&" * (limits.PARAMETERS * 11)
    english, italian = in_both(client, path)
    assert english["detail"] == "parameters: 11,000 is more than the limit of 1,000"
    assert italian["detail"] == "parametri: 11.000, oltre il limite di 1000"


def test_a_text_that_nobody_translated_is_noticed():
    """Control: a refusal in words of no catalogue is the same in both languages."""
    problems = []
    for language in ("en", "it"):
        with answering.spoken_to({"accept-language": language}):
            reply = answering.failed(Refused("nobody translated this", code="planted"))
        problems.append(json.loads(reply.body))
    assert values(problems[0]) == values(problems[1])
    assert said_alike(*problems) == {"planted"}
