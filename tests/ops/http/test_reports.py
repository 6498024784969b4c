"""Reports over HTTP: receipts, problems by line, answers as data, slips, replacements, parts."""

import csv
import io
from dataclasses import replace
from datetime import date

import pytest

from ledger.store.ledger import Ledger
from ledger.store.slips import Slips
from ops.doors.uploads import MOST_BYTES
from tests.support.command import done, run
from tests.support.pool_ledgers import opened
from tests.support.received_reports import FOUR, OLD, T, won
from tests.support.report_files import Tournament, players, round_robin, trf16
from tests.support.served import office_key, served

POOL = {"pool": "fide-standard"}
NEW = {**POOL, "register_new": "true"}
BYTES = {"Content-Type": "application/octet-stream"}
DAYS = [date(2025, 10, 6), date(2025, 10, 13), *(date(2025, 11, day) for day in (3, 10, 17, 24))]
LONG = Tournament(
    players(4),
    [*round_robin(4, "1-0"), *round_robin(4, "0-1")],
    start=DAYS[0],
    end=DAYS[-1],
    time_control="5400+30",
    round_dates=DAYS,
)
"""Fifty days: two rounds in October, four in November."""


@pytest.fixture
def address(tmp_path):
    """A ledger with a pool."""
    path = tmp_path / "ratings.ledger"
    opened(str(path)).close()
    return path


@pytest.fixture
def client(address):
    """A client of the service."""
    with served(address, key=office_key(address)) as client:
        yield client


def sent(client, data, parameters):
    """Send a file as a body."""
    return client.post("/v1/reports", content=data, params=parameters, headers=BYTES)


def head(address):
    """Return the next position."""
    with Ledger.open(str(address)) as ledger:
        return ledger.read.head().next_position


def slips(address):
    """Return the newest slips."""
    with Ledger.open(str(address)) as ledger:
        return Slips(ledger.engine).all()


def test_a_report_is_imported_with_a_receipt_and_a_slip(client):
    answer = sent(client, OLD, {**NEW, "file_name": "open.trf"})
    assert answer.status_code == 201
    about = answer.json()["about"]
    assert (about["tournament"], about["file"], about["import_slip"]) == (T, "open.trf", 1)
    assert (about["entrants"], about["games"], about["rounds"]) == (4, 6, 3)
    slip = client.get("/v1/reports/1").json()
    assert (slip["outcome"], slip["tournament"], slip["file"]) == ("complete", T, about["sha256"])
    again = sent(client, OLD, {**NEW, "file_name": "open.trf"})
    assert (again.status_code, again.json()["recorded"][0]["replayed"]) == (200, True)
    rows = client.get("/v1/reports").json()["rows"]
    assert [(row["slip"], row["outcome"]) for row in rows] == [(2, "complete"), (1, "complete")]
    assert client.get("/v1/reports/3").status_code == 404


def test_a_preview_leaves_no_slip(client, address):
    before = head(address)
    shown = sent(client, OLD, {**NEW, "preview": "true"})
    assert shown.status_code == 200
    document = shown.json()
    assert (document["outcome"], document["recorded"]) == ("done", [])
    assert (document["about"]["import_slip"], document["about"]["preview"]["events"]) == (None, 3)
    assert len(document["about"]["new_players"]) == 4
    refused = sent(client, OLD, {**POOL, "preview": "true"})
    assert refused.status_code == 422
    assert refused.json()["about"]["import_slip"] is None
    assert (head(address), slips(address)) == (before, [])


def test_a_refusal_names_problems_by_line_and_the_parameters_that_answer_it(client, address):
    bare = trf16({}, FOUR.rows())
    refused = sent(client, bare, POOL)
    assert refused.status_code == 422
    problem = refused.json()
    assert (problem["code"], problem["about"]["import_slip"]) == ("report-refused", 1)
    again = problem["about"]["import_again"]
    assert not again["file_needs_correction"]
    assert {"name": "register_new", "value": "true"} in again["parameters"]
    assert {"name": "set", "value": "start=YYYY-MM-DD"} in again["parameters"]
    assert {"name": "set", "value": "place=…"} in again["where_known"]
    answers = [
        (one["name"], one["value"].replace("YYYY-MM-DD", "2026-01-10").replace("…", "Open"))
        for one in again["parameters"]
    ]
    taken = client.post("/v1/reports", content=bare, params=answers, headers=BYTES)
    assert taken.status_code == 201, taken.text
    assert [slip.outcome for slip in slips(address)] == ["complete", "refused"]


def test_a_slip_is_read_in_either_language(client):
    """Whichever the file was brought in with."""
    client.post("/v1/reports", content=b"", params=POOL, headers={**BYTES, "Accept-Language": "it"})
    sent(client, trf16({}, FOUR.rows()), POOL)
    for number in (1, 2):
        english, italian = (
            client.get(f"/v1/reports/{number}", headers={"Accept-Language": code}).json()["lines"]
            for code in ("en", "it")
        )
        assert {line["says"].split(": ")[0] for line in english} <= {"refused", "warning"}
        assert {line["says"].split(": ")[0] for line in italian} <= {"errore", "avviso"}
        assert [line["code"] for line in english] == [line["code"] for line in italian]
        assert "report-refused" in {line["code"] for line in english}


def test_an_event_on_record_is_taken_again_where_it_is_said_to_be_another(client):
    sent(client, OLD, NEW)
    anew = replace(FOUR, name="Saved anew").trf16()
    refused = sent(client, anew, NEW).json()
    assert refused["refusals"][0]["found"] == "Saved anew"
    again = refused["about"]["import_again"]["parameters"]
    assert {"name": "another_event", "value": "true"} in again
    answers = [(one["name"], one["value"]) for one in again]
    taken = client.post("/v1/reports", content=anew, params=answers, headers=BYTES)
    assert (taken.status_code, taken.json()["about"]["tournament"]) == (201, "T-000002")


def test_both_doors_refuse_a_file_for_the_same_reasons(client, address, tmp_path):
    file = tmp_path / "open.trf"
    file.write_bytes(OLD.replace(b"012 ", b"### ").replace(b" 1 w", b" x w"))
    typed = ("--pool", "fide-standard", "--ledger", address, "--format", "json")
    shown = run("tournament", "import", file, *typed).document
    refused = sent(client, file.read_bytes(), {**POOL, "file_name": "open.trf"}).json()
    assert {one["line"] for one in refused["refusals"]} >= {0, 13}
    parts = [
        [(one["code"], one["field"], one["line"], one["found"]) for one in document["refusals"]]
        for document in (shown, refused)
    ]
    assert parts[0] == parts[1]


def test_a_form_brings_the_file_and_the_map_of_entrants(client):
    """The map of a refusal is filled in and sent beside the file."""
    refused = sent(client, OLD, POOL).json()
    unclear = refused["about"]["map_to_fill_in"]
    rows = [dict(row, player="new") for row in csv.DictReader(io.StringIO(unclear))]
    assert len(rows) == 4
    filled = "\n".join(["number,name,player", *(f'{r["number"]},"{r["name"]}",new' for r in rows)])
    files = {"file": ("open.trf", OLD), "map": ("who.csv", filled.encode())}
    taken = client.post("/v1/reports", params=POOL, files=files)
    assert taken.status_code == 201, taken.text
    assert taken.json()["about"]["file"] == "open.trf"
    assert len(taken.json()["about"]["new_players"]) == 4


def test_a_replacement_names_what_changed(client):
    sent(client, OLD, NEW)
    new = won(1, 1)
    taken = sent(client, new, {"replaces": T})
    assert taken.status_code == 201, taken.text
    changed = taken.json()["about"]["changed"]
    assert "round 1, other result: was 1-4 =:=, is 1-4 1:0" in changed
    again = sent(client, new, {"replaces": T})
    assert (again.status_code, again.json()["recorded"][0]["replayed"]) == (200, True)
    second = sent(client, new.replace(b"\r\n", b"\n"), {"replaces": T})
    assert (second.status_code, second.json()["code"]) == (422, "nothing-differs")


def test_a_report_comes_in_parts_or_is_divided_by_month(client, address):
    received = {"set": "received_on=2025-11-25"}
    file = LONG.trf16()
    first = sent(client, file, {**NEW, "part": 1, "rounds": "1-2", "set": "received_on=2025-10-20"})
    assert first.status_code == 201, first.text
    assert first.json()["about"]["part"] == 1
    other = replace(LONG, name="Another Open").trf16()
    divided = sent(client, other, {**POOL, **received, "by_month": "true"})
    assert divided.status_code == 201, divided.text
    parts = divided.json()["about"]["parts"]
    assert [(part["part"], part["games"]) for part in parts] == [(1, 4), (2, 8)]
    assert "0 faults" in done("verify", "--ledger", address)


def test_values_that_look_like_a_mistake_are_recorded_when_confirmed(client):
    path = "/v1/tournaments"
    details = {"name": "Open", "start": "2099-05-01", "end": "2099-05-03"}
    body = {"pool": ["fide-standard"], "set": details}
    refused = client.post(path, json=body)
    assert (refused.status_code, refused.json()["code"]) == (422, "implausible")
    assert "values_are_right" in refused.json()["detail"]
    taken = client.post(path, json=body, params={"values_are_right": "true"})
    assert taken.status_code == 201


@pytest.mark.parametrize("too_many", [0, 1])
def test_a_file_in_a_form_has_the_limit_of_a_file_as_the_body(client, too_many):
    data = b" " * (MOST_BYTES + too_many)
    form = client.post("/v1/reports", params=POOL, files={"file": ("open.trf", data)})
    body = sent(client, data, POOL)
    assert form.status_code == body.status_code == (413 if too_many else 422)
    assert form.json()["code"] == body.json()["code"]
