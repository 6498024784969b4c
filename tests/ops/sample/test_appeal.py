"""The story of an appeal, as commands and as requests: the same list of April, with the draw."""

import json
import shutil

import pytest

from ops.answers.appeals import appeals
from ops.house import open_house
from ops.sample import commands
from tests.support.command import done, run
from tests.support.served import headers_of, served, with_keys

STORY = commands.FOLDER / "appeal"
CHESS, PERIOD = "fide-standard", "2026-04"


def ratings(address) -> dict[str, int]:
    """The ratings of the two players of the game on the list of April."""
    rows = json.loads(
        done(
            "list",
            "show",
            CHESS,
            PERIOD,
            "--limit",
            "0",
            "--format",
            "json",
            "--ledger",
            str(address),
        )
    )["rows"]
    return {row["player"]: row["rating"] for row in rows if row["player"] in ("24-1", "46-9")}


def digest(address) -> str:
    with open_house(str(address)) as house:
        house.catch_up()
        return house.pool(CHESS).list_of(PERIOD).digest


@pytest.fixture(scope="module")
def typed(sample, tmp_path_factory):
    """The ledger after the commands, and what they answered."""
    address = str(shutil.copy(sample, tmp_path_factory.mktemp("typed") / "copy.ledger"))
    answers = {}
    for words in commands.typed(STORY / "appeal.txt"):
        code, lines = commands.run(words, address, "appeal")
        assert code == 0, (words, lines)
        answers[" ".join(words[:2]) + (" --preview" if "--preview" in words else "")] = lines
    return address, answers


def test_the_preview_shows_what_the_next_list_books(typed, sample, tmp_path):
    """Ten points each way, on the list of April; that of March stays."""
    address, answers = typed
    shown = "\n".join(answers["appeal decide --preview"])
    assert "a preview, nothing is recorded" in shown
    assert "list 2026-03 of fide-standard stays as sealed; booked on list 2026-04" in shown
    without = str(shutil.copy(sample, tmp_path / "without.ledger"))
    done("list", "close", CHESS, PERIOD, "--ledger", without)
    before, after = ratings(without), ratings(address)
    assert {player: after[player] - before[player] for player in after} == {"24-1": -10, "46-9": 10}


def test_the_register_shows_the_decision_and_no_person(typed):
    address, answers = typed
    assert "A-000001" in "\n".join(answers["appeal list"])
    with open_house(address) as house:
        house.catch_up()
        (row,) = appeals(house).rows
        assert (row.status, row.outcome, row.remedy) == ("decided", "upheld", "next-list")
        assert str(row.filed_on) == "2026-03-08"
    text = run("appeal", "list", "--format", "json", "--ledger", address).out
    assert not [name for name in ("player-46", "person-", "46-9", "arbiter") if name in text]


def test_the_requests_lead_to_the_same_list(typed, sample, tmp_path):
    address, _ = typed
    keyed = with_keys(sample, tmp_path)
    with served(keyed.address) as client:
        for line in (STORY / "appeal.jsonl").read_text().splitlines():
            asked = json.loads(line)
            headers = headers_of(keyed.keys[asked["as"]])
            query = asked["query"]
            reply = client.post(asked["post"], params=query, json=asked["body"], headers=headers)
            expected = 200 if "preview" in query else 201
            assert reply.status_code == expected, (asked, reply.text)
        shown = client.get("/v1/appeals").json()["rows"]
        assert [row["outcome"] for row in shown] == ["upheld"]
        assert client.get("/v1/appeals/A-000001").status_code == 401
    assert digest(keyed.address) == digest(address)
