"""The basis of an answer in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.sentences import NO_SENTENCE, Sentence
from ops.answers.abouts import About
from ops.answers.answer import fields, stated
from ops.doors.documents import Row
from ops.words import states
from ops.words.states import force_words

if TYPE_CHECKING:
    from msgspec import Struct

    from ops.answers.abouts import ListHead, Note


def basis_words(about: Struct) -> Row:
    """Return the basis of an answer for a line: codes in words, without tables and empty fields."""
    found = stated(about)
    words = states.in_words(type(about), found)
    if "force" in found:
        words["in_force_from"] = force_words(found["in_force_from"], found["force"])
        del words["force"]
    if "note" in found:
        words["note"] = _note(found["note"])
    if "head" in found:
        words |= _head(words.pop("head"))
    in_title = about.IN_TITLE if isinstance(about, About) else ()
    shown = (name for name in words if name not in in_title)
    return {name: words[name] for name in shown if not _is_left_out(words[name])}


def _is_left_out(value: object) -> bool:
    """Whether a line has no place for a value: none, or rows of their own."""
    rows = isinstance(value, tuple) and any(hasattr(of, "__struct_fields__") for of in value)
    return rows or value in (None, "", NO_SENTENCE)


def _head(head: ListHead) -> Row:
    """Return of the head of a list what no other line says, without what there is none of."""
    shown = fields(head)
    left_out = ("list_date", "list_after")
    return {name: of for name, of in shown.items() if of is not None and name not in left_out}


def _note(note: Note) -> Sentence:
    match note.kind:
        case "not-published":
            return Sentence("not published, so not in force: the list before it holds")
        case "never-in-force":
            (newer,) = note.lists
            day = note.published_on
            return Sentence(
                "published on {day}, when {newer} held: it never was in force", day=day, newer=newer
            )
        case "newer-not-published":
            return Sentence("closed and not published, so not in force: {lists}", lists=note.lists)
    return Sentence("the last list known; a later one may hold on that day")
