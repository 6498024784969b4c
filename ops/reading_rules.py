"""The law for readers: articles, our sentences, numbers, functions, files, tests."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ledger.errors import Refused
from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.grammar import Edition

Row = dict[str, Any]

_ROOT = Path(__file__).parent.parent


def books() -> list[Row]:
    """Give every rulebook and its editions."""
    return [
        {
            "rulebook": name,
            "edition": edition.name,
            "title": rulebook(name).title,
            "numbers_digest": edition.digest,
            "file": _file(edition),
        }
        for name in NAMES
        for edition in rulebook(name).editions
    ]


def articles(name: str, article: str | None = None, edition: str | None = None) -> list[Row]:
    """Give the articles of a rulebook (its newest edition), or the parts of one article.

    Raises Refused for an article the edition does not have.
    """
    law = rulebook(name)
    text = law.editions[-1] if edition is None else law.edition(edition)
    if article is None:
        return [{"article": each, "accounted_for": what} for each, what in text.articles.items()]
    found = [*_columns(text, article), *_numbers(text, article)]
    if not found:
        if article not in text.articles:
            raise Refused(
                f"{name} {text.name} has no article {article!r}; see `ledger rules {name}`"
            )
        return [{"article": article, "what": text.articles[article]}]
    return found


def _columns(edition: Edition, article: str) -> Iterator[Row]:
    for rule in edition.columns.values():
        if _under(rule.article, article):
            source = Path(inspect.getsourcefile(rule.function) or "")
            line = inspect.getsourcelines(rule.function)[1]
            yield {
                "article": rule.article,
                "what": rule.name,
                "value": rule.does,
                "unit": rule.unit,
                "says": rule.sentence,
                "where": f"{source.relative_to(_ROOT)}:{line}",
                "tests": f"pytest -k {_test_name(article)}",
            }


def _numbers(edition: Edition, article: str) -> Iterator[Row]:
    for number in edition.numbers["stated"].values():
        if _under(number.article, article):
            table = isinstance(number.stated, dict)
            yield {
                "article": number.article,
                "what": number.name,
                "value": f"{len(number.stated['rows'])} rows" if table else number.stated,
                "unit": number.unit,
                "says": number.says,
                "where": str(Path(_file(edition)).with_name(number.file)),
                "tests": f"pytest -k {_test_name(article)}",
            }


def _under(stated: str, article: str) -> bool:
    """Tell whether one of the articles stated is the one asked for, or a part of it."""
    return any(
        each.strip() == article or each.strip().startswith((f"{article}.", f"{article} "))
        for each in stated.split(",")
    )


def _test_name(article: str) -> str:
    return "article_" + article.replace(".", "_").replace(" ", "_").lower()


def _file(edition: Edition) -> str:
    return str(Path(str(edition.module.__file__)).relative_to(_ROOT))
