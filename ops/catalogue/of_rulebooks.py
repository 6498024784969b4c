"""The sentences of the rulebooks, for the catalogue: of columns, numbers, clauses and articles."""

import ast
import inspect
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from ledger.sentences import Sentence
from ops.catalogue.found import ROOT, Found, has_words, name_of
from ops.law import reading_rules, readings, texts
from ops.words import states
from projections import rulebooks
from projections.rulebooks.elo_rubele import groups
from projections.rulebooks.engine.columns import Column, cited
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.titles import title

REMEDYING: Final = "law"
"""The function of rulebooks that gives a clause its remedy."""

CLAUSE: Final = re.compile(r"(?P<article>[A-Z0-9](?:[^:{}\n.]|\.(?! )){0,59}): (?P<says>[^\n]+)")
"""A clause in a rulebook: articles and sentence; its remedy is the second argument of `law`.

A remedy begins with a small letter or a use case, a sentence of a column has a full stop after its
articles: so neither is taken for a clause.
"""

RULEBOOKS: Final = ROOT / "projections" / "rulebooks"


def of_accounts() -> Iterator[Found]:
    """Yield titles of rulebooks, units, and what accounts of articles say beside names."""
    for rulebook in map(rulebooks.rulebook, rulebooks.NAMES):
        file = f"projections/rulebooks/{rulebook.name.partition('-')[0]}"
        yield Found(rulebook.title, "", file)
        yield Found(rulebook.short_title, "", file)
        for edition in rulebook.editions:
            for part in (*edition.columns.values(), *edition.numbers["stated"].values()):
                if part.unit:
                    yield Found(part.unit, "", file, states.UNIT)
            for text in edition.articles.values():
                says = reading_rules.account(text)
                note = says.values.get("note", says)
                if isinstance(note, Sentence) and has_words(note.template):
                    yield Found(note.template, "", file)


def of_texts() -> Iterator[Found]:
    """Yield the titles of articles, and what is said of the texts of the editions."""
    yield from (Found(text, "", "ops/law/texts.toml") for text in texts.words())


def of_readings() -> Iterator[Found]:
    """Yield the readings of all editions, also those that the engine holds for all of them."""
    for edition in _editions():
        for reading in readings.of_edition(edition):
            yield Found(reading.says, "", reading.where.partition(":")[0])


def of_columns_and_numbers() -> Iterator[Found]:
    """Yield the sentences of the columns and numbers of all editions, and their names in words."""
    for edition in _editions():
        for column in edition.columns.values():
            yield Found(column.sentence, "", _file_of(column))
            yield Found(title(column.name).template, "", _file_of(column))
        for number in edition.numbers["stated"].values():
            yield Found(number.says, "", f"projections/rulebooks/{number.file}")
    for rulebook in map(rulebooks.rulebook, rulebooks.NAMES):
        for name in rulebook.body_parameters:
            yield Found(title(name).template, "", "projections/rulebooks")


def _editions() -> Iterator[Edition]:
    """Yield the editions of all rulebooks, and those of the division into groups."""
    for name in rulebooks.NAMES:
        yield from rulebooks.rulebook(name).editions
    yield from groups.EDITIONS


def _file_of(column: Column) -> str:
    file = inspect.getfile(inspect.unwrap(column.function))
    return str(Path(file).relative_to(ROOT))


def of_clauses() -> Iterator[Found]:
    """Yield the sentences and remedies of the clauses of all rulebooks."""
    for file, clause in clauses():
        yield Found(clause["says"], "", file)
    modules = [*_modules()]
    named = {name for _, tree in modules for name in _names_of_remedies(tree)}
    for file, tree in modules:
        for text in _remedies(tree, named):
            if has_words(text):
                yield Found(text, "", file)


def of_articles() -> Iterator[Found]:
    """Yield the articles written in words, in the numbers of each text that has them.

    Such as "VI.2, table 22"; one without a word is the same in every language.
    """
    articles = {(clause["article"], file) for file, clause in clauses()}
    numberings = []
    for edition in _editions():
        for column in edition.columns.values():
            articles.add((column.article, _file_of(column)))
            numberings += [one for one in column.numberings if one not in numberings]
        for number in edition.numbers["stated"].values():
            articles.add((number.article, f"projections/rulebooks/{number.file}"))
    articles |= {(article, "ops/law/texts.toml") for article in texts.articles()}
    for article, file in sorted(articles):
        if IN_WORDS.search(article):
            forms = {article, *(cited(article, numbering) for numbering in numberings)}
            yield from (Found(text, "", file) for text in sorted(forms))


IN_WORDS: Final = re.compile("[a-z]{3}")
"""What an article with words has, and a number of one has not."""


def clauses() -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the clauses written in the rulebooks, each with its file."""
    for file, tree in _modules():
        if "/engine/" not in file:
            for text in _texts(tree):
                found = CLAUSE.fullmatch(text)
                if found:
                    yield file, found


def _modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(RULEBOOKS.rglob("*.py")):
        yield str(path.relative_to(ROOT)), ast.parse(path.read_text())


def _texts(tree: ast.Module) -> Iterator[str]:
    """Yield the whole texts of a module, without its docstrings."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parts = (node.values for node in ast.walk(tree) if isinstance(node, ast.JoinedStr))
    alone |= {id(part) for joined in parts for part in joined}
    for node in ast.walk(tree):
        if id(node) not in alone:
            yield from _text(node)


def _names_of_remedies(tree: ast.Module) -> Iterator[str]:
    """Yield the names that stand for a remedy in a module."""
    given = (call.args[1] for call in _calls(tree, REMEDYING))
    yield from (argument.id for argument in given if isinstance(argument, ast.Name))


def _remedies(tree: ast.Module, named: Collection[str]) -> Iterator[str]:
    """Yield the remedies of a module: as given, or by one of the names."""
    for call in _calls(tree, REMEDYING):
        yield from _texts_of(call.args[1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id in named for target in targets):
                yield from _texts_of(node.value)


def _texts_of(value: ast.expr) -> Iterator[str]:
    """Yield the text of an expression, or both of a choice between two."""
    for one in (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,):
        yield from _text(one)


def _text(node: ast.AST) -> Iterator[str]:
    """Yield the text of a literal, and nothing of any other node."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def _calls(tree: ast.Module, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node.func) == name:
            yield node
