"""`ledger tournament import` and `slips` as people type the commands: receipts, slips,
maps, previews.
"""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from ledger import limits
from ledger.intake.formats.trf.reader import read_trf
from ledger.store.ledger import Ledger
from ledger.store.slips import Slips
from tests.support.command import done, run
from tests.support.cross_table_files import cross_table, tdf
from tests.support.pool_ledgers import opened
from tests.support.received_reports import FOUR, OLD, T, won
from tests.support.recorded_reports import recorded_report
from tests.support.report_files import Tournament, players, round_robin

SAMPLES = Path(__file__).parents[2] / "samples"
CHESS = ("--pool", "fide-standard", "--register-new")


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a ledger known to the commands."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", str(tmp_path / "ratings.ledger"))
    opened(str(tmp_path / "ratings.ledger")).close()
    return tmp_path


def file(here, name, data):
    (here / name).write_bytes(data)
    return here / name


def head():
    with Ledger.open(os.environ["LEDGER"]) as ledger:
        return ledger.read.head().next_position


def slips():
    with Ledger.open(os.environ["LEDGER"]) as ledger:
        return Slips(ledger.engine).all()


def refused(*words):
    """Run a command and check for a refusal with nothing recorded; return the message."""
    before = head()
    ran = run(*words)
    assert (ran.code, head()) == (3, before), f"exit {ran.code}\n{ran.out}{ran.err}"
    assert ran.err.startswith("refused: ")
    assert "Traceback" not in ran.err
    return ran.err


# ------------------------------------------------------------------------------ receipts and slips


def test_a_receipt_ends_with_the_digest_and_the_number_of_its_slip(here):
    told = done("tournament", "import", file(here, "open.trf", OLD), *CHESS)
    assert told.startswith("imported: open.trf as T-000001 (#5): 4 entrants, 6 games, 3 rounds\n")
    assert re.search(r"\n  file [0-9a-f]{64}\n  import slip 1\n$", told)
    again = done("tournament", "import", here / "open.trf", *CHESS)
    assert again.startswith("imported already: open.trf as T-000001 (#5)")
    assert again.endswith("import slip 2\n")


def test_a_replacement_says_line_by_line_what_changed(here):
    done("tournament", "import", file(here, "open.trf", OLD), *CHESS)
    told = done("tournament", "import", file(here, "new.trf", won(1, 1)), "--replaces", T)
    lines = told.splitlines()
    assert lines[0] == (
        "imported: new.trf as T-000001 (#6) in place of #5: 4 entrants, 6 games, 3 rounds"
    )
    assert "  round 1, other result: was 1-4 =:=, is 1-4 1:0" in lines
    assert "  entrant 1, points: was 1.5, is 2.0" in lines


def test_a_refused_file_is_on_a_slip_that_can_be_shown(here):
    broken = file(here, "open.trf", OLD.replace(b"012 ", b"### "))
    told = refused("tournament", "import", broken, *CHESS)
    assert told.rstrip().endswith("import slip 1")
    (slip,) = slips()
    assert (slip.outcome, slip.tournament, slip.file_name) == ("refused", None, "open.trf")
    shown = done("tournament", "slip", "1").splitlines()
    assert shown[0] == "import slip 1: refused"
    assert shown[1] == "  file open.trf"
    assert shown[2].startswith("  SHA-256 ")
    assert shown[3].startswith("  handed in 20")
    assert any(line.startswith("  refused: ") and "name" in line for line in shown[4:])


def test_a_slip_can_be_read_by_programs(here):
    done("tournament", "import", file(here, "open.trf", OLD), *CHESS)
    refused("tournament", "import", here / "open.trf", "--pool", "nowhere")
    document = run("tournament", "slip", "1", "--format", "json").document
    assert (document["slip"], document["outcome"], document["tournament"]) == (1, "complete", T)
    assert (document["position"], len(document["file"])) == (3, 64)
    rows = run("tournament", "slips", "--format", "json").document["rows"]
    assert [(each["slip"], each["outcome"]) for each in rows] == [(2, "refused"), (1, "complete")]


@pytest.mark.parametrize("number", ["0", "2", "99"])
def test_a_slip_that_is_not_there_is_refused(here, number):
    done("tournament", "import", file(here, "open.trf", OLD), *CHESS)
    assert refused("tournament", "slip", number) == (
        f"refused: there is no import slip {number}: `ledger tournament slips` names them\n"
    )


def test_a_refused_replacement_names_its_tournament_on_the_slip(here):
    done("tournament", "import", file(here, "open.trf", OLD), *CHESS)
    assert "there is nothing to replace" in refused(
        "tournament", "import", here / "open.trf", "--replaces", T
    )
    refused("tournament", "import", here / "open.trf", "--replaces", "T-000009")
    assert [each.tournament for each in slips()] == ["T-000009", T, T]


# ------------------------------------------------------------------------------------------ checks


def test_a_check_records_nothing_not_even_a_slip(here):
    good, bad = file(here, "good.trf", OLD), file(here, "bad.trf", b"012 Open\r\n")
    before = head()
    told = done("tournament", "import", good, "--preview", *CHESS)
    first, second, *lines = told.splitlines()
    assert first.startswith("a preview, nothing is recorded")
    assert second.startswith("imported: good.trf as T-000001 (#5): 4 entrants, 6 games")
    assert "  registered 1-3 Player001, Anna" in lines
    told = refused("tournament", "import", bad, "--preview", *CHESS)
    assert "report refused" in told
    assert "import slip" not in told
    assert (head(), slips()) == (before, [])


def test_a_check_of_several_files_tells_all_that_is_wrong(here):
    names = [file(here, "a.trf", OLD), here / "missing.trf", file(here, "b.trf", b"")]
    before = head()
    ran = run("tournament", "import", *names, "--preview", *CHESS)
    assert ran.code == 1
    assert "imported: a.trf as T-000001" in ran.out
    assert "refused: missing.trf\n  No such file or directory" in ran.err
    assert "refused: b.trf\n  report refused" in ran.err
    assert (head(), slips()) == (before, [])


def test_a_check_of_a_replacement_says_what_would_change(here):
    done("tournament", "import", file(here, "open.trf", OLD), *CHESS)
    told = done(
        "tournament", "import", file(here, "new.trf", won(1, 1)), "--replaces", T, "--preview"
    )
    assert "imported: new.trf as T-000001 (#6) in place of #5" in told
    assert "  round 1, other result: was 1-4 =:=, is 1-4 1:0\n" in told


def test_an_import_without_a_file_is_refused(here):
    assert "no file is named" in refused("tournament", "import", *CHESS)


# ---------------------------------------------------------------------------------- maps of people


def test_a_map_is_written_for_whom_nobody_knows_filled_in_and_read(here):
    report, table = file(here, "open.trf", OLD), here / "map.csv"
    ran = run("tournament", "import", report, "--pool", "fide-standard", "--write-map", table)
    assert ran.code == 3
    assert ran.out == f"map to fill in, for --map: {table}\n"
    lines = table.read_text().splitlines()
    assert lines[0] == "number,name,player,birth_year,candidates"
    assert lines[1].startswith('1,"Player001, Anna",,1951')
    filled = [line.replace(",,", ",new,", 1) for line in lines]
    told = done(
        "tournament",
        "import",
        report,
        "--pool",
        "fide-standard",
        "--map",
        file_of(here, "\n".join(filled)),
    )
    assert told.startswith("imported: open.trf as T-000001")
    assert told.count("  registered ") == 4


def file_of(here, text):
    return file(here, "filled.csv", text.encode())


@pytest.mark.parametrize("check", [[], ["--preview"]])
def test_a_map_is_never_written_over(here, check):
    table = file(here, "map.csv", b"mine")
    words = ("tournament", "import", file(here, "open.trf", OLD), "--pool", "fide-standard", *check)
    assert "map.csv is there already" in refused(*words, "--write-map", table)
    assert table.read_bytes() == b"mine"
    assert slips() == []


def test_a_check_writes_a_map_too(here):
    words = (
        "tournament",
        "import",
        file(here, "open.trf", OLD),
        "--pool",
        "fide-standard",
        "--preview",
    )
    refused(*words, "--write-map", here / "map.csv")
    assert (here / "map.csv").read_text().count("\n") == 5
    assert "--write-map is for one file" in refused(*words, here / "a", "--write-map", "m")


def test_numbers_of_nobody_are_refused_in_words(here):
    """Nobody is looked up then, and no game compared."""
    words = ("tournament", "import", file(here, "open.trf", OLD), *CHESS, "--number-scheme", "U.S.")
    assert "U.S." in refused(*words)


def test_no_map_is_written_where_everybody_is_known(here):
    """The file is refused for something else."""
    table = here / "map.csv"
    done("tournament", "import", file(here, "open.trf", OLD), *CHESS)
    other = file(here, "other.trf", replace(FOUR, name="B").trf16())
    refused("tournament", "import", other, "--pool", "nowhere", "--write-map", table)
    known = ("--pool", "fide-standard", "--another-event")
    done("tournament", "import", other, *known, "--write-map", table)
    assert not table.exists()


# --------------------------------------------------------------------------- formats, dates, files


def test_two_digit_years_are_read_in_the_order_that_is_said(here):
    days = {"042": "10.01.11", "052": "11.01.12"}
    report = file(here, "open.trf", replace(FOUR, round_dates=(), extra=days).trf16())
    assert "--date-order" in refused("tournament", "import", report, *CHESS)
    done("tournament", "import", report, *CHESS, "--date-order", "dmy")
    with Ledger.open(os.environ["LEDGER"]) as ledger:
        assert str(recorded_report(ledger.read, T).start) == "2011-01-10"


FIVE = Tournament(players(5), round_robin(5, "1-0"))
DRAUGHTS = ("--pool", "rubele-italiana", "--number-scheme", "fid", "--register-new")
FACTS = [
    *("--set", "name=Open", "--set", "start=2026-01-10", "--set", "end=2026-01-12"),
]


@pytest.mark.parametrize(("form", "data"), [("cross-table", cross_table(FIVE)), ("tdf", tdf(FIVE))])
@pytest.mark.parametrize("said", [True, False])
def test_a_cross_table_and_a_tdf_of_draughts_are_taken(here, form, data, said):
    report = file(here, "open", data)
    words = ("--form", form) if said else ()
    told = done("tournament", "import", report, *DRAUGHTS, *words, *FACTS)
    assert "as T-000001" in told
    assert "5 entrants, 10 games, 5 rounds" in told
    with Ledger.open(os.environ["LEDGER"]) as ledger:
        assert len(recorded_report(ledger.read, T).games) == len(
            read_trf(FIVE.trf16()).accepted().games
        )
        assert ledger.read.players_by_number("fid", ["90000007"]) == {"90000007": 1}


def test_a_file_of_another_form_than_is_said_is_refused(here):
    assert "report refused" in refused(
        "tournament", "import", file(here, "open", OLD), *CHESS, "--form", "tdf"
    )


@pytest.mark.parametrize("check", [[], ["--preview"]])
def test_files_that_cannot_be_read_are_refused_in_one_line(here, check):
    (here / "folder").mkdir()
    (here / "loop").symlink_to(here / "loop")
    large = file(here, "large", b"")
    os.truncate(large, limits.DOCUMENT_BYTES + 1)
    expected = {
        "folder": "there is no file in this folder",
        "missing": "No such file or directory",
        "loop": "Too many levels of symbolic links",
        "large/report": "Not a directory",
        "large": "268,435,457",
    }
    for name, message in expected.items():
        told = refused("tournament", "import", here / name, *CHESS, *check)
        assert message in told
        assert told.count("\n") == 1
        assert Path(name).name in told
    assert slips() == []


def test_a_map_that_cannot_be_read_is_refused_in_one_line(here):
    report = file(here, "open.trf", OLD)
    told = refused("tournament", "import", report, *CHESS, "--map", here / "missing.csv")
    assert told.count("\n") == 1
    os.truncate(file(here, "large.csv", b""), limits.DOCUMENT_BYTES + 1)
    assert "large.csv" in refused(
        "tournament", "import", report, *CHESS, "--map", here / "large.csv"
    )


def test_an_empty_file_is_refused_and_its_slip_says_why(here):
    told = refused("tournament", "import", file(here, "empty.trf", b""), *CHESS)
    assert "report refused, problems: " in told
    assert slips()[0].outcome == "refused"


@pytest.mark.parametrize("rounds", ["5-", "-5", "a", "1,2", ""])
def test_rounds_that_are_none_are_refused(here, rounds):
    report = file(here, "open.trf", OLD)
    assert "--rounds" in refused("tournament", "import", report, *CHESS, f"--rounds={rounds}")
