"""TRF26 record 240: byes of players in lines of their own."""

import pytest

from ledger.tournaments.report import Bye
from tests.support.reader_messages import accepted, refusals, warnings
from tests.support.report_files import Tournament, amended, players

FILE = Tournament(
    players(4),
    [[(1, 2, "1-0"), (3, "H"), (4, "H")], [(1, 3, "1-0"), (2, 4, "1-0")]],
).trf16()
LATE = Tournament(players(3), [[(3, 1, "1-0"), (2, "H")], [(1, 2, "1-0"), (3, "Z")]]).trf16()
BLANK = amended(FILE, player=3, column=92, text="        ")


def with_byes(file: bytes, *lines: str) -> bytes:
    """Put records 240 behind the players, from line 14 on."""
    return file + "".join(f"240 {line}\r\n" for line in lines).encode()


def told(*lines: str, file: bytes = FILE) -> list[str]:
    return refusals(with_byes(file, *lines))


@pytest.mark.parametrize("lines", [["H   1    3    4"], ["h 001 0003", "H   1    4"], ["H   1"]])
def test_byes_that_the_players_lines_tell_too_pass(lines):
    assert accepted(with_byes(FILE, *lines)) == accepted(FILE)


def test_a_bye_fills_a_blank_round():
    assert len(refusals(BLANK)) == 1
    assert accepted(with_byes(BLANK, "H   1    3")) == accepted(FILE)


@pytest.mark.parametrize("blank", ["0000 -  ", "     -  ", "0000    "])
def test_a_round_without_result_is_blank(blank):
    bare = amended(FILE, player=3, column=92, text=blank)
    assert accepted(with_byes(bare, "H   1    3")).byes == (Bye(1, 2, "H"), Bye(1, 3, "H"))


def test_a_bye_fills_a_round_behind_the_end_of_a_line():
    cut = b"\r\n".join(line[:99] if b"Z" in line else line for line in LATE.split(b"\r\n"))
    assert len(cut) < len(LATE)
    assert accepted(with_byes(cut, "Z   2    3")) == accepted(LATE)


@pytest.mark.parametrize(
    ("line", "column", "found", "expected"),
    [
        ("F   1    3", 14, "F for player 3", "the bye H in round 1, as in line 12"),
        ("H   2    3", 14, "H for player 3", "a game against 1 in round 2, as in line 12"),
    ],
)
def test_a_bye_that_contradicts_the_players_line_is_refused(line, column, found, expected):
    assert told(line) == [
        f'line 14, column {column}, player of a bye (240): found "{found}", '
        f"expected {expected}; correct one of the two lines"
    ]


def test_two_byes_in_one_round_are_refused():
    assert len(told("F   1    3", "H   1    3", file=BLANK)) == 2


@pytest.mark.parametrize("number", ["0", "1", "2", "401", "x"])
def test_the_round_is_one_of_the_players_lines(number):
    messages = told(f"H   {number}    9")
    assert len(messages) == 1
    assert ("round of a bye" in messages[0]) == (number not in {"1", "2"})
    assert ("player of a bye" in messages[0]) == (number in {"1", "2"})


@pytest.mark.parametrize("kind", ["U", "-", "", "HH"])
def test_other_kinds_are_refused(kind):
    messages = told(f"{kind}   1    3")
    assert len(messages) == 1
    assert "expected F, H or Z in column 5; correct the kind of the bye" in messages[0]


@pytest.mark.parametrize(("announced", "to_come"), [("", True), ("3", True), ("2", False)])
def test_a_bye_of_a_round_that_is_to_come_is_left_out(announced, to_come):
    """Asked for before the pairing of the round; beyond the announced rounds a slip."""
    file = FILE + (f"142 {announced}\r\n".encode() if announced else b"")
    later = with_byes(file, "H   3    1")
    assert bool(refusals(later)) != to_come
    if to_come:
        assert accepted(later) == accepted(file)
        assert any("it was left out until that round has been played" in w for w in warnings(later))
