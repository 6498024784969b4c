"""Printed ratings of a file against the ratings of the pool: asked, warned of, decided."""

import shlex
import shutil
from dataclasses import replace

import pytest

from tests.support.command import done, run
from tests.support.list_files import COMBINED, fixed
from tests.support.report_files import Tournament, players, round_robin

POOL = "fide-standard"
FOUR = players(4)
DAY = Tournament(FOUR, round_robin(4)).start
LISTED = FOUR[:3]
"""The fourth is a guest: on no list of the pool."""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A pool with three of four players on the list, and the report of a tournament of the four."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", str(tmp_path / "ratings.ledger"))
    done("init", "--origin", "example.org", "--zone", "Europe/Rome")
    first = f"{DAY.year + DAY.month // 12}-{DAY.month % 12 + 1:02}"
    done("pool", "open", POOL, "--rulebook", POOL, "--zone", "Europe/Rome", "--first-period", first)
    done("pool", "adopt", POOL, "2024-03-01")
    begun = DAY.replace(day=1)
    rows = [f"{each.fide_id};{each.name};{each.rating}" for each in LISTED]
    (tmp_path / "list.csv").write_text("\n".join(["number;name;rating", *rows]) + "\n")
    done(
        "pool",
        "carry-over",
        POOL,
        "list.csv",
        "--on",
        f"{begun}",
        "--source",
        "x",
        "--register-new",
    )
    (tmp_path / "open.trf").write_bytes(Tournament(FOUR, round_robin(4)).trf16())
    return tmp_path


def import_(*words):
    return run("tournament", "import", "open.trf", "--pool", POOL, "--register-new", *words)


def test_a_printed_rating_that_nobody_knows_is_asked_about(here):
    ran = import_()
    assert ran.code == 3
    guest = FOUR[3]
    assert "1 printed rating of unknown source" in ran.err
    assert f"does not contain {guest.number} {guest.name} {guest.rating}" in ran.err
    assert f"--set unrated={guest.number}" in ran.err


@pytest.mark.parametrize("numbers", ["4", "all"])
def test_the_answer_can_be_pasted_back(here, numbers):
    assert import_("--set", f"unrated={numbers}").code == 0


@pytest.mark.parametrize(("numbers", "idle"), [("4", ""), ("1,4", '"1"'), ("4,9", '"9"')])
def test_a_number_that_answers_nothing_is_a_warning(here, numbers, idle):
    ran = import_("--set", f"unrated={numbers}")
    assert ran.code == 0
    assert ("unrated (given by hand)" in ran.out) == bool(idle)
    assert f"unrated (given by hand): found {idle}" in ran.out or not idle


def pending(pool=POOL):
    rows = run("pool", "pending", pool, "--format", "json").document["rows"]
    return [row for row in rows if "the report prints" in row["says"]]


def findings(kind):
    rows = run("pool", "findings", POOL, "T-000001", "--format", "json").document["rows"]
    return [
        row for row in rows if (row["kind"], "the report prints" in row["says"]) == (kind, True)
    ]


def test_who_counts_as_unrated_waits_for_a_decision_until_a_list_books_it(here):
    import_("--set", "unrated=all")
    (row,) = pending()
    guest = FOUR[3]
    assert (row["about"], row["name"], row["player_name"]) == (
        "T-000001",
        "Open d'inverno",
        guest.name,
    )
    assert row["says"].startswith(f"the report prints {guest.rating}")
    assert "ledger external-list record" in row["remedy"]
    assert findings("needs a decision")[0]["remedy"] == row["remedy"]
    decided = shlex.split(row["remedy"].partition("decide it: `ledger ")[2].partition("`")[0])
    assert run(*decided[:-1], "the-commission").code == 0
    assert pending() == findings("needs a decision") == []


def test_who_is_rated_in_a_pool_looked_at_is_not_unrated(here):
    """In rapid chess, with a list of the first two: the third has a standard rating."""
    rapid, begun = "fide-rapid", DAY.replace(day=1)
    first = f"{DAY.year + DAY.month // 12}-{DAY.month % 12 + 1:02}"
    done("pool", "open", rapid, "--first-period", first)
    done("pool", "adopt", rapid, "2024-03-01")
    rows = (here / "list.csv").read_text().splitlines()[:3]
    (here / "rapid.csv").write_text("\n".join(rows) + "\n")
    done("pool", "carry-over", rapid, "rapid.csv", "--on", f"{begun}", "--source", "x")
    given = ("--set", "unrated=all", "--set", "time_control=900+10")
    done("tournament", "import", "open.trf", "--pool", rapid, "--register-new", *given)
    assert [row["player_name"] for row in pending(rapid)] == [FOUR[3].name]


def test_on_a_list_it_is_a_warning(here):
    import_("--set", "unrated=all")
    done("list", "close", POOL, f"{DAY.year + DAY.month // 12}-{DAY.month % 12 + 1:02}")
    assert pending() == []
    (warning,) = findings("warning")
    assert warning["remedy"] == ""


def test_a_list_recorded_later_tells_it_too(here):
    import_("--set", "unrated=all")
    record_list(here)
    assert pending() == []


def test_a_reassigned_entrant_has_no_printed_rating(here):
    """The rating in the file belonged to another person."""
    import_("--set", "unrated=all")
    six = players(6, rating=0)
    (here / "second.trf").write_bytes(Tournament(six, round_robin(6), name="Second").trf16())
    done("tournament", "import", "second.trf", "--pool", POOL, "--register-new")
    corrected = (
        f"tournament correct entrant T-000001 4 --player fide:{six[5].fide_id} --by arbiters"
    )
    done(*shlex.split(corrected))
    assert pending() == []


def record_list(here):
    """Record the list of FIDE of the month, with the guest among the players."""
    guest, day = FOUR[3], DAY.replace(day=1)
    row = {"ID Number": f"{guest.fide_id}", "Name": guest.name, "SRtng": f"{guest.rating}"}
    (here / "theirs").write_bytes(fixed(COMBINED, row))
    asked = f"external-list record theirs --issuer fide --list {day:%Y-%m} --list-date {day}"
    done(*shlex.split(asked))


def test_a_recorded_list_is_an_answer_also_before_its_players_are_registered(here):
    record_list(here)
    ran = import_()
    assert ran.code == 0, ran.err
    assert "printed rating" not in ran.out


def closed() -> str:
    """Close the list of the next month; return the digest."""
    period = f"{DAY.year + DAY.month // 12}-{DAY.month % 12 + 1:02}"
    receipt = done("list", "close", POOL, period).splitlines()[0]
    return receipt.partition("digest ")[2].partition(" ")[0]


def test_a_guest_has_the_rating_of_the_list_whichever_comes_first(here, monkeypatch):
    """Two guests: one on FIDE's list, one proved absent."""
    report = Tournament([*FOUR, players(5, rating=0)[4]], round_robin(5)).trf16()
    (here / "open.trf").write_bytes(report)
    given = ("--set", "received_on=2026-01-20", "--set", "registered_on=2025-12-01")
    shutil.copy(here / "ratings.ledger", here / "other.ledger")
    record_list(here)
    assert import_(*given).code == 0
    shown = run("external-list", "row", "fide", f"{DAY:%Y-%m}", "5-9", "--format", "json")
    assert shown.document["rows"][0]["on_it"] is False
    lists_first = closed()
    monkeypatch.setenv("LEDGER", str(here / "other.ledger"))
    assert import_("--set", "unrated=all", *given).code == 0
    unrated = done("list", "close", POOL, "--preview")
    record_list(here)
    assert closed() == lists_first
    assert lists_first not in unrated


def test_a_guest_without_a_number_is_asked_for_it(here):
    """FIDE's list has the guest; without a number in the file nobody finds the row."""
    record_list(here)
    nameless = [*LISTED, replace(FOUR[3], fide_id="")]
    (here / "open.trf").write_bytes(Tournament(nameless, round_robin(4)).trf16())
    ran = import_()
    assert "1 printed rating of unknown source" in ran.err
    assert "which is searched by number: add that of 4 to the file" in ran.err


def test_a_decision_is_an_answer(here):
    assert import_("--set", "unrated=all").code == 0  # registers the guest as player 4
    done(
        "event",
        "record",
        "entry-capital-decided",
        "--pool",
        POOL,
        "--player",
        f"fide:{FOUR[3].fide_id}",
        "--rating",
        "2155",
        "--by",
        "the-commission",
    )
    (here / "open.trf").write_bytes(
        Tournament(FOUR, round_robin(4), name="Second", start=DAY.replace(day=DAY.day)).trf16()
    )
    ran = import_()
    assert "unknown source" not in ran.err


def test_other_ratings_than_those_of_the_list_are_one_warning(here):
    data = (here / "open.trf").read_bytes()
    one = LISTED[0]
    (here / "open.trf").write_bytes(data.replace(b"%d" % one.rating, b"%d" % (one.rating + 7), 1))
    ran = import_("--set", "unrated=all")
    assert ran.code == 0
    assert f"{one.number} {one.name} {one.rating + 7} (list {one.rating})" in ran.out


def test_a_pool_that_begins_with_nothing_is_told_so(here):
    done(
        "pool",
        "open",
        "second",
        "--rulebook",
        "fide-standard",
        "--zone",
        "Europe/Rome",
        "--first-period",
        "2027-01",
    )
    ran = run("tournament", "import", "open.trf", "--pool", "second", "--register-new")
    assert ran.code == 0, ran.err
    nobody = "a list of second in force on the first day: 4 of them count as unrated"
    assert nobody in ran.out


def test_ratings_of_another_pool_are_told_where_a_pool_has_no_list(here):
    """Standard ratings of three players begin their rapid ratings; only the guest is unrated."""
    rapid = Tournament(FOUR, round_robin(4), time_control="900+10")
    (here / "open.trf").write_bytes(rapid.trf16())
    begun = ("--rulebook", "fide-rapid", "--zone", "Europe/Rome", "--first-period", "2027-01")
    done("pool", "open", "fide-rapid", *begun)
    ran = run("tournament", "import", "open.trf", "--pool", "fide-rapid", "--register-new")
    assert ran.code == 0, ran.err
    entering = "3 enter with a rating of another list or by decision, 1 of them counts as unrated"
    assert f"a list of fide-rapid in force on the first day: {entering}" in ran.out
