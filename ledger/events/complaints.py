"""Messages about values that do not fit an event: the place, the fault, the remedy.

The decoder words its errors in few forms (types, and a path such as $.rows[0][1]): each form is a
row below. Any other message is passed on unchanged.
"""

import re
from collections.abc import Callable
from typing import Any, Final

from ledger.errors import BadEvent
from ledger.events.known_words import known_fields, known_words

_AT: Final = re.compile(r" - at `(?:key` in `)?\$(.*)`$")
_STEP: Final = re.compile(r"\.([^.\[]+)|\[([0-9]+)\]")
_FIELD: Final = re.compile(" field `(.+)`$")

_ENVELOPE: Final = ".payload"
"""Where the fields of an event stand in its stored form, which nobody types."""

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


_NO_WORD: Final = r"Invalid (enum )?value .*"

_NO_FIELD: Final = r"Object contains unknown field `(.+)`"

_FORMS: Final = (
    (r"Object missing required field `(.+)`", r"it lacks \1: add it"),
    (_NO_FIELD, r"it has no field \1: correct the name, or leave it out"),
    (r"Invalid RFC3339 encoded date(time)?", "expected a day like 2026-01-31"),
    (_NO_WORD, "expected one of the words it takes"),
    (r"Input data was truncated", "it ends too early: expected a whole JSON document"),
    (
        r"Expected `str` matching regex .*\[A-Za-z0-9\._:-\].*",
        "expected an id: letters and digits, inside also . _ : -",
    ),
    (r"Expected `str` matching regex .*", "expected text of the form it has"),
    (r"Expected `str` of length >= 1", "expected text, not an empty one"),
    (r"Expected `str` of length <= (\d+)", r"expected at most \1 characters"),
    (r"Expected `array` of length <= (\d+)", r"expected a list of at most \1"),
    (r"Expected `array` of length (\d+), got (\d+)", r"expected a list of \1, this one has \2"),
    (r"Expected `int` >= (-?\d+)", r"expected a whole number, at least \1"),
    (r"Expected `int` <= (-?\d+)", r"expected a whole number, at most \1"),
)
"""Messages of the decoder, and how they are worded for people."""

_OTHER_KIND: Final = re.compile(r"Expected `([^`]+)`(?:, got `[^`]+`)?")


def bad_event(
    error: Exception,
    document: Any,
    *,
    named: Callable[[str], str] = str,
    of: str = "",
    begins: str = "",
    kind: Any = None,
) -> BadEvent:
    """Turn an error of the decoder into a refusal: field, value found, value expected.

    `named` gives the name people know a field by; `of` the type of event whose fields can be shown;
    the message `begins` with the document's own name. Of a `kind` of documents the words of a
    choice are named, and the fields where one is unknown.
    """
    at = _AT.search(str(error))
    words, path = (str(error)[: at.start()], at[1]) if at else (str(error), "")
    where = "".join(f"{name}: " for name in (begins, _place_words(path, named)) if name)
    field = _field(path, words, named)
    reworded = _reworded(words, path, kind)
    if reworded is None:
        return BadEvent(f"{where}{words}", field=field)
    found = _value_at(path, document)
    what = f"found {found}, " if found else ""
    more = f" (`ledger event schema {of}` shows its fields)" if of else ""
    expected = reworded.removeprefix("expected ")
    return BadEvent(f"{where}{what}{reworded}{more}", field=field, found=found, expected=expected)


def _reworded(words: str, path: str, kind: Any) -> str | None:
    if kind is not None and re.fullmatch(_NO_WORD, words):
        known = known_words(kind, _STEP.findall(path))
        if known:
            return f"expected one of {', '.join(known)}"
    for form, template in _FORMS:
        if message := re.fullmatch(form, words):
            return message.expand(template) + _fields(form, path, kind)
    if message := _OTHER_KIND.fullmatch(words):
        kinds = message[1].split(" | ")
        kinds = [kind for kind in kinds if kind != "null"] or kinds
        return f"expected {' or '.join(_KINDS.get(kind, kind) for kind in kinds)}"
    return None


def _fields(form: str, path: str, kind: Any) -> str:
    """Return the known fields, as the end of a message about an unknown field."""
    if form != _NO_FIELD or kind is None:
        return ""
    names = known_fields(kind, _STEP.findall(path))
    return f"; it has {', '.join(names)}" if names else ""


def _value_at(path: str, document: Any) -> str:
    """Show the value at a place in a document; nothing for a whole object."""
    value = document
    for field, index in _STEP.findall(path):
        try:
            value = value[field] if field else value[int(index)]
        except (KeyError, IndexError, TypeError):
            return ""
    shown = "" if isinstance(value, dict) else repr(value)
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]} …"


def _field(path: str, words: str, named: Callable[[str], str]) -> str:
    fields = [field for field, _ in _STEP.findall(path) if field]
    about = _FIELD.search(words)
    name = about[1] if about else fields[-1] if fields else ""
    return named(name) if name else ""


def _place_words(path: str, named: Callable[[str], str]) -> str:
    """Return a path with the name of its field; places in lists are counted from 1."""
    if not path or path == _ENVELOPE:
        return ""
    (name, index), *rest = _STEP.findall(path.removeprefix(_ENVELOPE))
    places = [f"item {int(index) + 1}" if index else name for name, index in rest]
    return ", ".join([f"item {int(index) + 1}" if index else named(name), *places])
