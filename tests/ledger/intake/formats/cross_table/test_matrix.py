"""Round robins as a matrix: everybody's scores against everybody, put in rounds with a warning."""

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.intake.formats.cross_table.reader import circle, read_cross_table
from tests.support.cross_table_files import matrix

SAMPLE = Path(__file__).parents[4] / "samples/cross_tables/synthetic_ten_players_matrix.csv"
PO = (14, 9, 10, 12, 9, 9, 8, 7, 6, 6)
POINTS = {"1": 2, "=": 1, "0": 0}


def refused(data):
    return [str(refusal) for refusal in read_cross_table(data).refusals]


def scores_of(report):
    """Return the scores of each player against each other, by their indices."""
    found = {}
    for game in report.games:
        found[game.white, game.black] = game.white_result
        found[game.black, game.white] = game.black_result
    return found


def test_the_worked_example_comes_out_with_its_points():
    report = read_cross_table(SAMPLE.read_bytes()).accepted()
    scores = scores_of(report)
    assert tuple(sum(POINTS[scores.get((i, j), "0")] for j in range(10)) for i in range(10)) == PO
    assert set(scores) == {(i, j) for i in range(10) for j in range(10) if i != j}
    assert (report.number_of_rounds, len(report.games), report.byes) == (9, 45, ())
    assert [entrant.rating for entrant in report.entrants][:3] == [3479, 4000, 3482]


def test_a_wrong_po_of_the_worked_example_is_refused():
    data = SAMPLE.read_bytes().replace(b";14\r\n", b";13\r\n")
    assert refused(data) == [
        'line 8, PO: found "13", expected 14, the sum of the games played (without '
        "forfeits and byes); correct the results or the total; "
        "or take the games alone: set points=ignore"
    ]


def test_rounds_are_announced_as_not_those_of_the_file():
    reading = read_cross_table(matrix(["X2", "0X"]))
    assert [str(warning) for warning in reading.warnings] == [
        "rounds: found nothing, expected the round of each game; games were put in 1 round by "
        "start number, not those that were played; corrections name games by these"
    ]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 10])
def test_everybody_meets_everybody_once_and_one_in_each_round(count):
    rounds = circle(range(1, count + 1))
    met = [tuple(sorted(pair)) for opponents in rounds for pair in opponents.items()]
    assert len(rounds) == count - 1 + count % 2
    assert {pair for pair in met if pair[0]} == set(combinations(range(1, count + 1), 2))
    assert len(met) == 2 * len(set(met))
    assert all(
        opponents[opponents[opponent]] == opponent for opponents in rounds for opponent in opponents
    )


@st.composite
def matrices(draw):
    """Draw the rows of a matrix in which both sides agree and at least one game was played."""
    count = draw(st.integers(2, 8))
    rows = [["X"] * count for _ in range(count)]
    for i, j in combinations(range(count), 2):
        either = ["20", "11", "02", "+-", "-+", "WL", ".."] if (i, j) != (0, 1) else ["20", "11"]
        rows[i][j], rows[j][i] = draw(st.sampled_from(either))
    return ["".join(row) for row in rows]


@given(matrices(), st.sampled_from(";,"))
def test_what_was_written_is_read(rows, mark):
    report = read_cross_table(matrix(rows, mark)).accepted()
    codes = {"2": "1", "1": "=", "0": "0", "+": "+", "-": "-", "W": "W", "L": "L"}
    assert scores_of(report) == {
        (i, j): codes[score]
        for i, row in enumerate(rows)
        for j, score in enumerate(row)
        if score not in "X."
    }


def test_rows_may_stand_in_the_order_of_the_ranking():
    lines = matrix(["X21", "0X2", "10X"]).splitlines(keepends=True)
    turned = b"".join([*lines[:6], lines[8], lines[6], lines[7]])
    there = read_cross_table(b"".join(lines)).accepted()
    assert read_cross_table(turned).accepted() == there


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            ["X2", "1X"],
            'line 7, result of the game against 2: found "2", expected a result that fits',
        ),
        (
            ["X0", "0X"],
            'line 7, result of the game against 2: found "0-0", expected 2-0, 1-1 or 0-2',
        ),
        (
            ["X2", ".X"],
            'line 7, opponent of the game against 2: found "2", expected a player whose',
        ),
        (["X3", "0X"], 'line 7, score against 2: found "3", expected 2, 1 or 0 in one game'),
        (["12", "0X"], 'line 7, score against 1: found "1", expected X on the diagonal'),
        (["X.", ".X"], "games: found nothing, expected the games of at least one round"),
    ],
)
def test_what_is_wrong_with_scores_is_told(rows, message):
    assert refused(matrix(rows))[0].startswith(message)


@pytest.mark.parametrize(
    ("header", "found"), [("1;3", '"2, 3"'), ("1;2;3", '"3"'), ("2;1;7", '"7"')]
)
def test_rows_and_columns_are_the_same_players(header, found):
    data = matrix(["X2", "0X"]).replace(b"name;1;2", f"name;{header}".encode())
    widened = b"".join(
        line.rstrip(b"\n") + b";" * (header.count(";") - 1) + b"\n" if i > 5 else line
        for i, line in enumerate(data.splitlines(keepends=True))
    )
    assert refused(widened)[0].startswith(f"header: found {found}, expected a column for each")
