"""The catalogue of Italian sentences, it.po, brought up to date with the sentences of the code.

    python -m ops.catalogue        adds new sentences without Italian, and drops gone ones

A sentence is a call `Sentence(…)` in the code, or `say(…)` in a template of a page, which is read
here and not run; or it stands in a table: the columns and numbers of all editions, the clauses,
articles and readings of the rulebooks, the words of codes, the names and texts of inputs.

A message with the context of a system of rating (`elo-rubele`) is a sentence shared by all systems,
in the terms of that one; for words of a table their context follows (`elo-rubele field`). It is
written by hand, and kept as long as the code has the sentence.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from ops.catalogue import of_doors, of_rulebooks
from ops.catalogue.found import ROOT, Found, has_words, name_of
from ops.catalogue.of_pages import of_templates
from ops.words import fields, states
from projections import rulebooks

PO: Final = ROOT / "ops" / "words" / "it.po"
PACKAGES: Final = ("ledger", "projections", "ops")

MACHINERY: Final = {
    ROOT / name
    for name in ("ledger/sentences.py", "ledger/kept_sentences.py", "ops/pages/drawing.py")
}
"""Where no sentence for people is made."""

MAKER: Final = "Sentence"

HEADER: Final = """\
# Sentences in Italian, by their English: python -m ops.catalogue
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""
"""Italian has a third form for millions, in which nothing is counted here."""


SYSTEMS: Final = {rulebooks.rulebook(name).terms for name in rulebooks.NAMES} - {""}
"""The systems of rating with terms of their own in shared sentences: contexts of the catalogue."""


def sentences() -> Iterator[Found]:
    """Yield every sentence of the code and of its tables.

    Raises ValueError for a template that is no text literal.
    """
    yield from written()
    yield from of_templates()
    yield from of_rulebooks.of_columns_and_numbers()
    yield from of_rulebooks.of_clauses()
    yield from of_rulebooks.of_articles()
    yield from of_rulebooks.of_accounts()
    yield from of_rulebooks.of_texts()
    yield from of_rulebooks.of_readings()
    yield from of_codes()
    yield from of_names()


def of_names() -> Iterator[Found]:
    """Yield the names of all fields, and the texts of inputs."""
    for name in sorted(of_doors.names()):
        yield Found(name, "", "ops/words/fields.py", fields.NAME)
    for text in sorted(of_doors.texts()):
        yield Found(text, "", "ops/words/fields.py", fields.INPUT)


def of_codes() -> Iterator[Found]:
    """Yield the words of all codes."""
    for of, words in states.TABLES.items():
        for text in words.values():
            yield Found(text, "", "ops/words/states.py", of)
    yield Found(states.NO_CATEGORY.template, "", "ops/words/states.py", states.NO_CATEGORY.of)


def written() -> Iterator[Found]:
    """Yield every sentence written in the code, in the order of files and lines."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if path not in MACHINERY:
                yield from _of_file(path)


def _of_file(path: Path) -> Iterator[Found]:
    file = str(path.relative_to(ROOT))
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and name_of(node.func) == MAKER and node.args:
            texts = [_literal(argument, file) for argument in node.args[:2]]
            if has_words(texts[0]):
                more = texts[1] if len(texts) > 1 else ""
                yield Found(texts[0], more, file)


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
        system, _, of = (message.context or "").partition(" ")
        shared = now.get(message.id, of or None)
        if system in SYSTEMS and shared:
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
