"""Every line is a record that is read, one that need not be, or one that means nothing."""

import pytest

from tests.ledger.intake.building import Tournament, players
from tests.ledger.intake.reading import refusals, warnings

FILE = Tournament(players(2), [[(1, 2, "1-0")]]).trf16()


def with_line(line: str) -> bytes:
    """Put a line first, before the header."""
    return line.encode() + b"\r\n" + FILE


@pytest.mark.parametrize(
    "line", ["072 2", "082 0", "102 Arbiter", "112 Deputy", "### comment", "###"]
)
def test_records_without_meaning_for_ratings_pass(line):
    assert (refusals(with_line(line)), warnings(with_line(line))) == ([], [])


@pytest.mark.parametrize(
    ("line", "code", "what"),
    [
        ("152 w", "152", "TRF26: colour of the first round"),
        ("162  W 1.0    D 0.5", "162", "TRF26: points for a result"),
        ("202 BH/C1", "202", "TRF26: tie-breaks"),
        ("240 H   1   39", "240", "TRF26: byes"),
        ("299 +  2.0", "299", "TRF26: abnormal points"),
        ("XXC white1", "XXC", "for a pairing program"),
        ("XXA    1  1.0", "XXA", "for a pairing program"),
        ("BBW 1.0", "BBW", "for a pairing program"),
        ("FRA   14 m  A Test0014", "FRA", "a national rating"),
        ("DDD SSSS sTTT NNNN", "DDD", "a legend"),
        ("12345678901234567890123", "123", "a legend"),
        ("         1         2", "1         2", "a legend"),
    ],
)
def test_records_of_other_formats_are_named_and_left_alone(line, code, what):
    file = with_line(line)
    assert refusals(file) == []
    assert warnings(file) == [
        f'line 1, columns 1-3, record: found "{code}", '
        f"expected a record of TRF16 (this is {what}); it was not read"
    ]


def test_a_record_of_another_format_is_named_once_for_all_its_lines():
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


@pytest.mark.parametrize("code", ["013", "310"])
def test_teams_are_refused(code):
    assert refusals(with_line(f"{code} India    1    5\r\n{code} Ukraine   2    4")) == [
        f'line 1, columns 1-3, record: found "{code}" (and 1 more like it), expected the report of '
        "an individual tournament; team reports are not read yet"
    ]


def test_a_second_record_that_says_the_same_passes():
    assert (refusals(with_line("022 Torino")), warnings(with_line("022 Torino"))) == ([], [])


def test_a_second_record_that_says_something_else_is_refused():
    assert refusals(with_line("022 Milano")) == [
        'line 3, place (022): found "Torino", expected the same as in line 1; '
        "delete one of the two lines"
    ]
