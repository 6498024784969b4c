"""The number of sentences in English alone decreases with every change, file by file."""

import ast

from tests.support.unconverted import counts, kept, texts


def test_no_file_says_more_in_english_alone_than_before():
    """`python -m tests.support.unconverted` records a smaller count; a larger count is a fault."""
    assert dict(counts()) == kept()


def test_a_new_text_for_people_is_found():
    new = "def f():\n    'A docstring of f.'\n    raise Refused(f'there is no {thing} here')\n"
    assert list(texts(ast.parse(new))) == ["there is no … here"]
    assert list(texts(ast.parse("raise Refused(Sentence('there is no list here'))"))) == []
    assert list(texts(ast.parse("log.info('list_closed', why='the day came')"))) == []
