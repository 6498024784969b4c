"""The catalogue of Italian sentences, it.po, brought up to date with the sentences of the code.

    python -m ops.words.catalogue        adds new sentences without Italian, and drops gone ones

A sentence is a call `Sentence(…)` in the code, which is read here and not run; or it stands in a
table: the columns and numbers of all editions, the clauses of the rulebooks, the words of codes.
"""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from ledger.sentences import Sentence, parsed
from ops.law import reading_rules
from ops.words import fields, states
from projections import rulebooks

ROOT: Final = Path(__file__).parents[2]
PO: Final = Path(__file__).with_name("it.po")
PACKAGES: Final = ("ledger", "projections", "ops")

MACHINERY: Final = ROOT / "ledger" / "sentences.py"
"""Where no sentence for people is made."""

MAKER: Final = "Sentence"

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


CLAUSE: Final = re.compile(r"[^:{}\n]{1,60}: (?P<says>[^\n]+)(?:\n(?P<remedy>.+))?")
"""A clause in a rulebook: articles, sentence, and perhaps a remedy on a second line."""


def sentences() -> Iterator[Found]:
    """Yield every sentence of the code and of its tables.

    Raises ValueError for a template that is no text literal.
    """
    yield from written()
    yield from of_columns_and_numbers()
    yield from of_clauses()
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
    """Yield the titles of the rulebooks, and what accounts of articles say beside names."""
    for rulebook in map(rulebooks.rulebook, rulebooks.NAMES):
        file = f"projections/rulebooks/{rulebook.name.partition('-')[0]}"
        yield Found(rulebook.title, "", file)
        for edition in rulebook.editions:
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
    """Yield the sentences of the columns and numbers of all editions."""
    for rulebook in map(rulebooks.rulebook, rulebooks.NAMES):
        for edition in rulebook.editions:
            for column in edition.columns.values():
                file = inspect.getfile(inspect.unwrap(column.function))
                yield Found(column.sentence, "", str(Path(file).relative_to(ROOT)))
            for number in edition.numbers["stated"].values():
                yield Found(number.says, "", f"projections/rulebooks/{number.file}")


def of_clauses() -> Iterator[Found]:
    """Yield the sentences and remedies of the clauses of all rulebooks."""
    folder = ROOT / "projections" / "rulebooks"
    for path in sorted(folder.rglob("*.py")):
        file = str(path.relative_to(ROOT))
        if path.parent.name != "engine":
            for text in _texts(ast.parse(path.read_text())):
                found = CLAUSE.fullmatch(text)
                for part in ("says", "remedy") if found else ():
                    if found and found[part]:
                        yield Found(found[part], "", file)


def _texts(tree: ast.Module) -> Iterator[str]:
    """Yield the whole texts of a module, without its docstrings."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parts = (node.values for node in ast.walk(tree) if isinstance(node, ast.JoinedStr))
    alone |= {id(part) for joined in parts for part in joined}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


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
        message = now.add(
            sentence.id, known.string if known else "", [(sentence.file, 0)], context=sentence.of
        )
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
