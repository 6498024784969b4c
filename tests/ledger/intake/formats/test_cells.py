"""A round of a player's line: columns 92-95 opponent, 97 colour, 99 result, then every ten."""

import pytest

from ledger.tournaments.report import Bye
from tests.support.reader_messages import accepted, refusals, warnings
from tests.support.report_files import Tournament, amended, cell, players

# Player 3 has a bye in the first of two rounds, lines 10 to 12.
FILE = Tournament(
    players(3), [[(1, 2, "1-0"), (3, "Z")], [(3, 1, "½-½"), (2, "Z")]], points="1-½-0"
).trf16()


def bye(text: str, points: str = " 0.5") -> bytes:
    """Write another first round, and the matching total, for player 3."""
    changed = amended(FILE, player=3, column=92, text=text.ljust(8))
    return amended(changed, player=3, column=81, text=points)


@pytest.mark.parametrize(
    ("printed", "code", "points"),
    [
        ("0000 - H", "H", " 1.0"),
        ("0000 - F", "F", " 1.5"),
        ("0000 - U", "U", " 1.5"),
        ("0000 - Z", "Z", " 0.5"),
        ("0000 - h", "H", " 1.0"),
        ("   0 - u", "U", " 1.5"),
        ("       H", "H", " 1.0"),
        ("0000 -  ", "Z", " 0.5"),
        ("     -  ", "Z", " 0.5"),
        ("        ", "Z", " 0.5"),
    ],
)
def test_a_round_without_opponent_is_a_bye(printed, code, points):
    file = bye(printed, points)
    assert accepted(file).byes[0] == Bye(1, 2, code)
    assert warnings(file) == []


@pytest.mark.parametrize(
    ("printed", "code", "points"), [("-", "Z", " 0.5"), ("=", "H", " 1.0"), ("+", "F", " 1.5")]
)
def test_a_forfeit_without_opponent_is_a_bye_with_a_warning(printed, code, points):
    file = bye(f"0000 - {printed}", points)
    assert accepted(file).byes[0] == accepted(bye(f"       {printed}", points)).byes[0]
    assert accepted(file).byes[0] == Bye(1, 2, code)
    assert warnings(file) == [
        f'line 12, column 99, bye: found "{printed}", '
        f"expected H, F, U or Z, as there is no opponent; it was read as {code}"
    ]


@pytest.mark.parametrize("result", ["1", "0", "W", "D", "L", "x", "½"])
def test_a_played_result_without_opponent_is_refused(result):
    assert refusals(bye(f"0000 - {result}")) == [
        f'line 12, column 99, result of round 1: found "{result.upper()}", '
        "expected H (half point), F or U (full point) or Z (none), as there is no opponent; "
        "correct the result or the opponent"
    ]


def test_a_colour_without_opponent_is_a_warning():
    assert warnings(bye("0000 w Z")) == [
        'line 12, column 97, colour: found "w", expected - as there is no opponent; '
        "check the opponent"
    ]


@pytest.mark.parametrize("result", ["H", "F", "U", "Z", "x", "½", "2"])
def test_with_an_opponent_other_results_are_refused(result):
    assert refusals(amended(FILE, player=1, column=99, text=result)) == [
        f'line 10, column 99, result of round 1: found "{result}", '
        "expected the result against 2: 1 = 0, + - if forfeited, or W D L; "
        "correct the result, or the opponent to 0000"
    ]


def test_an_unfinished_game_is_refused():
    assert refusals(amended(FILE, player=1, column=99, text=" ")) == [
        "line 10, column 99, result of round 1: found nothing, "
        "expected the result against 2: 1 = 0, + - if forfeited, or W D L; "
        "enter the result"
    ]


@pytest.mark.parametrize("colours", ["WB", "wb"])
def test_colours_and_results_in_either_case(colours):
    file = amended(FILE, player=1, column=92, text=cell(2, colours[0], "w"))
    file = amended(file, player=2, column=92, text=cell(1, colours[1], "l"))
    game = accepted(file).games[0]
    assert (game.white, game.white_result, game.black_result) == (0, "W", "L")


def test_a_colour_is_w_or_b_or_none():
    assert refusals(amended(FILE, player=1, column=97, text="x")) == [
        'line 10, column 97, colour of round 1: found "x", expected w, b or - for none; '
        "correct the colour"
    ]


def test_an_opponent_is_a_start_number():
    assert refusals(amended(FILE, player=1, column=92, text="  x2")) == [
        'line 10, columns 92-95, opponent of round 1: found "x2", '
        "expected a start number, or 0000 for none; correct the pairing"
    ]


@pytest.mark.parametrize("column", [96, 98, 100, 101])
def test_columns_between_opponent_colour_and_result_are_blank(column):
    file = amended(FILE, player=1, column=column, text="x")
    shown = list("   2 w 1")
    if column < 100:
        shown[column - 92] = "x"
    assert refusals(file) == [
        f'line 10, columns 92-99, columns of round 1: found "{"".join(shown)}", '
        'expected "OOOO C R", like "  12 w 1"; '
        "move opponent, colour and result to their columns, blanks between them"
    ]


def test_a_line_whose_rounds_are_shifted_is_told_once():
    rounds = [[(1, 2, "1-0")]] * 20
    file = Tournament(players(2), rounds).trf16()
    shifted = file.replace(b"     2 w 1", b"    2 w 1", 1)
    assert len(refusals(shifted)) == 1


@pytest.mark.parametrize("code", ["+", "-"])
def test_in_a_team_tournament_a_forfeit_needs_no_opponent(code):
    """A team came, the other did not: the opponent is unknown."""
    file = bye(f"0000 - {code}", " 1.5" if code == "+" else " 0.5")
    teams = b"013 " + b"Torino".ljust(32) + b"   1    2    3\r\n"
    assert accepted(file + teams).byes[0] == Bye(1, 2, code)
    assert warnings(file + teams) == []
