"""The parts of a page: elements and attributes, as in a browser."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import repeat
from typing import Any, Final, NamedTuple
from xml.etree.ElementTree import Element

import html5lib
from jinja2 import TemplateError
from msgspec import Struct, structs

from ledger.sentences import Sentence

_TEXTS: Final = {"value", "title", "content", "placeholder", "aria-label", "term"}
"""Attributes for people: they hold any text."""
_CODE: Final = re.compile(r"\{%.*?%\}|\{#.*?#\}|\{\{.*?\}\}", re.DOTALL)
_ELEMENT: Final = re.compile(r'<([a-z][a-z0-9]*)((?:\s+[\w-]+(?:="[^"]*")?)*)')
_ATTRIBUTE: Final = re.compile(r'\s([\w-]+)(?:="[^"]*")?')
_PLACES: Final = {"href", "action", "src"}


def parsed(page: str) -> Element:
    """Return a page as browsers read the bytes."""
    found: Element = html5lib.parse(page, namespaceHTMLElements=False)
    return found


def parts_of(page: str) -> list[tuple[str, ...]]:
    """Return each element with attributes; without the texts inside.

    Of where a link leads the first part is left, or what is no path of this service.
    """
    return [(element.tag, *_attributes(element)) for element in parsed(page).iter()]


def _attributes(element: Element) -> Iterator[str]:
    for name, value in sorted(element.items()):
        if name in _PLACES:
            here = value.startswith(("/", "#")) and not value.startswith(("//", "/\\\\"))
            yield f"{name}={'here' if here else value}"
        else:
            yield name if name in _TEXTS else f"{name}={value}"


class Field(NamedTuple):
    """A field of an answer: struct and name."""

    of: str
    name: str


_ANYWHERE: Final = Field("", "")


class Texts:
    """The texts of an answer written unchanged on the page; others are codes of tables."""

    def __init__(self, answer: Any, draw: Callable[[Any], str]) -> None:
        """Find the texts, by a word not among the codes."""
        self._answer, self._draw = answer, draw
        found: set[Field] = set()

        def note(field: Field, text: str) -> str:
            found.add(field)
            return text

        _changed(answer, note)
        self.free = {field for field in found if self._takes_any_word(field)}

    def drawn(self, texts: Iterator[str]) -> str:
        """Return the page with another text in each place."""
        return self._with(self.free, texts)

    def _takes_any_word(self, field: Field) -> bool:
        try:
            self._with({field}, repeat("Parola"))
        except (LookupError, ValueError, TypeError, TemplateError):
            return False
        return True

    def _with(self, fields: Collection[Field], texts: Iterator[str]) -> str:
        def change(field: Field, text: str) -> str:
            return next(texts) if field in fields else text

        return self._draw(_changed(self._answer, change))


def _changed(value: Any, change: Callable[[Field, str], str], at: Field = _ANYWHERE) -> Any:
    """Return a value with every non-empty text changed."""
    if isinstance(value, str):
        return change(at, value) if value else value
    if isinstance(value, Sentence):
        return value.with_texts(lambda text: change(at, text) if text else text)
    if isinstance(value, Struct):
        kind = type(value).__name__
        fields = {
            name: _changed(getattr(value, name), change, Field(kind, name))
            for name in value.__struct_fields__
        }
        return structs.replace(value, **fields)
    if isinstance(value, Mapping):
        return {
            key: _changed(part, change, Field(at.of, f"{at.name}[{key}]"))
            for key, part in value.items()
        }
    if isinstance(value, list | tuple):
        parts = [_changed(part, change, at) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return value


def written_in(template: str) -> set[tuple[str, str]]:
    """Return the elements in the text of a template, each with each attribute."""
    text = _CODE.sub(" ", template)
    return {
        (element, name)
        for element, attributes in _ELEMENT.findall(text)
        for name in ("", *_ATTRIBUTE.findall(attributes))
    }


def vocabulary(pages: Iterable[str]) -> set[tuple[str, str]]:
    """Return the elements of pages, each with each attribute; of links, with the targets."""
    found: set[tuple[str, str]] = set()
    for page in pages:
        for element in parsed(page).iter():
            places = {part for part in _attributes(element) if part.partition("=")[0] in _PLACES}
            found |= {(element.tag, name) for name in ("", *places, *element.keys())}
    return found
