"""Forms of recordings: none without sessions; with one, a preview, a confirmation, a receipt."""

import re
import shutil

import pytest

from ledger.store.ledger import Ledger
from ops.doors.catalogue import recordings
from ops.doors.declare import PARAMETER
from ops.http.form_pages import form_addresses
from ops.words import LANGUAGES
from tests.support.access_tables import EXISTS
from tests.support.actors import open_keys_at
from tests.support.forms import OF_PAGE, SECRET, forms_in, held, send, signed_in
from tests.support.served import ROLES, headers_of, office_key, served
from tests.support.two_persons import ANNA, office, propose_sample

FORM = "/en/appeals/new"
APPEAL = {
    "pool": "fide-standard",
    "kind": "report",
    "contested": "#8",
    "notified": "2026-03-02",
    "source": "registered letter",
    "reason": "the result of a game\nis wrong",
}
IN_PATH = {"proposal": "1", **EXISTS}
EVERY_FORM = [
    (at.method, PARAMETER.sub(lambda name: IN_PATH.get(name[1], "x"), at.path))
    for at in form_addresses()
]


@pytest.fixture(scope="module")
def ledger(sample, tmp_path_factory):
    """The sample with an actor of all roles, signed in; only read."""
    address = shutil.copy(sample, tmp_path_factory.mktemp("forms") / "forms.ledger")
    propose_sample(address)
    return address, office_key(address, ROLES)


@pytest.fixture(scope="module")
def reader(ledger):
    """A client of a signed-in reader, without recordings."""
    address, key = ledger
    with served(address, sessions=signed_in(key)) as client:
        yield client


@pytest.fixture
def copy(ledger, tmp_path):
    """A copy of the ledger, to record in."""
    copy = shutil.copy(ledger[0], tmp_path / "copy.ledger")
    open_keys_at(copy)
    return copy


@pytest.fixture
def writer(ledger, copy):
    """A client of a signed-in writer, recording in the copy."""
    with served(copy, sessions=signed_in(ledger[1])) as client:
        yield client


def events(address):
    with Ledger.open(str(address)) as opened:
        return [*opened.read.events()]


def hidden(page, number=0):
    return dict(held(forms_in(page.text)[number]))


def test_without_sessions_no_form_of_a_recording_is_shown_or_taken(ledger):
    """The case of `ledger serve`: forms of questions are shown, forms of recordings are not."""
    address, key = ledger
    before = len(events(address))
    with served(address, key=key) as client:
        asked = client.get("/en/tournaments")
        assert {"text", "state"} <= dict(held(forms_in(asked.text)[0])).keys()
        told = {"-session": SECRET, "-record": "true", **APPEAL}
        for method, path in EVERY_FORM:
            answer = client.request(method, path, headers=OF_PAGE, data=told)
            assert answer.status_code in (404, 405), path
            assert "<form" not in answer.text.partition("<main")[2]
    assert len(events(address)) == before


@pytest.mark.parametrize(("method", "path"), [one for one in EVERY_FORM if one[0] == "GET"])
def test_who_has_signed_in_sees_each_form(reader, method, path):
    """With the inputs outside the path, and nothing stored by a browser."""
    answer = reader.request(method, path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    assert "ETag" not in answer.headers
    assert hidden(answer, -1)["-session"] == SECRET


def test_there_is_a_form_for_each_recording_in_each_language():
    assert len(EVERY_FORM) == 2 * len(LANGUAGES) * len([*recordings()]) > 30


def test_a_link_fills_a_form_in(reader):
    page = reader.get(f"{FORM}?pool=fide-standard&kind=report&contested=%238&colour=red")
    found = hidden(page, -1)
    assert (found["pool"], found["kind"], found["contested"]) == ("fide-standard", "report", "#8")
    assert found["capacity"] == "player"
    assert "colour" not in found


def test_every_problem_stands_at_its_control_which_keeps_what_was_sent(reader):
    sent = {"contested": "forty", "decided_on": "yesterday", "reason": "so & <so>"}
    page = send(reader, reader.get("/it/appeals/new"), sent)
    assert page.status_code == 400
    assert set(re.findall(r'class="wrong" id="w-(\w+)"', page.text)) == {
        "pool", "kind", "contested", "decided_on",
    }  # fmt: skip
    assert page.text.count('aria-invalid="true"') == 4
    found = hidden(page, -1)
    assert {name: found[name] for name in sent} == sent
    assert "Nulla è stato registrato: ci sono 4 cose da sistemare" in page.text
    assert 'href="#f-kind"' in page.text


def test_a_refusal_of_the_work_stands_at_its_control_too(reader):
    page = send(reader, reader.get(FORM), APPEAL | {"contested": "#40"})
    assert page.status_code == 422
    assert re.findall(r'class="wrong" id="w-(\w+)"', page.text) == ["contested"]


def test_a_form_is_previewed_confirmed_and_recorded_once(writer, copy):
    before = len(events(copy))
    shown = send(writer, writer.get(FORM), APPEAL)
    assert shown.status_code == 200
    assert "nothing is recorded yet" in shown.text
    assert "appeal filed" in shown.text
    assert len(events(copy)) == before

    done = send(writer, shown, number=0)
    again = send(writer, shown, number=0)
    assert done.status_code == again.status_code == 303
    assert done.headers["Location"] == again.headers["Location"] == f"{FORM}?recorded={before}"
    (filed,) = events(copy)[before:]
    decoded = filed.decoded()
    assert (decoded.recorded_by, decoded.payload.contested) == ("office", 8)
    assert "Recorded: appeal filed" in writer.get(done.headers["Location"]).text


def test_the_grounds_are_those_of_the_form(writer, ledger):
    """The reason as one text, the article, the day, and the attached file, sent twice."""
    files = [("attach", ("letter.pdf", b"a letter"))]
    told = {**APPEAL, "article": "8.3", "decided_on": "2026-01-07"}
    shown = send(writer, writer.get(FORM), told, files=files)
    assert "letter.pdf" in shown.text
    other = send(writer, shown, number=0, files=[("attach", ("letter.pdf", b"another"))])
    assert other.status_code == 409
    assert "not what the preview showed" in other.text
    done = send(writer, shown, number=0, files=files)
    position = int(done.headers["Location"].rpartition("=")[2])
    row = writer.get(f"/v1/events/{position}", headers=headers_of(ledger[1])).json()["rows"][0]
    assert row["stated_reason"] == "the result of a game is wrong"
    assert (row["article"], row["decided_on"]) == ("8.3", "2026-01-07")
    assert len(row["attachments"]) == 1


def test_what_was_recorded_meanwhile_outdates_a_preview(writer):
    shown = send(writer, writer.get(FORM), APPEAL)
    other = send(writer, writer.get(FORM), APPEAL | {"contested": "#10"})
    assert send(writer, other, number=0).status_code == 303
    late = send(writer, shown, number=0)
    assert late.status_code in (303, 409)


def test_without_the_token_of_its_preview_nothing_is_recorded(writer, copy):
    before = len(events(copy))
    shown = send(writer, writer.get(FORM), APPEAL)
    again = send(writer, shown, {"as_previewed": ""}, number=0)
    assert again.status_code == 200
    assert "nothing is recorded yet" in again.text
    wrong = send(writer, shown, {"as_previewed": "12-34"}, number=0)
    assert wrong.status_code == 422
    assert len(events(copy)) == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver.local"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {},
    ],
)
def test_what_another_site_sends_is_refused(reader, headers):
    told = {**hidden(reader.get(FORM), -1), **APPEAL}
    answer = reader.post(FORM, data=told, headers=headers)
    assert answer.status_code == 403
    assert "open the form again" in answer.text


def test_an_older_browser_names_the_origin_alone(reader):
    told = {**hidden(reader.get(FORM), -1), **APPEAL}
    origin = str(reader.base_url).rstrip("/")
    assert reader.post(FORM, data=told, headers={"Origin": origin}).status_code == 200


@pytest.mark.parametrize("secret", ["", "x", SECRET[:-1], SECRET + "x"])
def test_a_form_without_the_secret_of_its_session_is_refused(reader, secret):
    told = {**APPEAL, "-session": secret}
    assert reader.post(FORM, data=told, headers=OF_PAGE).status_code == 403


def test_another_body_than_that_of_a_form_is_refused(reader):
    assert reader.post(FORM, json=APPEAL, headers=OF_PAGE).status_code == 415


def test_who_lacks_the_role_sees_no_form_and_records_nothing(sample, tmp_path):
    address = shutil.copy(sample, tmp_path / "roles.ledger")
    key = office_key(address, ["player"])
    with served(address, sessions=signed_in(key)) as client:
        assert client.get("/en/pools/fide-standard/appeal-rules/new").status_code == 403
        told = {"-session": SECRET, "kind": "report", "in_force_from": "2026-01-01", "by": "x"}
        sent = client.post("/en/pools/fide-standard/appeal-rules/new", data=told, headers=OF_PAGE)
        assert sent.status_code == 403


def test_where_two_persons_are_needed_a_form_proposes(sample, tmp_path):
    address = shutil.copy(sample, tmp_path / "two.ledger")
    made = office(address, "corrections")
    form = "/en/tournaments/T-000001/corrections/result/new"
    told = {"game": "1:1", "white": "0", "black": "1", "by": "commission"}
    before = made.head()
    with served(address, sessions=signed_in(made.keys[ANNA])) as client:
        done = send(client, send(client, client.get(form), told), number=0)
        assert done.headers["Location"] == f"{form}?proposed=1"
        assert "It waits as proposal 1" in client.get(done.headers["Location"]).text
    assert made.head() == before


def test_a_receipt_is_only_of_what_the_actor_recorded(reader):
    for named in ("recorded=8", "recorded=99999", "recorded=x", "proposed=x"):
        answer = reader.get(f"{FORM}?{named}")
        assert answer.status_code == 200
        assert "Recorded:" not in answer.text
