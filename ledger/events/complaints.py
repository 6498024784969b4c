"""What is wrong with a value that does not fit an event, in words: where, what, what to do.

The decoder says it in words of its own (types, and a path such as $.rows[0][1]), in few forms: each
is a row below. What no row knows is said as it comes: our own checks are words already.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

_AT: Final = re.compile(r" - at `\$(.*)`$")
_STEP: Final = re.compile(r"\.([^.\[]+)|\[([0-9]+)\]")

_MOST_SHOWN: Final = 60
"""Characters of a value."""

_KINDS: Final = {
    "str": "text",
    "int": "a whole number",
    "bool": "true or false",
    "float": "a whole number: fractions are written as text",
    "array": "a list [ … ]",
    "object": "an object { … }",
    "null": "nothing",
    "date": "a day like 2026-01-31",
}


def _kind(said: str) -> str:
    """Give the kinds of value that a decoder names, as `int | null`."""
    kinds = [each for each in said.split(" | ") if each != "null" or said == "null"]
    return " or ".join(_KINDS.get(each, each) for each in kinds)


_FORMS: Final[tuple[tuple[str, Callable[[re.Match[str]], str]], ...]] = (
    (r"Object missing required field `(.+)`", lambda said: f"it lacks {said[1]}: add it"),
    (
        r"Object contains unknown field `(.+)`",
        lambda said: f"it has no field {said[1]}: correct the name, or leave it out",
    ),
    (r"Invalid RFC3339 encoded date(time)?", lambda _: "expected a day like 2026-01-31"),
    (r"Invalid enum value .*", lambda _: "expected one of the words it takes"),
    (r"Expected `str` matching regex .*", lambda _: "expected text of the form it has"),
    (r"Expected `str` of length >= 1", lambda _: "expected text, not an empty one"),
    (r"Expected `str` of length <= (\d+)", lambda said: f"expected at most {said[1]} characters"),
    (
        r"Expected `array` of length (\d+), got (\d+)",
        lambda said: f"expected a list of {said[1]}, this one has {said[2]}",
    ),
    (r"Expected `int` >= (-?\d+)", lambda said: f"expected a whole number, at least {said[1]}"),
    (r"Expected `int` <= (-?\d+)", lambda said: f"expected a whole number, at most {said[1]}"),
    (r"Expected `([^`]+)`(?:, got `[^`]+`)?", lambda said: f"expected {_kind(said[1])}"),
)


def in_words(
    error: Exception, document: Any, named: Callable[[str], str] = str, *, of: str = ""
) -> str:
    """Say what is wrong, and with which value of a document.

    `named` gives the name people know a field by; `of` the type of event whose fields can be shown.
    """
    at = _AT.search(str(error))
    words, path = (str(error)[: at.start()], at[1]) if at else (str(error), "")
    for form, told in _FORMS:
        found = re.fullmatch(form, words)
        if found:
            more = f" (`ledger schema {of}` shows its fields)" if of else ""
            return f"{_where(path, document, named)}{told(found)}{more}"
    return f"{_named(path, named)}: {words}" if path else words


def _where(path: str, document: Any, named: Callable[[str], str]) -> str:
    """Name a place in a document, with what stands there; not a whole object."""
    if not path:
        return ""
    value = document
    for field, index in _STEP.findall(path):
        try:
            value = value[field] if field else value[int(index)]
        except (KeyError, IndexError, TypeError):
            return f"{_named(path, named)}: "
    found = "" if isinstance(value, dict) else f"found {_short(value)}, "
    return f"{_named(path, named)}: {found}"


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]} …"


def _named(path: str, named: Callable[[str], str]) -> str:
    """Give a path with the name of its field, and places in lists counted from 1."""
    field, *rest = _STEP.findall(path)
    places = [f"item {int(index) + 1}" if index else name for name, index in rest]
    return ", ".join([named(field[0]), *places])
