"""Every clause of every edition: bound with the edition's numbers, said in Italian, no command."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from ledger.sentences import parsed
from ops.catalogue.found import has_words
from ops.catalogue.of_rulebooks import CLAUSE, IN_WORDS, RULEBOOKS, clauses
from ops.catalogue.updating import translated
from projections import rulebooks
from projections.rulebooks.elo_rubele import groups
from projections.rulebooks.engine.columns import Column, Columns
from projections.state import competence

OF_RULEBOOKS = [
    pytest.param(edition, id=f"{edition.rulebook} {edition.name}")
    for name in rulebooks.NAMES
    for edition in rulebooks.rulebook(name).editions
]
EDITIONS: list[Any] = [
    *OF_RULEBOOKS,
    *(pytest.param(edition, id=f"{groups.NAME} {edition.name}") for edition in groups.EDITIONS),
]
ITALIAN = {message.id for message in translated() if message.string and not message.context}


def texts(column: Column) -> Iterator[str]:
    """Return the texts in the code of a column, and of all names and calls in the rulebooks."""
    seen: set[FunctionType] = set()
    waiting: list[Any] = [column.function]
    while waiting:
        found = waiting.pop()
        if isinstance(found, str):
            yield found
        elif isinstance(found, dict):
            waiting += found.values()
        elif isinstance(found, list | tuple):
            waiting += found
        elif isinstance(found, FunctionType) and found not in seen and _is_ours(found.__module__):
            seen.add(found)
            waiting += _constants(found.__code__)
            waiting += _named(found)
            waiting += [cell.cell_contents for cell in found.__closure__ or ()]
        elif isinstance(found, Column):
            waiting.append(found.function)


def _is_ours(module: str) -> bool:
    return module.startswith("projections.rulebooks")


def _constants(code: CodeType) -> Iterator[object]:
    """Return the constants of a function, without the docstring."""
    doc = code.co_consts[0] if code.co_consts else None
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _constants(constant)
        elif constant is not doc:
            yield constant


def _named(function: FunctionType) -> Iterator[object]:
    names = function.__code__.co_names
    named = [function.__globals__[name] for name in names if name in function.__globals__]
    yield from named
    for module in named:
        if isinstance(module, ModuleType) and _is_ours(module.__name__):
            yield from (vars(module)[name] for name in names if name in vars(module))


def clauses_of(edition) -> Iterator[tuple[Column, str]]:
    """Return the clauses of an edition, each with the column, in the numbers of the text."""
    for column in edition.columns.values():
        for text in texts(column):
            if CLAUSE.fullmatch(text.partition("\n")[0]):
                yield column, column._clause(text)


def remedies_of(edition) -> Iterator[str]:
    """The remedies of an edition's clauses."""
    for column in edition.columns.values():
        for text in texts(column):
            line, _, remedy = text.partition("\n")
            alone = "{" in line and not CLAUSE.fullmatch(line)
            yield from (each for each in (line if alone else "", remedy) if each)


def names(template: str) -> set[str]:
    return {name for _, name, _ in parsed(template) if name}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_clause_binds_with_the_numbers_of_the_edition(edition):
    """And the column rests on these numbers, so that an explanation shows both."""
    sheet, found = Columns(dict(edition.numbers)), list(clauses_of(edition))
    assert found
    for column, text in found:
        clause = sheet.clause(text)
        assert str(clause.says)
        assert "{" not in str(clause)
        assert names(clause.says.template) <= set(column.needs), (column.name, text)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_clause_has_its_italian_and_the_article_too(edition):
    for _, text in clauses_of(edition):
        clause = Columns(dict(edition.numbers)).clause(text)
        assert clause.says.template in ITALIAN
        assert clause.article in ITALIAN or not IN_WORDS.search(clause.article)


@pytest.mark.parametrize("edition", OF_RULEBOOKS)
def test_a_remedy_binds_with_the_use_cases_of_the_edition_and_has_its_italian(edition):
    may = competence.remedies(edition, "T-000001")
    for remedy in remedies_of(edition):
        assert names(remedy) <= may.keys(), remedy
        assert remedy in ITALIAN or not has_words(remedy), remedy


COMMANDS = re.compile(r"ledger [a-z]|--[a-z]|`|\b[a-z_]+=[A-Za-z]|YYYY|parameter-set")


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_text_of_a_clause_holds_a_command_or_an_option(edition):
    found = [text for _, text in clauses_of(edition)] + list(remedies_of(edition))
    assert [text for text in found if COMMANDS.search(text)] == []


def modules_with_clauses() -> list[Path]:
    """Return the modules of rulebooks that make a choice, without the engine."""
    return [
        path
        for path in sorted(RULEBOOKS.rglob("*.py"))
        if "engine" not in path.parts and re.search(r"\b(choose|unless|Choice)\(", path.read_text())
    ]


@pytest.mark.parametrize("path", modules_with_clauses(), ids=lambda path: path.stem)
def test_no_clause_is_computed(path):
    """A clause is a text literal or the name of a literal: no f-string, no sum, no format."""
    tree = ast.parse(path.read_text())
    assert [node.lineno for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)] == []
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert [c.lineno for c in calls if getattr(c.func, "attr", "") == "format"] == []
    added = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp)]
    sides = [side for node in added for side in (node.left, node.right)]
    assert [s.lineno for s in sides if isinstance(getattr(s, "value", None), str)] == []


def test_the_catalogue_reads_every_clause():
    """By reading the files, and by walking through the columns of all editions."""
    read = {clause["says"] for _, clause in clauses()}
    walked = {
        Columns(dict(edition.numbers)).clause(text).says.template
        for param in EDITIONS
        for edition in param.values
        for _, text in clauses_of(edition)
    }
    assert walked == read
