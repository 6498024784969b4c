"""The catalogue of Italian sentences, it.po, brought up to date with the sentences of the code.

    python -m ops.words.catalogue        adds new sentences without Italian, and drops gone ones

A sentence is a call `Sentence(…)` in the code, which is read here and not run; or it stands in a
table: the columns and numbers of all editions, the clauses and articles of the rulebooks, the words
of codes, the names and texts of inputs.

A message with the context of a system of rating (`elo-rubele`) is a sentence shared by all systems,
in the terms of that one. It is written by hand, and kept as long as the code has the sentence.
"""

import ast
import inspect
import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from ledger.sentences import Sentence, parsed
from ops.law import reading_rules
from ops.words import fields, states
from projections import rulebooks
from projections.rulebooks.elo_rubele import groups
from projections.rulebooks.engine.columns import Column, cited
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.titles import title

ROOT: Final = Path(__file__).parents[2]
PO: Final = Path(__file__).with_name("it.po")
PACKAGES: Final = ("ledger", "projections", "ops")

MACHINERY: Final = ROOT / "ledger" / "sentences.py"
"""Where no sentence for people is made."""

MAKER: Final = "Sentence"
REMEDYING: Final = "law"
"""The function of rulebooks that gives a clause its remedy."""

HEADER: Final = """\
# Sentences in Italian, by their English: python -m ops.words.catalogue
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""
"""Italian has a third form for millions, in which nothing is counted here."""


class Found(NamedTuple):
    """A template, the one for several, and the file where both stand."""

    template: str
    more: str
    file: str
    of: str | None = None
    """Of what the words of a table are said."""

    @property
    def id(self) -> str | tuple[str, str]:
        """The key of the sentence in the catalogue."""
        return (self.template, self.more) if self.more else self.template


CLAUSE: Final = re.compile(r"(?P<article>[A-Z0-9](?:[^:{}\n.]|\.(?! )){0,59}): (?P<says>[^\n]+)")
"""A clause in a rulebook: articles and sentence; its remedy is the second argument of `law`.

A remedy begins with a small letter or a use case, a sentence of a column has a full stop after its
articles: so neither is taken for a clause.
"""

SYSTEMS: Final = {rulebooks.rulebook(name).terms for name in rulebooks.NAMES} - {""}
"""The systems of rating with terms of their own in shared sentences: contexts of the catalogue."""

RULEBOOKS: Final = ROOT / "projections" / "rulebooks"


def sentences() -> Iterator[Found]:
    """Yield every sentence of the code and of its tables.

    Raises ValueError for a template that is no text literal.
    """
    yield from written()
    yield from of_columns_and_numbers()
    yield from of_clauses()
    yield from of_articles()
    yield from of_accounts()
    yield from of_codes()
    yield from of_names()


def of_names() -> Iterator[Found]:
    """Yield the names of all fields, and the texts of inputs."""
    for name in sorted(fields.names()):
        yield Found(name, "", "ops/words/fields.py", fields.NAME)
    for text in sorted(fields.texts()):
        yield Found(text, "", "ops/words/fields.py", fields.INPUT)


def of_accounts() -> Iterator[Found]:
    """Yield titles of rulebooks, units, and what accounts of articles say beside names."""
    for rulebook in map(rulebooks.rulebook, rulebooks.NAMES):
        file = f"projections/rulebooks/{rulebook.name.partition('-')[0]}"
        yield Found(rulebook.title, "", file)
        for edition in rulebook.editions:
            for part in (*edition.columns.values(), *edition.numbers["stated"].values()):
                if part.unit:
                    yield Found(part.unit, "", file, states.UNIT)
            for text in edition.articles.values():
                says = reading_rules.account(text)
                note = says.values.get("note", says)
                if isinstance(note, Sentence) and has_words(note.template):
                    yield Found(note.template, "", file)


def of_codes() -> Iterator[Found]:
    """Yield the words of all codes."""
    for of, words in states.TABLES.items():
        for text in words.values():
            yield Found(text, "", "ops/words/states.py", of)
    yield Found(states.NO_CATEGORY.template, "", "ops/words/states.py", states.NO_CATEGORY.of)


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
    for article, file in sorted(articles):
        if IN_WORDS.search(article):
            texts = {article, *(cited(article, numbering) for numbering in numberings)}
            yield from (Found(text, "", file) for text in sorted(texts))


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
        if isinstance(node, ast.Call) and _name(node.func) == name:
            yield node


def written() -> Iterator[Found]:
    """Yield every sentence written in the code, in the order of files and lines."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if path != MACHINERY:
                yield from _of_file(path)


def _of_file(path: Path) -> Iterator[Found]:
    file = str(path.relative_to(ROOT))
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and _name(node.func) == MAKER and node.args:
            texts = [_literal(argument, file) for argument in node.args[:2]]
            if has_words(texts[0]):
                more = texts[1] if len(texts) > 1 else ""
                yield Found(texts[0], more, file)


def has_words(template: str) -> bool:
    """Return whether a template says anything beside its values."""
    return any(letter.isalpha() for text, *_ in parsed(template) for letter in text)


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else ""


def _literal(argument: ast.expr, file: str) -> str:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    where = f"{file}:{argument.lineno}"
    raise ValueError(f"{where}: the template of a sentence must be a text, and no expression")


def translated() -> Catalog:
    """Return the catalogue as written."""
    with PO.open("rb") as file:
        return read_po(file)


def updated() -> Catalog:
    """Return the catalogue with the sentences of the code, each with its Italian if it has any."""
    written, now = translated(), Catalog()
    now.mime_headers = written.mime_headers
    for sentence in sentences():
        known = written.get(sentence.id, sentence.of)
        now.add(
            sentence.id, known.string if known else "", [(sentence.file, 0)], context=sentence.of
        )
    for message in written:
        shared = now.get(message.id)
        if message.context in SYSTEMS and shared:
            now.add(message.id, message.string, shared.locations, context=message.context)
    for message in now:
        message.flags.discard("python-brace-format")  # its forms of values are none of Python's
    return now


def main() -> None:
    """Write the catalogue anew."""
    catalogue = updated()
    with PO.open("wb") as file:
        file.write(HEADER.encode())
        write_po(file, catalogue, 100, omit_header=True, include_lineno=False, sort_output=True)
    missing = sum(not is_translated(message) for message in catalogue if message.id)
    sys.stdout.write(f"{len(catalogue)} sentences, {missing} without Italian\n")


def is_translated(message: Message) -> bool:
    """Return whether a sentence has its Italian, in one template or in both."""
    found = message.string
    return bool(found) if isinstance(found, str) else all(found or ("",))


if __name__ == "__main__":
    main()
