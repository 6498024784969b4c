"""Rows for people (table), spreadsheets (csv) and programs (json)."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from ledger.spreadsheet import cell
from ledger.visible import escaped, in_json
from ops.cli import streams
from ops.cli.app import Format
from ops.cli.exits import DONE, Form

if TYPE_CHECKING:
    from msgspec import Struct

    from ledger.store.requests import Receipt
    from ops.answers.answer import Answer

RowOf = Mapping[str, Any]
R = TypeVar("R", bound="Struct")

WARNING = "  warning: "
"""So a line of a receipt begins that warns."""


def show(
    rows: Sequence[RowOf], form: Format, *, title: str = "", about: RowOf | None = None
) -> None:
    """Write rows of equal keys; `about` (source of the answer) below a table, or in JSON."""
    if form == "json":
        _json({"about": dict(about or {}), "rows": [dict(row) for row in rows]})
    elif form == "csv":
        _csv(rows)
    else:
        _table(rows, title)
        note(about)


def answer(
    found: Answer[R],
    form: Format,
    *,
    title: str = "",
    words: Callable[[R], RowOf] | None = None,
    in_csv: Callable[[R], RowOf] | None = None,
) -> None:
    """Write an answer: values; in a table `words` of each row, if given.

    `in_csv` words single columns for CSV.
    """
    if form == "json":
        from ops.answers.answer import VERSION

        rows = [_spread(_builtins(row)) for row in found.rows]
        _json({"version": VERSION, "about": _builtins(found.about), "rows": rows})
        return
    from ops.cli.words import basis_words

    in_words = words if words and form == "table" else fields
    cells = in_csv if in_csv and form == "csv" else None
    rows_shown = [{**in_words(row), **(cells(row) if cells else {})} for row in found.rows]
    show(rows_shown, form, title=title, about=basis_words(found.about))


def fields(row: Struct) -> RowOf:
    """Return the fields of a row by name, columns and a person's details beside the others."""
    return _spread({name: getattr(row, name) for name in row.__struct_fields__})


def _spread(row: RowOf) -> RowOf:
    """Put the columns of a list, and of a person, beside the other fields of a row."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        if name == "person" and hasattr(value, "__struct_fields__"):
            found |= fields(value)
        elif name in ("columns", "person") and isinstance(value, Mapping):
            found |= value
        elif name != "person":
            found[name] = value
    return found


def note(about: RowOf | None) -> None:
    """Write the source of an answer in one line."""
    if about:
        from ops.cli import tables

        _print("  ".join(f"{key} {shown(value)}" for key, value in about.items()), tables.NOTE)


def say(words: str = "") -> None:
    """Write one line, line feeds escaped."""
    streams.write(escaped(words) + "\n")


def notice(words: str) -> None:
    """Write one line to standard error."""
    streams.write_error(escaped(words) + "\n")


def recorded(
    form: Form,
    receipts: Sequence[Receipt],
    lines: Iterable[str],
    *,
    about: RowOf | None = None,
    notes: Sequence[str] = (),
    warnings: Sequence[str] = (),
    code: int = DONE,
) -> None:
    """Write receipts: lines and notes, with warnings on standard error; or a JSON document.

    Without receipts nothing was recorded. Notes and lines that warn become warnings in the
    document.
    """
    import msgspec

    from ledger.store import appended
    from ops.answers import outcomes

    appended.named(receipts)
    if form == "json":
        texts = [*(line for line in lines if line.startswith(WARNING)), *notes, *warnings]
        in_document = [text.removeprefix(WARNING).strip() for text in texts]
        done = outcomes.done(receipts, in_document, about, code)
        _json(msgspec.to_builtins(done, enc_hook=plain))
        return
    for line in (*lines, *notes):
        say(line)
    for warning in warnings:
        notice(warning)


def at(receipt: Receipt, again: str = "already recorded") -> str:
    """Return the position of a receipt, and whether it was recorded before."""
    return f"#{receipt.first_position}" + (f", {again}" if receipt.replayed else "")


def document(value: Any) -> None:
    """Write a JSON document."""
    _json(_builtins(value))


def _builtins(value: Any) -> Any:
    import msgspec

    return msgspec.to_builtins(value, enc_hook=plain)


def text(value: Any) -> str:
    """Write a value for people; fractions as decimals where exact."""
    from ledger.clock import instant_text
    from ledger.register import identities
    from ops.answers.answer import Change, Instant, Position

    match value:
        case None | "" | date.min:
            return "-"
        case bool():
            return "yes" if value else "no"
        case Position():
            return f"#{int(value)}"
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
            between = "; " if any(hasattr(item, "__struct_fields__") for item in value) else " "
            return between.join(text(item) for item in value) or "-"
    return str(value)


def shown(value: Any) -> str:
    """Write a value for people on one line, invisible characters escaped."""
    return escaped(text(value))


def decimal(value: Fraction, *, sign: bool = False) -> str:
    """Write a fraction exactly: as a decimal of few places, else as n/d."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    plus = "+" if sign and value > 0 else ""
    if rest != 1:
        return f"{plus}{value}"
    places = 0 if value.denominator == 1 else max(2, len(str(value.denominator)) - 1)
    while (value * 10**places).denominator != 1:
        places += 1
    whole = abs(value) * 10**places
    digits = f"{whole.numerator:0{places + 1}d}"
    number = digits if not places else f"{digits[:-places]}.{digits[-places:]}"
    return f"{'-' if value < 0 else plus}{number}"


def _json(value: Any) -> None:
    as_it_is = streams.writes_utf8(sys.stdout)
    document = json.dumps(value, default=plain, ensure_ascii=not as_it_is, indent=1)
    streams.write(in_json(document) + "\n")


def plain(value: Any) -> Any:
    """Return a value of a type of ours as JSON has it: the hook of an encoder."""
    from ledger.register import identities
    from ops.answers.answer import Instant

    if isinstance(value, Instant):
        from ledger.clock import instant_text

        return instant_text(int(value))
    if isinstance(value, identities.RegisterNumber):
        return identities.show(value)
    if isinstance(value, int):  # of a type of its own
        return int(value)
    if hasattr(value, "__struct_fields__"):
        return fields(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Fraction):
        return decimal(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def _csv(rows: Sequence[RowOf]) -> None:
    if rows:
        written = io.StringIO()
        writer = csv.writer(written, lineterminator="\n")
        writer.writerow([cell(name) for name in rows[0]])
        writer.writerows(
            ["" if value in (None, "", ()) else cell(text(value)) for value in row.values()]
            for row in rows
        )
        streams.write(written.getvalue())


def _table(rows: Sequence[RowOf], title: str) -> None:
    """Write the columns with a value in any row: as wide as the terminal, if there is one."""
    from ops.answers.answer import Instant, Position
    from ops.cli import tables

    if not rows:
        say(f"{escaped(title)}: nothing" if title else "nothing")
        return
    if title:
        _print(escaped(title), tables.TITLE)
    names = [name for name in rows[0] if any(row[name] is not None for row in rows)]
    headings = [escaped(name.replace("_", " ")) for name in names]
    cells = [[shown(row[name]) for name in names] for row in rows]
    right = [
        isinstance(rows[0][name], int | Fraction)
        and not isinstance(rows[0][name], bool | Position | Instant)
        for name in names
    ]
    first, *lines = tables.lines(headings, cells, right, streams.columns())
    _print(first, tables.HEADING)
    for line in lines:
        streams.write(line + "\n")


def _print(line: str, style: str) -> None:
    """Write a line, with its style if standard output is a terminal."""
    streams.write(f"{style}{line}\x1b[0m\n" if streams.styled() else f"{line}\n")
