"""FIDE's columns of fixed width: the header states the first column of each, in any layout."""

import pytest

from tests.support.list_files import (
    ANNA,
    COMBINED,
    LAYOUTS,
    LEGACY,
    OF_2011,
    SINGLE,
    WIDTHS,
    fixed,
    line,
    read,
)

THREE_KINDS = {
    "SRtng": "2150",
    "SGm": "12",
    "SK": "20",
    "RRtng": "2001",
    "RGm": "0",
    "Rk": "20",
    "BRtng": "1950",
    "BGm": "103",
    "BK": "40",
}
VALUES = {
    "standard": 2150,
    "standard_games": 12,
    "standard_k": 20,
    "rapid": 2001,
    "rapid_games": 0,
    "rapid_k": 20,
    "blitz": 1950,
    "blitz_games": 103,
    "blitz_k": 40,
}


def one(path, **written):
    """Read a list of a single row without problems."""
    (row,), problems, _ = read(path, **written)
    assert problems == []
    return row


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_layouts_of_these_tests_are_as_long_as_fides(name):
    layout = LAYOUTS[name]
    assert len(line(layout, {heading: heading for heading in layout})) == WIDTHS[name]


@pytest.mark.parametrize("layout", [COMBINED, LEGACY], ids=["combined", "legacy"])
@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_a_combined_list_has_three_kinds(kept, layout, end):
    row = one(kept(fixed(layout, ANNA | THREE_KINDS | {"Tit": "IM", "Flag": "wi"}, end=end)))
    assert (row.line, row.number, row.name) == (2, "90000001", "Rossi, Anna")
    assert (row.federation, row.sex, row.birth_year, row.titles.title) == ("ITA", "w", 1990, "IM")
    assert row.values == {**VALUES, "inactive": 1}


def test_a_list_of_one_kind_does_not_say_which(kept):
    path = kept(fixed(SINGLE, ANNA | {"OCT26": "2150", "Gms": "9", "K": "10", "WTit": "WGM"}))
    values = {"rating": 2150, "rating_games": 9, "rating_k": 10, "inactive": 0}
    assert (one(path).values, one(path).titles.women_title) == (values, "WGM")
    assert one(path, kind="rapid").values == {
        "rapid": 2150,
        "rapid_games": 9,
        "rapid_k": 10,
        "inactive": 0,
    }


def test_the_layout_of_2011_whose_headings_touch(kept):
    data = fixed(
        OF_2011,
        {"ID number": "4100026", "Name": "Bianchi, Bruno", "Titl": "g", "Fed": "ITA"}
        | {"Mar11": "2601", "Games": "9", "Born": "1963", "Flag": "i"},
        {"ID number": "4100034", "Name": "Verdi, Carla", "Titl": "wm", "Mar11": "2211"}
        | {"Flag": "w"},
    )
    assert data.startswith(b"ID number Name")
    assert b"TitlFed  Mar11 GamesBorn  Flag" in data
    (bruno, carla), problems, _ = read(kept(data))
    assert problems == []
    assert (bruno.titles.title, bruno.federation, bruno.birth_year) == ("GM", "ITA", 1963)
    assert bruno.values == {"rating": 2601, "rating_games": 9, "inactive": 1}
    assert (carla.titles.title, carla.sex, carla.birth_year) == ("WIM", "w", 0)
    assert (bruno.sex, carla.values["inactive"]) == ("", 0)


@pytest.mark.parametrize("letters", range(14, 22))
def test_titles_that_run_into_the_next_column_shift_nothing(kept, letters):
    """Of 15 letters the column is full, of 16 the line has 163 characters."""
    titles = "IA,NO,FST,DI,LSI,SI,XYZ"[:letters]
    cells = ANNA | THREE_KINDS | {"OTit": titles, "FOA": "AFM", "Flag": "i"}
    assert len(line(COMBINED, cells)) == 162 + max(0, letters - 15)
    row = one(kept(fixed(COMBINED, cells)))
    assert row.values == {**VALUES, "inactive": 1}
    assert row.birth_year == 1990


@pytest.mark.parametrize("letters", [60, 61, 62, 70])
def test_a_name_that_runs_into_the_next_column_shifts_nothing(kept, letters):
    row = one(kept(fixed(COMBINED, ANNA | THREE_KINDS | {"Name": "N" * letters})))
    assert (row.name, row.sex) == ("N" * letters, "w")
    assert row.values == {**VALUES, "inactive": 0}


@pytest.mark.parametrize("layout", [COMBINED, LEGACY], ids=["combined", "legacy"])
@pytest.mark.parametrize("flag", ["", "i"])
@pytest.mark.parametrize("by", [1, 2, 3, 5, 6, 7, 15])
def test_a_pushed_line_is_read_with_its_blanks_and_refused_without(kept, layout, flag, by):
    """Stripped of blanks, a line does not show the distance pushed."""
    data = fixed(layout, ANNA | THREE_KINDS | {"Name": "N" * (61 + by), "Flag": flag})
    row = one(kept(data))
    assert (row.federation, row.values) == ("ITA", {**VALUES, "inactive": int(flag == "i")})
    rows, problems, _ = read(kept(b"\n".join(each.rstrip() for each in data.splitlines())))
    assert rows == []
    assert problems[0].startswith("line 2, columns: found")


@pytest.mark.parametrize(
    ("heading", "text", "count"),
    [("BK", "40 ", 1), ("BK", "401", 0), ("B-day", "1990  ", 1), ("B-day", "199012", 0)],
)
def test_a_number_that_touches_what_stands_beside_it_is_refused(kept, heading, text, count):
    cells = ANNA | THREE_KINDS | {"Flag": "i"} | {heading: text}
    rows, problems, _ = read(kept(fixed(COMBINED, cells)))
    assert (len(rows), len(problems)) == (count, 1 - count)


def test_blanks_behind_a_line_move_nothing(kept):
    data = fixed(COMBINED, ANNA | THREE_KINDS)
    padded = data.replace(b"\r\n", b"     \r\n")
    assert one(kept(padded)).values == {**VALUES, "inactive": 0}


def test_lines_cut_off_behind_their_last_word_are_read(kept):
    data = b"\n".join(each.rstrip() for each in fixed(COMBINED, ANNA | THREE_KINDS).splitlines())
    assert one(kept(data)).values == {**VALUES, "inactive": 0}


def test_the_offsets_are_those_of_the_header(kept):
    wide = {name: 2 * at for name, at in COMBINED.items()}
    assert one(kept(fixed(wide, ANNA | THREE_KINDS))).values == {**VALUES, "inactive": 0}


def test_nothing_and_0_are_none(kept):
    row = one(kept(fixed(SINGLE, ANNA | {"OCT26": "0", "B-day": "0000"})))
    assert (row.values["rating"], row.values["rating_k"], row.birth_year) == (0, 0, 0)


def test_a_name_in_utf_8_is_read_where_columns_count_bytes(kept):
    data = fixed(SINGLE, ANNA | {"Name": "Nicolò, Aldo?", "OCT26": "2000"})
    assert one(kept(data.replace(b"? ", b"?"))).name == "Nicolò, Aldo?"


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ({"ID Number": "12AB"}, 'line 2, number: found "12AB", expected a number of fide'),
        ({"ID Number": ""}, "line 2, number: found nothing, expected a number of fide"),
        ({"SRtng": "2x50"}, 'line 2, standard: found "2x50", expected a whole number'),
        ({"SGm": "1.5"}, 'line 2, standard_games: found "1.5", expected a whole number'),
        ({"Name": "A\x07"}, 'line 2, name: found "A\x07", expected text that can be seen'),
    ],
)
def test_a_line_that_cannot_be_read_is_told_with_its_number(kept, cells, expected):
    _, problems, _ = read(kept(fixed(COMBINED, ANNA | THREE_KINDS | cells)))
    assert len(problems) == 1
    assert problems[0].startswith(expected)


def test_a_line_whose_numbers_have_moved_is_never_read_as_others(kept):
    header, row, _ = fixed(COMBINED, ANNA | THREE_KINDS).split(b"\r\n")
    moved = row[:60] + b"   " + row[60:-3]
    rows, problems, _ = read(kept(b"\r\n".join([header, moved, b""])))
    assert rows == []
    assert problems[0].startswith("line 2, columns: found")


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("ID Number  Fed OCT26", "a column for Name"),
        ("ID Number  Name  Fed", "a column for a rating"),
        ("ID Number  Name  OCT26 NOV26", "each column once"),
    ],
)
def test_a_header_must_have_what_makes_a_list(kept, header, expected):
    _, problems, _ = read(kept(f"{header}\n1 A\n".encode()), form="fide")
    assert any(expected in problem for problem in problems)


def test_a_column_nobody_knows_is_left_out_with_a_warning(kept):
    layout = {"ID Number": 0, "Name": 15, "Club": 40, "OCT26": 60, "Flag": 70}
    rows, problems, _ = read(kept(fixed(layout, {"ID Number": "7", "Club": "x", "OCT26": "1500"})))
    assert rows[0].values["rating"] == 1500
    assert problems == [
        'line 1, header: found "Club", expected a column of FIDE’s lists; the column is left out'
    ]


def test_a_year_that_is_none_is_unknown_with_a_warning(kept):
    rows, problems, _ = read(kept(fixed(SINGLE, ANNA | {"B-day": "90", "OCT26": "1"})))
    assert rows[0].birth_year == 0
    assert problems[0].startswith('line 2, birth year: found "90", expected a year')
