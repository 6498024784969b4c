"""The figures printed in a file are compared with lists and with the file: ratings, the rounds
announced.
"""

import re
from dataclasses import replace

import pytest

from ledger.register import identities
from tests.support.begun_ledgers import begun
from tests.support.command import done, run
from tests.support.report_files import Tournament, amended, players, round_robin

FOUR = players(4)
TABLE = Tournament(FOUR, round_robin(4))
"""From 10 to 12 January 2026; ratings 2000, 1990, 1980, 1970."""
POOL = "fide-standard"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Make a pool that begins with a list of the four players."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", str(tmp_path / "x.ledger"))
    rows = [f'{player.fide_id},"{player.name}",{player.birth},{player.rating}' for player in FOUR]
    listed = tmp_path / "list.csv"
    listed.write_text("\n".join(["number,name,birth_year,rating", *rows]) + "\n")
    begun(
        tmp_path / "x.ledger",
        "init --origin example.org",
        f"pool open {POOL} --first-period 2026-02 --adopt",
        f"pool carry-over {POOL} {listed} --on 2026-01-01 --source list --register-new",
    )
    return tmp_path


def printing(**ratings: str) -> bytes:
    """The file with other ratings, by start number: p1, p2 …"""
    file = TABLE.trf16()
    for number, text in ratings.items():
        file = amended(file, player=int(number[1:]), column=49, text=f"{text:>4}")
    return file


def found(here, file, *words, about="printed"):
    """Import a file and return the finding about the ratings, if any."""
    (here / "open.trf").write_bytes(file)
    done("tournament", "import", "open.trf", "--pool", POOL, *words)
    return told(about)


def told(about):
    rows = run("pool", "findings", POOL, "T-000001", "--format", "json").document["rows"]
    return [row for row in rows if about in row["says"]]


def test_ratings_as_on_the_list_are_no_finding(here):
    assert found(here, printing()) == []


def test_ratings_that_differ_are_one_warning_the_largest_difference_first(here):
    """Reading `printed_ratings`: from the ratings of the list in force at the start."""
    (warning,) = found(here, printing(p1="2001", p3="1720"))
    who = [identities.show(number) for number in (3, 1)]
    assert warning["kind"] == "warning"
    assert warning["says"] == (
        "2 printed ratings of 4 not that of the list in force: "
        f"{who[0]} 1720 (list 1980); {who[1]} 2001 (list 2000)"
    )
    assert "another person" in warning["remedy"]
    assert re.fullmatch(r"[0-9.]+", warning["article"])


def test_nothing_printed_is_no_difference(here):
    assert found(here, printing(p1="", p2="0")) == []


def test_numbers_of_another_body_bring_ratings_of_another_body(here):
    for player, each in enumerate(FOUR, 1):
        number = f"fid:{each.fide_id}"
        done("player", "correct", identities.show(player), "--number", number, "--by", "us")
    assert found(here, printing(p1="1500"), "--number-scheme", "fid") == []


def test_the_finding_stays_on_the_list_that_books_the_tournament(here):
    done_before = found(here, printing(p2="1800"))
    done("list", "close", POOL, "2026-02")
    assert told("printed") == done_before


@pytest.mark.parametrize(("announced", "warned"), [("3", False), ("5", True)])
def test_rounds_that_are_to_come_are_a_warning_until_the_whole_report_came(here, announced, warned):
    file = replace(TABLE, extra={"142": announced}).trf16()
    rounds = found(here, file, about="rounds announced")
    assert [warning["says"] for warning in rounds] == warned * [
        "3 of 5 rounds announced are reported"
    ]
    if warned:
        assert "--replaces T-000001" in rounds[0]["remedy"]
        more = [*TABLE.rounds, *TABLE.rounds[:2]]
        (here / "whole.trf").write_bytes(replace(TABLE, rounds=more, extra={"142": "5"}).trf16())
        done("tournament", "import", "whole.trf", "--replaces", "T-000001")
        assert told("rounds announced") == []
