"""Articles of one text in the numbers of another."""

from __future__ import annotations

from collections.abc import Mapping

Numbering = Mapping[str, str]
"""Articles of one text, and for each the article of another text that says the same."""


def cited(articles: str, numbering: Numbering) -> str:
    """Return articles such as "5.1, 8.3.2 (b)" in the numbers of another text, without repeats.

    A part such as (b) goes with its article unless it is numbered by itself; what the numbering
    does not name keeps its number.
    """
    return ", ".join(dict.fromkeys(_cited(article, numbering) for article in articles.split(", ")))


def _cited(article: str, numbering: Numbering) -> str:
    if article in numbering:
        return numbering[article]
    whole, space, part = article.partition(" ")
    return f"{numbering.get(whole, whole)}{space}{part}"
