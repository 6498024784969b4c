"""Text made safe to show: control and direction characters are escaped, or refused in labels.

A name with ESC could rewrite a terminal, one with U+202E could turn a line around, one with a line
feed could add a line of its own. Every output path writes through `escaped`, `escaped_lines` or
`in_json`; every label comes through `check_label`.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from ledger.errors import BadEvent
from ledger.sentences import Sentence

UNSEEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # control characters of ASCII and Latin-1
    "\xad\u061c\u180e"  # soft hyphen, Arabic letter mark, Mongolian vowel separator
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"  # zero width, direction and line marks
    "\ufff9-\ufffb\U000e0000-\U000e007f"  # marks around annotations, tags
    "\ud800-\udfff]"  # halves of characters, from a command line in another encoding
)
"""Characters that an eye cannot see, and that may change how others are shown."""

_UNSEEN_BUT_LINES: Final = re.compile(UNSEEN.pattern.replace("\x00-\x1f", "\x00-\x09\x0b-\x1f"))

_ESCAPED_IN_JSON: Final = re.compile(rb"(?:^|[^\\])(?:\\\\)*\\[bfnrtu]")
"""A control character as canonical JSON writes it; `\\\\n` is a backslash and an n."""

_BYTE, _WORD = 0xFF, 0xFFFF


def is_plain(text: str) -> bool:
    """Whether a text has only letters and signs of ASCII: it is shown as it is."""
    return text.isascii() and text.isprintable()


def escaped(text: str) -> str:
    r"""Return the text on a line, each unseen character as `\x1b`, `\u202e` or `\n`."""
    return text if is_plain(text) else UNSEEN.sub(_escape, text)


def escaped_lines(text: str) -> str:
    """Return the text escaped, line feeds left: for messages of several lines."""
    return text if is_plain(text) else _UNSEEN_BUT_LINES.sub(_escape, text)


def in_json(document: str) -> str:
    r"""Return equivalent JSON text, unseen characters as `\u202e`; line feeds stay."""
    if document.isascii() and "\x7f" not in document:
        return document
    return _UNSEEN_BUT_LINES.sub(_escape_in_json, document)


def check_label(text: str, name: str) -> None:
    """Check a stored label called `name`. Raises BadEvent."""
    if unseen := UNSEEN.search(text):
        raise BadEvent(
            Sentence(
                "{name}: '{text}' holds the invisible character {character} (character {place}): "
                "write it without",
                name=name,
                text=escaped(text)[:80],
                character=f"U+{ord(unseen.group()):04X}",
                place=unseen.start() + 1,
            )
        )


def check_labels(document: bytes) -> None:
    """Check every text of a canonical JSON document. Raises BadEvent."""
    if not _has_unseen(document):
        return
    try:
        value = json.loads(document)
    except ValueError:  # words in another form than JSON
        value = document.decode(errors="replace")
    for name, text in _texts(value, "text"):
        check_label(text, name.removeprefix("text."))


def _has_unseen(document: bytes) -> bool:
    if b"\\" in document and _ESCAPED_IN_JSON.search(document):
        return True
    return UNSEEN.search(document.decode(errors="replace")) is not None


def _texts(value: Any, name: str) -> Iterator[tuple[str, str]]:
    """Return every text of a document with its place, as `payload.name`."""
    match value:
        case str():
            yield name, value
        case dict():
            for key, inner in value.items():
                yield from _texts(inner, f"{name}.{key}")
        case list():
            for inner in value:
                yield from _texts(inner, name)


def _escape(found: re.Match[str]) -> str:
    code = ord(found.group())
    known = {9: "\\t", 10: "\\n", 13: "\\r"}
    if code in known:
        return known[code]
    if code <= _BYTE:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= _WORD else f"\\U{code:08x}"


def _escape_in_json(found: re.Match[str]) -> str:
    units = found.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
