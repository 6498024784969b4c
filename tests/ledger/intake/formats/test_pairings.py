"""Each game stands in two lines, which must tell the same."""

import pytest

from ledger import limits
from ledger.intake.formats.pairings import COMPATIBLE
from ledger.tournaments.report import Bye, Game
from tests.support.counts import FULL
from tests.support.reader_messages import accepted, refusals, warnings
from tests.support.report_files import (
    RESULTS,
    Tournament,
    amended,
    cell,
    players,
    round_robin,
    trf16,
)

# 1-2 and 3-4, then 4-1 and 2-3; lines 10 to 13.
FILE = Tournament(
    players(4),
    [[(1, 2, "1-0"), (3, 4, "½-½")], [(4, 1, "0-1"), (2, 3, "+--")]],
).trf16()


def test_games_stand_by_round_and_lower_start_number():
    assert accepted(FILE).games == (
        Game(1, 0, 1, "1", "0"),
        Game(1, 2, 3, "=", "="),
        Game(2, 3, 0, "0", "1"),
        Game(2, 1, 2, "+", "-"),
    )


def test_byes_stand_by_round_and_entrant_and_fill_every_round():
    file = Tournament(players(5), [[(5, 3, "1-0"), (4, "H")], [(1, 2, "1-0"), (4, "U")]]).trf16()
    assert accepted(file).byes == (
        *(Bye(1, 0, "Z"), Bye(1, 1, "Z"), Bye(1, 3, "H")),
        *(Bye(2, 2, "Z"), Bye(2, 3, "U"), Bye(2, 4, "Z")),
    )


@pytest.mark.parametrize("result", RESULTS)
def test_every_result_of_a_game(result):
    game = accepted(Tournament(players(2), [[(2, 1, result)]]).trf16()).games[0]
    assert (game.white, game.black) == (1, 0)
    assert (game.white_result, game.black_result) == RESULTS[result]


@pytest.mark.parametrize("black", "1=0+-WDL")
@pytest.mark.parametrize("white", "1=0+-WDL")
def test_results_that_do_not_fit_each_other_are_refused(white, black):
    rows = [
        cell(2, "w", white),
        cell(1, "b", black),
    ]
    file = Tournament(players(2), [[(1, 2, "½-½")]]).trf16()
    for player, text in enumerate(rows, 1):
        file = amended(file, player=player, column=92, text=text)
        file = amended(file, player=player, column=81, text="    ")
    message = (
        f'line 10, column 99, result of round 1: found "{white}", '
        f'expected a result that fits "{black}" in line 11; correct one of the two lines'
    )
    assert refusals(file) == ([] if white + black in COMPATIBLE else [message])


def test_the_results_that_fit_each_other_are_those_of_the_handbook():
    assert {"".join(codes) for codes in RESULTS.values()} == COMPATIBLE


@pytest.mark.parametrize("colours", ["--", "  ", "- "])
@pytest.mark.parametrize(("low", "high"), [("1", "0"), ("-", "+"), ("-", "-")])
def test_without_colours_the_lower_start_number_stands_as_white(colours, low, high):
    file = Tournament(players(2), [[(2, 1, "½-½")]]).trf16()
    for player, code in enumerate((low, high), 1):
        text = cell(3 - player, colours[player - 1], code)
        file = amended(file, player=player, column=92, text=text)
        file = amended(file, player=player, column=81, text="    ")
    assert accepted(file).games == (Game(1, 0, 1, low, high, colours=False),)


@pytest.mark.parametrize("colours", ["ww", "bb", "w-", "-b"])
def test_colours_are_opposite(colours):
    file = amended(FILE, player=1, column=97, text=colours[0])
    file = amended(file, player=2, column=97, text=colours[1])
    assert refusals(file) == [
        f'line 10, column 97, colour of round 1: found "{colours[0]}", '
        f'expected the opposite of "{colours[1]}" in line 11; correct one of the two lines'
    ]


def test_an_opponent_is_a_player_of_the_file():
    file = amended(FILE, player=1, column=92, text="  23")
    assert refusals(file) == [
        'line 10, columns 92-95, opponent of round 1: found "23", '
        "expected the start number of a player (1 to 4); correct the pairing",
        'line 11, columns 92-95, opponent of round 1: found "1", '
        "expected a player whose line names 2 too, but line 10 has 23; "
        "correct one of the two lines",
    ]


def test_nobody_plays_himself():
    file = amended(FILE, player=1, column=92, text="   1")
    assert refusals(file)[0] == (
        'line 10, columns 92-95, opponent of round 1: found "1", '
        "expected the start number of another player; correct the pairing"
    )


def test_a_pairing_stands_in_both_lines():
    file = amended(FILE, player=2, column=92, text="   3")
    assert refusals(file) == [
        'line 10, columns 92-95, opponent of round 1: found "2", '
        "expected a player whose line names 1 too, but line 11 has 3; "
        "correct one of the two lines",
        'line 11, columns 92-95, opponent of round 1: found "3", '
        "expected a player whose line names 2 too, but line 12 has 4; "
        "correct one of the two lines",
    ]


def test_a_pairing_does_not_meet_a_bye():
    file = amended(FILE, player=2, column=92, text="0000 - Z")
    assert refusals(file) == [
        'line 10, columns 92-95, opponent of round 1: found "2", '
        "expected a player whose line names 1 too, but line 11 has no opponent; "
        "correct one of the two lines",
    ]


def test_a_broken_line_does_not_hide_what_is_wrong_elsewhere():
    file = amended(FILE, player=1, column=48, text="x")
    file = amended(file, player=3, column=97, text="b")
    assert [message.split(": found")[0] for message in refusals(file)] == [
        "line 10, column 48, columns",
        "line 12, column 97, colour of round 1",
    ]


def announced(rounds: str, record: str = "XXR") -> bytes:
    """Write four players, all against all in three rounds, with a number of rounds."""
    return Tournament(players(4), round_robin(4), extra={record: rounds}).trf16()


@pytest.mark.parametrize("record", ["XXR", "142"])
def test_more_rounds_than_announced_are_refused(record):
    assert refusals(announced("3", record)) == warnings(announced("3", record)) == []
    messages = refusals(announced("2", record))
    assert len(messages) == 4
    assert messages[0] == (
        'line 11, columns 112-119, pairing of round 3: found "2 w =", '
        "expected 2 rounds (line 10); delete this round, or correct the number of rounds"
    )


def test_fewer_rounds_than_announced_are_a_warning():
    assert accepted(announced("4")).number_of_rounds == 3
    assert warnings(announced("4")) == [
        'line 10, number of rounds (XXR): found "4", expected 3, the rounds played in this file; '
        "correct the number of rounds if the tournament ended earlier; "
        "if the tournament goes on, its next report replaces this one: replaces T-…"
    ]


def test_empty_rounds_after_the_last_are_nothing():
    padded = FILE.replace(b"\r\n", b"  0000 -    0000 -  \r\n")
    padded = padded.replace(b"  0000 -    0000 -  \r\n", b"\r\n", 9)  # the header
    assert accepted(padded) == accepted(FILE)


def test_an_extra_round_of_one_player_is_refused():
    file = amended(FILE, player=1, column=112, text="   2 w 1")
    assert refusals(file)[1] == (
        'line 10, columns 112-115, opponent of round 3: found "2", '
        "expected a player whose line names 1 too, but line 11 has no opponent; "
        "correct one of the two lines"
    )


def test_a_round_of_byes_alone_before_another_is_refused():
    file = Tournament(players(2), [[(1, "H")], [(1, 2, "1-0")]]).trf16()
    assert refusals(file) == [
        'pairings of round 1: found "byes only", expected at least one game; '
        "correct the pairings of this round, or delete it"
    ]


def test_a_tournament_without_games_is_refused():
    assert refusals(Tournament(players(2), []).trf16()) == [
        "games: found nothing, expected the games of at least one round; "
        "report the tournament when it has been played"
    ]


@pytest.mark.parametrize("rounds", [399, 400, 401])
def test_there_are_at_most_400_rounds(rounds):
    messages = refusals(Tournament(players(2), [[(1, 2, "0-0")]] * rounds).trf16())
    assert bool(messages) == (rounds > 400)


@pytest.mark.parametrize("rounds", [125, 126])
def test_there_are_at_most_50000_games(monkeypatch, rounds):
    """In a quick run a tenth stands for the limit."""
    assert limits.EVENT_GAMES == 50_000
    boards = 400 if FULL else 40
    monkeypatch.setattr(limits, "EVENT_GAMES", 125 * boards)
    pairs = [(low, low + 1, "0-0") for low in range(1, 2 * boards, 2)]
    tournament = Tournament(players(2 * boards), [pairs] * rounds)
    found, most = f'found "{126 * boards:,}"', f"at most {125 * boards:,}"
    too_many = f"games: {found}, expected {most}; send the rounds in several reports"
    assert refusals(tournament.trf16()) == ([too_many] if rounds > 125 else [])


def test_a_lost_line_is_told_by_every_opponent():
    lines = FILE.decode().split("\r\n")
    without = trf16({}, [line for line in lines if not line.startswith("001    4") and line])
    assert len(refusals(without)) == 2
