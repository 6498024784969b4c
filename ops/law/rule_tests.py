"""Tests of each article, column, number and reading, by the index beside this file.

The index is made from the names of the tests (`tests/projections/rulebooks/tests_of_articles.py`),
and a test compares the two.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from projections.rulebooks.engine.edition import Edition

FILE: Final = Path(__file__).with_name("tests_of_articles.json")


def names_of_tests(edition: Edition, part: str) -> list[str]:
    """Return the sorted names of the tests of a part of an edition.

    A part is the name of a column or number, "article 8.3.1", or "reading NAME in MODULE".
    """
    index = _index()
    of_parts = index["editions"].get(f"{edition.rulebook} {edition.name}", {})
    return [index["tests"][place] for place in of_parts.get(part, ())]


@cache
def _index() -> dict[str, Any]:
    index: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return index
