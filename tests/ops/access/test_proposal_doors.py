"""Proposals at both doors: overtaken, without the role, page by page, with days of the pool."""

import re
import shutil
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from ledger.store.ledger import Ledger
from ops.cli import output
from tests.support.actors import new_key
from tests.support.command import Ran, run
from tests.support.served import headers_of, served
from tests.support.two_persons import ANNA, BRUNO, CARLA, CHESS, CLUB, Office, late_report, office

ROME = ZoneInfo("Europe/Rome")
CLOSING = ("list", "close", CHESS, "2026-04")


@pytest.fixture(scope="module")
def desk(sample, tmp_path_factory):
    """Anna proposed to close a list twice: the first proposal was approved."""
    folder = tmp_path_factory.mktemp("doors")
    made = office(shutil.copy(sample, folder / "two.ledger"))
    assert "proposed as 1" in typed(made, ANNA, *CLOSING).out
    made.grant("dora", "auditor")  # an event more
    assert "proposed as 2" in typed(made, ANNA, *CLOSING).out
    assert typed(made, BRUNO, "proposal", "approve", "1").code == 0
    with Ledger.open(made.address) as ledger:
        made.keys["dora"] = new_key(ledger, "dora")[1]
    return made


@pytest.fixture(scope="module")
def client(desk):
    with served(desk.address) as client:
        yield client


def typed(desk: Office, actor: str, *words: str) -> Ran:
    """Run a command with the key of an actor."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEDGER_KEY", desk.keys[actor])
        return run(*words, "--ledger", desk.address)


def lines_of(ran: Ran) -> list[str]:
    """Return the lines of a table with single spaces between the columns."""
    return [" ".join(line.split()) for line in ran.out.splitlines()]


def test_what_was_overtaken_is_refused_by_both_doors_with_what_was_recorded(desk, client):
    headers, path = headers_of(desk.keys[BRUNO]), "/v1/proposals/2"
    shown = client.get(path, headers=headers).json()["about"]
    closed = shown["overtaken_by"]
    assert shown["state"] == "overtaken"
    answered = client.post(f"{path}/approval", headers=headers)
    assert (answered.status_code, answered.json()["code"]) == (422, "not-open")
    words = f"proposal 2 was overtaken: #{closed} was recorded in its place"
    assert words in answered.text
    assert words in typed(desk, BRUNO, "proposal", "approve", "2").err


def test_both_doors_name_the_role_that_an_approver_lacks_and_the_pool(desk, client):
    """Before anything else: an overtaken proposal is not the reason of the refusal."""
    words = f"may not record period-closed.v1 in {CHESS}: it takes the role rating-officer in"
    for actor in (CARLA, "dora"):
        answered = client.post("/v1/proposals/2/approval", headers=headers_of(desk.keys[actor]))
        assert (answered.status_code, answered.json()["code"]) == (403, "not-allowed")
        assert f"{actor} {words}" in answered.json()["detail"]
        assert f"{actor} {words}" in typed(desk, actor, "proposal", "approve", "2").err


def test_a_terminal_shows_days_of_the_pool_and_programs_get_utc(desk, client):
    headers = headers_of(desk.keys[ANNA])
    [overtaken, row] = client.get("/v1/proposals", headers=headers).json()["rows"]
    assert row["expires_at"].endswith("Z")
    ends = datetime.fromisoformat(row["expires_at"])
    text = f"{ends.astimezone(ROME):%Y-%m-%d %H:%M} Europe/Rome"
    assert text in typed(desk, ANNA, "proposal", "show", "1").out
    listed = typed(desk, ANNA, "proposal", "list").out
    closed = f"#{overtaken['overtaken_by']}"
    assert [line.split(maxsplit=5)[-1] for line in listed.splitlines()[2:4]] == [
        f"overtaken by {closed}",
        f"approved by {BRUNO} ({closed})",
    ]
    assert re.search(r"  now \d{4}-\d\d-\d\d \d\d:\d\d Europe/Rome", listed)
    document = typed(desk, ANNA, "proposal", "show", "1", "--format", "json").document
    assert document["about"]["expires_at"] == row["expires_at"]
    said = typed(desk, ANNA, "tournament", "correct", "result", "T-000001", "1:1",
                 "--white", "0", "--black", "1", "--by", "commission").out  # fmt: skip
    found = re.search(r"before (\d{4}-\d\d-\d\d \d\d:\d\d) Europe/Rome", said)
    assert found is not None, said
    listed = typed(desk, ANNA, "proposal", "list").out
    assert f"open until {found[1]} Europe/Rome" in listed
    assert max(map(len, listed.splitlines())) <= output.READABLE
    until = datetime.fromisoformat(found[1]).replace(tzinfo=ROME)
    assert timedelta(days=13) < until - datetime.now(ROME) < timedelta(days=15)


def test_both_doors_give_pages_of_a_state(desk, client):
    headers = headers_of(desk.keys[ANNA])
    asked = {"state": "overtaken", "pool": CHESS, "limit": 1}
    sent = client.get("/v1/proposals", params=asked, headers=headers).json()
    words = ("--state", "overtaken", "--pool", CHESS, "--limit", "1", "--format", "json")
    document = typed(desk, ANNA, "proposal", "list", *words).document
    assert sent["rows"] == document["rows"]
    assert [row["proposal"] for row in sent["rows"]] == [2]
    first = client.get("/v1/proposals", params={"limit": 1}, headers=headers).json()
    following = {"limit": 1, "page": first["about"]["next_page"]}
    page = client.get("/v1/proposals", params=following, headers=headers).json()
    following_words = ("--limit", "1", "--page", "2", "--format", "json")
    assert page["rows"] == typed(desk, ANNA, "proposal", "list", *following_words).document["rows"]
    assert page["rows"] != first["rows"]


def test_a_late_report_goes_from_a_club_to_an_officer(desk, client, tmp_path):
    """The club sees and withdraws the own proposal, at both doors; of others nothing is shown."""
    club, officer = (headers_of(desk.keys[actor]) for actor in (CLUB, BRUNO))
    asked = {"replaces": "T-000001", "file_name": "other.trf"}
    content = {"Content-Type": "application/octet-stream"}
    report = tmp_path / "other.trf"
    report.write_bytes(late_report())
    words = ("tournament", "import", str(report), "--replaces", "T-000001", "--format", "json")
    first = typed(desk, CLUB, *words).document["about"]["proposal"]
    listed = typed(desk, CLUB, "proposal", "list", "--format", "json").document
    assert [row["proposal"] for row in listed["rows"]] == [first]
    assert typed(desk, CLUB, "proposal", "show", str(first)).code == 0
    assert "there is no proposal 1" in typed(desk, CLUB, "proposal", "show", "1").err
    for answered in (
        client.get("/v1/proposals/1", headers=club),
        client.post("/v1/proposals/1/approval", headers=club),
    ):
        assert (answered.status_code, answered.json()["code"]) == (404, "unknown-proposal")
    own = client.post(f"/v1/proposals/{first}/approval", headers=club)
    assert own.json()["code"] == "same-person", own.text
    assert client.post(f"/v1/proposals/{first}/withdrawal", headers=club).status_code == 201
    sent = client.post("/v1/reports", params=asked, content=late_report(), headers=club | content)
    assert sent.status_code == 202, sent.text
    address = sent.headers["location"]
    [shown] = client.get(address, headers=officer).json()["rows"]
    facts = {"replaces": 8, "start": "2025-09-04", "end": "2025-09-07", "entrants": 24, "games": 82}
    assert facts.items() <= shown["facts"].items()
    answered = client.post(f"{address}/approval", headers=officer)
    assert answered.status_code == 201, answered.text
    assert len(answered.json()["recorded"]) == 1
    assert client.get(address, headers=club).json()["about"]["state"] == "approved"
    assert client.get(address, headers=officer).json()["about"]["approved_by"] == BRUNO
    again = client.post("/v1/reports", params=asked, content=late_report(), headers=club | content)
    assert again.json()["recorded"][0]["replayed"], again.text


def test_the_approver_reads_players_and_results_and_what_a_list_takes_in(desk, client):
    """At the terminal a fact a line, over HTTP fields; of a list the events taken in."""
    correcting = ("tournament", "correct", "result", "T-000002", "1:1", "--white", "0")
    words = (*correcting, "--black", "1", "--by", "fsi", "--format", "json")
    number = typed(desk, ANNA, *words).document["about"]["proposal"]
    path, headers = f"/v1/proposals/{number}", headers_of(desk.keys[BRUNO])
    [row] = client.get(path, headers=headers).json()["rows"]
    facts = {
        "tournament_name": "Torneo sociale di Pontemare",
        "round": 1,
        "white_player": "53-1",
        "white_player_name": "Tramoondeschi, Aldo",
        "black_player": "65-1",
        "black_player_name": "Fernozzolin, Oreste",
        "result_before": "1 - 0",
        "result_after": "0 - 1",
    }
    assert facts.items() <= row["facts"].items()
    lines = lines_of(typed(desk, BRUNO, "proposal", "show", str(number)))
    assert "proposed result corrected tournament T-000002" in lines
    for name, value in facts.items():
        assert f"{name.replace('_', ' ')} {value}" in lines
    [closing] = client.get("/v1/proposals/1", headers=headers).json()["rows"]
    through = closing["facts"]["through_position"]
    assert closing["facts"] == {
        "pool": CHESS,
        "period": "2026-04",
        "list_date": "2026-04-01",
        "cut_off": "2026-03-29",
        "through_position": through,
        "rows": 77,
    }
    lines = lines_of(typed(desk, BRUNO, "proposal", "show", "1"))
    assert f"through position {through}" in lines


def test_both_doors_say_why_a_refused_approval_ended_a_proposal(desk, client):
    correcting = ("tournament", "correct", "result", "T-000003", "1:1", "--by", "fsi")
    in_json = ("--format", "json")
    first, other = (
        typed(desk, ANNA, *correcting, *results, *in_json).document["about"]["proposal"]
        for results in (("--white", "=", "--black", "="), ("--white", "0", "--black", "0"))
    )
    assert typed(desk, BRUNO, "proposal", "approve", str(first)).code == 0
    headers = headers_of(desk.keys[BRUNO])
    refused = client.post(f"/v1/proposals/{other}/approval", headers=headers)
    assert refused.json()["code"] == "preview-again", refused.text
    about = client.get(f"/v1/proposals/{other}", headers=headers).json()["about"]
    assert (about["state"], about["ended_because"]) == ("overtaken", "preview-again")
    shown = typed(desk, BRUNO, "proposal", "show", str(other)).out
    assert "ended because something else would be recorded" in shown
    words = "overtaken (something else would be recorded)"
    assert words in " ".join(typed(desk, BRUNO, "proposal", "list").out.split())
