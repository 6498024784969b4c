"""Cross tables as CSV: rounds or a matrix become a report, or every problem with the line."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.intake.formats.cross_table.reader import read_cross_table
from ledger.tournaments.report import Bye, Game
from tests.support.cross_table_files import FAIR, cross_table, told
from tests.support.report_files import Tournament, players

SAMPLES = Path(__file__).parents[4] / "samples" / "cross_tables"
HEADER = "name;Torneo\nplace;Roma\nfederation;ITA\nstart;2026-01-10\nend;2026-01-11\n"
TWO = HEADER + "number;player;name;R1\n"


def refused(text):
    reading = read_cross_table(text if isinstance(text, bytes) else text.encode())
    assert (reading.report is None) == bool(reading.refusals)
    return [str(refusal) for refusal in reading.refusals]


def accepted(text):
    return read_cross_table(text if isinstance(text, bytes) else text.encode()).accepted()


def pair(white, black):
    """Write two players of the same game."""
    return f"{TWO}1;S1;Rossi, Anna;{white}\n2;S2;Bianchi, Ugo;{black}\n"


@st.composite
def tournaments(draw):
    """Draw a draughts tournament of 2 to 9 players in 1 to 5 rounds."""
    count, rounds = draw(st.integers(2, 9)), []
    for _ in range(draw(st.integers(1, 5))):
        order = draw(st.permutations(range(1, count + 1)))
        pairs = draw(st.integers(1, count // 2))
        results = [draw(st.sampled_from(FAIR)) for _ in range(pairs)]
        paired = [(order[2 * i], order[2 * i + 1], result) for i, result in enumerate(results)]
        byes = draw(st.lists(st.sampled_from("UHZ"), max_size=count - 2 * pairs))
        rounds.append([*paired, *zip(order[2 * pairs :], byes, strict=False)])
    return Tournament(players(count, sex="", birth=""), rounds, points="2-1-0")


@given(tournaments(), st.sampled_from(";,"))
def test_what_was_written_is_read(tournament, mark):
    report = read_cross_table(cross_table(tournament, mark)).accepted()
    assert report.number_of_rounds == len(tournament.rounds)
    for index, player in enumerate(tournament.players):
        assert report.entrants[index].reported_number == player.fide_id
        games = {}
        for game in report.games:
            if game.white == index:
                games[game.round] = (game.black + 1, "w", game.white_result)
            elif game.black == index:
                games[game.round] = (game.white + 1, "b", game.black_result)
        byes = {bye.round: (0, "-", bye.code) for bye in report.byes if bye.entrant == index}
        expected = told(tournament.rounds, player.number)
        assert games | byes == dict(enumerate(expected, 1))


@given(tournaments())
def test_colours_may_be_missing_and_lower_numbers_stand_as_white(tournament):
    report = read_cross_table(cross_table(tournament, colours=False)).accepted()
    assert all(game.white < game.black for game in report.games)
    assert len(report.games) == sum(len(game) == 3 for r in tournament.rounds for game in r)


def test_the_rows_above_the_players_are_the_tournament():
    text = pair("2w2", "1b0").replace(",", "").replace(";", ",")
    report = accepted(text.replace("Torneo", '"Coppa, Roma"'))
    assert (report.name, report.place, report.federation) == ("Coppa, Roma", "Roma", "ITA")
    assert (report.start, report.end) == (date(2026, 1, 10), date(2026, 1, 11))


def test_facts_by_hand_win_over_the_rows():
    facts = {"name": "Other", "start": "2026-01-09", "time_control": "1200+5"}
    report = read_cross_table(pair("2w2", "1b0").encode(), facts).accepted()
    assert (report.name, report.start, report.time_control) == ("Other", date(2026, 1, 9), "1200+5")


def test_missing_facts_are_asked_for_by_their_key():
    assert sorted(refused("number;name;R1\n1;A;2x2\n2;B;1x0\n")) == [
        f"{key}: found nothing, expected {expected}; give it: set {key}={form}"
        for key, expected, form in (
            ("end", "a day YYYY/MM/DD", "YYYY-MM-DD"),
            ("name", "the name of the tournament", "…"),
            ("start", "a day YYYY/MM/DD", "YYYY-MM-DD"),
        )
    ]


@pytest.mark.parametrize(
    ("cells", "results"),
    [
        (("2w2", "1b0"), ("1", "0")),
        (("2W1", "1B1"), ("=", "=")),
        (("2:0", "1:2"), ("0", "1")),
        (("2-2", "1-0"), ("1", "0")),
        (("2 x 1", "1 x 1"), ("=", "=")),
        (("2x+", "1x-"), ("+", "-")),
        (("2x-", "1x-"), ("-", "-")),
        (("2xw", "1xl"), ("W", "L")),
    ],
)
def test_a_game_is_opponent_colour_and_score(cells, results):
    assert accepted(pair(*cells)).games == (
        Game(1, 0, 1, results[0], results[1], cells[0][1] in "wW"),
    )


@pytest.mark.parametrize(
    ("cell", "code"), [("bye", "U"), ("Bye 1", "H"), ("bye:0", "Z"), ("-", "Z"), ("", "Z")]
)
def test_a_round_without_a_game_is_a_bye(cell, code):
    assert accepted(pair("2x2", "1x0") + f"3;S3;Verdi;{cell}\n").byes == (Bye(1, 2, code),)


@pytest.mark.parametrize("cell", ["2", "2w", "w2", "2w3", "0w2", "2n1", "12345w2", "bye3", "2w22"])
def test_another_cell_is_refused_with_its_column(cell):
    assert refused(pair(cell, "1b0"))[0] == (
        f'line 7, R1: found "{cell}", expected opponent, w, b or x, and 2 1 0 + -, '
        "like 12w2 or 12x2; bye; or nothing; correct this round"
    )


@pytest.mark.parametrize("cell", ["02:02", "12:02:00", "2-feb", "02-gen", "2/feb"])
def test_what_a_spreadsheet_made_of_a_cell_is_named(cell):
    assert "a spreadsheet program has made a time or a day of it" in refused(pair(cell, "1b0"))[0]


@pytest.mark.parametrize(("white", "black"), [("2w2", "1b1"), ("2w2", "1b2"), ("2w+", "1b+")])
def test_both_sides_tell_one_result(white, black):
    """Both are as in the file: a win is 2."""
    assert refused(pair(white, black)) == [
        f'line 7, result of R1: found "{white[-1]}", expected a result that '
        f'fits "{black[-1]}" in line 8; '
        "correct one of the two lines"
    ]


@pytest.mark.parametrize(("white", "black"), [("2w0", "1b0"), ("2w1", "1b0"), ("2w0", "1b1")])
def test_scores_add_up_to_two(white, black):
    assert refused(pair(white, black)) == [
        f'line 7, result of R1: found "{white[-1]}-{black[-1]}", '
        "expected 2-0, 1-1 or 0-2 with line 8; correct one of the two rows"
    ]


def test_a_game_that_only_one_side_tells_is_refused():
    assert refused(pair("2w2", "bye")) == [
        'line 7, opponent of R1: found "2", expected a player whose line names 1 too, '
        "but line 8 has no opponent; correct one of the two lines"
    ]


@pytest.mark.parametrize(("po", "good"), [(1, False), (2, True), (3, False)])
def test_po_is_the_sum_of_the_games_played(po, good):
    """The bye of the third round and the forfeit of the second stand in `points` alone."""
    text = (
        f"{HEADER}number;name;R1;R2;R3;PO\n1;A;2w2;2x+;bye;{po}\n2;B;1b0;1x-;3w0;0\n3;C;;;2b2;2\n"
    )
    found = (
        []
        if good
        else [
            f'line 7, PO: found "{po}", expected 2, the sum of the games played (without '
            "forfeits and byes); correct the results or the total; "
            "or take the games alone: set points=ignore"
        ]
    )
    assert refused(text) == found


def test_points_are_the_sum_of_everything():
    text = (
        f"{HEADER}number;name;R1;R2;PO;points\n1;A;2w2;bye;2;4\n2;B;1b0;3x1;1;1\n3;C;bye1;2x1;1;3\n"
    )
    assert refused(text) == [
        'line 9, points: found "3.0", expected 2.0, the sum of the results; '
        "correct the results or the total; "
        "or take the games alone: set points=ignore"
    ]


def test_wrong_totals_are_only_warned_of_where_they_are_to_be_ignored():
    text = f"{HEADER}number;name;R1;PO;points\n1;A;2w2;1;1\n2;B;1b0;0;0\n3;C;bye;0;2\n".encode()
    reading = read_cross_table(text, points="ignore")
    assert len(reading.accepted().games) == 1
    assert [warning.field for warning in reading.warnings] == ["PO", "points"]


def test_columns_have_italian_names_too_and_some_are_left_alone():
    text = "Nome:;Torneo\nLuogo;Roma\nFederazione;ita\nInizio;10/01/2026\nFine;2026-01-11\n"
    text += "N.;Tessera;Cat.;Giocatore;Categoria;CI;Sesso;Anno;T1;PA;PO;CF\n".replace("Cat.;", "")
    text += "1;S1;Rossi, Anna;Nazionale;2970;F;1990;2w2;1,02;2;3000\n2;S2;Neri;;;;;1b0;;0;\n"
    first, second = accepted(text).entrants
    assert (first.reported_number, first.name, first.rating) == ("S1", "Rossi, Anna", 2970)
    assert (first.sex, first.birth_year, first.title, second.rating) == ("w", 1990, "", 0)


def test_a_spreadsheet_saved_as_latin_1_is_read_with_a_warning():
    reading = read_cross_table(pair("2w2", "1b0").replace("Rossi", "Niccolò").encode("latin-1"))
    assert reading.accepted().entrants[0].name == "Niccolò, Anna"
    assert [str(warning.found) for warning in reading.warnings] == ["byte F2"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("number;name;R1;Wrong\n", 'found "Wrong", expected R1, R2, …, or one of number, '),
        ("number;name;R1;0\n", 'found "0", expected R1, R2, …, or one of number, '),
        ("number;name;R1;01\n", 'found "01", expected R1, R2, …, or one of number, '),
        ("number;name;R1;10000\n", 'found "10000", expected R1, R2, …, or one of number, '),
        ("number;name;R1;9999\n", 'found "rounds and opponents", expected either columns R1'),
        ("number;name;R1;R1\n", 'found "r1", expected one column for it; delete one'),
        ("number;name;R1;T1\n", 'found "r1", expected one column for it; delete one'),
        ("number;name;R1;R3\n", "found nothing, expected the column R2; add it"),
        ("number;name\n", "found nothing, expected either columns R1, R2, … "),
        ("number;name;R1;1\n", 'found "rounds and opponents", expected either columns R1'),
    ],
)
def test_what_is_wrong_with_the_header_is_told(text, found):
    told_of = refused(HEADER + text + "1;A;2w2;\n")
    assert len(told_of) == 1
    assert told_of[0].startswith("line 6, header: " + found)


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("colour;blue", 'line 1, colour: found "colour", expected one of name, place'),
        ("name;A;B", 'line 1, name: found "A, B", expected one value in this row'),
        ("start;2026-01-10", 'line 5, start: found "start", expected once (line 1 says it)'),
        ('name;"A', "line 1, text: found "),
        ("type;" + "x" * 201, 'line 1, text: found "201 characters", expected at most 200'),
    ],
)
def test_what_is_wrong_with_the_rows_above_is_told(row, found):
    assert refused(row + "\n" + pair("2w2", "1b0"))[0].startswith(found)


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("3;S3;C", 'line 9, columns: found "3", expected 4 columns, as in the header'),
        ("3;S3;C;;5", 'line 9, columns: found "5", expected 4 columns, as in the header'),
        ("x;S3;C;", 'line 9, number: found "x", expected a number from 1 to 9999'),
        ("10000;S3;C;", 'line 9, number: found "10000", expected a number from 1 to 9999'),
        ("2;S3;C;", 'line 9, number: found "2", expected each number once (line 8 has it)'),
        ("3;S2;C;", 'line 9, player: found "S2", expected each number once (line 8 has it)'),
        ("3;S3;C;4w2", 'line 9, opponent of R1: found "4", expected the start number of a player'),
        ("3;S3;C;3w2", 'line 9, opponent of R1: found "3", expected the start number of another'),
    ],
)
def test_what_is_wrong_with_a_row_is_told(row, found):
    assert refused(pair("2w2", "1b0") + row + "\n")[0].startswith(found)


def test_a_gap_in_the_numbers_is_warned_of():
    reading = read_cross_table((pair("2w2", "1b0") + "5;S5;C;\n").encode())
    assert [str(warning.found) for warning in reading.warnings] == ["no player 3-4"]


def test_a_way_to_count_that_is_none_is_a_fault_of_the_caller():
    with pytest.raises(ValueError, match="3-1-0"):
        read_cross_table(b"", points="3-1-0")


def test_a_file_saved_by_a_spreadsheet_is_padded_with_empty_cells():
    report = accepted((SAMPLES / "swiss_five_players.csv").read_bytes())
    assert (report.name, len(report.games), len(report.byes)) == ("Gara di prova", 6, 3)


def test_arbiters_are_named_and_the_scoring_is_that_of_draughts():
    rows = "arbiter;Rubino, Ada\nCollaboratore;Primo, Ivo\ndeputy;Secondo, Eva\n"
    report = accepted(rows + pair("2w2", "1b0"))
    assert (report.chief_arbiter, report.deputies) == (
        "Rubino, Ada",
        ("Primo, Ivo", "Secondo, Eva"),
    )
    assert report.scoring == "W 2.0 D 1.0 L 0.0"


def test_dates_with_two_digits_of_year_need_a_word():
    text = pair("2w2", "1b0").replace("2026-01-10", "03/04/05").replace("2026-01-11", "03/04/05")
    assert "a year of four digits (2003-04-05 or 2005-04-03?)" in refused(text)[0]
    report = read_cross_table(text.encode(), date_order="dmy").accepted()
    assert (report.start, report.end) == (date(2005, 4, 3), date(2005, 4, 3))


def test_scores_are_compared_only_where_both_name_each_other():
    told = refused(pair("2w0", "3b0") + "3;S3;Verdi;2w2\n")
    assert [message.split(", ")[1] for message in told] == ['opponent of R1: found "2"']
