"""Ends of commands that failed: a sentence on standard error, or a JSON document.

The store knows whether something was recorded (`ledger.store.appended`): after a commit no error,
of whatever kind, is worded as a refusal.
"""

import traceback
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from cyclopts import CycloptsError
from sqlalchemy.exc import SQLAlchemyError

from ledger.errors import Damaged, LedgerError, OutcomeUnknown, Refusal, Refused, Unavailable
from ledger.store.addresses import without_passwords
from ledger.store.appended import Appended
from ledger.store.causes import of_database
from ledger.store.requests import Receipt
from ledger.visible import escaped_lines
from ledger.wording import positions
from ops.cli import output, streams
from ops.cli.exits import (
    DAMAGED,
    DONE,
    FAILED,
    NOT_SHOWN,
    REFUSED,
    STOPPED,
    UNAVAILABLE,
    UNKNOWN,
    USAGE,
    Form,
)
from ops.cli.misread import words_of
from ops.commands.proposing import Proposed
from ops.doors import outcomes
from ops.doors.documents import builtins
from ops.doors.outcomes import VERSION, Outcome, Word, recorded
from ops.words import said
from projections.rulebooks.engine.rulebook import OutsideRulebook
from projections.rulebooks.engine.whole import Incomputable

_OUTCOMES: Final[dict[int, Word]] = {
    USAGE: "not-understood",
    REFUSED: "refused",
    DAMAGED: "damaged",
    UNKNOWN: "unknown",
    NOT_SHOWN: "not-shown",
    UNAVAILABLE: "unavailable",
    FAILED: "failed",
    STOPPED: "interrupted",
}

_CODES: Final[dict[type[BaseException], int]] = {
    CycloptsError: USAGE,
    Refused: REFUSED,
    Unavailable: UNAVAILABLE,
    OutcomeUnknown: UNKNOWN,
    LedgerError: DAMAGED,
    OSError: REFUSED,
    OutsideRulebook: REFUSED,
    Incomputable: REFUSED,
    KeyboardInterrupt: STOPPED,
}
"""The first kind that fits; any other error is a fault of the program."""

_NAMES: Final[dict[type[BaseException], str]] = {
    streams.NotShown: "not-shown",
    OSError: "file-not-usable",
    OutsideRulebook: "outside-rulebook",
    CycloptsError: "not-understood",
    KeyboardInterrupt: "interrupted",
}
"""Codes for programs of what is no error of the ledger."""

_AGAIN: Final = "type the command again: nothing is recorded twice"


def report(error: BaseException, so_far: Appended, form: Form) -> int:
    """Write the end of a failed command, with the requests recorded before; return the exit code.

    A sentence goes to standard error, a document to standard output.
    """
    if isinstance(error, SQLAlchemyError):
        error = of_database(error) or error
    if isinstance(error, Proposed):
        return _proposed(error, form)
    code = next((code for kind, code in _CODES.items() if isinstance(error, kind)), FAILED)
    if code == FAILED:
        trace = "".join(traceback.format_exception(error))
        streams.write_error(escaped_lines(without_passwords(trace)))
    code, words = _sentence(error, code, so_far)
    shown = False
    if form == "json":
        outcome = Outcome(
            VERSION,
            _OUTCOMES[code],
            code,
            tuple(recorded(receipt) for receipt in so_far.receipts),
            about=error.about if isinstance(error, LedgerError) else {},
            refusals=tuple(_refusals(error)),
        )
        shown = _write(outcome)
    if not shown or code in (NOT_SHOWN, UNKNOWN):
        streams.write_error(f"{escaped_lines(without_passwords(words))}\n")
    return code


def _proposed(error: Proposed, form: Form) -> int:
    """Write that a proposal waits for an approval."""
    try:
        if form == "json":
            output.document(builtins(outcomes.proposed(error.about, str(error))))
        else:
            output.say(str(error))
        streams.flush()
    except streams.NotShown:
        streams.write_error(f"{escaped_lines(str(error))}\n")
        return NOT_SHOWN
    return DONE


def _sentence(error: BaseException, code: int, so_far: Appended) -> tuple[int, str]:
    new = _positions(so_far.new)
    if code == STOPPED:
        return code, f"interrupted: {_whether(so_far)}"
    if so_far.in_doubt or code == UNKNOWN:
        before = f"recorded ({new}), and then " if new else ""
        return UNKNOWN, f"unknown: {before}{_words(error)}; {_AGAIN}"
    if isinstance(error, streams.NotShown):
        if so_far.receipts:
            where = _positions(so_far.new or so_far.receipts)
            return NOT_SHOWN, f"recorded ({where}), but not shown: {_words(error)}; {_AGAIN}"
        return code, f"not shown: {_words(error)}; nothing was recorded"
    if new:
        return NOT_SHOWN, f"recorded ({new}), and then stopped: {_words(error)}; {_AGAIN}"
    word = "damaged" if isinstance(error, Damaged) else "stopped"
    return code, f"{word if code == DAMAGED else _OUTCOMES[code]}: {_words(error)}"


def _whether(so_far: Appended) -> str:
    if so_far.in_doubt:
        return f"whether the last step was recorded is not known; {_AGAIN}"
    if so_far.new:
        return f"recorded ({_positions(so_far.new)}), perhaps not everything; {_AGAIN}"
    return "nothing was recorded"


def _positions(receipts: Sequence[Receipt]) -> str:
    return ", ".join(
        positions(receipt.first_position, receipt.last_position) for receipt in receipts
    )


def _words(error: BaseException) -> str:
    if isinstance(error, streams.NotShown):
        return f"standard output: {error.strerror}"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, CycloptsError):
        return words_of(error)
    words = (
        said(error.words)
        if isinstance(error, LedgerError | OutsideRulebook | Incomputable)
        else str(error)
    )
    return words or type(error).__name__


def _refusals(error: BaseException) -> Iterator[Refusal]:
    if isinstance(error, LedgerError):
        for refused in error.refusals():
            yield replace(refused, message=refused.message.with_texts(without_passwords))
        return
    name = next((name for kind, name in _NAMES.items() if isinstance(error, kind)), "fault")
    words = without_passwords(_words(error))
    if isinstance(error, OutsideRulebook):
        expected = error.expected
        yield Refusal.of(name, error.words, error.field, found=error.found, expected=expected)
    elif isinstance(error, Incomputable):
        yield Refusal.of(error.code, error.words, error.field, found=error.found)
    elif isinstance(error, CycloptsError):
        yield Refusal.of(name, words, error.argument.name if error.argument else "")
    else:
        yield Refusal.of(name, words, str(getattr(error, "filename", None) or ""))


def _write(outcome: Outcome) -> bool:
    """Write a document to standard output; return False if standard output failed."""
    try:
        output.document(builtins(outcome))
        streams.flush()
    except streams.NotShown:
        return False
    return True
