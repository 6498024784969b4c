"""CSV of any body: a map or a heading names the content of a column; the rest is left out."""

import pytest

from tests.support.list_files import read, spread

ELO = (
    ("Tessera", "ID FIDE", "Cognome", "Nome", "Fed", "Anno di nascita", "Elo Italia", "K"),
    (12, 90000001, "Rossi", "Anna", "ITA", "12/03/1990", 1850, 20),
    (13, 90000002, "Bianchi", "Bruno", "", "", "", ""),
)


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_headings_that_everybody_understands_need_no_map(kept, delimiter):
    (anna, bruno), problems, _ = read(kept(spread(*ELO, delimiter=delimiter)))
    assert problems == []
    assert (anna.line, anna.number, anna.name) == (2, "90000001", "Rossi, Anna")
    assert (anna.federation, anna.birth_year) == ("ITA", 1990)
    assert anna.values == {"rating": 1850, "rating_k": 20}
    assert (bruno.name, bruno.birth_year, bruno.values["rating"]) == ("Bianchi, Bruno", 0, 0)


def test_a_map_says_what_a_heading_holds(kept):
    data = spread(("Cod", "Who", "R", "Q", "Off"), ("FID7", "Neri, Ugo", 1501, 12, "yes"))
    columns = {"number": "cod", "name": "WHO", "rapid": "R", "rapid_games": "Q", "inactive": "Off"}
    (row,), problems, _ = read(kept(data), columns=columns, scheme="fid")
    assert problems == []
    assert (row.number, row.name) == ("FID7", "Neri, Ugo")
    assert row.values == {"rapid": 1501, "rapid_games": 12, "inactive": 1}


def test_a_map_goes_before_the_headings(kept):
    data = spread(("id", "elo", "new elo", "name"), (1, 1500, 1520, "A"))
    (row,), problems, _ = read(kept(data), columns={"rating": "New  Elo"})
    assert (problems, row.values) == ([], {"rating": 1520})


def test_quotes_line_breaks_and_blank_rows(kept):
    data = b'\xef\xbb\xbfid,name,rating\r\n\r\n1,"Rossi,\r\nAnna",1500\r\n\r\n2,B,x\r\n'
    (one, _), problems, _ = read(kept(data))
    assert one.number == "1"
    assert [problem.partition(": found")[0] for problem in problems] == [
        "line 3, name",
        "line 6, rating",
    ]


def test_latin_1_is_read_with_a_warning(kept):
    data = "id,name,rating\n1,Nicolò,1500\n".encode("latin-1")
    (row,), problems, _ = read(kept(data))
    assert row.name == "Nicolò"
    assert problems[0].startswith('line 2, text: found "byte F2", expected UTF-8')


@pytest.mark.parametrize(
    ("data", "written", "expected"),
    [
        ("name,rating\nA,1\n", {}, "a column for number; name it with column number=HEADING"),
        ("id,name\n1,A\n", {}, "a column for rating; name it with column rating=HEADING"),
        ("id,elo,rating\n1,2,3\n", {}, "one column for rating; name it"),
        ("id,elo\n1,2\n", {"columns": {"rating": "Elo B"}}, "a column “Elo B” (for rating)"),
        ("id,elo\n1,2\n", {"columns": {"colour": "elo"}}, "expected one of number, name"),
        ("id,elo\n1,2\n", {"columns": {"rating": "elo", "k": "x"}}, "expected one of number"),
        ("id,elo\n1,2\n", {"columns": {"rapid": "elo", "blitz": "ELO"}}, "each heading once"),
        ("id,elo\n1,2,3\n", {}, 'line 2, columns: found "3", expected 2 columns'),
        ('id,elo\n1,"2\n', {}, "a row of a CSV file"),
        ("id,elo\n", {}, 'found "no rows", expected a list of players'),
        ("", {}, "a column for number"),
        ("id,elo\n1,2\n", {"form": "pdf"}, "one of auto, fide, fide-xml, csv"),
        ("id,elo\n1,2\n", {"kind": "bullet"}, "one of standard, rapid, blitz"),
        ("id,elo\n1,2\n", {"scheme": "U.S."}, "a body by its short name"),
        ("id,elo,name\n1,2," + 201 * "x", {}, "at most 200 characters"),
    ],
)
def test_what_is_no_list_is_refused(kept, data, written, expected):
    problems = read(kept(data.encode()), **written)[1]
    assert any(expected in problem for problem in problems), problems


def test_utf_16_is_told_by_its_name(kept):
    problems = read(kept("id,elo\n1,2\n".encode("utf-16")))[1]
    assert problems == ['file: found "UTF-16 text", expected UTF-8 text; save it as UTF-8']
