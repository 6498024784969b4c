"""Every code of a finding has a sentence, with the Italian in the catalogue."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from typing import get_args

import pytest

from projections.finding import Code
from tests.support.shown_pages import ROOT

CODES = get_args(Code)
MAKERS = {"Sentence", "tabled", "by_clause", "outside", "replace"}
"""What makes the sentence of a finding: of the code, a column, a clause, a first day, a finding."""


def functions() -> Iterator[ast.FunctionDef]:
    for folder in ("projections", "ops/answers"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def codes_said(made: ast.FunctionDef) -> dict[str, set[str]]:
    """Return the codes named by a function, each with the makers of sentences called."""
    nodes = list(ast.walk(made))
    calls = {node.func.id for node in nodes
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}  # fmt: skip
    named = {node.value for node in nodes if isinstance(node, ast.Constant)}
    return {code: calls & MAKERS for code in CODES if code in named}


@pytest.fixture(scope="module")
def said() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for made in functions():
        for code, makers in codes_said(made).items():
            found[code] |= makers
    return found


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_said_by_a_sentence(said, code):
    assert said[code]


def test_a_finding_with_a_text_alone_is_noticed():
    tree = ast.parse('def found(one):\n    return Finding("open", "old-list", one, "", "old")')
    (made,) = tree.body
    assert isinstance(made, ast.FunctionDef)
    assert codes_said(made) == {"old-list": set()}
