"""Questions that depend on other answers are asked with them: one refusal, one command."""

import shlex
from dataclasses import replace

import pytest

from tests.support.begun_ledgers import begun
from tests.support.command import done, run
from tests.support.received_reports import FOUR, OLD
from tests.support.report_files import amended, trf16

POOL = "fide-standard"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A pool with an external list as the beginning."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", str(tmp_path / "x.ledger"))
    (tmp_path / "list.csv").write_text('number,name,rating\n99020011,"Alfieri, Anna",2104\n')
    listed = f"pool carry-over {POOL} {tmp_path}/list.csv --on 2025-12-01 --source x --register-new"
    opened = f"pool open {POOL} --first-period 2026-02 --adopt"
    begun(tmp_path / "x.ledger", "init --origin example.org", opened, listed)
    return tmp_path


def asked(file, data, *words):
    """Import a refused file; return the faults, and the printed command."""
    file.write_bytes(data)
    ran = run("tournament", "import", file.name, "--pool", POOL, *words, "--format", "json")
    assert ran.code == 3
    again = ran.document["about"]["import_again"]
    return [each["field"] for each in ran.document["refusals"]], again["words"][1:]


def filled(words):
    return [word.replace("YYYY-MM-DD", "2026-01-10").replace("…", "Open") for word in words]


def test_printed_ratings_are_asked_about_before_their_players_are_registered(here):
    fields, again = asked(here / "open.trf", OLD)
    assert fields == ["unknown players", "rating"]
    added = shlex.split("--register-new --set unrated=1,2,3,4")
    assert again == ["tournament", "import", "open.trf", "--pool", POOL, *added]
    assert done(*again).startswith("imported: open.trf as T-000001")


def test_they_are_asked_about_before_the_days_are_known(here):
    fields, again = asked(here / "open.trf", trf16({}, FOUR.rows()))
    assert fields[-1] == "rating"
    assert "unrated=1,2,3,4" in again
    done(*filled(again))


def test_a_day_that_is_asked_for_alone_does_not_contradict_the_other(here):
    """The file has the end, and not the beginning."""
    file = replace(FOUR, extra={"042": "x", "052": "2026/01/12"}).trf16()
    assert "unrated=1,2,3,4" in asked(here / "open.trf", file)[1]


def test_of_a_file_with_faults_it_is_not_asked_what_rests_on_them(here):
    """The games have to be put right first."""
    fields, again = asked(here / "open.trf", amended(OLD, player=1, column=99, text="1"))
    assert "rating" not in fields
    assert again[-1] == "--register-new"


def test_nothing_was_recorded_by_asking(here):
    asked(here / "open.trf", OLD)
    events = run("event", "list", "--format", "json").document["rows"]
    assert not [each for each in events if "tournament" in each["type"]]


@pytest.mark.parametrize(("record", "asks"), [("", True), ("90 min + 30 s", False)])
def test_a_time_control_that_a_rulebook_asks_for_is_asked_where_known(here, record, asks):
    """A warning on the receipt, and an argument to add where the file is refused anyway."""
    file = replace(FOUR, extra={"122": record, "042": "x"}).trf16()
    (here / "open.trf").write_bytes(file)
    ran = run("tournament", "import", "open.trf", "--pool", POOL, "--format", "json")
    known = ran.document["about"]["import_again"]["where_known"]
    assert ("time_control=…" in known) == asks
    told = done(*filled(ran.document["about"]["import_again"]["words"][1:]))
    assert ("warning: time control: found nothing" in told) == asks
