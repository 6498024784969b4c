"""The outcome of a command as a document: recorded requests, or refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from ledger.clock import instant_text
from ledger.errors import Refusal
from ledger.sentences import NO_SENTENCE, Position, Sentence, plain
from ledger.store.requests import Receipt

if TYPE_CHECKING:
    from ops.answers.answer import Answer
    from ops.answers.moves import AboutPreview, Move

VERSION: Final = 1

Text = str | Sentence
"""Words for people; a text is said as it is."""

Word = Literal[
    "recorded",
    "proposed",
    "done",
    "not-understood",
    "refused",
    "damaged",
    "unknown",
    "not-shown",
    "unavailable",
    "failed",
    "interrupted",
]
"""`proposed`: nothing is recorded before another person approves; `done`: to its end, and nothing
was to be recorded. The last eight each name an exit code."""


class RecordedRequest(msgspec.Struct, frozen=True):
    """A request in the ledger, with the positions of the first and last event."""

    request: str
    """Its key: a repetition bears the same."""
    first_position: int
    last_position: int
    recorded_at: str
    """Instant, UTC."""
    replayed: bool
    """It was recorded before; this command added nothing to it."""


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a command."""

    version: int
    outcome: Word
    exit_code: int
    recorded: tuple[RecordedRequest, ...] = ()
    warnings: tuple[Sentence, ...] = ()
    about: Mapping[str, Any] = {}
    """What was recorded, in the words of the command: the tournament, the list, its digest."""
    refusals: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandReceipt:
    """The receipt of a command: requests, data, and texts for people. Every door shows the same."""

    receipts: tuple[Receipt, ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)
    says: Sentence = NO_SENTENCE
    """What was recorded, for people."""
    below: tuple[Sentence, ...] = ()
    """What more there is to say of it."""
    shown: Receipt | None = None
    """The request whose position is told with what was recorded; None: the last."""
    doubts: tuple[Text, ...] = ()
    """Doubtful values in a file. The lines of the command line name them beside the rest."""
    notes: tuple[Text, ...] = ()
    """Effects on closed lists and on the next list."""
    warnings: tuple[Text, ...] = ()
    """Matters that need a person."""

    def outcome(self, exit_code: int = 0) -> Outcome:
        """Return the document."""
        warnings = *self.doubts, *self.notes, *self.warnings
        return done(self.receipts, warnings, self.about, exit_code)


def done(
    receipts: Iterable[Receipt],
    warnings: Iterable[Text] = (),
    about: Mapping[str, Any] | None = None,
    exit_code: int = 0,
) -> Outcome:
    """Return the outcome of a command that recorded, now or before, or only looked."""
    requests, words = tuple(map(recorded, receipts)), tuple(map(plain, warnings))
    word: Word = "recorded" if requests else "done"
    return Outcome(VERSION, word, exit_code, requests, words, dict(about or {}))


def previewed(outcome: Outcome, moves: Answer[Move, AboutPreview]) -> Outcome:
    """Return the outcome of a preview: nothing is recorded; `about` has what would move."""
    from ops.answers.answer import stated

    about = {**outcome.about, "preview": {**stated(moves.about), "moves": moves.rows}}
    return msgspec.structs.replace(outcome, outcome="done", recorded=(), about=about)


def proposed(about: Mapping[str, Any], message: Text) -> Outcome:
    """Return the outcome of a command whose request waits for the approval of another person."""
    return Outcome(VERSION, "proposed", 0, (), (plain(message),), dict(about))


def at(receipt: Receipt) -> Sentence:
    """Return the position of a receipt, and whether it was recorded before."""
    position = Position(receipt.first_position)
    if receipt.replayed:
        return Sentence("{position}, already recorded", position=position)
    return Sentence("{position}", position=position)


def recorded(receipt: Receipt) -> RecordedRequest:
    """Return a receipt as part of the document."""
    return RecordedRequest(
        receipt.key,
        receipt.first_position,
        receipt.last_position,
        instant_text(receipt.recorded_at),
        receipt.replayed,
    )
