"""Lists in any form: hashed as received, taken out of the .zip, each player once."""

import io
import zipfile
from hashlib import sha256

import pytest

from ledger.intake.formats.problems import MOST_KEPT, Problems
from ledger.intake.formats.rating_list import reading, received_files
from ledger.intake.formats.rating_list.reading import is_list, rating_in
from tests.support.list_files import (
    ANNA,
    COMBINED,
    SINGLE,
    fixed,
    read,
    spread,
    tagged,
    zipped,
)

LISTS = {
    "fide": fixed(SINGLE, ANNA | {"OCT26": "2000"}),
    "fide-xml": tagged({"fideid": "90000001", "name": "Rossi, Anna", "rating": "2000"}),
    "csv": spread(("id", "name", "elo"), (90000001, "Rossi, Anna", 2000)),
}


@pytest.mark.parametrize("form", LISTS)
def test_the_form_is_known_by_the_beginning_and_can_be_given(kept, form):
    path = kept(LISTS[form])
    for said in ("auto", form):
        (row,), problems, file = read(path, form=said)
        assert (row.number, row.values["rating"], problems) == ("90000001", 2000, [])
        assert (file.digest, file.count) == (sha256(LISTS[form]).hexdigest(), 1)
    assert is_list(path) == (form != "csv")


@pytest.mark.parametrize("form", LISTS)
def test_a_list_in_a_zip_is_read_as_it_is_and_hashed_as_received(tmp_path, form):
    path = zipped(tmp_path / "list.zip", LISTS[form])
    (row,), problems, file = read(path)
    assert (row.values["rating"], problems) == (2000, [])
    assert file.digest == sha256(path.read_bytes()).hexdigest()
    assert is_list(path)


def test_a_list_in_a_zip_needs_no_name(tmp_path):
    path = tmp_path / "list.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr(zipfile.ZipInfo(""), LISTS["csv"])
    (row,), problems, _ = read(path)
    assert (row.values["rating"], problems) == (2000, [])


@pytest.mark.parametrize("files", [(), (LISTS["csv"], LISTS["csv"])])
def test_a_zip_holds_one_list(tmp_path, files):
    _, problems, _ = read(zipped(tmp_path / "list.zip", *files))
    if files:
        assert problems == [
            'file: found "2 files", expected one list in a .zip; take the list out of it'
        ]
    else:
        assert problems  # an empty .zip has another beginning: it is no list at all


@pytest.mark.parametrize("at", [40, 200, -30])
def test_a_damaged_zip_is_refused(tmp_path, at):
    path = zipped(tmp_path / "list.zip", fixed(SINGLE, *_many(500)))
    data = bytearray(path.read_bytes())
    data[at : at + 8] = b"\xff" * 8
    path.write_bytes(data)
    _, problems, _ = read(path)
    assert problems[-1].startswith("file: found") or problems[0].startswith("file: found")


def test_a_zip_cut_off_is_refused(tmp_path):
    path = zipped(tmp_path / "list.zip", LISTS["fide"])
    path.write_bytes(path.read_bytes()[:-30])
    assert "expected a whole .zip; fetch the file again" in read(path)[1][0]


def test_a_zip_with_a_password_is_refused(tmp_path):
    path = zipped(tmp_path / "list.zip", LISTS["fide"])
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as opened:
        directory = opened.start_dir
    data[6] |= 1
    data[directory + 8] |= 1
    path.write_bytes(data)
    assert "a password, or another way of packing" in read(path)[1][0]


def test_a_zip_packed_in_another_way_is_refused(tmp_path):
    path = tmp_path / "list.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as made:
        made.writestr("list.txt", LISTS["fide"])
    assert "a password, or another way of packing" in read(path)[1][0]


@pytest.mark.parametrize(("less", "refused"), [(-1, False), (0, False), (1, True)])
def test_a_list_has_a_longest_length(kept, tmp_path, monkeypatch, less, refused):
    """Below, on and above; in a .zip the length of the list inside counts."""
    monkeypatch.setattr(received_files, "LONGEST_LIST_BYTES", len(LISTS["csv"]) - less)
    for path in (kept(LISTS["csv"]), zipped(tmp_path / "list.zip", LISTS["csv"])):
        assert any("bytes" in warning for warning in read(path)[1]) == refused


@pytest.mark.parametrize(("over", "refused"), [(-1, False), (0, False), (1, True)])
def test_a_line_has_a_longest_length(kept, over, refused):
    name = "N" * (received_files.LONGEST_LINE_BYTES + over - len("1,,1500\n"))
    problems = read(kept(f"id,name,elo\n1,{name},1500\n".encode()))[1]
    assert any(problem.startswith("line 2, line: found") for problem in problems) == refused


@pytest.mark.parametrize(("most", "refused"), [(4, False), (3, False), (2, True)])
def test_a_list_has_a_most_of_rows(kept, monkeypatch, most, refused):
    monkeypatch.setattr(reading, "MOST_ROWS", most)
    problems = read(kept(fixed(SINGLE, *_many(3))))[1]
    assert any('found "3 rows"' in problem for problem in problems) == refused


BIRTE = {"fideid": "90000002", "name": "Birk, Birte", "rating": "1900"}
PAIRS = {
    "fide": fixed(SINGLE, *({"ID Number": number, "OCT26": "1500"} for number in "12")),
    "fide-xml": tagged({"fideid": "90000001", "name": "Rossi, Anna", "rating": "2000"}, BIRTE),
    "csv": spread(("id", "elo"), (1, 1500), (2, 1500)),
}


@pytest.mark.parametrize("form", PAIRS)
def test_a_list_with_too_many_rows_is_counted_before_any_is_read(tmp_path, monkeypatch, form):
    """In any form, also inside a .zip: four million rows took over 90 seconds."""
    monkeypatch.setattr(reading, "MOST_ROWS", 1)
    problems = Problems()
    path = zipped(tmp_path / "list.zip", PAIRS[form])
    listed = reading.ListFile(path, reading.Written(), problems)
    assert (list(listed.rows()), listed.count) == ([], 0)
    assert "at most 1 rows" in str(problems.all()[0])


def test_a_player_cut_by_the_end_of_a_piece_is_counted(monkeypatch):
    text = b"<playerslist>" + b"<player></player>" * 50
    for size in (1, 7, 8, 9, 100):
        monkeypatch.setattr(received_files, "CHUNK_BYTES", size)
        assert received_files.count_rows(io.BufferedReader(io.BytesIO(text), 64)) == 50


def test_a_player_who_stands_twice_is_refused(kept):
    rows = [("id", "elo"), (5, 1500), (6, 1500), ("0005", 1600), (7, 1), (8, 1), (5, 2)]
    assert read(kept(spread(*rows)))[1] == [
        f'line {line}, number: found "5", expected each player once (line {first} is the same '
        "player); the list contradicts itself: ask its body"
        for first, line in ((2, 4), (4, 7))
    ]


def test_numbers_with_letters_stand_once_too(kept):
    path = kept(spread(("id", "elo"), ("AB1", 1500), ("AB2", 1500), ("ab1", 1500)))
    (problem,) = read(path, scheme="fid")[1]
    assert problem.startswith('line 4, number: found "the number of this line", expected each')


def test_of_many_problems_a_thousand_are_listed(kept):
    rows = ((number, "x") for number in range(1, MOST_KEPT + 6))
    problems = read(kept(spread(("id", "elo"), *rows)))[1]
    assert len(problems) == MOST_KEPT + 1
    assert problems[0].startswith('file: found "1005 problems", expected at most 1,000')


def test_progress_goes_up_to_the_size_of_the_file(kept):
    told = []
    path = kept(fixed(COMBINED, *_many(5_000)))
    file = reading.ListFile(
        path, reading.Written(), Problems(), lambda done, of: told.append((done, of))
    )
    assert sum(1 for _ in file.rows()) == 5_000
    assert [of for _, of in told] == [path.stat().st_size] * 2
    assert told == sorted(told)


@pytest.mark.parametrize(
    ("values", "kind", "column"),
    [
        ({"rating": 1}, "", "rating"),
        ({"rapid": 1, "rapid_k": 2}, "", "rapid"),
        ({"standard": 1, "rapid": 1}, "rapid", "rapid"),
        ({"standard": 1, "rapid": 1}, "", ""),
        ({"rating": 1}, "blitz", ""),
    ],
)
def test_the_rating_meant_is_the_only_one_or_the_one_asked_for(values, kind, column):
    problems = Problems()
    assert rating_in(values, kind, problems) == column
    assert problems.refused == (not column)


def _many(count):
    return ({"ID Number": str(number), "OCT26": "1500"} for number in range(1, count + 1))
