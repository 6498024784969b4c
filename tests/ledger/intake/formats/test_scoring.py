"""TRF26 records 162 and 299: the points of results in the totals."""

import pytest

from tests.support.reader_messages import accepted, refusals
from tests.support.report_files import Pairing, Tournament, amended, players

ROUNDS: list[list[Pairing]] = [
    [(1, 2, "1-0"), (3, 4, "½-½"), (5, "U")],
    [(1, 3, "+--"), (2, 5, "0-1"), (4, "Z")],
]
STANDARD = " W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5"
FOOTBALL = " W 3.0    D 1.0    L 0.0"
TOTALS = {1: "6.0", 2: "0.0", 3: "1.0", 4: "1.0", 5: "6.0"}


def file(points: str = "1-½-0", totals: dict[int, str] | None = None, **records: str) -> bytes:
    """Write a file of five players with records `_162` and so on; totals may be replaced."""
    extra = {name.removeprefix("_"): value for name, value in records.items()}
    written = Tournament(players(5), ROUNDS, points=points, extra=extra).trf16()
    for number, total in (totals or {}).items():
        written = amended(written, player=number, column=81, text=f"{total:>4}")
    return written


@pytest.mark.parametrize("value", ["", STANDARD, " W 1.0", " D 0.5", " X 0.0"])
def test_the_standard_scoring_is_not_kept(value):
    assert accepted(file(_162=value)).scoring == ""


def test_another_scoring_is_used_and_kept():
    report = accepted(file(totals=TOTALS, _162=FOOTBALL))
    assert report.scoring == "W 3.0 D 1.0 L 0.0"
    assert [entrant.points_halves for entrant in report.entrants] == [12, 0, 2, 2, 12]


def test_a_scoring_on_two_lines():
    lines = file(totals=TOTALS, _162=" W 3.0").replace(
        b"162  W 3.0\r\n", b"162  W 3.0\r\n162  D 1.0\r\n"
    )
    assert accepted(lines).scoring == "W 3.0 D 1.0"


def test_an_allocated_bye_counts_like_a_win_unless_it_is_said():
    assert refusals(file(totals={**TOTALS, 5: "4.0"}, _162=FOOTBALL + "    P 1.0")) == []


def test_a_loss_by_forfeit_counts_as_absence():
    totals = {3: "1.5", 4: "1.5"}
    assert refusals(file(totals=totals, _162=" A 1.0")) == []


@pytest.mark.parametrize("points", ["1-½-0", "2-1-0"])
def test_the_files_own_word_wins_over_the_way_of_counting(points):
    assert refusals(file(_162=STANDARD), points=points) == []
    assert len(refusals(file("2-1-0", _162=STANDARD), points=points)) == 4


def test_ignored_totals_are_ignored_whatever_the_file_says():
    assert refusals(file("2-1-0", _162=STANDARD), points="ignore") == []


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            " K 1.0",
            'column 6, symbol (162): found "K", expected W, D, L, A, P or X; '
            "move every symbol to its column",
        ),
        (
            " W 1.3",
            'columns 7-14, points (162): found "1.3", expected points like 1.0 or 0.5; '
            "correct the points",
        ),
        (
            " W 1.0    W 2.0",
            'columns 16-23, points (162): found "2.0", expected one number of points for W; '
            "delete one of the two",
        ),
    ],
)
def test_a_scoring_that_cannot_be_read_is_refused(value, message):
    assert refusals(file(_162=value))[0] == f"line 10, {message}"


@pytest.mark.parametrize("columns", ["{}        {}     {}{}", "{}       {}   {}{}"])
def test_abnormal_points_explain_a_total(columns):
    """In the columns of TRF26 and of the drafts."""
    value = columns.format("+", "0.5", "  2", "    1")
    assert refusals(file(totals={1: "1.5"}, _299=value)) == []
    assert len(refusals(file(_299=value))) == 1


@pytest.mark.parametrize(
    ("value", "totals"),
    [
        ("+         0.0", {1: "1.0"}),  # whoever, whenever
        ("+         0.0   000", {1: "1.0"}),
        ("+         0.0     2", {1: "1.0"}),
        ("+         0.0     1", {}),  # nobody won by forfeit in round 1
        ("+         0.0     2    5", {}),
        ("W         2.0   000    1    5", {1: "3.0", 5: "3.0"}),
        ("          1.0     2    4", {4: "1.5"}),  # a bonus
        ("         -0.5     2    1", {1: "1.5"}),  # a penalty
        ("         -0.5", {1: "1.5", 2: "", 3: "0.0", 4: "0.0", 5: "1.5"}),  # 2 prints none
    ],
)
def test_abnormal_points_reach_whom_they_name(value, totals):
    assert refusals(file(totals=totals, _299=value)) == []


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ("?         1.0     1    1", "kind of points (299)"),
        ("W           1     1    1", "abnormal points (299)"),
        ("W", "abnormal points (299)"),
        ("W         1.0     3    1", "round of points (299)"),
        ("W         1.0     x    1", "round of points (299)"),
        ("W         1.0     1    6", "player of points (299)"),
    ],
)
def test_abnormal_points_that_cannot_be_read_are_refused(value, field):
    messages = refusals(file(_299=value))
    assert len(messages) == 1
    assert field in messages[0]
