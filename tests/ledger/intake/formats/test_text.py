"""Bytes of any program become numbered lines of clean text."""

import pytest

from ledger.intake.formats import text
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.text import numbered_lines

LINES = [(1, "012 Open"), (2, "022 Torino")]


def read(data: bytes) -> tuple[list[tuple[int, str]], list[str]]:
    problems = Problems()
    lines = numbered_lines(data, problems)
    return [(line.number, line.text) for line in lines], [
        f"{problem.severity}: {problem}" for problem in problems.all()
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_system(line_end):
    assert read(f"012 Open{line_end}022 Torino{line_end}".encode()) == (LINES, [])


def test_line_ends_may_be_mixed_and_the_last_one_missing():
    assert read(b"012 Open\r022 Torino\r\n032 ITA\n042 x") == (
        [*LINES, (3, "032 ITA"), (4, "042 x")],
        [],
    )


def test_blank_lines_and_trailing_blanks_are_nothing():
    assert read(b"\n012 Open   \n\n   \n022 Torino") == ([(2, "012 Open"), (5, "022 Torino")], [])


def test_a_byte_order_mark_is_tolerated():
    assert read(b"\xef\xbb\xbf012 Open\n022 Torino") == (LINES, [])


def test_a_dos_end_of_file_is_tolerated():
    assert read(b"012 Open\r\n022 Torino\r\n\x1a") == (LINES, [])


def test_utf_8_is_read_as_utf_8():
    assert read("012 Città di Forlì".encode()) == ([(1, "012 Città di Forlì")], [])


def test_what_is_not_utf_8_is_read_as_latin_1_with_a_warning():
    lines, messages = read(b"012 Open\r\n022 Forl\xec\r\n")
    assert lines == [(1, "012 Open"), (2, "022 Forlì")]
    assert messages == [
        'warning: line 2, column 9, text: found "byte EC", expected UTF-8; '
        "it was read as Latin-1: look at the names, save it as UTF-8 if they are wrong"
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused(encoding):
    mark = "" if encoding == "utf-16" else "\ufeff"
    assert read((mark + "012 Open").encode(encoding)) == (
        [],
        ['refused: file: found "UTF-16 text", expected UTF-8 text; save the file as UTF-8'],
    )


@pytest.mark.parametrize(
    ("character", "code"),
    [
        ("\0", "U+0000"),
        ("\x0b", "U+000B"),
        ("\x1b", "U+001B"),
        ("\x7f", "U+007F"),
        ("\x85", "U+0085"),
        ("\u200b", "U+200B"),
        ("\u202e", "U+202E"),
        ("\ufeff", "U+FEFF"),
    ],
)
def test_what_cannot_be_seen_is_refused_and_the_rest_of_the_line_read(character, code):
    lines, messages = read(f"012 Op{character}en".encode())
    assert lines == [(1, "012 Op\ufffden")]
    assert messages == [
        f'refused: line 1, column 7, text: found "the invisible character {code}", '
        "expected text that can be seen; delete it, or write the text anew"
    ]


def test_a_tabulator_in_a_header_is_a_blank():
    assert read(b"012\tOpen\n022\tTorino") == (
        LINES,
        [
            'warning: line 1, column 4, text: found "a tabulator" (and 1 more like it), '
            "expected blanks; it was read as a blank"
        ],
    )


@pytest.mark.parametrize("code", ["001", "132"])
def test_a_tabulator_where_columns_count_is_refused(code):
    assert read(f"{code}\t1".encode())[1] == [
        'refused: line 1, column 4, text: found "a tabulator", expected blanks; '
        "replace it by blanks so that every field is in its columns"
    ]


@pytest.mark.parametrize("data", [b"", b"\r\n", b"  \n\n", b"\xef\xbb\xbf", b"\x1a"])
def test_an_empty_file_is_refused(data):
    assert read(data) == (
        [],
        [
            "refused: file: found nothing, expected a tournament report (TRF16, TRF26, or a "
            "cross table); choose the file again"
        ],
    )


@pytest.mark.parametrize("length", [4_095, 4_096, 4_097])
def test_lines_have_at_most_4096_characters(length):
    lines, messages = read(b"012 " + b"x" * (length - 4) + b"\n022 Torino")
    assert (2, "022 Torino") in lines
    too_long = (
        'refused: line 1, line: found "4,097 characters", expected at most 4,096; '
        "look for a missing line end"
    )
    assert messages == ([too_long] if length > 4_096 else [])


@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_files_have_at_most_8_mebibytes(extra):
    line = b"### a comment of 32 characters.\n"
    data = line * (text.LONGEST_FILE_BYTES // len(line) // 1_000)
    data += b"\n" * 0 + b" " * (text.LONGEST_FILE_BYTES + extra - len(data))
    too_long = (
        'refused: file: found "8,388,609 bytes", expected at most 8,388,608; '
        "send one tournament in one file"
    )
    assert read(data)[1] == ([too_long] if extra > 0 else [])


@pytest.mark.parametrize("ends", [49_998, 49_999, 50_000])
def test_files_have_at_most_50000_lines(ends):
    too_many = (
        'refused: lines: found "50,001", expected at most 50,000; send one tournament in one file'
    )
    assert read(b"012 x" + b"\n" * ends)[1] == ([too_many] if ends == 50_000 else [])
