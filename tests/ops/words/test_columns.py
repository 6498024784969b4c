"""Tables: aligned columns, wrapped where a terminal is narrow, whole in a pipe."""

import pytest

from ops.cli import streams
from ops.words import columns
from tests.support.command import done

HEADINGS = ("no", "name", "says")
ROWS = (
    ("1", "Rossi, Anna", "needs a decision before the list is closed"),
    ("10", "伊藤", "-"),
)
RIGHT = (True, False, False)


def drawn(width):
    return list(columns.lines(HEADINGS, ROWS, RIGHT, width))


def test_without_a_terminal_every_line_is_whole():
    assert drawn(None) == [
        "no  name         says",
        " 1  Rossi, Anna  needs a decision before the list is closed",
        "10  伊藤         -",
    ]


def test_the_widest_text_column_is_wrapped_at_blanks():
    assert drawn(40) == [
        "no  name         says",
        " 1  Rossi, Anna  needs a decision before",
        "                 the list is closed",
        "10  伊藤         -",
    ]


@pytest.mark.parametrize("width", [24, 30, 40, 50, 59, 60, 200])
def test_no_line_is_wider_than_the_terminal_and_nothing_is_lost(width):
    lines = drawn(width)
    assert all(len(line) <= width for line in lines)
    said = "".join("".join(lines).split())
    for word in ["needs", "a", "decision", "before", "the", "list", "is", "closed"]:
        assert word in said
    assert all(line[:4].strip().isdigit() or not line[:4].strip() for line in lines[1:])


def test_no_word_of_usual_length_is_broken_while_another_column_has_blanks():
    """Both columns are as wide; a digest is broken before a name."""
    row = ("fide-standard", "it is so here", "0123456789abcdef0123")
    assert list(columns.lines(("pool", "says", "digest"), [row], (False,) * 3, 40)) == [
        "pool           says       digest",
        "fide-standard  it is so   0123456789abcd",
        "               here       ef0123",
    ]


def test_numbers_are_never_wrapped():
    (_, line) = columns.lines(("a", "b"), [("123456789", "x")], (True, True), 5)
    assert line == "123456789  x"


def test_a_word_longer_than_its_column_is_broken():
    _, *lines = columns.lines(("digest",), [("0123456789abcdef",)], (False,), 10)
    assert lines == ["0123456789", "abcdef"]


@pytest.mark.parametrize(("width", "first"), [(5, "abcde"), (4, "abcd"), (3, "abcd")])
def test_no_text_column_is_narrower_than_four_characters(width, first):
    _, line, *_ = columns.lines(("text",), [("abcdefghij",)], (False,), width)
    assert line == first


def test_a_command_fits_the_terminal(sample, monkeypatch):
    asked = ("pool", "findings", "fide-standard", "T-000008", "--ledger", sample)
    whole = done(*asked)
    monkeypatch.setattr(streams, "columns", lambda: 60)
    narrow = done(*asked)
    assert max(map(len, whole.splitlines())) > 60
    assert max(map(len, narrow.splitlines())) <= 60
