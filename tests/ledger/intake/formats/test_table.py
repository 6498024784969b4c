"""CSV files of spreadsheets: rows by column, or every problem with the line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.intake.formats import table
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.rows import Row
from ledger.intake.formats.table import read_table

KNOWN, REQUIRED = ("number", "name", "k"), ("number", "name")
TWO = [
    Row(2, {"number": "1", "name": "Rossi, Anna"}),
    Row(3, {"number": "2", "name": "Bianchi"}),
]


def read(data):
    problems = Problems()
    rows = list(read_table(data, KNOWN, REQUIRED, problems))
    return rows, [str(problem) for problem in problems.all()]


@pytest.mark.parametrize(
    "text",
    [
        'number,name\n1,"Rossi, Anna"\n2,Bianchi\n',
        'number,name\r\n1,"Rossi, Anna"\r\n2,Bianchi',
        'number,name\r1,"Rossi, Anna"\r2,Bianchi\r',
        "number;name\n1;Rossi, Anna\n2;Bianchi\n",
        "\ufeffnumber;name\n1;Rossi, Anna\n2;Bianchi\n",
        'Number , "NAME"\n 1 ,"Rossi, Anna"\n2, Bianchi \n\n , \n',
    ],
)
def test_commas_or_semicolons_with_or_without_a_mark(text):
    assert read(text.replace(' "NAME"', "NAME").encode()) == (TWO, [])


def test_columns_stand_in_any_order():
    rows, refused = read(b"name,k,number\nA,20,1\n")
    assert (rows, refused) == ([Row(2, {"name": "A", "k": "20", "number": "1"})], [])


def test_a_row_has_the_line_it_begins_on():
    rows, refused = read(b'number,name\n\n1,A\n2,"B\n"\n3,C\n')
    assert [row.line for row in rows] == [3, 4, 6]
    assert refused == [
        'line 4, text: found "the invisible character U+000A", expected text that can be seen; '
        "delete it, or write the text anew"
    ]


def test_names_are_composed():
    rows, _ = read("number,name\n1,Nicolo\u0300\n".encode())
    assert rows[0].text("name") == "Nicolò"


def test_what_a_header_must_be_is_told_at_once():
    rows, refused = read(b"\nname,points,name,K\n1,2,3,4\n")
    assert rows == []
    assert refused == [
        'line 2, header: found "points", expected one of number, name, k; '
        "correct the name, or delete the column",
        'line 2, header: found "name", expected each column once; delete one of the two',
        "line 2, header: found nothing, expected the column number; add it",
    ]


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf", b";;\n"])
def test_a_file_without_rows_is_refused(data):
    assert read(data) == (
        [],
        ["file: found nothing, expected a header line and rows; choose the file again"],
    )


def test_every_row_has_the_columns_of_the_header():
    rows, refused = read(b"number,name\n1\n2,B\n3,C,D\n")
    assert [row.line for row in rows] == [3]
    assert refused == [
        f'line {line}, columns: found "{found}", expected 2 columns, as in the header; '
        "correct the row"
        for line, found in ((2, 1), (4, 3))
    ]


def test_other_encodings_are_refused_with_the_line():
    assert read("number,name\n1,Niccolò\n".encode("latin-1"))[1] == [
        'line 2, text: found "byte F2", expected UTF-8 text; save the file as UTF-8'
    ]


@pytest.mark.parametrize("row", ['1,"A', '1,"A"B', "1,A\0"])
def test_what_is_no_csv_is_refused_with_the_line(row):
    _, refused = read(f"number,name\n0,Z\n{row}\n".encode())
    assert len(refused) == 1
    assert refused[0].startswith("line 3, text: found ")


def test_long_cells_are_refused():
    assert read(b"number,name\n1," + b"x" * 200)[1] == []
    assert read(b"number,name\n1," + b"x" * 201)[1] == [
        'line 2, text: found "201 characters", expected at most 200 characters; shorten it'
    ]


@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_long_files_are_refused(monkeypatch, extra):
    data = b"number,name\n1,A\n"
    monkeypatch.setattr(table, "LONGEST_TABLE_BYTES", len(data) - extra)
    _, refused = read(data)
    assert refused == (
        ['file: found "16 bytes", expected at most 15 bytes; send it in parts'] if extra > 0 else []
    )


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8")))
def test_any_bytes_are_read_or_refused(data):
    for beginning in (b"", b"number,name\n"):
        rows, refused = read(beginning + data)
        assert all(row.line > 0 for row in rows)
        assert all("\n" not in message for message in refused)
