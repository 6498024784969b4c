"""Each total is the sum of the results; elsewhere mostly a result is wrong."""

import pytest

from tests.support.reader_messages import accepted, refusals, warnings
from tests.support.report_files import Pairing, Tournament, amended, players

ROUNDS: list[list[Pairing]] = [
    [(1, 2, "1-0"), (3, 4, "½-½"), (5, "U"), (6, "H")],
    [(4, 1, "W-L"), (2, 3, "--+"), (5, 6, "D-D")],
    [(1, 5, "½-0"), (2, 4, "---"), (3, "F"), (6, "Z")],
]


def file(points: str = "1-½-0") -> bytes:
    return Tournament(players(6), ROUNDS, points=points).trf16()


def test_totals_where_a_win_counts_1():
    assert [entrant.points_halves for entrant in accepted(file()).entrants] == [3, 0, 5, 3, 3, 2]


def test_totals_where_a_win_counts_2():
    report = accepted(file("2-1-0"), points="2-1-0")
    assert [entrant.points_halves for entrant in report.entrants] == [6, 0, 10, 6, 6, 4]


@pytest.mark.parametrize("printed", ["1.0", "2.0"])
def test_a_total_too_low_or_too_high_is_refused(printed):
    wrong = amended(file(), player=1, column=82, text=printed)
    assert refusals(wrong) == [
        f'line 10, columns 81-84, points: found "{printed}", expected 1.5, '
        "the sum of the results; correct the results or the total; "
        "or take the games alone: set points=ignore"
    ]


def test_a_wrong_total_can_be_taken_with_a_warning_for_each():
    wrong = amended(file(), player=1, column=82, text="2.0")
    wrong = amended(wrong, player=4, column=82, text="2.0")
    assert accepted(wrong, points="ignore").games == accepted(file()).games
    assert warnings(wrong, points="ignore") == [
        f'line {line}, columns 81-84, points: found "2.0", expected 1.5, '
        "the sum of the results; correct the results or the total"
        for line in (10, 13)
    ]


def test_a_total_that_is_higher_may_come_from_byes_without_code():
    bare = amended(file(), player=6, column=92, text="0000 -  ")
    assert refusals(bare) == [
        'line 15, columns 81-84, points: found "1.0", expected 0.5, the sum of the results; '
        "correct the results or the total; write H, F or U if there was a bye in round 1; "
        "or take the games alone: set points=ignore"
    ]


def test_totals_of_the_other_scoring_are_refused():
    assert len(refusals(file("2-1-0"))) == 5
    assert len(refusals(file(), points="2-1-0")) == 5


def test_a_round_that_cannot_be_read_is_not_counted_against_the_total():
    assert len(refusals(amended(file(), player=1, column=99, text="x"))) == 1
