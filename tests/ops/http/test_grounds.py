"""Grounds stated for a recording: reason, article, day of decision, attached files."""

import json
import shutil
from hashlib import sha256

import pytest
from sqlalchemy import text

from ledger import limits
from ledger.events.register import PersonalDataErased
from ledger.store.integrity import faults
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from tests.support.command import done, run
from tests.support.served import headers_of, office_key, served, with_keys

OTHER = "fide:99000500"
BONUS = f"/v1/players/{OTHER}/bonuses"
POINTS = {"pool": "fide-standard", "points": 5, "by": "council"}
RULING, LETTER = b"%PDF-1.7\n\xff\x00 act 12", b"Dear council,\n"
DIGESTS = sorted(sha256(data).hexdigest() for data in (RULING, LETTER))
STATED = {"reason": "Rossi, Maria asked for it", "article": "act 12", "decided_on": "2026-03-02"}


@pytest.fixture
def address(sample, tmp_path):
    """A copy of the sample season."""
    return str(shutil.copy(sample, tmp_path / "copy.ledger"))


def typed(address, folder, *words, reason=STATED["reason"], files=("ruling.pdf", "letter.txt")):
    """Grant a bonus on the command line, on stated grounds."""
    (folder / "ruling.pdf").write_bytes(RULING)
    (folder / "letter.txt").write_bytes(LETTER)
    attached = [word for file in files for word in ("--attach", folder / file)]
    stated = ("--reason", reason, "--article", "act 12", "--decided-on", "2026-03-02")
    points = ("--pool", "fide-standard", "--points", "5", "--by", "council")
    return run("player", "bonus", "grant", OTHER, *points, *stated, *attached, *words,
               "--ledger", address, "--format", "json")  # fmt: skip


def sent(client, body, files=(), **parameters):
    """Grant a bonus over HTTP with a form: the JSON body and the files."""
    parts: list[object] = [("body", ("", json.dumps(body), "application/json"))]
    parts += [("attach", ("a.bin", data)) for data in files]
    return client.post(BONUS, files=parts, params=parameters)


def last_event(address, *words):
    """Return the last event of the type as `event list` shows the event."""
    shown = run("event", "list", "--type", "bonus-granted", "--ledger", address, "--format", "json")
    return shown.document["rows"][-1]


def check_stated(row):
    """Check the grounds in the row of an event."""
    assert row["stated_reason"] == STATED["reason"]
    assert (row["article"], row["decided_on"]) == ("act 12", "2026-03-02")
    assert row["attachments"] == DIGESTS


def test_the_command_line_keeps_the_grounds_beside_the_event(address, tmp_path):
    assert typed(address, tmp_path).code == 0
    check_stated(last_event(address))
    done("event", "attachment", sha256(RULING).hexdigest(), "--to", tmp_path / "again.pdf",
         "--ledger", address)  # fmt: skip
    assert (tmp_path / "again.pdf").read_bytes() == RULING
    table = done("event", "list", "--type", "bonus-granted", "--ledger", address)
    assert STATED["reason"] in table
    assert "0 faults" in done("verify", "--ledger", address)


def test_a_form_keeps_the_same_grounds(address, tmp_path):
    key = office_key(address)
    with served(address, key=key) as client:
        assert sent(client, POINTS, (RULING, LETTER), **STATED).status_code == 201
        check_stated(client.get("/v1/events?type=bonus-granted").json()["rows"][-1])
        found = client.get(f"/v1/attachments/{sha256(LETTER).hexdigest()}")
        assert found.content == LETTER
        assert found.headers["cache-control"] == "no-cache"
        again = sent(client, POINTS, (RULING, LETTER), **STATED)
        assert (again.status_code, again.json()["recorded"][0]["replayed"]) == (200, True)
    assert list(faults(Ledger.open(address).engine)) == []


@pytest.mark.parametrize(
    ("changed", "named"),
    [({"reason": "Bianchi, Ada asked"}, "reason"), ({"files": ("letter.txt",)}, "attach")],
)
def test_the_same_on_other_grounds_is_refused(address, tmp_path, changed, named):
    """The first statement stays; a later statement is never lost without a word."""
    typed(address, tmp_path)
    refused = typed(address, tmp_path, **changed)
    (reason,) = refused.document["refusals"]
    assert (reason["code"], reason["field"]) == ("grounds-differ", named)
    assert not typed(address, tmp_path).document["refusals"]


def test_erased_grounds_are_answered_as_erased(address, tmp_path):
    """The event names the erased part; the recording can still be repeated."""
    typed(address, tmp_path)
    digest, position = sha256(RULING).hexdigest(), last_event(address)["position"]
    with Ledger.open(address) as ledger:
        event_id = ledger.read.at([position])[position].event_id
        with ledger.engine.begin() as connection:
            connection.execute(text("DELETE FROM note WHERE event_id = :id"), {"id": event_id})
            empty = "UPDATE document SET bytes = x'' WHERE digest = :digest"
            connection.execute(text(empty), {"digest": digest})
        erased = PersonalDataErased(notes=(position,), documents=(digest,), by="council")
        ledger.append(Request("erase", (NewEvent(erased),)))
        assert list(faults(ledger.engine)) == []
    row = last_event(address)
    assert (row["stated_reason"], row["erased_attachments"]) == ("erased", [digest])
    asked = ("event", "attachment", digest, "--to", tmp_path / "gone.pdf")
    refused = run(*asked, "--ledger", address)
    assert refused.code != 0
    assert "was erased" in refused.err
    assert not (tmp_path / "gone.pdf").exists()
    with served(address, key=office_key(address)) as client:
        gone = client.get(f"/v1/attachments/{digest}")
        assert (gone.status_code, gone.json()["code"]) == (404, "attachment-erased")
    assert not typed(address, tmp_path).document["refusals"]


def test_a_submitter_and_the_public_see_no_grounds(sample, tmp_path):
    keyed = with_keys(sample, tmp_path)
    typed(keyed.address, tmp_path)
    path = f"/v1/attachments/{sha256(RULING).hexdigest()}"
    with served(keyed.address) as client:
        assert client.get(path).status_code == 401
        assert client.get(path, headers=headers_of(keyed.keys["submitter"])).status_code == 403
        assert client.get(path, headers=headers_of(keyed.keys["auditor"])).status_code == 200


def test_files_have_limits_of_size_and_number(address, tmp_path, monkeypatch):
    """Below, on and above; any bytes are taken, but not none."""
    monkeypatch.setattr(limits, "ATTACHMENT_BYTES", len(RULING))
    assert not typed(address, tmp_path).document["refusals"]
    monkeypatch.setattr(limits, "ATTACHMENT_BYTES", len(RULING) - 1)
    codes = [one["code"] for one in typed(address, tmp_path).document["refusals"]]
    assert codes == ["limit-exceeded"]
    monkeypatch.undo()
    many = ("letter.txt",) * (limits.ATTACHMENTS + 1)
    refused = typed(address, tmp_path, files=many)
    assert [one["code"] for one in refused.document["refusals"]] == ["limit-exceeded"]
    with served(address, key=office_key(address)) as client:
        assert sent(client, POINTS, many, **STATED).status_code == 413
        empty = sent(client, POINTS | {"points": 6}, (b"",), **STATED)
        assert (empty.status_code, empty.json()["code"]) == (422, "attachment-empty")


def test_an_address_without_grounds_takes_no_file(address):
    with served(address, key=office_key(address)) as client:
        body = ("body", ("", json.dumps({"actor": "office"}), "application/json"))
        refused = client.post("/v1/keys", files=[body, ("attach", ("a", LETTER))])
        assert (refused.status_code, refused.json()["code"]) == (422, "attachment-not-taken")


def test_an_attached_report_can_be_imported_afterwards(address, tmp_path):
    """An attachment is no report: the same bytes are kept as both."""
    report = tmp_path / "letter.txt"
    typed(address, tmp_path)
    with Ledger.open(address) as ledger:
        assert ledger.read.document(sha256(LETTER).hexdigest()) is None
        assert ledger.read.attachment(sha256(LETTER).hexdigest()) == report.read_bytes()
