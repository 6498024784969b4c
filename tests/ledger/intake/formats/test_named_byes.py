"""`spielfrei`, `bye`, `riposa`: asked about as byes, and never persons."""

from dataclasses import replace

import pytest

from ledger.intake.formats.cells import WORDS, word_in
from ledger.intake.formats.cross_table.reader import read_cross_table
from ledger.intake.formats.tdf import read_tdf
from ledger.intake.import_report.importing import import_report, map_of_undecided
from ledger.tournaments.report import Bye
from tests.support.cross_table_files import matrix, tdf
from tests.support.pool_ledgers import chess
from tests.support.reader_messages import accepted, refusals, warnings
from tests.support.received_reports import refusal
from tests.support.report_files import Player, Tournament, amended, players


def with_a_bye(word: str, result: str = "1-0", count: int = 3) -> bytes:
    """Three players and a player named like a bye, each paired once with this entrant."""
    nobody = Player(count + 1, word, federation="")
    rounds = [
        [(1, 4, result), (2, 3, "1-0")],
        [(4, 2, "0-1"), (3, 1, "½-½")],
        [(3, 4, result), (1, 2, "1-0")],
    ]
    return Tournament([*players(count), nobody], rounds).trf16()


FILE = with_a_bye("spielfrei")
SAID = {"byes": "spielfrei"}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("spielfrei", "spielfrei"),
        ("Spiel-Frei 2", "spielfrei"),
        ("BYE", "bye"),
        ("Bye, Bye", "bye"),
        ("(Volný los)", "volnylos"),
        ("Turno di riposo", "turnodiriposo"),
        ("Bye, Peter", "byepeter"),
        ("12", ""),
        ("", ""),
    ],
)
def test_a_word_is_told_without_accents_signs_and_digits(text, word):
    assert word_in(text) == word
    assert (word in WORDS) == (word not in ("byepeter", ""))


def test_the_import_asks_and_says_how_to_answer():
    assert refusals(FILE) == [
        'line 13, columns 15-47, bye: found "spielfrei (1 time)", expected persons; '
        "if these are byes: set byes=spielfrei; a person has a first name too: write it"
    ]


def test_said_to_be_byes_they_are_byes():
    """The winner against the bye has the full point of the pairing."""
    report = accepted(FILE, SAID)
    assert [entrant.name for entrant in report.entrants] == [player.name for player in players(3)]
    assert report.byes == (Bye(1, 0, "U"), Bye(2, 1, "U"), Bye(3, 2, "U"))
    assert len(report.games) == 3
    assert warnings(FILE, SAID) == [
        'line 13, columns 15-47, bye: found "spielfrei (1 time)", expected persons; they were '
        "read as byes, as confirmed; results against them count as byes"
    ]


@pytest.mark.parametrize(
    ("result", "code"),
    [("1-0", "U"), ("+--", "U"), ("½-½", "H"), ("0-1", "Z"), ("---", "Z"), ("W-L", "U")],
)
def test_the_result_against_it_says_what_the_bye_comes_to(result, code):
    report = accepted(with_a_bye("Freilos", result), {"byes": "Freilos"})
    assert [bye.code for bye in report.byes if bye.entrant == 0] == [code]


@pytest.mark.parametrize("word", ["bye", "exempt", "riposa", "FREILOS 2", "Exempté"])
def test_each_word_is_asked_about(word):
    (told,) = refusals(with_a_bye(word))
    assert f"set byes={word_in(word)};" in told


def test_two_words_are_one_question():
    nobodies = [Player(number, word) for number, word in ((4, "spielfrei"), (5, "Bye"))]
    rounds = [[(1, 4, "1-0"), (2, 3, "1-0")], [(5, 2, "0-1"), (3, 1, "½-½")]]
    file = Tournament([*players(3), *nobodies], rounds).trf16()
    (told,) = refusals(file)
    assert 'found "spielfrei (1 time); bye (1 time)"' in told
    assert "set byes=spielfrei,bye;" in told


def test_a_name_that_is_no_such_word_alone_is_a_person():
    assert accepted(with_a_bye("Bye, Peter")).entrants[3].name == "Bye, Peter"


def test_any_word_can_be_said_to_be_a_bye():
    """A surname alone is a person, unless somebody says otherwise."""
    assert len(accepted(with_a_bye("Frei")).entrants) == 4
    assert len(accepted(with_a_bye("Frei"), {"byes": "frei"}).entrants) == 3


@pytest.mark.parametrize("said", ["Carla", "Player003 Carla", "pausa", "4"])
def test_a_person_cannot_be_said_to_be_a_bye(said):
    told = refusals(FILE, {"byes": f"spielfrei,{said}"})
    assert any("byes (given by hand)" in warning for warning in told)


def test_a_word_in_place_of_an_opponent_is_asked_about_too():
    file = Tournament(players(3), [[(1, 2, "1-0"), (3, "U")]]).trf16()
    file = amended(file, player=3, column=92, text=" bye - 1")
    assert refusals(file) == [
        'bye: found "bye (1 time)", expected persons; '
        "if these are byes: set byes=bye; a person has a first name too: write it"
    ]
    assert accepted(file, {"byes": "bye"}).byes == (Bye(1, 2, "U"),)


def test_nobody_is_registered_for_it_and_no_map_asks_who_it_is(ledger):
    told = refusal(ledger, FILE, chess(register_new=False))
    assert 'unknown players: found "3 of 3 entrants"' in told
    assert "spielfrei" not in map_of_undecided(ledger, FILE, chess(register_new=False))
    receipt = import_report(ledger, FILE, chess(facts=SAID))
    assert [name for _, name in receipt.new_players] == [player.name for player in players(3)]


def test_in_the_form_of_vega():
    nobody = Player(4, "RIPOSA", federation="")
    table = Tournament([*players(3), nobody], [[(1, 4, "+--"), (2, 3, "1-0")]])
    reading = read_tdf(tdf(table), {"byes": "riposa"})
    assert reading.accepted().byes == (Bye(1, 0, "U"),)
    assert [each.field for each in read_tdf(tdf(table)).refusals] == ["bye"]


@pytest.mark.parametrize(("cell", "code"), [("riposa", "U"), ("riposa1", "H"), ("Riposa 0", "Z")])
def test_in_a_cross_table_the_points_stand_behind_the_word(cell, code):
    rows = ["number;name;R1", "1;Rossi, Anna;2w2", "2;Bianchi, Ugo;1b0", f"3;Verdi, Ida;{cell}"]
    head = ["name;Gara", "place;Roma", "federation;ITA", "start;2026-01-10", "end;2026-01-10"]
    file = "\n".join([*head, *rows]).encode()
    assert [each.field for each in read_cross_table(file).refusals] == ["bye"]
    assert read_cross_table(file, {"byes": "riposa"}).accepted().byes == (Bye(1, 2, code),)


def test_in_a_matrix_its_row_and_column_go():
    file = matrix(["X102", "1X22", "20X2", "000X"]).replace(b"Player 4", b"Riposa")
    report = read_cross_table(file, {"byes": "riposa"}).accepted()
    assert (len(report.entrants), len(report.games)) == (3, 3)


def test_a_file_without_such_words_is_read_as_before():
    clean = Tournament(players(4), [[(1, 2, "1-0"), (3, 4, "½-½")]])
    assert accepted(clean.trf16()) == accepted(replace(clean).trf16())
    assert "byes (given by hand)" in refusals(clean.trf16(), SAID)[0]
