"""Every line is a known record, a record without need, or a line without meaning."""

import pytest

from ledger.intake.formats.trf.records import LONGEST_RECORDS
from tests.support.reader_messages import accepted, refusals, warnings
from tests.support.report_files import Tournament, players

FILE = Tournament(players(2), [[(1, 2, "1-0")]]).trf16()


def with_line(line: str) -> bytes:
    """Put a line first, before the header."""
    return line.encode() + b"\r\n" + FILE


@pytest.mark.parametrize(
    "line",
    [
        "072 2",
        "082 0",
        "152 w",
        "172 FRA NRO",
        "182 A program",
        "192 FIDE_DUTCH",
        "202 BH/C1",
        "212 PTS,BH",
        "250      2.0   1   3    1    2",
        "260   1   3    1    2",
        "300   1   1   2    1    2",
        "352 WBWB",
        "362 TW 2.0",
        "801   1 ITA",
        "802   1 ITA",
        "### comment",
        "###",
    ],
)
def test_records_without_meaning_for_ratings_pass_in_silence(line):
    assert (refusals(with_line(line)), warnings(with_line(line))) == ([], [])


@pytest.mark.parametrize(
    "line",
    [
        "DDD SSSS sTTT NNNN",
        "12345678901234567890123",
        "         1         2",
        "01234567890",
        "0123456789" * 9,
    ],
)
def test_legends_pass_in_silence(line):
    """Also a ruler that begins with 012, elsewhere the name of the tournament."""
    assert (refusals(with_line(line)), warnings(with_line(line))) == ([], [])


@pytest.mark.parametrize("line", ["XXZ 1", "XXA    1  1.0", "BBW 1.0"])
def test_records_for_a_pairing_program_are_named_and_left_alone(line):
    file = with_line(line)
    assert refusals(file) == []
    assert warnings(file) == [
        f'line 1, columns 1-3, record: found "{line[:3]}", expected a record of TRF16 or TRF26 '
        "(this is for a pairing program); it was not read"
    ]


def test_a_record_for_a_pairing_program_is_named_once_for_all_its_lines():
    file = with_line("XXA    1  1.0\r\nXXA    2  0.5")
    assert [message.split(", expected")[0] for message in warnings(file)] == [
        'line 1, columns 1-3, record: found "XXA" (and 1 more like it)'
    ]


@pytest.mark.parametrize("code", ["101", "002", "O01", "999", "xyz", "01"])
def test_an_unknown_code_is_refused(code):
    assert refusals(with_line(f"{code}    7 something")) == [
        f'line 1, columns 1-3, record: found "{code}", expected the code of a record; '
        "correct the code (001 is a player); ### before the line makes it a comment"
    ]


def test_a_line_that_does_not_begin_in_column_1_is_refused_with_that_remedy():
    assert refusals(with_line(" 012 Open")) == [
        'line 1, columns 1-3, record: found " 01", expected the code of a record; '
        "let the line begin in column 1"
    ]


def test_a_second_record_that_says_the_same_passes():
    assert (refusals(with_line("022 Torino")), warnings(with_line("022 Torino"))) == ([], [])


def test_a_second_record_that_says_something_else_is_refused():
    assert refusals(with_line("022 Milano")) == [
        'line 3, place (022): found "Torino", expected the same as in line 1; '
        "delete one of the two lines"
    ]


def allocated(length: int) -> str:
    """Write a record 320 of a number of characters: points, no team."""
    return "320 1.0 1.0 " + "0".rjust(length - 12)


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_the_lines_of_one_code_have_a_length_together(more):
    lines = [allocated(4_096)] * 127 + [allocated(4_000), allocated(96 + more)]
    assert sum(map(len, lines)) == LONGEST_RECORDS + more
    too_long = (
        'line 12, all records 320: found "524,289 characters", expected at most 524,288 '
        "characters; delete what is repeated"
    )
    messages = refusals(FILE + "\r\n".join(lines).encode())
    assert messages == ([too_long] if more == 1 else [])


KEPT = ["192 FIDE_DUTCH", "202 BH/C1", "250      2.0   1   3    1    2", "260   1   3    1    2"]


def test_records_for_pairing_and_tie_breaks_are_kept_as_printed():
    file = "".join(f"{line}\r\n" for line in KEPT).encode() + FILE
    assert accepted(file).other_records == tuple(KEPT)


@pytest.mark.parametrize("line", ["192", "192FIDE", "182 A program", "801   1 ITA"])
def test_other_lines_are_not_kept(line):
    assert accepted(with_line(line)).other_records == ()


@pytest.mark.parametrize(
    ("lines", "colour"),
    [
        (["152 W"], "w"),
        (["152  W"], "w"),
        (["152  B"], "b"),
        (["152 w"], "w"),
        (["XXC white1"], "w"),
        (["XXC rank", "XXC black1"], "b"),
        (["152 W", "XXC black1"], "w"),
        (["152 x"], ""),
        ([], ""),
    ],
)
def test_the_initial_colour_is_read(lines, colour):
    """With any number of blanks before the colour."""
    file = "".join(f"{line}\r\n" for line in lines).encode() + FILE
    assert accepted(file).initial_colour == colour
