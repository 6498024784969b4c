"""`tournament import --by-month` for article 4: the remedy of a finding, typed."""

import re
from dataclasses import replace
from datetime import date

import pytest

from tests.support.begun_ledgers import begun
from tests.support.command import done, run
from tests.support.report_files import Tournament, players, round_robin

T = "T-000001"
POOL = "fide-standard"
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
SAID = ("--set", "received_on=2025-11-25")
PARTS = (
    "  part 1 (#{}): 2025-10-06 to 2025-10-13, 4 games, 2 rounds\n"
    "  part 2 (#{}): 2025-11-03 to 2025-11-24, 8 games, 4 rounds\n"
)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a ledger, and the file of the whole event."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", "x.ledger")
    opened = f"pool open {POOL} --first-period 2025-11 --adopt"
    begun(tmp_path / "x.ledger", "init --origin example.org", opened)
    (tmp_path / "long.trf").write_bytes(LONG.trf16())
    return tmp_path


def of_article_4():
    rows = run("pool", "findings", POOL, T, "--format", "json").document["rows"]
    return [
        (each["kind"], bool(DIVIDE.search(each["remedy"])))
        for each in rows
        if each["article"] == "4"
    ]


DIVIDE = re.compile(r"`ledger tournament import FILE --(of|replaces) \S+ --by-month`")
"""Of one that is announced, and of one that is reported."""


def test_a_report_that_came_whole_is_divided_as_its_finding_says(here):
    done("tournament", "import", "long.trf", "--pool", POOL, "--register-new", *SAID)
    assert of_article_4() == [("needs a decision", True)]
    told = done("tournament", "import", "long.trf", "--by-month", "--replaces", T)
    assert PARTS.format(12, 13) in told
    assert "in 2 parts (#13) in place of #11: 4 entrants, 12 games, 6 rounds" in told
    assert of_article_4() == []
    assert done("tournament", "import", "long.trf", "--by-month", "--replaces", T).startswith(
        "imported already"
    )


def test_the_report_of_what_was_announced_is_divided_as_the_finding_before_play_says(here):
    said = {"name": LONG.name, "start": DAYS[0], "end": DAYS[-1], "registered_on": "2025-09-01"}
    given = [word for name, text in said.items() for word in ("--set", f"{name}={text}")]
    done("tournament", "announce", "--pool", POOL, *given)
    assert of_article_4() == [("warning", True)]
    told = done(
        "tournament", "import", "long.trf", "--by-month", "--of", T, "--register-new", *SAID
    )
    assert "in 2 parts" in told
    assert of_article_4() == []


@pytest.mark.parametrize("whole_first", [False, True])
def test_article_4_the_games_of_each_month_are_booked_on_the_list_that_follows(here, whole_first):
    """Whichever way the parts came; every list is reproduced."""
    new = ("--pool", POOL, "--register-new", *SAID)
    if whole_first:
        done("tournament", "import", "long.trf", *new)
    done(
        "tournament",
        "import",
        "long.trf",
        "--by-month",
        *(("--replaces", T) if whole_first else new),
    )
    for period in ("2025-11", "2025-12"):
        assert "1 tournament booked" in done("list", "close", POOL, period)
    assert done("verify").endswith("2 lists reproduced, 0 faults\n")


def test_a_check_tells_the_parts(here):
    told = done(
        "tournament",
        "import",
        "long.trf",
        "--preview",
        "--by-month",
        "--pool",
        POOL,
        "--register-new",
    )
    assert "  part 2 (#12): 2025-11-03 to 2025-11-24, 8 games, 4 rounds\n" in told


def test_a_booked_report_is_not_divided(here):
    days = [*DAYS[:2], date(2025, 11, 3)]
    short = replace(LONG, rounds=LONG.rounds[:3], round_dates=days, end=days[-1])
    (here / "short.trf").write_bytes(short.trf16())
    done(
        "tournament",
        "import",
        "short.trf",
        "--pool",
        POOL,
        "--register-new",
        "--set",
        "received_on=2025-11-04",
    )
    for period in ("2025-11", "2025-12"):
        done("list", "close", POOL, period)
    told = run("tournament", "import", "short.trf", "--by-month", "--replaces", T)
    assert told.code == 3
    assert "a report is divided only while no list has it" in told.err
