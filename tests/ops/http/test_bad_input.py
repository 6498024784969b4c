"""Bad input over HTTP: refused with the reason, and nothing is stored but slips of reports."""

import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import select

from ledger.store import drivers
from ledger.store.schema import SERVICE, metadata
from tests.support.bad_requests import BAD, BEFORE, Bad, report
from tests.support.served import office_key, served, with_keys

SAMPLES = sorted((Path(__file__).parents[2] / "samples").rglob("*.[tc][rs][fv]"))


@pytest.fixture(scope="module")
def service(sample, tmp_path_factory):
    """A copy of the sample season: the address, a client, the rows after the last request."""
    path = tmp_path_factory.mktemp("bad") / "ledger"
    shutil.copy(sample, path)
    with served(path, key=office_key(path)) as client:
        for address, body in BEFORE:
            assert client.post(address, json=body).status_code == 201
        yield path, client, [rows(path)]


def rows(path: Path) -> dict[str, tuple[int, str]]:
    """Return the number of rows of each table, and a digest of the rows."""
    engine = drivers.engine(str(path))
    with engine.connect() as connection:
        found = {}
        for name, table in metadata.tables.items():
            if name in SERVICE:  # keys and rates change with every request
                continue
            stored = sorted(map(repr, connection.execute(select(table)).all()))
            found[name] = (len(stored), sha256("\n".join(stored).encode()).hexdigest())
    engine.dispose()
    return found


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_with_its_reason_and_nothing_is_stored(service, name):
    problem = refused(service, BAD[name])
    assert (problem["status"], problem["code"]) == (BAD[name].status, BAD[name].code)


def test_sixty_kinds_of_bad_input_are_tried():
    assert len(BAD) >= 60


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.name)
def test_reports_of_unknown_players_are_refused(service, file):
    """Files of many programs, with entrants unknown to the register."""
    problem = refused(service, report(file.read_bytes(), 422, "", file_name=file.name))
    assert problem["status"] == 422
    assert problem["about"]["import_slip"]
    assert problem["refusals"]


def refused(service, bad: Bad):
    """Send a bad request; return the problem document. Only a slip may be stored."""
    path, client, (before,) = service
    headers = {"Content-Type": bad.kind} if bad.kind else {}
    answer = client.post(bad.path, content=bad.content, params=bad.parameters, headers=headers)
    after, problem = rows(path), answer.json()
    service[2][:] = [after.copy()]
    if problem.get("about", {}).get("import_slip"):
        assert after.pop("import_slip")[0] == before.pop("import_slip")[0] + 1
    assert after == before
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.status_code == problem["status"]
    assert problem["detail"]
    assert all(refusal["message"] for refusal in problem["refusals"])
    assert "recorded" not in problem
    return problem


def test_a_body_without_required_fields_may_be_left_out(sample, tmp_path):
    """No body, and no media type: recorded like `{}`."""
    keyed = with_keys(sample, tmp_path)
    path, preview = "/v1/pools/fide-standard/closings", {"preview": "true"}
    with served(keyed.address, key=keyed.keys["rating-officer"]) as client:
        empty = client.post(path, params=preview)
        named = client.post(path, params=preview, json={})
        document = client.get("/v1/openapi.json").json()
    assert empty.status_code == 200
    assert empty.json()["about"]["list_digest"] == named.json()["about"]["list_digest"]
    required = {
        path: operation["requestBody"]["required"]
        for path in ("/v1/pools/{pool}/closings", "/v1/tournaments")
        for operation in [document["paths"][path]["post"]]
    }
    assert required == {"/v1/pools/{pool}/closings": False, "/v1/tournaments": True}


MUCH = "x" * 60_000


@pytest.mark.parametrize(
    ("method", "path", "given"),
    [
        ("GET", f"/v1/{MUCH}", {}),
        ("GET", f"/v1/pools/{MUCH}/lists", {}),
        ("GET", f"/v1/tournaments/{MUCH}", {}),
        ("GET", "/v1/players", {"params": {"search": MUCH}}),
        ("GET", "/v1/players", {"params": {MUCH: "1"}}),
        ("GET", "/v1/players", {"params": [(f"p{number}", "1") for number in range(900)]}),
        ("GET", "/v1/players", {"params": [("search", "1")] * 5_000}),
        ("GET", "/v1/events", {"headers": {"Authorization": f"Bearer {MUCH}"}}),
        ("POST", "/v1/calculator", {"headers": {"Content-Type": MUCH}, "content": b"{}"}),
        ("POST", "/v1/calculator", {"json": {MUCH: 1}}),
        ("POST", "/v1/calculator", {"json": {"pool": MUCH * 4}}),
        ("POST", "/v1/ratings/query", {"json": {"ratings": [{"pool": MUCH, "player": MUCH}]}}),
        ("POST", "/v1/tournaments", {"json": {"pool": [MUCH], "set": {"name": MUCH}}}),
        ("POST", "/v1/tournaments", {"json": {"pool": ["x"], "set": {"start": MUCH}}}),
        ("POST", "/v1/decisions", {"content": MUCH, "headers": {"Content-Type": "text/plain"}}),
        ("POST", "/v1/reports", {"params": {"set": MUCH, "pool": "x"}, "content": b"x"}),
        ("POST", "/v1/clock/corrections", {"headers": {"Idempotency-Key": MUCH}, "json": {}}),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else "",
)
def test_no_answer_repeats_all_of_a_long_value(service, method, path, given):
    """Answers to bad input are shorter than the input, and few kilobytes for each refusal."""
    _, client, _ = service
    answer = client.request(method, path, **given)
    refusals = answer.json()["refusals"]
    assert 400 <= answer.status_code < 500
    assert len(answer.content) < 8_000 + 800 * len(refusals)
    assert MUCH[:1_000] not in answer.text
