"""A matter of two persons is recorded by a single person through no door, and no door approves an
own request.

Doors: the library (`Ledger.append`, under the lock, in a group), the command line as `local` and
with a key, bodies and files over HTTP, the schedule.
"""

import ast
import shutil
from pathlib import Path

import pytest

from ledger.errors import BadEvent
from ledger.events.pool import RatingsAdjusted
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from ledger.store.writer import GroupWriter
from ops.access.keys import actor_with_key
from ops.access.kinds import DECISIONS
from ops.access.two_persons import TwoPersonsNeeded
from ops.closings.recordings import CloseList
from ops.events.record_decision import BY_HAND
from ops.house import House
from ops.schedule.recipients import NOBODY
from ops.schedule.tick import ACTOR, Ticker
from tests.support.command import run
from tests.support.decision_lines import adjusted, file, player
from tests.support.served import headers_of, served
from tests.support.shown_pages import ROOT
from tests.support.two_persons import ANNA, BRUNO, CHESS, Office, late_report, office

RESULT = {"game": "1:1", "white": "0", "black": "1", "by": "commission"}
DECISION = {"player": ["fide:99000463"], "before": [2439], "after": [2430], "by": "body"}
WORDS = {
    "correct-result": ("tournament", "correct", "result", "T-000001", "1:1", "--white", "0",
                       "--black", "1", "--by", "commission"),
    "record-decision": ("event", "record", "ratings-adjusted", "--pool", CHESS, "--player",
               "fide:99000463", "--before", "2439", "--after", "2430", "--by", "body"),
    "decide-from-file": ("event", "record-file", "{}/lines.jsonl"),
    "grant-bonus": ("player", "bonus", "grant", "fide:99000463", "--pool", CHESS, "--points", "5",
                    "--by", "body", "--article", "1"),
    "close-list": ("list", "close", CHESS, "2026-04"),
    "merge-player": ("player", "merge", "fid:X01219", "fide:99000463", "--by", "body"),
    "set-approval-policy": ("pool", "set-approval-policy", CHESS, "--in-force-from", "2026-01-01",
                            "--by", "body"),
}  # fmt: skip
"""Commands that take two persons, by the names of their use cases."""
BODIES = {
    "correct-result": ("/v1/tournaments/T-000001/corrections/result", RESULT),
    "record-decision": ("/v1/decisions/ratings-adjusted", {"pool": CHESS, **DECISION}),
    "grant-bonus": (
        "/v1/players/fide:99000463/bonuses?article=1",
        {"pool": CHESS, "points": 5, "by": "body"},
    ),
    "close-list": (f"/v1/pools/{CHESS}/closings", {"period": "2026-04"}),
    "merge-player": (
        "/v1/players/fide:99000463/merge",
        {"kept": "fid:X01219", "by": "body"},
    ),
}


@pytest.fixture(scope="module")
def desk(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("two_persons")
    made = office(shutil.copy(sample, folder / "two.ledger"))
    with Ledger.open(made.address) as ledger:
        (folder / "lines.jsonl").write_bytes(file(adjusted(ledger, after="2429")))
    return made


@pytest.fixture(scope="module")
def client(desk):
    with served(desk.address) as client:
        yield client


def typed(desk: Office, actor, words, monkeypatch):
    """Run a command as an actor by key, or as `local`; return the document."""
    monkeypatch.delenv("LEDGER_KEY", raising=False)
    if actor in desk.keys:
        monkeypatch.setenv("LEDGER_KEY", desk.keys[actor])
    folder = str(Path(desk.address).parent)
    given = (str(word).replace("{}", folder) for word in words)
    return run(*given, "--format", "json", "--ledger", desk.address).document


@pytest.mark.parametrize("name", WORDS)
def test_the_command_line_proposes_with_a_key_and_refuses_without(desk, name, monkeypatch):
    before = desk.head()
    actor = "carla" if name == "set-approval-policy" else ANNA
    document = typed(desk, actor, WORDS[name], monkeypatch)
    assert document["outcome"] == "proposed", document
    number = document["about"]["proposal"]
    assert typed(desk, actor, WORDS[name], monkeypatch)["about"]["proposal"] == number
    refused = typed(desk, "local", WORDS[name], monkeypatch)
    assert [one["code"] for one in refused["refusals"]] == ["two-persons-needed"]
    for who in (actor, "local"):
        document = typed(desk, who, ("proposal", "approve", number), monkeypatch)
        assert [one["code"] for one in document["refusals"]] == ["same-person"]
    assert desk.head() == before


def test_who_may_not_correct_the_clock_vouches_for_it_at_no_door(desk, client, monkeypatch):
    before, words = desk.head(), (*WORDS["correct-result"], "--clock-is-right")
    typed_so = typed(desk, ANNA, words, monkeypatch)
    path, body = BODIES["correct-result"]
    sent = client.post(
        f"{path}?clock_is_right=true", json=body, headers=headers_of(desk.keys[ANNA])
    )
    assert {one["code"] for one in typed_so["refusals"]} == {sent.json()["code"]} == {"not-allowed"}
    assert typed(desk, "local", words, monkeypatch)["refusals"][0]["code"] == "two-persons-needed"
    assert desk.head() == before


@pytest.mark.parametrize("name", BODIES)
def test_the_service_answers_with_the_address_of_the_proposal(desk, client, name):
    before, (path, body) = desk.head(), BODIES[name]
    key = headers_of(desk.keys[ANNA])
    once = client.post(path, json=body, headers=key | {"Idempotency-Key": f"x {name}"})
    again = client.post(path, json=body, headers=key | {"Idempotency-Key": f"x {name}"})
    assert (once.status_code, once.json()["outcome"]) == (202, "proposed"), once.json()
    assert once.json() == again.json()
    address = once.headers["location"]
    shown = client.get(address, headers=key).json()["about"]
    assert (shown["state"], shown["proposed_by"], shown["use_case"]) == ("open", ANNA, name)
    own = client.post(f"{address}/approval", headers=key)
    assert (own.status_code, own.json()["code"]) == (422, "same-person")
    assert client.post(f"{address}/approval").status_code == 401
    assert desk.head() == before


def test_a_file_of_decisions_is_proposed_over_http_and_states_no_approver(desk, client):
    with Ledger.open(desk.address) as ledger:
        line = adjusted(ledger, after="2428")
    headers = headers_of(desk.keys[ANNA]) | {"Content-Type": "application/jsonl"}
    stated = file(line | {"approved_by": BRUNO})
    refused = client.post("/v1/decisions", content=stated, headers=headers)
    assert (refused.status_code, "/approval" in refused.text) == (422, True)
    answer = client.post("/v1/decisions", content=file(line), headers=headers)
    assert (answer.status_code, answer.json()["outcome"]) == (202, "proposed")


def test_a_late_replacement_is_proposed_by_both_doors_with_its_file(desk, client, monkeypatch):
    report = Path(desk.address).parent / "other.trf"
    report.write_bytes(late_report())
    before, headers = desk.head(), headers_of(desk.keys[ANNA])
    words = ("tournament", "import", report, "--replaces", "T-000001")
    typed_number = typed(desk, ANNA, words, monkeypatch)["about"]["proposal"]
    asked = {"replaces": "T-000001", "file_name": "other.trf"}
    sent = client.post(
        "/v1/reports",
        params=asked,
        content=late_report(),
        headers=headers | {"Content-Type": "application/octet-stream"},
    )
    assert (sent.status_code, sent.json()["outcome"]) == (202, "proposed"), sent.json()
    assert sent.json()["about"]["proposal"] == typed_number
    shown = client.get(sent.headers["location"], headers=headers).json()["about"]
    assert (shown["use_case"], shown["events"]) == ("import-report", "1 report-replaced.v1")
    refused = typed(desk, "local", words, monkeypatch)
    assert [one["code"] for one in refused["refusals"]] == ["two-persons-needed"]
    own = typed(desk, ANNA, ("proposal", "approve", typed_number), monkeypatch)
    assert [one["code"] for one in own["refusals"]] == ["same-person"]
    own = client.post(f"{sent.headers['location']}/approval", headers=headers)
    assert own.json()["code"] == "same-person"
    assert desk.head() == before


def request(ledger, by, approver):
    said = {"pool": CHESS, "player": player(ledger), "before": "2439", "after": "2430"}
    event = NewEvent(RatingsAdjusted(**said, by="body"), approved_by=approver)
    return Request(f"doors {by} {approver}", (event,), recorded_by=by)


@pytest.mark.parametrize(("approver", "refusal"), [(None, TwoPersonsNeeded), (BRUNO, BadEvent)])
def test_the_library_takes_no_approver_that_a_request_states_itself(desk, approver, refusal):
    with Ledger.open(desk.address) as opened, House(opened) as house:
        house.act_as(actor_with_key(opened, desk.keys[ANNA], house.zone))
        ledger, before = house.ledger, desk.head()
        with pytest.raises(refusal):
            ledger.append(request(ledger, ANNA, approver))
        with pytest.raises(refusal):
            ledger.append_under_lock(lambda: request(ledger, ANNA, approver))
        with GroupWriter(opened) as writer, pytest.raises(refusal):
            writer.submit(request(ledger, ANNA, approver), ledger.admit).result()
        assert desk.head() == before


def test_the_schedule_closes_nothing_and_approves_nothing(desk):
    with Ledger.open(desk.address) as ledger, House(ledger, by=ACTOR) as house:
        with pytest.raises(TwoPersonsNeeded):
            CloseList(pool=CHESS).record(house)
        before = desk.head()
        done = Ticker(house, NOBODY).tick()
    assert (done.closed, desk.head()) == ([], before)


def test_every_decision_by_hand_may_take_two_persons():
    of_no_pool = {"external-list-completed.v1", "rules-compared.v1", "body-named.v1"}
    assert BY_HAND.keys() - of_no_pool <= DECISIONS


# ---------------------------------------------------------------------------------- one way in

APPENDING = {"append_under_lock", "append_many", "append_composed", "append_prepared", "submit"}
ALLOWED = {
    "append_under_lock": {"ops/house.py", "ops/http/service.py"},
    "append_composed": {"ops/house.py"},
    "append_many": {"ops/http/service.py"},
    "submit": {"ops/http/service.py"},
    "acting": {"ops/house.py"},
    "admit": {"ops/house.py"},
    "Approval": {"ops/proposals/approving.py"},
}
"""Names by which something gets into the store, or past the check, and the modules that use them.

`House` puts the check before the ledger; the service appends through a ledger of a house.
"""


def named_in(tree: ast.Module):
    """Yield the names called in a module, and the used attributes `admit`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            last = called.rpartition(".")[2]
            if last != "acting" or "ledger" in called:  # commands have options of this name
                yield last
        elif isinstance(node, ast.Attribute) and node.attr == "admit":
            yield "admit"


def test_only_the_house_appends_and_only_an_approval_passes():
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "ops").rglob("*.py")):
        if "bench" in path.parts:  # it measures the store by itself
            continue
        for name in named_in(ast.parse(path.read_text(encoding="utf-8"))):
            if name in APPENDING | ALLOWED.keys():
                found.setdefault(name, set()).add(str(path.relative_to(ROOT)))
    assert found == ALLOWED
