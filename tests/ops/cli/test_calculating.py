"""The calculator on the command line: options, a document, refusals."""

import json

import pytest

from tests.support.command import done, run

WALK = ("rules", "calculate", "fide-standard", "--edition", "2024-03-01")


def test_a_change_of_a_rating_with_its_worksheet():
    shown = done(*WALK, "--rating", "2212", "--k", "40", "--games", "1926 1, 2318 L, 2067 ½, 9 +")
    assert (
        "   1 as typed                            1926  2212   286     286     0.84     1" in shown
    )
    assert "not counted: 5.1: not played, so not counted" in shown
    assert shown.endswith("rating 2212 -> 2196\n")


def test_a_first_rating_over_two_tournaments():
    games = ("--games", "1940 1, 1415 1, 1850 0", "--games", "1300 1, 1450 1, 1475 0")
    shown = done(*WALK, *games)
    assert "tournament 2, ended 2024-03: 3 games" in shown
    assert shown.endswith("rating none -> 1724\n")


def test_draughts_by_a_deviation():
    typed = (
        "rubele-italiana",
        "--edition",
        "2008-01-01",
        "--rating",
        "3479",
        "--counted-this-year",
    )
    assert done("rules", "calculate", *typed, "--deviation", "4.7").endswith("3479 -> 3925\n")


def test_what_is_asked_is_a_document_that_asks_it_again(tmp_path):
    """The document of an answer holds the question; read as a file, the answer is the same."""
    words = ("--games", "1440 1, 1520 ½", "--time-control", "5400+30", "--elsewhere", "italia=1777")
    shown = done("rules", "calculate", "uisp", *words, "--on", "2026-01-07", "--format", "json")
    file = tmp_path / "calculation.json"
    file.write_text(json.dumps(json.loads(shown)["asked"]))
    assert done("rules", "calculate-file", file, "--format", "json") == shown


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("fide-standard", "--games", "2000 2"), "not a game: “2000 2”"),
        (("fide-standard", "--games", "2000 1,"), "not a game: “”"),
        (("fide-standard", "--rating", "12000"), "rating 12000: write a number from 0 to 9,999"),
        (("uisp", "--games", "2000 1"), "K depends on the time control"),
        (("uisp", "--elsewhere", "italia"), "--elsewhere italia: write a list and a rating"),
        (("uisp", "--elsewhere", "fsi=2"), "it reads fide, italia, fide_rapid"),
        (("rubele-italiana", "--deviation", "much"), "--deviation much: write a number"),
        (("fide-standard", "--on", "2010-01-01"), "--on has no effect without games"),
        (("uisp", "--time-control", "5400+30"), "--time-control has no effect without games"),
        (("chess",), "there is no rulebook 'chess'"),
    ],
)
def test_a_slip_is_refused_with_what_to_write(words, says):
    ran = run("rules", "calculate", *words)
    assert ran.code == 3
    assert says in ran.err


def test_a_document_with_another_field_is_refused(tmp_path):
    file = tmp_path / "calculation.json"
    file.write_text('{"rulebook": "uisp", "colour": 1}')
    ran = run("rules", "calculate-file", file)
    assert ran.code == 3
    assert "unknown field `colour`" in ran.err
    file.write_text("{")
    assert run("rules", "calculate-file", file).code == 3
