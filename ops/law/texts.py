"""The texts of the editions: which text, where published, when last compared; titles of articles.

They stand in `texts.toml`, apart from the editions: the files of an edition belong to the document
that a body adopts, and a corrected title is no other law.
"""

import tomllib
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from ledger.sentences import NO_SENTENCE, Sentence, tabled
from projections.rulebooks.engine.edition import Edition

FILE: Final = Path(__file__).with_name("texts.toml")


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of an edition."""

    titles: str
    """Name of the table of titles."""
    text: str
    """Which text the code was compared with, or how it is known."""
    published: str
    """Address of the text; empty: none was available."""
    compared: date | None = None
    """Day on which the code was last compared with the text; None: it never was."""


class Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of texts and titles."""

    editions: dict[str, dict[str, Text]]
    same: dict[str, str]
    """Rulebooks with the texts of another one."""
    titles: dict[str, dict[str, str]]


def text_of(edition: Edition) -> Text:
    """Return the text of an edition. Raises KeyError for an edition without one."""
    texts = _texts()
    rulebook = texts.same.get(edition.rulebook, edition.rulebook)
    return texts.editions[rulebook][edition.name]


def title_of(edition: Edition, stated: str) -> Sentence:
    """Return the title of an article, of the first if several are stated; none without one."""
    titles = _texts().titles[text_of(edition).titles]
    first = stated.split(", ", 1)[0]
    return tabled(titles.get(first) or titles.get(first.partition(" (")[0]) or NO_SENTENCE.template)


def words() -> Iterator[str]:
    """Yield every title, and what is said of every text."""
    texts = _texts()
    yield from (text.text for editions in texts.editions.values() for text in editions.values())
    yield from (title for titles in texts.titles.values() for title in titles.values())


def articles() -> Iterator[str]:
    """Yield the numbers of all articles that have a title."""
    yield from (article for titles in _texts().titles.values() for article in titles)


@cache
def _texts() -> Texts:
    return msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), Texts)
