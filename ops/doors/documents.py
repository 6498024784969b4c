"""Answers as documents: JSON for programs, CSV for spreadsheets; values as texts for people.

The command line and the HTTP service write the same documents.
"""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from ledger.clock import instant_text
from ledger.sentences import NO_SENTENCE, Change, Position, Remedy, Sentence
from ledger.sentences import plain as as_sentence
from ledger.spreadsheet import cell
from ledger.wording import decimal
from ops.answers.answer import VERSION, Answer, Instant, RowOf, fields, spread
from ops.doors.remedies import reached
from ops.words import LANGUAGES, said, speaking, states, written

Row = dict[str, Any]
"""The cells of a row of a table, by the names of the columns."""

R = TypeVar("R", bound=Struct)


def answer_document(found: Answer[R, Any]) -> dict[str, Any]:
    """Return an answer as plain values for JSON."""
    rows = [spread(builtins(row)) for row in found.rows]
    return {"version": VERSION, "about": builtins(found.about), "rows": rows}


def builtins(value: Any) -> Any:
    """Return a value of any type of ours as plain values for JSON."""
    return msgspec.to_builtins(value, enc_hook=plain)


def plain(value: Any) -> Any:
    """Return a value of a type of ours as JSON has it: the hook of an encoder."""
    if isinstance(value, Fraction):
        return decimal(value)
    if isinstance(value, Sentence):
        return said(value)
    from ledger.register import identities

    if isinstance(value, Remedy):
        return remedy_document(value)
    if isinstance(value, Instant):
        return instant_text(int(value))
    if isinstance(value, identities.RegisterNumber):
        return identities.show(value)
    if isinstance(value, int):  # of a type of its own
        return int(value)
    if isinstance(value, str):
        return str(value)
    if hasattr(value, "__struct_fields__"):
        return fields(value)
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def remedy_document(remedy: Remedy) -> dict[str, Any]:
    """Return a remedy as JSON has it: the use case, its arguments, the address, what is said."""
    method, address = reached(remedy)
    return {
        "use_case": remedy.use_case,
        "arguments": {name: builtins(value) for name, value in remedy.arguments.items()},
        "method": method,
        "address": address,
        "words": said(Sentence("{remedy}", remedy=remedy)),
    }


NAMED_BODIES: Final = {
    "decided_by_name": "decided_by",
    "by_name": "by",
    "body_name": "body",
    "body_names": "bodies",
}
"""Fields with names of bodies, each with the field of their ids, in whose place people read it."""


def worded(row: Struct) -> RowOf:
    """Return the fields of a row for people: codes as their words, bodies by their names."""
    words = states.in_words(type(row), fields(row))
    names = {field: words[name] for name, field in NAMED_BODIES.items() if name in words}
    return {name: names.get(name, of) for name, of in words.items() if name not in NAMED_BODIES}


def cells(row: Struct, names: Mapping[str, str] = MappingProxyType({}), **words: Any) -> Row:
    """Return the fields of a row for a table: some in other `words`, some under other `names`.

    Codes are in words. The name "" leaves a field out; a word of another name comes after the
    fields.
    """
    texts = {**worded(row), **words}
    return {names.get(name, name): text for name, text in texts.items() if names.get(name) != ""}


def csv_document(found: Answer[R, Any], in_csv: Callable[[R], RowOf] | None = None) -> str:
    """Return the rows of an answer as CSV; `in_csv` gives single columns in other words."""
    with speaking(LANGUAGES[0]):
        return csv_text([{**fields(row), **(in_csv(row) if in_csv else {})} for row in found.rows])


_NOTHING: Final = (None, "", (), NO_SENTENCE)
"""What leaves a cell of a spreadsheet empty."""


def csv_text(rows: Sequence[RowOf]) -> str:
    """Return rows of equal keys as CSV, with a line of headings; empty without rows.

    Sentences are English, remedies a use case with arguments.
    """
    if not rows:
        return ""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([cell(name) for name in rows[0]])
    with speaking(LANGUAGES[0]):
        writer.writerows(
            ["" if value in _NOTHING else cell(text(value)) for value in row.values()]
            for row in rows
        )
    return written.getvalue()


_AS_IT_IS: Final = frozenset((str, int))
"""Types of most values, which are written as they are."""


def text(value: Any) -> str:
    """Write a value for people; fractions as decimals where exact."""
    if type(value) in _AS_IT_IS:
        return str(value) or "-"
    from ledger.register import identities

    match value:
        case None | "" | date.min:
            return "-"
        case bool():
            return written(value)
        case Position():
            return f"#{int(value)}"
        case Sentence() | Remedy():
            return said(as_sentence(value)) or "-"
        case identities.RegisterNumber():
            return identities.show(value)
        case Change():
            return f"{int(value):+d}"
        case Instant():
            return instant_text(int(value))
        case Fraction():
            return decimal(value)
        case dict():
            return " ".join(f"{key}={text(item)}" for key, item in value.items())
        case _ if hasattr(value, "__struct_fields__"):
            cells = fields(value).values()
            return " ".join(text(cell) for cell in cells if cell not in (None, ""))
        case list() | tuple():
            between = "; " if any(map(_has_parts, value)) else " "
            return between.join(text(item) for item in value) or "-"
    return str(value)


def _has_parts(item: Any) -> bool:
    """Whether an item of a list is written with spaces of its own."""
    return isinstance(item, Remedy) or hasattr(item, "__struct_fields__")
