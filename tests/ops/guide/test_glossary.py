"""The glossary has the house words of messages, each with the Italian word."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.shown_pages import ROOT

PAGE = (ROOT / "ops" / "guide" / "glossary.md").read_text()
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| word")
]
WORDS = {row[0] for row in ROWS}

HOUSE_WORDS = {
    "booked": "booked|books|booking",
    "bonus": "bonus",
    "carry-over": "carried over|carry-over",
    "chain hash": "chain hash",
    "correction": "correction",
    "deviation": "deviat",
    "digest": "digest",
    "edition": "edition",
    "external list": "external list|external-list",
    "finding": "finding",
    "guest": "guest",
    "import slip": "import slip",
    "incarnation": "incarnation",
    "malus": "malus",
    "outlook": "outlook",
    "pool": "pool",
    "printing": "printing",
    "reading": "reading",
    "receipt": "receipt",
    "rulebook": "rulebook",
    "sealed": "seal",
    "sheet": "sheet",
    "snapshot": "snapshot",
    "worksheet": "worksheet",
}
"""Words that a newcomer does not know from elsewhere, with their forms in messages."""


def used_in_messages() -> set[str]:
    """Return the house words in text constants of the code; files without a new word are
    skipped.
    """
    found: set[str] = set()
    for folder in ("ledger", "projections", "ops"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            source = path.read_text("utf-8")
            if new := used_in(source, found):
                found |= {word for text in constants(source) for word in used_in(text, found)} & new
    return found


def used_in(text: str, known: set[str]) -> set[str]:
    """Return the house words in a text, without those known."""
    other = HOUSE_WORDS.keys() - known
    return {word for word in other if re.search(HOUSE_WORDS[word], text)}


def constants(source: str) -> Iterator[str]:
    """The text constants of a file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant):
            yield str(node.value)


def test_each_word_of_the_house_that_messages_use_is_explained():
    used = used_in_messages()
    assert used == set(HOUSE_WORDS)  # a word that no message uses any more leaves the list
    assert used <= WORDS


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_word_has_the_italian_one_and_one_sentence(row):
    word, italian, meaning = row
    assert word
    assert italian
    assert meaning.endswith(".")
    assert ". " not in meaning
    assert len(meaning.split()) <= 25


def test_each_word_stands_once_on_one_page():
    assert len(WORDS) == len(ROWS)
    assert len(PAGE.splitlines()) <= 60
