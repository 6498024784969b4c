"""Entrants: all problems that keep a report out, at once."""

from dataclasses import replace
from pathlib import Path

import pytest

from ledger.intake.formats.problems import ReportRefused
from ledger.intake.import_report.importing import import_report
from tests.support.pool_ledgers import chess
from tests.support.report_files import Tournament, amended, players, round_robin

SAMPLE = (Path(__file__).parents[3] / "samples/trf/swiss_137_players_2018.trf").read_bytes()
FOUR = Tournament(players(4), round_robin(4))


def refusals(ledger, file, options):
    """Import a file that must be refused; return the messages, and check that nothing was
    recorded.
    """
    before = ledger.read.head()
    with pytest.raises(ReportRefused) as refused:
        import_report(ledger, file, options)
    assert ledger.read.head() == before
    return [str(problem) for problem in refused.value.problems if problem.severity == "refused"]


def numbered(*ids):
    made = [replace(each, fide_id=text) for each, text in zip(players(4), ids, strict=True)]
    return replace(FOUR, players=made).trf16()


def test_unknown_players_are_one_summary_with_the_first_five(ledger):
    assert refusals(ledger, SAMPLE, chess(register_new=False)) == [
        'unknown players: found "137 of 137 entrants", expected players of the register; '
        "register such players (register_new), or correct the number; "
        "possible players are listed in a map: write_map FILE; the first: "
        "90000001, Player001, Bruno | 90000008, Player002, Níccolò | 990000015, Player003, Dario | "
        "990000022, Player004, Elena | 990000029, Player005, José"
    ]


def test_the_summary_stands_before_the_faults_of_the_file(ledger):
    file = numbered("1", "2", "3", "4").replace(b" 1.5 ", b" 9.0 ", 1).replace(b"012 ", b"### ", 1)
    messages = refusals(ledger, file, chess(register_new=False))
    assert [message.split(": found")[0] for message in messages] == [
        "unknown players",
        "name (012)",
        "line 10, columns 81-84, points",
    ]


def test_only_those_unknown_are_in_the_summary(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    more = replace(FOUR, name="B", players=[*players(3), replace(players(4)[3], fide_id="77")])
    (message,) = refusals(ledger, more.trf16(), chess(register_new=False))
    assert 'found "1 of 4 entrants"' in message
    assert message.endswith("; these: 77, Player004, Dario")


def test_who_has_no_number_is_unknown_too_where_new_players_are_not_registered(ledger):
    (message,) = refusals(ledger, numbered("", "2", "000", "4"), chess(register_new=False))
    assert 'found "4 of 4 entrants"' in message
    assert "these: Player001, Anna | 2, Player002, Bruno | Player003, Carla | 4" in message


def test_a_number_must_be_one_of_its_scheme(ledger):
    file = numbered("1", "AB/2", "3", "4")
    assert refusals(ledger, file, chess()) == [
        'line 11, columns 58-68, player\'s number: found "AB/2", '
        "expected the fide number of Player002, Bruno; add it to the file: it identifies the player"
    ]
    receipt = import_report(ledger, file, chess(number_scheme="fid"))
    assert len(receipt.new_players) == 4


def test_two_writings_of_one_number_are_one_player(ledger):
    assert refusals(ledger, numbered("1", "2", "02", "4"), chess()) == [
        'line 12, columns 58-68, player\'s number: found "02", '
        "expected each player once (line 11 is the same player); correct one of the two lines"
    ]


def test_two_lines_with_the_very_same_number_are_told_once(ledger):
    messages = refusals(ledger, numbered("1", "2", "2", "4"), chess())
    assert messages == [
        'line 12, columns 58-68, player\'s number: found "2", '
        "expected each number once (line 11 has it); correct one of the two lines"
    ]


@pytest.mark.at_fault
def test_two_numbers_of_one_registered_player_are_one_player(ledger):
    import_report(ledger, numbered("1", "2", "3", "4"), chess())
    with ledger.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO subject_number VALUES ('fide', '22', 2)")
    twice = [replace(players(4)[1], number=n, fide_id=text) for n, text in ((1, "22"), (2, "2"))]
    file = replace(FOUR, players=[*twice, *players(4)[2:]]).trf16()
    assert refusals(ledger, file, chess(register_new=False))[1] == (
        'line 11, columns 58-68, player\'s number: found "2", '
        "expected each player once (line 10 is the same player); correct one of the two lines"
    )


def test_wrong_lines_wrong_players_and_wrong_options_are_told_together(ledger):
    file = amended(numbered("1", "", "3", "4"), player=1, column=10, text="x")
    file = amended(file, player=4, column=82, text="9.5")
    options = chess(register_new=False, pools=("nowhere",), facts={"weight": "0"})
    assert [message.split(": found")[0] for message in refusals(ledger, file, options)] == [
        "unknown players",
        "weight (given by hand)",
        "pool",
        "line 10, column 10, sex",
        "line 13, columns 81-84, points",
    ]


def test_of_a_line_with_shifted_columns_no_number_is_read(ledger):
    file = amended(FOUR.trf16(), player=2, column=14, text="x")
    messages = refusals(ledger, file, chess(register_new=False))
    assert [message.split(": found")[0] for message in messages] == [
        "unknown players",
        "line 11, column 14, columns",
    ]
    assert 'found "3 of 3 entrants"' in messages[0]


def test_a_pool_must_be_open(ledger):
    assert refusals(ledger, FOUR.trf16(), chess(pools=("fide-rapid", "a b", "fide-standard"))) == [
        'pool: found "a b", expected ASCII letters and digits, inside also . _ : -, '
        "at most 100 characters; correct it",
        'pool: found "fide-rapid", expected a pool of this ledger; '
        "correct its name, or open it first",
    ]


def test_an_unknown_scheme_does_not_hide_what_is_wrong_with_the_file(ledger):
    file = amended(FOUR.trf16(), player=1, column=10, text="x")
    messages = refusals(ledger, file, chess(number_scheme="U.S."))
    assert [message.split(": found")[0] for message in messages] == [
        "number scheme",
        "line 10, column 10, sex",
    ]


def test_the_id_of_a_tournament_is_its_own(ledger):
    import_report(ledger, FOUR.trf16(), chess(tournament="torino"))
    file = replace(FOUR, name="B").trf16()
    assert refusals(ledger, file, chess(tournament="torino")) == [
        'tournament: found "torino", expected an id that no tournament has yet; '
        "choose another id, or none; if it was announced: of torino"
    ]


def test_a_file_that_is_no_report_is_refused(ledger):
    assert refusals(ledger, b"", chess())[0].startswith("file: found nothing, expected a tourna")
