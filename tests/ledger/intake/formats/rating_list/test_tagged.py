"""FIDE's XML: streamed, nothing of a document type, nothing without an end."""

import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from ledger.intake.formats.rating_list.rows import KINDS
from tests.support.counts import FULL
from tests.support.list_files import read, tagged

ROOT = Path(__file__).parents[5]
SINGLE = {
    "fideid": "90000001",
    "name": "Rossi, Anna &amp; Co",
    "country": "ITA",
    "sex": "F",
    "title": "",
    "w_title": "WGM",
    "o_title": "",
    "foa_title": "",
    "rating": 2150,
    "games": 9,
    "k": 20,
    "birthday": 1990,
    "flag": "wi",
}
COMBINED = SINGLE | {
    "rapid_rating": 2001,
    "rapid_games": 0,
    "rapid_k": 20,
    "blitz_rating": 0,
    "blitz_games": 0,
    "blitz_k": "",
}


def test_a_list_of_one_kind_does_not_say_which(kept):
    (row,), problems, _ = read(kept(tagged(SINGLE)))
    assert problems == []
    assert (row.line, row.number, row.name) == (2, "90000001", "Rossi, Anna & Co")
    assert (row.federation, row.sex, row.birth_year) == ("ITA", "w", 1990)
    assert row.titles.women_title == "WGM"
    assert row.values == {"rating": 2150, "rating_games": 9, "rating_k": 20, "inactive": 1}


def test_beside_other_kinds_the_rating_is_standard(kept):
    (row,), problems, _ = read(kept(tagged(COMBINED)))
    assert problems == []
    assert (row.values["standard"], row.values["rapid"], row.values["blitz"]) == (2150, 2001, 0)
    assert (row.values["standard_k"], row.values["blitz_k"]) == (20, 0)
    assert "rating" not in row.values


@pytest.mark.parametrize("name", ["rapid_rating", "rapid_k", "blitz_rating", "blitz_games"])
def test_the_first_player_tells_that_a_list_is_of_one_kind(kept, name):
    """A kind of a later player is refused with the line: no rating is lost silently."""
    players = [SINGLE, SINGLE | {"fideid": "2"}, SINGLE | {"fideid": "3", name: 1900}]
    _, problem = refused(kept(tagged(*players)))
    assert problem.startswith(f'line 46, {name}: found "a kind of rating", expected no kinds')


@pytest.mark.parametrize("first", [COMBINED, {"fideid": 1, "rapid_rating": 1}])
def test_kinds_left_out_of_a_combined_list_are_none(kept, first):
    few = [{"fideid": 2, "rating": 1900}, {"fideid": 3, "blitz_rating": 1800}, {"fideid": 4}]
    rows, problems, _ = read(kept(tagged(first, *few)))
    assert problems == []
    assert [[row.values[kind] for kind in KINDS] for row in rows[1:]] == [
        [1900, 0, 0],
        [0, 0, 1800],
        [0, 0, 0],
    ]
    assert all("rating" not in row.values for row in rows)


def test_a_line_break_inside_a_player_or_none_at_all_changes_nothing(kept):
    one = tagged(SINGLE, SINGLE | {"fideid": "2"})
    assert [row.values for row in read(kept(one.replace(b"\n", b"")))[0]] == [
        row.values for row in read(kept(one))[0]
    ]


@pytest.mark.parametrize("head", ["\ufeff", '<?xml version="1.0" encoding="UTF-8"?>\n'])
def test_a_declaration_may_stand_before_it(kept, head):
    assert len(read(kept(tagged(SINGLE, head=head)))[0]) == 1


def test_unknown_elements_are_left_out_and_told_once(kept):
    more = SINGLE | {"club": "x", "deep": "<a><b>1</b></a>"}
    rows, problems, _ = read(kept(tagged(more, more | {"fideid": "2"})))
    assert len(rows) == 2
    assert [problem.split("found ")[1].split(",")[0] for problem in problems] == [
        '"club"',
        '"a"',
        '"b"',
        '"deep"',
    ]


def refused(path):
    """Read a file that must be refused; return the found values."""
    rows, problems, _ = read(path)
    assert len(problems) == 1, problems
    return rows, problems[0]


@pytest.mark.parametrize("cut", [1, 10, 100, 300])
def test_a_file_that_is_cut_off_is_refused(kept, cut):
    _, problem = refused(kept(tagged(SINGLE)[:-cut].rstrip(b">\n")))
    assert "expected a whole XML document; the file is damaged or not whole" in problem


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("<!DOCTYPE playerslist>", "a document type declaration (playerslist)"),
        ('<!DOCTYPE x [<!ENTITY a "aaaa">]>', "a document type declaration (x)"),
        ('<!DOCTYPE x SYSTEM "file:///etc/passwd">', "a document type declaration (x)"),
    ],
)
def test_declarations_of_types_and_entities_are_refused(kept, head, found):
    rows, problem = refused(kept(tagged(SINGLE, head=head)))
    assert rows == []
    assert found in problem


ENCODINGS = [
    "utf-32", "utf-7", "shift_jis", "euc-jp", "big5", "iso-2022-jp", "cp037", "foo", "x" * 300,
    "idna", "undefined", "rot13", "hex", "zlib", "unicode_escape",
]  # fmt: skip


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_an_encoding_that_is_not_read_is_refused_in_words(kept, encoding):
    head = f'<?xml version="1.0" encoding="{encoding}"?>'
    rows, problem = refused(kept(tagged(SINGLE, head=head)))
    assert rows == []
    assert f'encoding: found "{encoding[:50]}' in problem
    assert "UTF-8" in problem


@pytest.mark.parametrize("encoding", ["utf-8", "UTF-8", "iso-8859-1", "windows-1252", "us-ascii"])
def test_usual_encodings_are_read(kept, encoding):
    head = f'<?xml version="1.0" encoding="{encoding}"?>'
    assert len(read(kept(tagged(SINGLE, head=head)))[0]) == 1


def test_an_entity_nobody_declared_is_refused(kept):
    assert "undefined entity" in refused(kept(tagged(SINGLE | {"name": "&a;"})))[1]


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        (SINGLE | {"name": "N" * 201}, "at most 200 characters"),
        (SINGLE | {"x": "<y>" * 14 + "</y>" * 14}, "at most 16 elements inside each other"),
        (SINGLE | {"k a='1'": ""}, None),
    ],
)
def test_what_has_no_end_is_refused(kept, player, expected):
    data = tagged(player).replace(b"</k a='1'>", b"</k>")
    problems = read(kept(data))[1]
    assert any((expected or "elements without attributes") in problem for problem in problems)


def test_texts_up_to_the_limit_are_read(kept):
    rows, problems, _ = read(kept(tagged(SINGLE | {"name": "N" * 200})))
    assert (len(rows[0].name), problems) == (200, [])


def test_more_than_a_hundred_unknown_elements_are_no_list(kept):
    _, problems, _ = read(kept(tagged({f"a{at}": "" for at in range(101)})))
    assert 'line 103, element: found "a100", expected elements of FIDE' in problems[-2]
    assert len(problems) == 102


def test_an_element_twice_in_a_player_is_refused(kept):
    data = tagged(SINGLE).replace(b"<k>20</k>", b"<k>20</k><k>40</k>")
    assert "line 13, k: found" in refused(kept(data))[1]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"<players></players>", '"players"'),
        (b"<playerslist><list></list></playerslist>", '"list"'),
    ],
)
def test_another_document_is_refused(kept, data, found):
    assert f"element: found {found}" in refused(kept(data))[1]


def test_an_endless_word_is_not_waited_for(kept):
    path = kept(b"<playerslist " + b"x" * (4 << 20))
    tracemalloc.start()
    _, problem = refused(path)
    assert "an endless word" in problem
    assert tracemalloc.get_traced_memory()[1] < 8 << 20
    tracemalloc.stop()


def large(path, players):
    """Write a combined list of as many players."""
    row = tagged(COMBINED).split(b"\n", 1)[1].rpartition(b"</playerslist>")[0].decode()
    with path.open("w") as file:
        file.write("<playerslist>\n")
        for number in range(1, players + 1):
            file.write(row.replace("90000001", str(number)))
        file.write("</playerslist>\n")
    return path


PEAK = """
import resource, sys
from pathlib import Path
from ledger.intake.formats.rating_list.reading import ListFile, Written
from ledger.intake.formats.problems import Problems
for path in sys.argv[1:]:
    rows = sum(1 for _ in ListFile(Path(path), Written(), Problems()).rows())
    print(rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peaks(*paths):
    """Return the rows of each list, and the most memory (KiB) of a process that reads so far."""
    ran = subprocess.run(
        [sys.executable, "-c", PEAK, *paths], cwd=ROOT, capture_output=True, check=True
    )
    return [tuple(map(int, line.split())) for line in ran.stdout.splitlines()]


def test_memory_does_not_grow_with_the_file(tmp_path):
    """Ten times the players (40 MB with LEDGER_TEST_FULL) need at most a tenth of the file more."""
    players = 95_000 if FULL else 20_000
    small, long = large(tmp_path / "small", players // 10), large(tmp_path / "long", players)
    (few, before), (many, after) = peaks(small, long)
    assert (few, many) == (players // 10, players)
    assert (after - before) * 1024 < long.stat().st_size / 10 + (4 << 20)
