"""Questions over HTTP: the answer, the form, the ETag, the problems."""

import csv
import io
import shutil
from pathlib import Path

import msgspec
import pytest
from sqlalchemy.pool import QueuePool

from ledger.events import catalogue
from ledger.register import identities
from ops.house import open_house
from ops.http.addresses import all_addresses
from ops.http.answering import answered
from ops.http.request import Request
from ops.http.service import Service
from tests.support.both_doors import QUESTIONS, Pool, pools
from tests.support.command import done
from tests.support.counts import FULL
from tests.support.served import ROLES, answer, headers_of, served, settings_of

LIST = "/v1/pools/fide-standard/lists/2026-03"
PLAYER = "/v1/pools/fide-standard/players/fide:99002165"


def test_the_rows_of_a_list_name_the_list_and_the_position_known(client):
    shown = answer(client, LIST, limit=2)
    assert [row["rating"] for row in shown["rows"]] == [2664, 2617]
    assert shown["about"]["list"] == "2026-03"
    assert shown["about"]["known_to"] == 89 + 2 * len(
        ROLES
    )  # a grant and a key of each, and a proposal


def test_a_list_is_a_file_under_its_suffix(client, keyed):
    form = {name: name for name in ("csv", "txt", "xml", "jsonl")}
    for suffix, name in form.items():
        options = ("--form", name, "--ledger", keyed.address)
        file = client.get(f"{LIST}.{suffix}")
        assert file.text == done("list", "export", "fide-standard", "2026-03", *options), suffix
        assert file.headers["content-disposition"].endswith(f'2026-03.{suffix}"')


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/v1/events.jsonl?first=3&last=12", ["event", "export", "#3", "#12"]),
        ("/v1/events.jsonl", ["event", "export"]),
        ("/v1/rulebooks/coverage.md", ["rules", "coverage"]),
        ("/v1/tournaments/T-000001/report.trf16", ["tournament", "export", "T-000001"]),
    ],
)
def test_other_files_are_those_of_the_command_line(client, keyed, monkeypatch, path, words):
    monkeypatch.setenv("LEDGER", keyed.address)
    assert client.get(path).text == done(*words)


def test_a_schema_is_whole_also_for_the_public(public):
    """Fields of persons are emptied in answers; a schema only describes them."""
    shown = public.get("/v1/event-types/players-registered.v1").json()
    schema = catalogue.schema("players-registered.v1")
    assert shown == msgspec.json.decode(msgspec.json.encode(schema))


def test_a_file_that_nobody_reads_gives_its_connections_back(keyed):
    with Service(settings_of(keyed.address)) as service:
        (address,) = (one for one in all_addresses() if one.name == "show-list")
        path = {"pool": "fide-standard", "period": "2026-03.csv"}
        pool = service.ledger.engine.pool
        assert isinstance(pool, QueuePool)
        before = pool.checkedout()
        reply = answered(service, address, Request(path))
        assert pool.checkedout() > before
        del reply
        assert pool.checkedout() == before


def test_rows_come_as_csv_if_the_client_accepts_only_that(client):
    shown = client.get(LIST, params={"limit": 3}, headers={"Accept": "text/csv"})
    assert shown.headers["content-type"].startswith("text/csv")
    whole = client.get(LIST, headers={"Accept": "text/csv"})
    assert (
        shown.headers["vary"] == whole.headers["vary"] == "Authorization, Accept, Accept-Language"
    )
    rows = list(csv.DictReader(io.StringIO(shown.text)))
    assert [row["rank"] for row in rows] == ["1", "2", "3"]


def test_a_known_answer_is_not_sent_again(client):
    first = client.get(f"{PLAYER}/rating")
    known = client.get(f"{PLAYER}/rating", headers={"If-None-Match": first.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")
    other = client.get(f"{PLAYER}/rating", headers={"If-None-Match": '"other"'})
    assert other.status_code == 200


def test_head_has_no_body(client):
    assert client.head(f"{PLAYER}/rating").content == b""


@pytest.mark.parametrize("position", ["40", "#40"])
def test_a_position_needs_no_sign(client, position):
    shown = answer(client, f"{PLAYER}/rating", known_at=position)
    assert shown["about"]["known_to"] == 40


@pytest.mark.parametrize(
    ("path", "status", "code", "field"),
    [
        ("/v1/nothing", 404, "no-such-address", ""),
        ("/v1/pools/other/lists/current", 404, "unknown-pool", "pool"),
        ("/v1/pools/fide-standard/lists/1999-01", 404, "not-covered", "period"),
        ("/v1/pools/fide-standard/players/fide:1/rating", 404, "unknown-player", "player"),
        (f"{LIST}?limit=0", 400, "value-does-not-fit", "limit"),
        (f"{LIST}?limit=x", 400, "value-does-not-fit", "limit"),
        (f"{LIST}?limit=1&limit=2", 400, "parameter-repeated", "limit"),
        (f"{LIST}?limits=1", 400, "unknown-parameter", "limits"),
        (f"{LIST}?sex=x", 400, "value-does-not-fit", "sex"),
        (f"{PLAYER}/rating?as_of=31/01/2026", 400, "value-does-not-fit", "as_of"),
        (f"{PLAYER}/rating?known_at=soon", 422, "not-a-moment", "known_at"),
    ],
)
def test_a_wrong_question_names_what_is_wrong(client, path, status, code, field):
    refused = client.get(path)
    assert refused.headers["content-type"] == "application/problem+json"
    problem = refused.json()
    assert (refused.status_code, problem["status"]) == (status, status)
    assert problem["code"] == code
    assert problem["refusals"][0]["field"] == field
    assert problem["detail"]


def test_every_wrong_parameter_is_named_at_once(client):
    refused = client.get(f"{LIST}?limit=x&sex=x").json()["refusals"]
    assert [one["field"] for one in refused] == ["limit", "sex"]


def test_a_problem_names_parameters_as_the_address_does(client):
    refused = client.get(f"{PLAYER}/rating", params={"known_at": "2000-01-01"}).json()
    assert refused["refusals"][0]["field"] == "known_at"
    problem = "known_at 2000-01-01: not known to this ledger, which began on "
    assert refused["detail"].startswith(problem)


def test_an_address_names_the_methods_that_it_takes(client):
    refused = client.post(f"{PLAYER}/rating")
    assert refused.status_code == 405
    assert refused.headers["allow"] == "GET, HEAD, OPTIONS"
    assert refused.json()["refusals"][0]["expected"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("known", [5, 14, 51, 60] if FULL else [5, 51])
def test_a_player_registered_later_is_no_fault_of_the_program(client, keyed, known):
    """The player was unknown then: as a rule no rating exists, and no table before play."""
    with open_house(keyed.address) as house:
        last = identities.last(house.read).player
    later = tuple(identities.show(player) for player in (last, last - 1))
    pools = (
        Pool("fide-standard", ("2025-10", "2026-03"), later, ("T-000001", "T-000013")),
        Pool("rubele-italiana", ("2025-04-05", "2025-12-05"), later, ("T-000014", "T-000021")),
    )
    clocks = [one.name for one in all_addresses() if "known_at" in one.asks.__struct_fields__]
    clocks = [name for name in clocks if name in QUESTIONS]
    asked = [one.path for pool in pools for name in clocks for one in QUESTIONS[name](pool)]
    paths = [path for path in asked if "known_at" not in path]
    found = {
        path: client.get(f"{path}{'&' if '?' in path else '?'}known_at={known}") for path in paths
    }
    assert [path for path, one in found.items() if one.status_code >= 500] == []
    (table,) = (path for path in paths if "/fide-standard/table?players=" in path)
    assert found[table].json()["code"] == "not-covered"


def test_a_question_writes_nothing(keyed, tmp_path):
    """For every caller: not a byte of the ledger changes, nor of writes still pending."""
    ledger = Path(shutil.copy(keyed.address, tmp_path / "asked.ledger"))
    with open_house(str(ledger)) as house:
        pool = pools(house, 2)[0]
    first = [next(iter(ask(pool)), None) for ask in QUESTIONS.values()]
    paths = [question.path for question in first if question]
    written = [ledger, ledger.with_name(f"{ledger.name}-wal")]
    with served(ledger) as client:
        client.get("/v1/pools")
        before = [file.read_bytes() for file in written]
        for key in (None, "rl_0123456789ab_x", keyed.keys["auditor"], keyed.keys["administrator"]):
            statuses = {client.get(path, headers=headers_of(key)).status_code for path in paths}
            assert statuses <= {200, 401, 403, 404, 422}
        client.post("/v1/calculator", json={})
        assert [file.read_bytes() for file in written] == before
