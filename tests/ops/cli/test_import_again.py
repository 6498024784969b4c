"""A refused import ends with a command to paste back, with places for the missing answers."""

import shlex
from dataclasses import replace

import pytest

from tests.support.command import done, run
from tests.support.pool_ledgers import opened
from tests.support.received_reports import FOUR, OLD
from tests.support.report_files import Tournament, amended, player_line, players, trf16


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a ledger known to the commands."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", str(tmp_path / "ratings.ledger"))
    opened(str(tmp_path / "ratings.ledger")).close()
    return tmp_path


def asked(file, data, *words):
    """Import a refused file; return the printed command and the whole refusal."""
    file.write_bytes(data)
    ran = run("tournament", "import", file.name, *words)
    assert ran.code == 3
    lines = ran.err.splitlines()
    commands = [line.strip() for line in lines if line.startswith("  ledger tournament import ")]
    return (shlex.split(commands[0])[1:] if commands else None), lines


def test_what_is_asked_is_one_command_that_imports_the_file(here):
    again, lines = asked(here / "open.trf", OLD, "--pool", "fide-standard")
    assert "to answer what is asked:" in lines
    assert again == [
        "tournament",
        "import",
        "open.trf",
        "--pool",
        "fide-standard",
        "--register-new",
    ]
    assert done(*again).startswith("imported: open.trf as T-000001")


def test_all_that_is_missing_is_asked_at_once(here):
    """Name and days are needed; optional answers are asked apart."""
    bare = trf16({}, FOUR.rows())
    again, lines = asked(here / "my open.trf", bare, "--pool", "fide-standard")
    assert again == shlex.split(
        "tournament import 'my open.trf' --pool fide-standard --register-new "
        "--set start=YYYY-MM-DD --set end=YYYY-MM-DD --set name=…"
    )
    assert "to answer what is asked (fill in …, YYYY-MM-DD):" in lines
    assert (
        "  where known, add: --set 'place=…' --set 'federation=…' "
        "--set registered_on=YYYY-MM-DD --set 'time_control=…'" in lines
    )
    filled = [word.replace("YYYY-MM-DD", "2026-01-10").replace("…", "Open") for word in again]
    assert done(*filled).startswith("imported: my open.trf as T-000001")


def test_pasted_back_as_it_is_it_is_asked_again(here):
    again, _ = asked(here / "open.trf", trf16({}, FOUR.rows()), "--pool", "fide-standard")
    ran = run(*again)
    assert ran.code == 3
    assert 'found "name=…", expected a value in its place' in ran.err


def test_an_open_order_of_dates_is_answered_with_the_one_of_the_format_or_the_other(here):
    open_days = replace(FOUR, extra={"042": "25/09/10", "052": "25/09/10"}).trf16()
    again, lines = asked(here / "open.trf", open_days, "--pool", "fide-standard")
    assert again[-2:] == ["--date-order", "ymd"]
    assert "  or with --date-order dmy, if the day comes before the year" in lines


def test_a_fact_that_was_wrong_is_replaced_in_the_command(here):
    words = ("--pool", "fide-standard", "--register-new", "--set", "time_control=120+1")
    again, _ = asked(here / "open.trf", OLD, *words)
    assert again[-2:] == ["--set", "time_control=7200+1"]
    assert "time_control=120+1" not in again
    done(*again)


def test_byes_and_totals_are_answered_too(here):
    table = Tournament(players(3), [[(1, 2, "1-0")], [(2, 3, "½-½")]])
    rows = [row.replace(" 0000 - Z", " " * 9) for row in table.rows()]
    rows.append(player_line(number=4, name="bye", points="0.0", cells=["   3 w 0"]))
    file = trf16({**table.header(), "062": "4"}, rows)
    file = amended(file, player=3, column=81, text=" 1.5" + " " * 7 + "   4 b 1")
    file = amended(file, player=1, column=81, text=" 1.5")
    again, _ = asked(here / "open.trf", file, "--pool", "fide-standard", "--register-new")
    assert again[-4:] == ["--set", "points=ignore", "--set", "byes=bye"]
    done(*again)


@pytest.mark.parametrize("total", [" 0.0", " 3.0"])
def test_a_total_that_does_not_follow_is_answered_where_no_round_is_blank(here, total):
    """An export writes such a file in TRF16, a format without a record for such totals."""
    wrong = amended(OLD, player=1, column=81, text=total)
    words = ("--pool", "fide-standard", "--register-new")
    again, lines = asked(here / "open.trf", wrong, *words)
    assert "to answer what is asked:" in lines
    assert again == ["tournament", "import", "open.trf", *words, "--set", "points=ignore"]
    assert "points: found" in done(*again)


def test_what_no_argument_answers_is_to_be_corrected_first(here):
    wrong = amended(OLD, player=1, column=99, text="1")
    again, lines = asked(here / "open.trf", wrong, "--pool", "fide-standard")
    assert again[-1] == "--register-new"
    assert "when the file is corrected, to answer what is asked:" in lines


def test_where_nothing_can_be_answered_nothing_is_printed(here):
    wrong = amended(OLD, player=1, column=99, text="1")
    words = ("--pool", "fide-standard", "--register-new")
    assert asked(here / "open.trf", wrong, *words)[0] is None


def test_what_was_typed_is_in_the_command(here, monkeypatch):
    monkeypatch.setenv("LEDGER", "nowhere")
    words = "--pool fide-standard --ledger ratings.ledger --values-are-right --set place=Roma"
    again, _ = asked(here / "open.trf", OLD, *shlex.split(words))
    first = "tournament import open.trf --pool fide-standard --set place=Roma --register-new"
    assert again == shlex.split(f"{first} --ledger ratings.ledger --values-are-right")
    done(*again)


def test_a_check_prints_the_command_too_and_programs_find_it_as_data(here):
    (here / "open.trf").write_bytes(OLD)
    ran = run("tournament", "import", "open.trf", "--preview", "--pool", "fide-standard")
    assert (
        "  ledger tournament import open.trf --pool fide-standard --register-new"
        in ran.err.splitlines()
    )
    document = run(
        "tournament", "import", "open.trf", "--pool", "fide-standard", "--format", "json"
    ).document
    (unknown,) = document["refusals"]
    assert unknown["remedy"]["arguments"] == {"options": ["--register-new"]}
    words = [
        "ledger",
        "tournament",
        "import",
        "open.trf",
        "--pool",
        "fide-standard",
        "--register-new",
    ]
    assert document["about"]["import_again"] == {
        "words": words,
        "corrected": False,
        "where_known": ["--set", "registered_on=YYYY-MM-DD"],
    }


def test_who_somebody_is_is_answered_with_a_map_in_place_of_the_one_given(here):
    done(
        "tournament",
        "import",
        file_of(here, "first.trf", OLD),
        "--pool",
        "fide-standard",
        "--register-new",
    )
    nobody = replace(FOUR, name="B", players=players(4, fide_id="")).trf16()
    words = ("--pool", "fide-standard", "--map", file_of(here, "m.csv", b"number,name,player\n"))
    again, lines = asked(here / "open.trf", nobody, *words)
    assert again == ["tournament", "import", "open.trf", "--pool", "fide-standard", "--map", "…"]
    assert "to answer what is asked (fill in …):" in lines
    assert "  the map to fill in is written by --write-map FILE in place of --map" in lines


def file_of(here, name, data):
    (here / name).write_bytes(data)
    return name
