"""Files written for other programs are read back: reports into a fresh ledger, lists as lists."""

import csv
import io
import json
import shutil

import pytest

from ledger.events.report import ResultCorrected, TournamentSubmitted
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.rating_list.reading import ListFile, Written
from ledger.intake.formats.trf.reader import read_trf
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from ops.cli.exits import REFUSED
from tests.support.command import done, run
from tests.support.recorded_reports import recorded_report
from tests.support.written_reports import carried

CHESS, DRAUGHTS = "fide-standard", "rubele-italiana"
T = "T-000001"


@pytest.fixture
def copy(sample, tmp_path):
    """The sample season in a writable ledger."""
    return shutil.copy(sample, tmp_path / "copy.ledger")


def sealed(ledger, pool, period):
    """Return a list as shown by `ledger list show`, by register number."""
    words = ["list", "show", pool, period, "--limit", "0", "--format", "json"]
    return {each["player"]: each for each in run(*words, "--ledger", ledger).document["rows"]}


def numbers_of(ledger, pool, period, scheme="fide"):
    """Give the rows of a list by the players' numbers."""
    with Ledger.open(str(ledger)) as opened:
        numbers = opened.read.numbers_of(scheme)
    rows = {int(player.split("-")[0]): row for player, row in sealed(ledger, pool, period).items()}
    return {number: rows[player] for number, player in numbers.items() if player in rows}


def exported(ledger, *words):
    return done(*words, "--ledger", ledger)


# ---------------------------------------------------------------------------------------- reports


def entered(ledger, tournament=T):
    """Return the content of a report, players by number."""
    with Ledger.open(str(ledger)) as opened:
        report = recorded_report(opened.read, tournament)
    return (
        report.games,
        report.byes,
        [(each.number, each.name, each.reported_number, each.rating) for each in report.entrants],
        [(each.points_halves, each.rank) for each in report.entrants],
    )


def correct_first_game(address):
    """Record a correction: black won the first game of the first report."""
    with Ledger.open(str(address)) as opened:
        stream = opened.read.stream(f"tournament-{T}")
        (report,) = (each for each in stream if each.type == TournamentSubmitted.TYPE)
        fact = ResultCorrected(
            tournament=T,
            report=report.position,
            game=0,
            white_result="0",
            black_result="1",
            by="the-commission",
        )
        opened.append(Request("correct", (NewEvent(fact),)))


@pytest.mark.parametrize("form", ["trf16", "trf26"])
def test_a_corrected_report_goes_into_a_fresh_ledger_as_it_stands(copy, tmp_path, form):
    """Import, correct, export, import elsewhere: the same games, byes, players and totals."""
    correct_first_game(copy)
    file = tmp_path / "report.trf"
    exported(copy, "tournament", "export", T, "--form", form, "--to", file)
    assert read_trf(file.read_bytes()).accepted().games[0].white_result == "0"
    assert b"### corrected at #" in file.read_bytes()

    fresh = tmp_path / "fresh.ledger"
    done("init", "--ledger", fresh)
    done("pool", "open", CHESS, "--first-period", "2025-10", "--ledger", fresh)
    done("tournament", "import", file, "--pool", CHESS, "--register-new", "--ledger", fresh)
    assert entered(fresh) == entered(copy)


def test_every_report_of_the_season_is_read_back_from_both_editions(sample):
    for form in ("trf16", "trf26"):
        for number in range(1, 20):
            file = exported(sample, "tournament", "export", f"T-{number:06d}", "--form", form)
            read = read_trf(file.encode(), points="ignore").accepted()
            with Ledger.open(str(sample)) as opened:
                report = recorded_report(opened.read, f"T-{number:06d}")
            assert read == carried(report, form)


def test_without_a_file_the_report_goes_to_standard_output(sample):
    assert exported(sample, "tournament", "export", T).startswith("012 Festival")


def test_a_tournament_without_report_is_refused(sample):
    ran = run("tournament", "export", "T-999999", "--ledger", sample)
    assert ran.code == REFUSED
    assert "no report is recorded" in ran.err


# ------------------------------------------------------------------------------------------ files


def test_a_file_that_is_there_is_not_overwritten(sample, tmp_path):
    file = tmp_path / "report.trf"
    file.write_text("mine")
    ran = run("tournament", "export", T, "--to", file, "--ledger", sample)
    assert ran.code == REFUSED
    assert "--overwrite" in ran.err
    assert file.read_text() == "mine"


def test_a_file_is_overwritten_where_that_is_said(sample, tmp_path):
    file = tmp_path / "report.trf"
    file.write_text("old")
    exported(sample, "tournament", "export", T, "--to", file, "--overwrite")
    assert file.read_text().startswith("012 ")


def test_nothing_is_left_beside_a_written_file(sample, tmp_path):
    exported(sample, "list", "export", CHESS, "--to", tmp_path / "list.csv")
    assert [each.name for each in tmp_path.iterdir()] == ["list.csv"]


def test_a_folder_that_is_not_there_is_refused_in_one_line(sample, tmp_path):
    ran = run("list", "export", CHESS, "--to", tmp_path / "no" / "list.csv", "--ledger", sample)
    assert ran.code == REFUSED
    assert len(ran.err.splitlines()) == 1


# ------------------------------------------------------------------------------------------ lists


def read_back(tmp_path, text, form, scheme="fide"):
    """Read an exported list as another body's list."""
    file = tmp_path / "list"
    file.write_text(text, encoding="utf-8", newline="")
    problems = Problems()
    rows = list(ListFile(file, Written(form, scheme), problems).rows())
    assert problems.all() == ()
    return {row.number: row for row in rows}


READ = {"csv": "csv", "txt": "fide", "xml": "fide-xml"}
"""Forms of another body's list, by the forms of ours."""


@pytest.mark.parametrize("form", READ)
@pytest.mark.parametrize("period", ["2025-10", "2026-03"])
def test_a_list_is_read_back_as_another_bodys_list(sample, tmp_path, form, period):
    """Ratings, K, games of the period and inactive players."""
    read = read_back(
        tmp_path, exported(sample, "list", "export", CHESS, period, "--form", form), READ[form]
    )
    expected = numbers_of(sample, CHESS, period)
    assert len(read) > 60
    assert {
        number: (
            row.values["rating"],
            row.values["rating_k"],
            row.values["rating_games"],
            row.values["inactive"],
        )
        for number, row in read.items()
    } == {
        number: (row["rating"], row["k"], row["period_games"], int(row["inactive"] == "i"))
        for number, row in expected.items()
    }


def test_persons_are_read_back_from_xml(sample, tmp_path):
    text = exported(sample, "list", "export", CHESS, "2025-10", "--form", "xml")
    row = read_back(tmp_path, text, "fide-xml")["99000241"]
    assert (row.name, row.federation, row.sex, row.birth_year) == (
        "Zanfelnik, Vera",
        "SLO",
        "w",
        1996,
    )


def test_a_draughts_list_has_the_columns_of_its_own(sample, tmp_path):
    text = exported(sample, "list", "export", DRAUGHTS, "2025-12-05")
    header = text.splitlines()[0].split(",")
    assert header[-2:] == ["rating", "games"]
    read = read_back(tmp_path, text, "csv", "fid")
    expected = numbers_of(sample, DRAUGHTS, "2025-12-05", "fid")
    assert {number: row.values["rating"] for number, row in read.items()} == {
        number: row["rating"] for number, row in expected.items()
    }


@pytest.mark.parametrize("form", ["txt", "xml"])
def test_a_draughts_list_has_no_place_in_fides_layouts(sample, tmp_path, form):
    file = tmp_path / "list.txt"
    ran = run("list", "export", DRAUGHTS, "--form", form, "--to", file, "--ledger", sample)
    assert ran.code == REFUSED
    assert "write it as csv or json" in ran.err
    assert not file.exists()


def test_the_layout_of_fixed_width_is_as_fide_writes_it(sample):
    lines = exported(sample, "list", "export", CHESS, "2025-11", "--form", "txt").split("\r\n")
    assert lines.pop() == ""
    assert {len(line) for line in lines} == {136}
    assert all(line.isascii() for line in lines)
    header = lines[0]
    starts = {"ID Number": 0, "Name": 15, "Fed": 76, "Sex": 80, "Tit": 84, "WTit": 89}
    starts |= {"OTit": 94, "FOA": 109, "NOV25": 113, "Gms": 119, "B-day": 126, "Flag": 132}
    assert {text: header.index(text) for text in starts} == starts
    assert header[123] == "K"


def test_a_list_as_json_says_what_it_rests_on(sample):
    document = json.loads(exported(sample, "list", "export", CHESS, "2025-11", "--form", "jsonl"))
    assert document["about"]["list"] == "2025-11"
    assert document["about"]["digest"]
    assert len(document["rows"]) == 69
    assert document["rows"][0].keys() >= {"player", "number", "name", "rating", "k", "games"}


def test_a_list_as_csv_is_one_line_a_player_by_register_number(sample):
    rows = list(csv.DictReader(io.StringIO(exported(sample, "list", "export", CHESS, "2025-11"))))
    players = [int(row["player"].split("-")[0]) for row in rows]
    assert players == sorted(players)
    assert {row["player"]: int(row["rating"]) for row in rows} == {
        player: row["rating"] for player, row in sealed(sample, CHESS, "2025-11").items()
    }


def test_the_list_in_force_on_a_day_is_written(sample):
    text = exported(sample, "list", "export", CHESS, "--as-of", "2025-11-15", "--form", "jsonl")
    assert json.loads(text)["about"]["list"] == "2025-11"


def test_ratings_carried_over_are_no_list_yet(sample):
    ran = run("list", "export", CHESS, "--as-of", "2025-09-15", "--ledger", sample)
    assert ran.code == REFUSED
    assert "no list is closed" in ran.err
