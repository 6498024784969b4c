"""Findings of missing data: each prints the command to supply the data."""

import pytest

from tests.support.begun_ledgers import begun
from tests.support.command import done, run

FACTS = {
    "name": "Open",
    "start": "2025-12-06",
    "end": "2025-12-08",
    "registered_on": "2025-11-01",
    "round_days": "2025-12-06,2025-12-07,2025-12-08",
    "announced_as_rated": "true",
}
TIMES = {"fide-standard": "7200+30", "fide-rapid": "900+10", "fide-blitz": "180+2"}


@pytest.fixture
def announced(tmp_path, monkeypatch):
    """Announce a tournament with given facts."""
    monkeypatch.setenv("LEDGER", str(tmp_path / "x.ledger"))
    opened = [f"pool open {pool} --first-period 2025-10 --adopt" for pool in TIMES]
    begun(tmp_path / "x.ledger", "init --origin example.org", *opened)

    def announce(pool, **facts):
        said = FACTS | {"time_control": TIMES[pool]} | facts
        given = [word for name, text in said.items() for word in ("--set", f"{name}={text}")]
        done("tournament", "announce", "--pool", pool, *given)

    return announce


def told(pool):
    ran = run("tournament", "check", pool, "T-000001", "--format", "json")
    return {each["article"]: each for each in ran.document["rows"]}


@pytest.mark.parametrize(
    ("pool", "facts", "fact"),
    [
        ("fide-standard", {"time_control": "slow"}, "time_control=5400+30"),
        ("fide-standard", {"announced_as_rated": "false"}, "announced_as_rated=true"),
        ("fide-rapid", {"time_control": "quick"}, "time_control=900+10"),
        ("fide-blitz", {"time_control": "quick"}, "time_control=180+2"),
    ],
)
def test_the_fact_that_is_missing_is_told_as_it_is_typed(announced, pool, facts, fact):
    announced(pool, **facts)
    ((article, finding),) = told(pool).items()
    assert fact in finding["remedy"]
    done("tournament", "correct", "details", "T-000001", "--set", fact, "--by", "arbiters")
    assert article not in told(pool)


def test_the_ratings_that_need_more_time_are_told_with_the_time(announced):
    announced("fide-standard", time_control="5400")
    assert told("fide-standard")["1.1"]["says"] == (
        "games with a player of 2400 or more would not be rated: they need 120 minutes on 60 moves"
    )


@pytest.mark.parametrize(
    ("pool", "bounds"),
    [("fide-rapid", "over 10 and under 60"), ("fide-blitz", "over 3 and up to 10")],
)
def test_the_times_of_a_pool_are_told(announced, pool, bounds):
    announced(pool, time_control="3600")
    assert f"{bounds} minutes on 60 moves" in told(pool)["1.1"]["says"]


@pytest.mark.parametrize("text", ["120+1", "90+30", "60"])
def test_a_time_control_that_may_be_minutes_is_refused_with_the_seconds(announced, text):
    """As record 222 is read, in every place for a time control."""
    ran = run("tournament", "announce", "--pool", "fide-standard", "--set", f"time_control={text}")
    assert ran.code == 3
    announced("fide-standard")
    corrected = run(
        *(
            "tournament",
            "correct",
            "details",
            "T-000001",
            "--set",
            f"time_control={text}",
            "--by",
            "us",
        )
    )
    assert corrected.code == 3
    minutes, plus, increment = text.partition("+")
    seconds = f"{60 * int(minutes)}{plus}{increment}"
    for refused in (ran, corrected):
        assert f"if these are minutes: time_control={seconds}" in refused.err
