"""A likely slip is refused by every command, and recorded when confirmed."""

import json

import pytest

from ops.cli.exits import DONE, REFUSED
from tests.support.command import done, run

POOL = "fide-standard"
NAMED = ("tournament", "announce", "--pool", POOL, "--set", "name=Open")


@pytest.fixture
def ledger(tmp_path):
    """A ledger with a pool and an announced tournament, as an option."""
    option = ("--ledger", tmp_path / "a.ledger")
    done("init", *option)
    done("pool", "open", POOL, "--first-period", "2025-10", "--adopt", *option)
    done(*NAMED, "--set", "start=2026-05-01", "--set", "end=2026-05-02", *option)
    return option


def carried(folder):
    """A file with a rating of 9999."""
    path = folder / "carried.csv"
    path.write_text("number,name,federation,sex,birth_year,rating\n90000001,Anna,ITA,w,1990,9999\n")
    words = ("--on", "2025-09-01", "--source", "list", "--register-new")
    return ("pool", "carry-over", POOL, path, *words)


def decisions(folder):
    """A file with categories, one beginning at 9999."""
    path = folder / "decisions.jsonl"
    payload = {"pool": POOL, "name": "categories", "unit": "points", "by": "body"}
    rows = {"rows": [["Third", 0], ["Master", 9999]], "in_force_from": "2026-01-01"}
    path.write_text(json.dumps({"type": "parameter-set", "payload": payload | rows}))
    return ("event", "record-file", path)


SLIPS = {
    "1700": lambda _: (*NAMED, "--set", "start=1700-05-01", "--set", "end=1700-05-02"),
    "3654": lambda _: (*NAMED, "--set", "start=2016-01-01", "--set", "end=2026-01-01"),
    "2099": lambda _: (*NAMED, "--set", "start=2099-01-01", "--set", "end=2099-01-02"),
    "99999": lambda _: (
        *(
            "tournament",
            "correct",
            "details",
            "T-000001",
            "--by",
            "body",
            "--set",
            "time_control=99999+30",
        ),
    ),
    "2205": lambda _: ("pool", "open", "uisp", "--first-period", "2205-Q1"),
    "2062": lambda _: ("pool", "open", "fide-blitz", "--first-period", "2062-01"),
    "9999 ": carried,
    "9999": decisions,
}


@pytest.mark.parametrize(("found", "words"), SLIPS.items(), ids=SLIPS.keys())
def test_a_slip_is_refused_until_somebody_says_that_it_is_right(ledger, tmp_path, found, words):
    typed = (*words(tmp_path), *ledger)
    ran = run(*typed)
    assert ran.code == REFUSED
    assert f": {found.strip()}" in ran.err
    assert "is not plausible" in ran.err
    assert "--values-are-right" in ran.err
    assert run(*typed, "--values-are-right").code == DONE
    assert run(*typed).code == DONE, "a repetition gets its receipt"
