"""Rows for people (table), spreadsheets (csv) and programs (json)."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ledger.sentences import NO_SENTENCE, Input, Sentence, plain
from ledger.visible import escaped, in_json
from ops.cli import streams
from ops.cli.app import Format
from ops.cli.exits import DONE, Form
from ops.words import said
from ops.words.fields import named

if TYPE_CHECKING:
    from msgspec import Struct

    from ledger.store.ledger import Ledger
    from ledger.store.requests import Receipt
    from ops.answers.answer import Answer
    from ops.answers.moves import AboutPreview, Move
    from ops.doors.outcomes import CommandReceipt, Outcome, Text

RowOf = Mapping[str, Any]
R = TypeVar("R", bound="Struct")

WARNING = "  warning: "
"""So a line of a receipt begins that warns."""

_PREVIEW: ContextVar[Answer[Move, AboutPreview] | None] = ContextVar("preview", default=None)
"""What moves, to be shown with the answer of the command that runs."""

READABLE: Final = 100
"""Characters of a line that a person reads with ease."""


def show(
    rows: Sequence[RowOf],
    form: Format,
    *,
    title: Sentence = NO_SENTENCE,
    about: RowOf | None = None,
    width: int | None = None,
) -> None:
    """Write rows of equal keys; `about` (source of the answer) below a table, or in JSON.

    A table is as wide as the terminal; where there is none, as `width`, or as its longest line.
    """
    if form == "json":
        _json({"about": dict(about or {}), "rows": [dict(row) for row in rows]})
    elif form == "csv":
        from ops.doors.documents import csv_text

        streams.write(csv_text(rows))
    else:
        _table(rows, title, width)
        note(about)


def answer(
    found: Answer[R, Any],
    form: Format,
    *,
    title: Sentence = NO_SENTENCE,
    words: Callable[[R], RowOf | Iterator[RowOf]] | None = None,
    in_csv: Callable[[R], RowOf] | None = None,
    about: RowOf | None = None,
    width: int | None = None,
) -> None:
    """Write an answer: values; in a table `words` of each row, and of the basis, if given.

    `in_csv` words single columns for CSV; for `width` see `show`.
    """
    from ops.doors import documents

    if form == "json":
        document(found)
    elif form == "csv":
        streams.write(documents.csv_document(found, in_csv))
    else:
        from ops.cli.words import basis_words

        rows = [line for row in found.rows for line in _lines((words or documents.worded)(row))]
        basis = basis_words(found.about) if about is None else about
        show(rows, form, title=title, about=basis, width=width)


def _lines(row: RowOf | Iterator[RowOf]) -> Iterator[RowOf]:
    """Yield the lines of a row: one, or several."""
    if isinstance(row, Mapping):
        yield row
    else:
        yield from row


def note(about: RowOf | None) -> None:
    """Write the source of an answer in one line."""
    if about:
        from ops.words import columns

        parts = (f"{heading(name)} {shown(value)}" for name, value in about.items())
        _print("  ".join(parts), columns.NOTE)


def heading(name: str) -> str:
    """Return the name of a field as the heading of a column."""
    return said(named(name))


def say(words: Text = "") -> None:
    """Write one line, line feeds escaped."""
    streams.write(escaped(_as_text(words)) + "\n")


def notice(words: Text) -> None:
    """Write one line to standard error."""
    streams.write_error(escaped(_as_text(words)) + "\n")


def _as_text(words: Text) -> str:
    return said(plain(words))


def recorded(
    form: Form,
    receipts: Sequence[Receipt],
    lines: Iterable[Text],
    *,
    about: RowOf | None = None,
    warnings: Sequence[Text] = (),
    code: int = DONE,
) -> None:
    """Write receipts: lines, with warnings on standard error; or a JSON document.

    Without receipts nothing was recorded. Lines that warn become warnings in the document.
    """
    from ops.doors import outcomes

    told, warned = [*map(_as_text, lines)], [*map(_as_text, warnings)]
    texts = [*(line for line in told if line.startswith(WARNING)), *warned]
    in_document = [text.removeprefix(WARNING).strip() for text in texts]
    _outcome(form, outcomes.done(receipts, in_document, about, code), receipts, told)
    for warning in warned if form == "text" else ():
        notice(warning)


def receipt(form: Form, found: CommandReceipt, lines: Iterable[str], *, code: int = DONE) -> None:
    """Write the receipt of a command: lines, notes, and warnings on standard error; or JSON.

    The lines name the doubtful values of a file themselves.
    """
    notes = (f"  {said(plain(note))}" for note in found.notes)
    _outcome(form, found.outcome(code), found.receipts, (*lines, *notes))
    for warning in found.warnings if form == "text" else ():
        notice(warning)


def show_preview(moves: Answer[Move, AboutPreview] | None) -> None:
    """Show the next answer as a preview, with what moves; None: as recorded."""
    _PREVIEW.set(moves)


def _outcome(
    form: Form, outcome: Outcome, receipts: Sequence[Receipt], lines: Iterable[str]
) -> None:
    """Write an outcome as a document or in lines; of a preview with the differences."""
    from ledger.store import appended
    from ops.doors import outcomes

    moves = _PREVIEW.get()
    if moves is None:
        appended.named(receipts)
    else:
        _PREVIEW.set(None)
        outcome = outcomes.previewed(outcome, moves)
    if form == "json":
        document(outcome)
        return
    if moves is not None:
        say(Sentence("a preview, nothing is recorded; with the recording the answer would be:"))
    for line in lines:
        say(line)
    if moves is not None:
        _show_moves(moves)
        if token := moves.about.token:
            given = Sentence("{option} {token}", option=Input("as_previewed"), token=token)
            say(Sentence("to record exactly this: {given}", given=given))
        elif reason := moves.about.no_token:
            say(Sentence("no token: {reason}", reason=reason))


def _show_moves(moves: Answer[Move, AboutPreview]) -> None:
    """Write the differences in tables, each with own columns, and the source of the answer."""
    from ops.cli.words import basis_words
    from ops.doors.moves import tables_of

    found = tables_of(moves.rows)
    for title, rows in found.items():
        show(rows, "table", title=title)
    if not found:
        say(Sentence("nothing moves"))
    left_out = "token", "no_token"  # in a line of their own
    about = {name: of for name, of in basis_words(moves.about).items() if name not in left_out}
    note({name: value for name, value in about.items() if value != {}})


def at(receipt: Receipt) -> str:
    """Return the position of a receipt, and whether it was recorded before."""
    from ops.doors import outcomes

    return said(outcomes.at(receipt))


def document(value: Any) -> None:
    """Write an answer, or another value, as a JSON document."""
    from ops.answers.answer import Answer
    from ops.doors.documents import answer_document, builtins

    _json(answer_document(value) if isinstance(value, Answer) else builtins(value))


def shown(value: Any) -> str:
    """Write a value for people on one line, invisible characters escaped."""
    from ops.doors.documents import text

    return escaped(text(value))


def _cell(value: Any) -> str:
    """Write a value of a table; an instant to the second (JSON and CSV have microseconds)."""
    from ops.answers.answer import Instant

    written = shown(value)
    return written.partition(".")[0] + "Z" if isinstance(value, Instant) else written


def _json(value: Any) -> None:
    from ops.doors.documents import plain

    as_it_is = streams.writes_utf8(sys.stdout)
    document = json.dumps(value, default=plain, ensure_ascii=not as_it_is, indent=1)
    streams.write(in_json(document) + "\n")


def _table(rows: Sequence[RowOf], title: Sentence, width: int | None) -> None:
    """Write the columns with a value in any row."""
    from ledger.sentences import Position
    from ops.answers.answer import Instant
    from ops.words import columns

    if not rows:
        say(said(Sentence("{title}: nothing", title=title) if title else Sentence("nothing")))
        return
    if title:
        _print(escaped(said(title)), columns.TITLE)
    names = [name for name in rows[0] if any(row[name] is not None for row in rows)]
    headings = [escaped(heading(name)) for name in names]
    cells = [[_cell(row[name]) for name in names] for row in rows]
    right = [
        isinstance(rows[0][name], int | Fraction)
        and not isinstance(rows[0][name], bool | Position | Instant)
        for name in names
    ]
    first, *lines = columns.lines(headings, cells, right, streams.columns() or width)
    _print(first, columns.HEADING)
    for line in lines:
        streams.write(line + "\n")


def _print(line: str, style: str) -> None:
    """Write a line, with its style if standard output is a terminal."""
    streams.write(f"{style}{line}\x1b[0m\n" if streams.styled() else f"{line}\n")


def warn_if_older(ledger: Ledger) -> None:
    """Warn that a ledger is an older copy than this machine has seen."""
    from ledger.store.incarnation import OlderLedger
    from projections.official.furthest_head import refuse_older

    try:
        refuse_older(ledger)
    except OlderLedger as older:
        says = older.words
        notice(Sentence("warning: answers rest on what this file holds, but {says}", says=says))


def mention_reading(ledger: Ledger) -> None:
    """Say that a ledger can only be read."""
    from ledger.store import addresses, drivers

    if reason := drivers.unwritable(ledger.engine):
        says = Sentence("{reason}: answers come from a temporary file", reason=reason)
        address = addresses.shown(ledger.address)
        notice(Sentence("{address} can only be read, {says}", address=address, says=says))
