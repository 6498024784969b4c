"""The fields of a player's line, TRF16 record 001, columns 1 to 91."""

import unicodedata

import pytest

from tests.support.reader_messages import accepted, refusals, warnings
from tests.support.report_files import Player, Tournament, amended, players

ROUNDS = [[(1, 2, "1-0")]]
FILE = Tournament(players(2), ROUNDS).trf16()
ROW = 10
"""Line of player 1 in FILE."""


def field(column: int, text: str) -> bytes:
    """Write another text into the line of player 1."""
    return amended(FILE, player=1, column=column, text=text)


def test_every_field_is_read():
    anna = Player(7, "Rossi, Anna", 1850, "ITA", "801234", "1990/12/31", "w", "WFM")
    ugo = Player(12, "Bianchi, Ugo", sex="m")
    report = accepted(Tournament([anna, ugo], [[(12, 7, "½-½")]]).trf16())
    first, second = report.entrants
    assert (first.line, first.number, first.name) == (10, 7, "Rossi, Anna")
    assert (first.sex, first.title, first.rating) == ("w", "WFM", 1850)
    assert (first.federation, first.reported_number) == ("ITA", "801234")
    assert (first.birth, first.birth_year) == ("1990/12/31", 1990)
    assert (first.points_halves, first.rank) == (1, 1)
    assert (second.rating, second.reported_number, second.birth_year) == (0, "", None)


def test_entrants_stand_by_start_number_whatever_the_order_of_lines():
    tournament = Tournament(list(reversed(players(3))), [[(1, 2, "1-0")]])
    assert [entrant.number for entrant in accepted(tournament.trf16()).entrants] == [1, 2, 3]


@pytest.mark.parametrize("column", [4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91])
def test_a_column_between_two_fields_is_blank(column):
    assert refusals(field(column, "x")) == [
        f'line {ROW}, column {column}, columns: found "x", expected a blank between two fields; '
        "move every field to its columns"
    ]


def test_a_shifted_line_says_nothing_about_its_opponents():
    shifted = FILE.replace(b"Player001, Anna ", b"Player001, Anna")
    assert len(refusals(shifted)) == 1


def test_decomposed_letters_may_widen_a_line():
    composed = Tournament([Player(1, "Nìccolò"), Player(2)], ROUNDS).trf16()
    decomposed = unicodedata.normalize("NFD", composed.decode()).encode()
    assert accepted(decomposed).entrants == accepted(composed).entrants


def test_decomposed_letters_may_be_counted_too():
    name = unicodedata.normalize("NFD", "Nìccolò")
    counted = Tournament([Player(1, name), Player(2)], ROUNDS).trf16()
    assert accepted(counted).entrants[0].name == "Nìccolò"


def test_columns_counted_in_bytes_are_read_with_a_warning():
    characters = Tournament([Player(1, "Nìccolò"), Player(2)], ROUNDS).trf16()
    in_bytes = characters.replace("Nìccolò  ".encode(), "Nìccolò".encode())
    assert accepted(in_bytes).entrants == accepted(characters).entrants
    assert warnings(in_bytes) == [
        f'line {ROW}, columns 15-47, columns: found "columns counted in bytes", '
        "expected columns counted in characters; the line was read so; check its fields"
    ]


@pytest.mark.parametrize("text", ["    ", "   0", "  x1", " 1.0"])
def test_a_start_number_is_a_number_from_1(text):
    found = f'"{text.strip()}"' if text.strip() else "nothing"
    assert refusals(field(5, text))[0] == (
        f"line {ROW}, columns 5-8, start number: found {found}, "
        "expected a number from 1 to 9999; give a start number"
    )


def test_a_start_number_is_given_once():
    assert refusals(Tournament(players(3), ROUNDS).trf16().replace(b"001    3", b"001    2")) == [
        'line 12, columns 5-8, start number: found "2", '
        "expected each number once (line 11 has it); correct one of the two lines"
    ]


def test_a_gap_in_the_start_numbers_is_a_warning():
    numbers = [2, 3, 5, 9]
    file = Tournament([Player(number) for number in numbers], [[(2, 9, "1-0")]]).trf16()
    assert warnings(file) == [
        'start numbers: found "no player 1, 4, 6-8", expected numbers without gaps; '
        "check that no player is missing"
    ]


@pytest.mark.parametrize(
    ("printed", "sex"), [("m", "m"), ("M", "m"), ("w", "w"), ("W", "w"), (" ", "")]
)
def test_sex(printed, sex):
    assert accepted(field(10, printed)).entrants[0].sex == sex
    assert warnings(field(10, printed)) == []


@pytest.mark.parametrize(
    ("printed", "sex", "read"), [("F", "w", "w"), ("f", "w", "w"), ("u", "", "unknown")]
)
def test_sex_in_letters_of_other_programs_is_a_warning(printed, sex, read):
    assert accepted(field(10, printed)).entrants[0].sex == sex
    assert warnings(field(10, printed)) == [
        f'line {ROW}, column 10, sex: found "{printed.lower()}", expected m, w or nothing; '
        f"it was read as {read}"
    ]


def test_another_sex_is_refused():
    assert refusals(field(10, "x")) == [
        f'line {ROW}, column 10, sex: found "x", expected m, w or nothing; correct it'
    ]


@pytest.mark.parametrize(
    ("printed", "rating"), [("2000", 2000), (" 987", 987), ("0951", 951), ("0000", 0), ("    ", 0)]
)
def test_a_rating_is_a_number_and_0_is_none(printed, rating):
    assert accepted(field(49, printed)).entrants[0].rating == rating


@pytest.mark.parametrize("printed", ["20O0", "unr", "-100", "1.80"])
def test_a_rating_of_other_signs_is_refused(printed):
    assert refusals(field(49, printed.rjust(4))) == [
        f'line {ROW}, columns 49-52, rating: found "{printed}", '
        "expected a number up to 9999, or nothing for none; correct the rating"
    ]


@pytest.mark.parametrize(
    ("printed", "number"),
    [("801234", "801234"), ("L01854", "L01854"), ("0", ""), ("000", ""), ("", "")],
)
def test_a_reported_number_stays_as_printed_and_0_is_none(printed, number):
    assert accepted(field(58, printed.rjust(11))).entrants[0].reported_number == number


def test_a_reported_number_is_given_once():
    same = amended(FILE, player=2, column=58, text="   90000007")
    assert refusals(same) == [
        'line 11, columns 58-68, player\'s number: found "90000007", '
        "expected each number once (line 10 has it); correct one of the two lines"
    ]


def test_many_may_have_no_reported_number():
    assert warnings(Tournament(players(4, fide_id="0"), ROUNDS).trf16()) == []


@pytest.mark.parametrize("printed", ["    .  .  ", "0000/00/00", "          "])
def test_a_birth_may_be_unknown(printed):
    assert accepted(field(70, printed)).entrants[0].birth_year is None
    assert warnings(field(70, printed)) == []


@pytest.mark.parametrize("printed", ["90/12/31", "1899/01/01", "2101", "unknown"])
def test_an_unclear_birth_is_a_warning(printed):
    unclear = field(70, printed.ljust(10))
    assert accepted(unclear).entrants[0].birth_year is None
    assert warnings(unclear) == [
        f'line {ROW}, columns 70-79, birth: found "{printed}", '
        "expected YYYY/MM/DD or YYYY, from 1900 to 2100; the year of birth stays unknown"
    ]


@pytest.mark.parametrize("printed", [" 1.0", "   1", " 1,0", "01.0"])
def test_points_of_several_forms(printed):
    assert accepted(field(81, printed)).entrants[0].points_halves == 2


def test_half_points():
    half = Tournament(players(2), [[(1, 2, "½-½")]]).trf16()
    for printed in (" 0.5", "  .5", "   ½", " 0,5"):
        report = accepted(amended(half, player=1, column=81, text=printed))
        assert report.entrants[0].points_halves == 1


@pytest.mark.parametrize("printed", ["1.25", "one", " 1.3", "-1.0", "1 .0"])
def test_points_of_another_form_are_refused(printed):
    assert refusals(field(81, printed.rjust(4))) == [
        f'line {ROW}, columns 81-84, points: found "{printed.strip()}", '
        "expected points like 4.5; correct the total"
    ]


def test_a_missing_total_is_a_warning():
    assert accepted(field(81, "    ")).entrants[0].points_halves is None
    assert warnings(field(81, "    ")) == [
        f"line {ROW}, columns 81-84, points: found nothing, expected the total of the points; "
        "the results were not checked against a total"
    ]


def test_an_unclear_rank_is_a_warning():
    assert warnings(field(86, "  x1")) == [
        f'line {ROW}, columns 86-89, rank: found "x1", expected the final rank, a number; '
        "it was not read"
    ]
    assert accepted(field(86, "    ")).entrants[0].rank is None


def test_a_missing_name_is_a_warning():
    assert warnings(field(15, " " * 33)) == [
        f"line {ROW}, columns 15-47, name: found nothing, expected a name, Last, First; complete it"
    ]


def test_a_file_without_players_is_refused():
    assert refusals(Tournament([], []).trf16()) == [
        'players: found "0", expected 1 to 10,000 players; '
        "send one tournament, with all its players, in one file"
    ]


@pytest.mark.parametrize("count", [9_999, 10_000, 10_001])
def test_there_are_at_most_10000_players(count):
    rows = b"001\r\n" * count
    messages = refusals(b"012 Open\r\n042 2026/01/10\r\n052 2026/01/10\r\n" + rows)
    too_many = (
        'players: found "10,001", expected 1 to 10,000 players; '
        "send one tournament, with all its players, in one file"
    )
    assert (too_many in messages) == (count > 10_000)


@pytest.mark.parametrize("rounds", [20, 21])
def test_there_are_at_most_200000_players_times_rounds(rounds):
    rows = b"001" + b" " * (88 + 10 * (rounds - 1) + 7) + b"Z\r\n" + b"001\r\n" * 9_999
    messages = refusals(b"012 Open\r\n042 2026/01/10\r\n052 2026/01/10\r\n" + rows)
    too_many = (
        'rounds: found "10,000 times 21", expected at most 200,000 as players times rounds; '
        "send one tournament, with all its players, in one file"
    )
    assert (too_many in messages) == (rounds == 21)
