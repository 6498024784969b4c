"""Texts for people not yet sentences, counted file by file: the counts may only fall.

    python -m tests.support.unconverted      keeps the counts of today

A text for people has at least three words, and is not in the catalogue. Texts for programmers and
operators do not count: docstrings, help of the command line, the description of the addresses, the
metrics, the log, errors of loading, statements of SQL, reasons of the guide for who sees what.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from ops.catalogue.found import ROOT
from ops.catalogue.of_rulebooks import CLAUSE
from ops.catalogue.updating import translated

KEPT: Final = Path(__file__).with_suffix(".txt")
PACKAGES: Final = ("ledger", "projections", "ops")
WITHOUT: Final = (
    *("ops/bench", "ops/sample", "ops/deploy", "ops/words", "ops/cli/exits.py", "ops/cli/front.py"),
    *("ops/http/addresses/__init__.py", "ops/http/described.py", "ops/http/metrics.py"),
    *("ops/http/openapi.py", "ops/http/schemas.py"),
)

NOT_FOR_PEOPLE: Final = {
    *("CodeOf", "Sentence", "tabled", "option", "Parameter", "means", "Typed", "Meta", "text"),
    *("compile", "Personal"),
    *("ValueError", "TypeError", "KeyError", "AssertionError", "LookupError", "RuntimeError"),
    *("debug", "info", "warning_of_log", "Column", "App", "column", "add_argument"),
    *("IncompleteRulebook", "Group", "CheckConstraint", "DDL", "execute"),
    *("word", "words"),  # their texts are names of tables of words
}
"""Calls whose texts are sentences already, or are for programmers and operators."""

FEWEST_WORDS: Final = 3


def counts() -> Counter[str]:
    """Return the number of texts of each file with such texts."""
    found: Counter[str] = Counter()
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            file = str(path.relative_to(ROOT))
            if not file.startswith(WITHOUT):
                found[file] = len(list(texts(ast.parse(path.read_text(encoding="utf-8")))))
    return +found


def texts(tree: ast.AST) -> Iterator[str]:
    """Yield the texts for people of a part of a program without sentences."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.Call) and _name(node.func) in NOT_FOR_PEOPLE:
            continue
        if isinstance(node, ast.Constant | ast.JoinedStr):
            text = _text(node)
            if has_words(text) and not is_known(text):
                yield text
        else:
            yield from texts(node)


def _name(function: ast.expr) -> str:
    return getattr(function, "attr", "") or getattr(function, "id", "")


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
    return "".join(map(str, parts))


def is_known(text: str) -> bool:
    """Return whether the catalogue has a text, also behind the articles of a clause or column."""
    clause = CLAUSE.fullmatch(text)
    column = " ".join(text.partition("\n\n")[0].split()).partition(". ")[2]
    says = clause["says"] if clause else text
    return not {says, column}.isdisjoint(_known())


@cache
def _known() -> frozenset[str]:
    keys = (message.id for message in translated() if message.id)
    return frozenset(key if isinstance(key, str) else key[0] for key in keys)


def has_words(text: str) -> bool:
    """Return whether a text has words enough to be read by people."""
    words = [word for word in text.split() if word.strip("(),.;:'\"").isalpha()]
    return len(words) >= FEWEST_WORDS and not text.isupper()


def kept() -> dict[str, int]:
    """Return the kept counts."""
    lines = KEPT.read_text(encoding="utf-8").splitlines()
    return {file: int(count) for file, count in (line.split() for line in lines)}


def main() -> None:
    """Keep the counts of today."""
    lines = (f"{file} {count}\n" for file, count in sorted(counts().items()))
    KEPT.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
