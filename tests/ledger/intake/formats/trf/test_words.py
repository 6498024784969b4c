"""Records read word by word know the place of each word."""

from ledger.intake.formats.layout import word_at, words_of
from ledger.intake.formats.problems import Place
from ledger.intake.formats.text import Line

LINE = Line(7, "240 H   1   39")


def test_words_stand_in_their_columns():
    words = words_of(LINE)
    assert [word.text for word in words] == ["H", "1", "39"]
    assert words[2].named("player") == (Place("player", 7, 13, 14), "39")
    assert [word.number for word in words] == [None, 1, 39]


def test_a_missing_word_stands_behind_the_end_of_the_line():
    missing = word_at(words_of(LINE), 3, LINE)
    assert (missing.text, missing.number, missing.first) == ("", None, 15)
