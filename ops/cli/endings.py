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
from ledger.sentences import Position, Sentence, Value, plain
from ledger.store.addresses import without_passwords
from ledger.store.appended import Appended
from ledger.store.causes import of_database
from ledger.store.requests import Receipt
from ledger.visible import escaped_lines
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
from ops.words import said, states
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

_AGAIN: Final = Sentence("type the command again: nothing is recorded twice")


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
        streams.write_error(f"{escaped_lines(without_passwords(said(words)))}\n")
    return code


def _proposed(error: Proposed, form: Form) -> int:
    """Write that a proposal waits for an approval."""
    try:
        if form == "json":
            output.document(builtins(outcomes.proposed(error.about, error.words)))
        else:
            output.say(said(error.words))
        streams.flush()
    except streams.NotShown:
        streams.write_error(f"{escaped_lines(said(error.words))}\n")
        return NOT_SHOWN
    return DONE


def _sentence(error: BaseException, code: int, so_far: Appended) -> tuple[int, Sentence]:
    new, says = _positions(so_far.new), _words(error)
    if code == STOPPED:
        return code, _outcome(code, _whether(so_far))
    if so_far.in_doubt or code == UNKNOWN:
        if new:
            says = Sentence("recorded ({events}), and then {says}", events=new, says=says)
        return UNKNOWN, _outcome(UNKNOWN, _and_again(says))
    if isinstance(error, streams.NotShown):
        if not so_far.receipts:
            return code, Sentence("not shown: {says}; nothing was recorded", says=says)
        events = _positions(so_far.new or so_far.receipts)
        says = Sentence("recorded ({events}), but not shown: {says}", events=events, says=says)
        return NOT_SHOWN, _and_again(says)
    if new:
        says = Sentence("recorded ({events}), and then stopped: {says}", events=new, says=says)
        return NOT_SHOWN, _and_again(says)
    if code == DAMAGED and not isinstance(error, Damaged):
        return code, Sentence("stopped: {says}", says=says)
    return code, _outcome(code, says)


def _outcome(code: int, says: Sentence) -> Sentence:
    word = states.word("outcome of a command", _OUTCOMES[code])
    return Sentence("{outcome}: {says}", outcome=word, says=says)


def _and_again(says: Sentence) -> Sentence:
    return Sentence("{says}; {again}", says=says, again=_AGAIN)


def _whether(so_far: Appended) -> Sentence:
    if so_far.in_doubt:
        return _and_again(Sentence("whether the last step was recorded is not known"))
    if so_far.new:
        events = _positions(so_far.new)
        return _and_again(Sentence("recorded ({events}), perhaps not everything", events=events))
    return Sentence("nothing was recorded")


def _positions(receipts: Sequence[Receipt]) -> tuple[Value, ...]:
    """Return the position of the event of each request, or of its first and last event."""
    ends = ((Position(of.first_position), Position(of.last_position)) for of in receipts)
    return tuple(
        first if first == last else Sentence("{first} to {last}", first=first, last=last)
        for first, last in ends
    )


def _words(error: BaseException) -> Sentence:
    if isinstance(error, streams.NotShown):
        return Sentence("standard output: {cause}", cause=error.strerror)
    if isinstance(error, OSError) and error.strerror:
        return plain(f"{error.filename}: {error.strerror}" if error.filename else error.strerror)
    if isinstance(error, CycloptsError):
        return words_of(error)
    words = (
        error.words
        if isinstance(error, LedgerError | OutsideRulebook | Incomputable)
        else plain(str(error))
    )
    return words or plain(type(error).__name__)


def _refusals(error: BaseException) -> Iterator[Refusal]:
    if isinstance(error, LedgerError):
        for refused in error.refusals():
            yield replace(refused, message=refused.message.with_texts(without_passwords))
        return
    name = next((name for kind, name in _NAMES.items() if isinstance(error, kind)), "fault")
    words = _words(error).with_texts(without_passwords)
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
