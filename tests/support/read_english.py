"""Places where a program reads the own English: comparisons and searches in the words
of a sentence.

By the syntax tree: attributes, functions and parameters declared as sentences anywhere, and errors
of ours, are known by name; within a function also the names to which one of them is given.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ops.catalogue.found import ROOT
from ops.catalogue.updating import MACHINERY, PACKAGES

SENTENCE: Final = "Sentence"
_OF_OURS: Final = ("ledger.sentences", "ledger.errors")
"""Modules from which a function of the same name as another one gives a sentence."""

_TEXTS: Final = {"str", "repr", "said"}
"""Functions that give the text of a sentence."""

_ERROR: Final = "LedgerError"
_READS: Final = {
    *("startswith", "endswith", "find", "rfind", "index", "rindex", "count", "partition"),
    *("rpartition", "split", "rsplit", "removeprefix", "removesuffix", "replace"),
}
"""Methods of a text that look into it."""

_SEARCHES: Final = {"match", "fullmatch", "search", "findall", "finditer", "sub", "subn"}
"""Functions of regular expressions."""

_AMBIGUOUS: Final = {"plain"}
"""Names that functions of other modules have too."""

_PASSES: Final = 3
"""A name can be given to another one, in any order of the lines."""

_COMPARES: Final = (ast.In, ast.NotIn, ast.Eq, ast.NotEq)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def files() -> Iterator[Path]:
    """Yield the files of the program, without the files of the languages."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if path not in MACHINERY and path.parent != ROOT / "ops" / "words":
                yield path


@dataclass
class Declared:
    """Declarations of all files: names of attributes and functions, classes of errors."""

    attributes: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    errors: set[str] = field(default_factory=lambda: {_ERROR})


def declared(trees: Iterable[ast.Module]) -> Declared:
    """Return the names declared as a sentence, or as an error of ours, in some files."""
    found, bases = Declared(), dict[str, set[str]]()
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = {_name(base) for base in node.bases}
                found.attributes |= {
                    _name(part.target)
                    for part in node.body
                    if isinstance(part, ast.AnnAssign) and _is_sentence(part.annotation)
                }
            elif isinstance(node, Function) and _is_sentence(node.returns):
                kept = any(
                    _name(one) in ("property", "cached_property") for one in node.decorator_list
                )
                (found.attributes if kept else found.functions).add(node.name)
    while more := {name for name, of in bases.items() if of & found.errors} - found.errors:
        found.errors |= more
    return found


def _name(node: ast.expr | None) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_sentence(annotation: ast.expr | None) -> bool:
    return annotation is not None and any(
        isinstance(node, ast.Name) and node.id == SENTENCE for node in ast.walk(annotation)
    )


def faults(tree: ast.Module, everywhere: Declared) -> Iterator[tuple[int, str]]:
    """Yield the lines where the English of a sentence is read, each with the code."""
    imported = {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in _OF_OURS
        for name in node.names
    }
    public = {name for name in everywhere.functions if not name.startswith("_")} - _AMBIGUOUS
    own = declared([tree]).functions | imported & {SENTENCE, *_AMBIGUOUS}
    known = Declared(everywhere.attributes, public | own, everywhere.errors)
    for scope in [tree, *(node for node in ast.walk(tree) if isinstance(node, Function))]:
        reader = _Reader(scope, known)
        yield from ((node.lineno, ast.unparse(node)) for node in reader.faults())


class _Reader:
    """A function or a module, with the names of sentences, texts of sentences, and errors."""

    def __init__(self, scope: ast.Module | Function, known: Declared) -> None:
        self._known, self._nodes = known, [*_within(scope)]
        self._sentences, self._texts, self._errors = set[str](), set[str](), set[str]()
        if isinstance(scope, Function):
            arguments = (*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs)
            self._sentences = {one.arg for one in arguments if _is_sentence(one.annotation)}
        for _ in range(_PASSES):
            for node in self._nodes:
                self._name(node)

    def _name(self, node: ast.AST) -> None:
        """Note the names given to a sentence, a text of a sentence or an error."""
        match node:
            case ast.ExceptHandler(name=str(name)) if node.type is not None:
                classes = {_name(one) for one in ast.walk(node.type) if isinstance(one, ast.expr)}
                if classes & self._known.errors:
                    self._errors.add(name)
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.NamedExpr(target=ast.Name(id=name), value=value)
            ):
                if self._is_text(value):
                    self._texts.add(name)
                elif self._is_sentence(value):
                    self._sentences.add(name)

    def faults(self) -> Iterator[ast.expr]:
        """Yield the expressions that read the words of a sentence."""
        for node in self._nodes:
            match node:
                case ast.Compare(left=left, ops=ops, comparators=others):
                    if any(isinstance(one, _COMPARES) for one in ops) and self._reads(
                        left, *others
                    ):
                        yield node
                case ast.Call(func=ast.Attribute(value=of, attr=method), args=given):
                    looks_into = method in _READS and self._says(of)
                    if looks_into or (method in _SEARCHES and any(map(self._says, given))):
                        yield node

    def _reads(self, *compared: ast.expr) -> bool:
        """Return whether texts are compared; sentences may be, as template and values."""
        texts = any(isinstance(node, ast.Constant | ast.Tuple | ast.List) for node in compared)
        return any(map(self._is_text, compared)) or (
            texts and any(map(self._is_sentence, compared))
        )

    def _says(self, node: ast.expr) -> bool:
        return self._is_text(node) or self._is_sentence(node)

    def _is_text(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(id=name):
                return name in self._texts
            case ast.Attribute(value=of, attr="template" | "more"):
                return self._is_sentence(of)
            case ast.Call(func=ast.Name(id=name), args=[of]) if name in _TEXTS:
                return self._is_sentence(of) or _name(of) in self._errors
            case ast.Call(func=ast.Attribute(value=of)):  # its text in another form, as lower case
                return self._is_text(of)
            case ast.FormattedValue(value=of):
                return self._is_sentence(of) or _name(of) in self._errors or self._is_text(of)
            case ast.JoinedStr(values=parts):
                return any(map(self._is_text, parts))
        return False

    def _is_sentence(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(id=name):
                return name in self._sentences
            case ast.Attribute(attr=name):
                return name in self._known.attributes
            case ast.Call(func=ast.Attribute(value=of, attr="about")):
                return self._is_sentence(of)
            case ast.Call(func=of):
                return _name(of) in self._known.functions
            case ast.IfExp(body=one, orelse=other) | ast.BoolOp(values=[one, other]):
                return self._is_sentence(one) or self._is_sentence(other)
        return False


def _within(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope, without the nodes of inner functions."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, Function):
            yield node
            yield from _within(node)
