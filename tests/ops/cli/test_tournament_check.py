"""Announcing and checking at the command line: before play, after it, and decisions by hand."""

import msgspec
import pytest

from ledger.events.tournament import TournamentRegistered
from ledger.store.ledger import Ledger
from ops.cli.exits import REFUSED
from tests.support.begun_ledgers import begun
from tests.support.command import done, run

DAYS = ("--set", "name=Open", "--set", "start=2026-05-01", "--set", "end=2026-05-03")
OPEN = (*DAYS, "--set", "round_days=2026-05-01,2026-05-02,2026-05-02,2026-05-03")
COMPLETE = (
    *OPEN,
    *("--set", "registered_on=2026-03-01"),
    *("--set", "time_control=5400+30"),
    *("--set", "announced_as_rated=true"),
)
POOL = ("--pool", "fide-standard")


@pytest.fixture
def ledger(tmp_path):
    """A ledger with a pool, and the path as an option."""
    where = ("--ledger", tmp_path / "x.ledger")
    begun(
        where[1],
        "init --origin example.org --zone Europe/Rome",
        "pool open fide-standard --first-period 2026-03",
        "pool adopt fide-standard 2025-10-01",
    )
    return where


def rows(*words):
    ran = run("tournament", "check", "fide-standard", *words, "--format", "json")
    return ran.code, [(each["kind"], each["article"]) for each in ran.document["rows"]]


def test_an_announcement_gets_the_next_number_and_is_checked(ledger):
    """Nothing is missing or barred: exit 0."""
    told = done("tournament", "announce", *POOL, *COMPLETE, *ledger)
    assert told.startswith("announced T-000001, Open (#3)\n")
    assert "ledger tournament check fide-standard T-000001" in told
    assert rows("T-000001", *ledger) == (0, [])


def test_repeating_an_announcement_gives_the_first_receipt(ledger):
    done("tournament", "announce", *POOL, *COMPLETE, *ledger)
    assert "already recorded" in done("tournament", "announce", *POOL, *COMPLETE, *ledger)


def test_a_preview_shows_the_number_that_the_recording_gives(ledger):
    """Numbers go on after six digits; a person chooses six digits at most."""
    done("tournament", "announce", "T-999999", *POOL, *COMPLETE, *ledger)
    words = ("tournament", "announce", *POOL, *COMPLETE[2:], "--set", "name=Another", *ledger)
    assert "announced T-1000000, Another (#4)" in done(*words, "--preview")
    assert done(*words).startswith("announced T-1000000, Another (#4)\n")
    refused = run("tournament", "announce", "T-1000001", *POOL, *COMPLETE, *ledger)
    assert refused.code == REFUSED
    assert "choose T- and six digits, or another beginning, or leave it out" in refused.err


def test_what_needs_a_decision_ends_with_1(ledger):
    """Registered on the day before; the games would be too fast for anybody."""
    late = ("--set", "registered_on=2026-04-30", "--set", "time_control=3000")
    done("tournament", "announce", "SPRING", *POOL, *OPEN, *late, *ledger)
    assert rows("SPRING", *ledger) == (
        1,
        [("needs a decision", "0.2.2"), ("not rated", "1.1"), ("warning", "9.2")],
    )


def test_article_0_2_the_schedule_is_asked_for_before_play(ledger):
    """Reading `schedule_not_told`: with the announcement, before one, and afterwards."""
    done("tournament", "announce", *POOL, *DAYS, *COMPLETE[len(OPEN) :], *ledger)
    assert rows("T-000001", *ledger) == (0, [("warning", "0.2")])
    days = ("--set", "round_days=2026-05-01,2026-05-02,2026-05-03")
    assert "now:    round_days=2026-05-01,2026-05-02,2026-05-03" in done(
        "tournament", "correct", "details", "T-000001", *days, "--by", "arbiters", *ledger
    )
    assert rows("T-000001", *ledger) == (0, [])
    assert rows(*COMPLETE, *ledger) == (0, [])


@pytest.mark.parametrize(
    ("rounds", "found"),
    [
        (3, [("warning", "1.1")]),
        (4, [("warning", "1.1")]),  # of 90 minutes a side on 60 moves: twelve hours
        (5, [("warning", "1.1"), ("needs a decision", "3")]),
    ],
)
def test_article_3_the_hours_of_a_day_are_counted_before_play(ledger, rounds, found):
    days = ",".join(["2026-05-02"] * rounds)
    slow = ("--set", f"round_days={days}", "--set", "time_control=3600+30")
    assert rows(*COMPLETE, *slow, *ledger)[1] == found


def test_article_0_2_rounds_outside_the_days_of_the_tournament_are_warned_of(ledger):
    days = ("--set", "round_days=2026-05-01,2026-05-04")
    assert rows(*COMPLETE, *days, *ledger) == (0, [("warning", "0.2")])


def test_a_schedule_that_cannot_be_read_is_refused(ledger):
    ran = run(
        "tournament", "announce", *POOL, *COMPLETE, "--set", "round_days=2026-05-01,May", *ledger
    )
    assert ran.code == 3
    assert "expected the day of each round in order, YYYY-MM-DD, separated by commas" in ran.err


def test_an_approval_by_hand_lifts_the_late_registration(ledger):
    late = ("--set", "registered_on=2026-04-30")
    done("tournament", "announce", "SPRING", *POOL, *COMPLETE, *late, *ledger)
    assert ("needs a decision", "0.2.2") in rows("SPRING", *ledger)[1]
    approved = ("--tournament", "SPRING", "--article", "0.2.2", "--by", "fide-qc")
    done("event", "record", "exemption-granted", *approved, *ledger)
    code, found = rows("SPRING", *ledger)
    assert code == 0
    assert ("needs a decision", "0.2.2") not in found


def test_what_is_only_intended_is_checked_without_being_recorded(ledger):
    with Ledger.open(str(ledger[1])) as opened:
        before = opened.read.head()
    code, found = rows(*OPEN, *ledger)
    assert ("warning", "1.1") in found
    with Ledger.open(str(ledger[1])) as opened:
        assert opened.read.head() == before
    assert code in (0, 1)


def test_the_details_that_are_named_are_those_that_an_announcement_takes(ledger):
    """Every detail named can be given."""
    told = run("tournament", "announce", *POOL, *OPEN, "--set", "colour=blue", *ledger).err
    named = told.partition("there are: ")[2].strip().split(", ")
    assert set(named) < {each.name for each in msgspec.structs.fields(TournamentRegistered)}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("tournament", "announce", *POOL, "--set", "name=Open"),
            "a detail is missing: start, end",
        ),
        (("tournament", "announce", "--pool", "nowhere", *OPEN), "there is no pool 'nowhere'"),
        (("tournament", "announce", *POOL, *OPEN, "--set", "end=2026-04-30"), "is after end"),
        (
            ("tournament", "announce", *POOL, *OPEN, "--set", "received_on=2026-05-04"),
            "received_on: nothing is received before play; it is given with the report",
        ),
        (
            ("tournament", "announce", *POOL, *OPEN, "--set", "pools=a,b"),
            "pools: named apart (--pool)",
        ),
        (
            ("tournament", "check", "fide-standard", *OPEN, "--set", "received_on=2026-05-04"),
            "received_on: nothing is received before play; it is given with the report",
        ),
        (("tournament", "check", "fide-standard"), "name a tournament"),
        (("tournament", "check", "fide-standard", "T-000009"), "does not know T-000009"),
        (
            (
                "event",
                "record",
                "tournament-refused",
                "--tournament",
                "T-000009",
                "--by",
                "fide-qc",
            ),
            "there is no tournament 'T-000009'",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(ledger, words, says):
    ran = run(*words, *ledger)
    assert ran.code == 3
    assert ran.err.startswith("refused: ")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_an_id_that_is_taken_is_refused(ledger):
    done("tournament", "announce", "SPRING", *POOL, *COMPLETE, *ledger)
    ran = run("tournament", "announce", "SPRING", *POOL, *OPEN, *ledger)
    assert ran.code == 3
    assert "announced already" in ran.err


def test_a_game_is_excluded_admitted_and_excluded_again(copy):
    """Each decision is recorded; the same decision twice in a row once; an admission names the
    lifted finding.
    """
    where = ("--ledger", copy)
    done("tournament", "announce", "SPRING", *POOL, *COMPLETE, *where)
    of_game = ("--report", report_of(copy), "--game", "0")
    game = ("--tournament", "T-000001", *of_game, "--by", "fide-fpl")
    first = done("event", "record", "game-excluded", *game, *where)
    assert "already recorded" in done("event", "record", "game-excluded", *game, *where)
    ran = run("event", "record", "game-admitted", *game, *where)
    assert (ran.code, "past one article: --article" in ran.err) == (3, True)
    done("event", "record", "game-admitted", *game, "--article", "5.1", *where)
    assert done("event", "record", "game-excluded", *game, *where) not in (first, "")
    assert "game excluded" in done("tournament", "show", "T-000001", *where)


def report_of(address):
    with Ledger.open(str(address)) as opened:
        stream = opened.read.stream("tournament-T-000001")
        return str(next(each.position for each in stream if "submitted" in each.type))


def test_the_sample_states_every_fact_so_nothing_is_found_about_its_tournaments(sample):
    """Only forfeits, byes, unrated opponents, first events without a point, later lists."""
    articles = set()
    for number in range(1, 14):
        ran = run(
            *("pool", "findings", "fide-standard", f"T-{number:06d}", "--format", "json"),
            *("--ledger", sample),
        )
        articles |= {each["article"] for each in ran.document["rows"]}
    assert articles == {"5.1", "8.3.1", "8.2.1", "7.1.3"}


def test_what_is_in_order_is_said(ledger):
    done("tournament", "announce", *POOL, *COMPLETE, *ledger)
    told = done("tournament", "check", "fide-standard", "T-000001", *ledger)
    assert told.startswith("T-000001 in fide-standard, missing or wrong for rating: nothing\n")


def test_what_to_do_is_said_with_the_command_that_does_it(ledger):
    done(
        "tournament",
        "announce",
        "SPRING",
        *POOL,
        *OPEN,
        "--set",
        "registered_on=2026-04-30",
        *ledger,
    )
    ran = run("tournament", "check", "fide-standard", "SPRING", *ledger)
    for command in (
        "ledger tournament correct details SPRING --set time_control=5400+30 --by BY",
        "ledger event record exemption-granted --tournament SPRING --article 0.2.2 --by",
        "ledger event record tournament-refused --tournament SPRING --by",
    ):
        assert command in ran.out


def test_findings_speak_before_play_too(ledger):
    done(
        "tournament",
        "announce",
        "SPRING",
        *POOL,
        *OPEN,
        "--set",
        "registered_on=2026-03-01",
        *ledger,
    )
    found = run("pool", "findings", "fide-standard", "SPRING", "--format", "json", *ledger).document
    assert [each["article"] for each in found["rows"]] == ["1.1", "9.2"]


def test_findings_of_what_is_not_there_are_refused(ledger):
    ran = run("pool", "findings", "fide-standard", "T-000009", *ledger)
    assert ran.code == 3
    assert "neither announced for the pool nor on one of its lists" in ran.err
