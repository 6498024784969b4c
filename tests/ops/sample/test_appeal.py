"""The story of an appeal, as commands and as requests: one decision, two persons, both tracks."""

import json
import os
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.events.appeals import AppealDecided
from ops.appeals.register import appeals
from ops.house import open_house
from ops.lists.what_if import Supposing, what_if
from ops.sample import commands
from tests.support.command import run
from tests.support.seasons import FIDE
from tests.support.served import ROLES, headers_of, served, with_keys

STORY = commands.FOLDER / "appeal"
STANDARD, PLAYER, CLOSED = "fide-standard", 251, "2026-02"
KEY = "LEDGER_KEY="


def digest(address) -> str:
    with open_house(str(address)) as house:
        house.catch_up()
        return house.pool(STANDARD).list_of(CLOSED).digest


def key_file(actor: str, folder: Path, address: str) -> str:
    """Return the file with the key of an actor, as made by the first lines of the story."""
    file = folder / f"{actor}.key"
    if not file.exists():
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "w") as opened:
            made = run("key", "create", actor, "--format", "json", "--ledger", address)
            opened.write(made.document["about"]["text"])
    return str(file)


@pytest.fixture(scope="module")
def typed(ledger_of, tmp_path_factory):
    """The ledger after the commands, and the answers in their order."""
    folder = tmp_path_factory.mktemp("typed")
    address = str(shutil.copy(ledger_of(FIDE), folder / "copy.ledger"))
    return address, list(answers_of(address, folder))


def answers_of(address: str, folder: Path) -> Iterator[str]:
    """Type the commands of the story, commands with keys as the keys' actors; yield the answers."""
    for line in (STORY / "appeal.txt").read_text().replace("\\\n", " ").splitlines():
        key, _, words = line.partition("ledger ")
        if not words or key.startswith("#"):
            continue
        with pytest.MonkeyPatch.context() as patch:
            if key.startswith(KEY):
                actor = key.removeprefix(KEY).partition(".")[0]
                patch.setenv("LEDGER_KEY", key_file(actor, folder, address))
            code, lines = commands.run(shlex.split(words), address, "appeal")
        assert code == 0, (words, lines)
        yield "\n".join(lines)


def test_the_story_types_no_position():
    """A further event in the season before would change all positions."""
    files = [file.read_text() for file in STORY.iterdir() if file.is_file()]
    assert re.findall(r"#\d+", "".join(files)) == []


def whole(answer: str) -> str:
    """Return an answer in a line, with table texts of several lines joined."""
    return " ".join(answer.split())


def test_the_story_tells_what_was_official_what_moves_and_what_would_have_been(typed):
    """1918 on the list of January, 1928 on that of February, 1924 if known in time."""
    _, answers = typed
    told = [
        ("player", "1918 20"),
        ("a preview, nothing is recorded", "booked on list 2026-02"),
        ("a preview, nothing is recorded", "1918"),
        ("proposed as 1, not recorded yet", "another person approves it"),
        ("approved 1 of person-3", ""),
        ("player", "1928 20"),
        ("player", "1924 20"),
        (
            "fide-standard: list 2026-01",
            "The increase of low ratings on the list of March 2024.",
        ),
        ("trail of 251-6", "1863 to 1918; lift +55; revised 1924"),
        ("trail of 251-6", "Appeal A-000001 decided: upheld; appeal: A-000001"),
    ]
    rest = iter(answers)
    found = next(rest)
    for begins, holds in told:
        while not (found.startswith(begins) and holds in whole(found)):
            found = next(rest)
    assert "approved by person-4" in whole(found)


@pytest.mark.parametrize(
    ("day", "shown"),
    [
        ("2026-01-07", []),
        ("2026-01-08", ["appeal-filed"]),
        ("2026-01-19", ["appeal-decided", "result-corrected"]),
        ("2026-01-20", ["appeal-decided", "result-corrected", "appeal-notified"]),
        ("2026-02-01", ["appeal-decided", "result-corrected", "appeal-notified", "period-closed"]),
    ],
)
def test_the_trail_as_of_a_day_shows_what_had_happened(typed, day, shown):
    """The day of receipt, of the decision with its corrections, of the notice and of the list."""
    address, _ = typed
    words = ("player", "trail", "251-6", "--pool", STANDARD, "--first", "#540", "--as-of", day)
    rows = run(*words, "--format", "json", "--ledger", address).document["rows"]
    assert [row["event"] for row in rows][-len(shown) :] == shown


def test_without_the_decision_the_correction_that_it_caused_is_left_out(typed):
    address, _ = typed
    with open_house(address) as house:
        house.catch_up()
        (decision,) = (one.position for one in house.read.of_type(AppealDecided.TYPE))
        answer = what_if(house, STANDARD, CLOSED, Supposing(without=[f"#{decision}"]))
    assert answer.about.without_effect == (decision + 1,)
    (row,) = [row for row in answer.rows if row.player == "251-6"]
    assert (row.what, row.official, row.hypothetical) == ("rating", 1928, 1918)


def test_the_register_shows_the_decision_and_no_person(typed):
    address, answers = typed
    assert any("A-000001" in answer for answer in answers)
    with open_house(address) as house:
        house.catch_up()
        (row,) = appeals(house).rows
        assert (row.status, row.outcome, row.remedy) == ("decided", "upheld", "next-list")
        assert str(row.filed_on) == "2026-01-08"
    text = run("appeal", "list", "--format", "json", "--ledger", address).out
    assert not [name for name in ("player-251", "person-", "251-6", "arbiter") if name in text]


def test_the_requests_lead_to_the_same_lists_and_answers(typed, ledger_of, tmp_path):
    """The approval records; the request before is a proposal (202)."""
    address, _ = typed
    keyed = with_keys(ledger_of(FIDE), tmp_path)
    keys = {role: keyed.keys[role] for role in ROLES}
    ratings, statuses, causes = [], [], []
    with served(keyed.address) as client:
        for line in (STORY / "appeal.jsonl").read_text().splitlines():
            asked = json.loads(line)
            path = asked.get("post") or asked["get"]
            body = {"json": asked["body"]} if "body" in asked else {}
            reply = client.request(
                "POST" if body else "GET",
                path,
                params=asked.get("query", {}),
                headers=headers_of(keys.get(asked["as"])),
                **body,
            )
            assert reply.is_success, (asked, reply.text)
            if path == "/v1/keys":
                keys[asked["body"]["actor"]] = reply.json()["about"]["text"]
            elif path.endswith("/rating"):
                ratings.append(reply.json()["rows"][0]["rating"])
            elif path.endswith("/decision"):
                statuses.append(reply.status_code)
            elif "/compare/" in path:
                causes += [cause["kind"] for cause in reply.json()["rows"][0]["causes"]]
        assert client.get("/v1/appeals/A-000001").status_code == 401
    assert ratings == [1918, 1928, 1924]
    assert statuses == [200, 202]
    assert causes == ["correction", "line"]
    assert digest(keyed.address) == digest(address)
