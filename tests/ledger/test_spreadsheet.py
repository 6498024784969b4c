"""Texts in CSV files: formulas are marked as text, numbers stay numbers."""

import pytest

from ledger import spreadsheet


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
        ("+1+2", "'+1+2"),
        ("-2+3+cmd", "'-2+3+cmd"),
        ("@SUM(A1)", "'@SUM(A1)"),
        (" =1+1", "' =1+1"),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("+1 -2", "'+1 -2"),
        ("\t=1", "\\t=1"),
        ("\r=1", "\\r=1"),
        ("Tal, Mikhail", "Tal, Mikhail"),
        ("a=b", "a=b"),
        ("", ""),
    ],
)
def test_a_text_that_could_be_a_formula_is_marked(text, cell):
    assert spreadsheet.cell(text) == cell
    assert not spreadsheet.cell(cell).startswith("''")


@pytest.mark.parametrize(
    "number", ["-5", "+9", "0", "-1.25", "+0,5", "-1/3", "+25 %", "=", "+", "-", "2025-10"]
)
def test_a_number_and_a_sign_alone_stay_what_they_are(number):
    assert spreadsheet.cell(number) == number


@pytest.mark.parametrize("text", ["=1+1", "+1 -2", "'quoted'", "'t Hooft", "-5", "@home", "'"])
def test_a_marked_cell_is_read_back(text):
    assert spreadsheet.unmarked(spreadsheet.cell(text)) == text
