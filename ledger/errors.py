"""The tree of all refusals and failures of the ledger.

LedgerError
├── Refused              nothing was changed; the message says what to do instead
│   ├── BadEvent         an event that does not fit its definition
│   │   └── UnknownZone  a time zone that does not exist
│   ├── StreamMoved      somebody else wrote to the stream first
│   ├── GroundsDiffer    the same was recorded before, on other grounds
│   ├── KeyReused        a request key that already stands for something else
│   ├── AlreadyTaken     a number beside the events that stands for somebody else
│   ├── FileKnown        the bytes of a report that is kept already
│   ├── LimitExceeded    more than the ledger takes in one piece
│   ├── ClockBehind      this machine's clock is behind the last recorded event
│   ├── ClockAhead       this machine's clock is far ahead of the last recorded event
│   ├── ClockDiffers     this machine's clock differs from the database server's
│   ├── ClockJumped      this machine's clock was set while the program ran
│   ├── ClockWasWrong    a question about an instant at which a wrong clock recorded events
│   └── NotALedger       the address holds no ledger, or one of another kind
├── Unavailable          the database did not answer, is locked or full: try again
├── OutcomeUnknown       the commit failed in flight: repeat with the same key
└── Damaged              stored bytes contradict each other, or a guard is missing

Those about clocks and time zones stand in `clock`.

Each has refusals as data for programs (`Refusal`): a stable code and, where they are known, the
field, the line, what was found, what was expected and the remedy as a use case with arguments.
"""

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from ledger import limits
from ledger.sentences import NO_SENTENCE, Amount, Remedy, Sentence, plain

_WORD: Final = re.compile("(?<=.)(?=[A-Z])")
"""Where a word of a class name begins."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason why a request was refused, as data for every door.

    `code` is stable and in kebab-case; `line` counts from 1 (0: no line of a file); an empty text
    stands for what is not known.
    """

    code: str
    message: Sentence
    field: str = ""
    line: int = 0
    found: str = ""
    expected: Sentence = dataclasses.field(default_factory=lambda: NO_SENTENCE)
    remedy: Remedy | None = None

    @classmethod
    def of(  # noqa: PLR0913, PLR0917 - the fields of a refusal
        cls,
        code: str,
        message: str | Sentence,
        field: str = "",
        line: int = 0,
        found: object = "",
        expected: object = "",
        remedy: Remedy | None = None,
    ) -> Self:
        """Return a refusal; texts that are no sentences yet are said as they are."""
        wanted = expected if isinstance(expected, Sentence) else plain(str(expected))
        return cls(code, plain(message), field, line, str(found), wanted, remedy)

    def __post_init__(self) -> None:
        """Cut what is repeated of the input; take the remedy that the message names."""
        if self.remedy is None:
            object.__setattr__(self, "remedy", next(self.message.remedies(), None))
        for name in ("message", "expected"):
            words = _with_short(getattr(self, name), self.field, self.found)
            object.__setattr__(self, name, words.cut(limits.MESSAGE_CHARACTERS))
        object.__setattr__(self, "field", shown(self.field))
        object.__setattr__(self, "found", shown(self.found))


def shown(text: str, most: int = limits.SHOWN_CHARACTERS) -> str:
    """Return a text, cut after so many characters."""
    return text if len(text) <= most else f"{text[:most]}…"


def _with_short(words: Sentence, *repeated: str) -> Sentence:
    """Return a sentence in which long values are cut, also where a text repeats or quotes them."""
    long = [value for value in repeated if len(value) > limits.SHOWN_CHARACTERS]
    return words.with_texts(lambda text: _without(text, long)) if long else words


def _without(text: str, long: Sequence[str]) -> str:
    for value in long:
        for repeated in (value, repr(value)[1:-1]):
            text = text.replace(repeated, shown(value))
    return text


class LedgerError(Exception):
    """Anything the ledger raises on purpose."""

    CODE: ClassVar[str] = "ledger-error"
    """Stable name of what happened, for programs: that of the class, in kebab-case. A test pins
    all of them; a more exact one may be given to `__init__`."""

    def __init_subclass__(cls) -> None:
        cls.CODE = _WORD.sub("-", cls.__name__).lower()

    def __init__(  # noqa: PLR0913 - the fields of a refusal, each by its name
        self,
        message: str | Sentence = "",
        *,
        code: str = "",
        field: str = "",
        line: int = 0,
        found: object = "",
        expected: object = "",
        remedy: Remedy | None = None,
    ) -> None:
        called = code or self.CODE
        self._refusal = Refusal.of(called, message, field, line, found, expected, remedy)
        self.words = _with_short(plain(message), field, str(found))
        """What is said to people, however long."""
        super().__init__(str(self.words))

    @property
    def code(self) -> str:
        """Stable name of the error."""
        return self._refusal.code

    @property
    def about(self) -> Mapping[str, object]:
        """Further facts for programs, by name."""
        return {}

    def at_place(self, place: str | Sentence) -> Self:
        """Begin the message with a place, as a line or an entry of a list; return the error."""
        self.words = Sentence("{place}: {says}", place=place, says=self.words)
        self._refusal = replace(self._refusal, message=self.words)
        self.args = (str(self.words),)
        return self

    def refusals(self) -> Iterator[Refusal]:
        """Yield every reason as data; most errors have a single reason."""
        yield self._refusal


def words_of(error: BaseException) -> Sentence:
    """Return what an error says to people; of an error that has no sentence, its text."""
    found = getattr(error, "words", None)
    return found if isinstance(found, Sentence) else plain(str(error))


class Refused(LedgerError):
    """The request cannot be taken; nothing was changed."""


class BadEvent(Refused, ValueError):
    """An event does not fit the definition of its type."""


class StreamMoved(Refused):
    """The stream is not at the version the caller decided on."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        self.stream, self.expected, self.actual = stream, expected, actual
        super().__init__(
            Sentence(
                "stream '{stream}' is at version {actual}, not at {expected}: somebody wrote to it "
                "first; read it again and decide anew",
                stream=stream,
                actual=actual,
                expected=expected,
            ),
            field=stream,
            found=actual,
            expected=expected,
        )


class KeyReused(Refused):
    """The request key was used before, for another request."""

    def __init__(self, key: str) -> None:
        super().__init__(
            Sentence(
                "request key '{key}' was already used for another request: use a new key", key=key
            ),
            field="key",
            found=key,
            expected=Sentence("a new key"),
        )


class AlreadyTaken(Refused):
    """A row beside the new events contradicts a stored row."""

    def __init__(self, cause: str) -> None:
        super().__init__(
            Sentence(
                "the new events contradict the register ({cause}): a player or a number exists "
                "already; look it up and decide again",
                cause=cause,
            )
        )


class FileKnown(Refused):
    """The bytes of a report are stored already, with the event of the first import."""

    def __init__(self, digest: str) -> None:
        self.digest = digest
        super().__init__(
            Sentence(
                "the file {digest} is kept already, and belongs to the report it came with: "
                "nothing was recorded; a later report is a file of its own",
                digest=digest,
            ),
            field="file",
            found=digest,
        )


class TwinRecorded(Refused):
    """A report of the same players and days was recorded while this one was composed."""

    def __init__(self, position: int) -> None:
        self.position = position
        super().__init__(
            Sentence(
                "event {event} is a report of the same players and days, recorded while this one "
                "was read: read it again and decide anew",
                event=position,
            ),
            field="file",
            found=position,
        )


class LimitExceeded(Refused):
    """A request is larger than the limit for a single request."""

    def __init__(self, what: Sentence, found: int, limit: int) -> None:
        """Take what is limited, such as the bytes of a file, and both numbers."""
        super().__init__(
            Sentence(
                "{what}: {found} is more than the limit of {limit}",
                what=what,
                found=Amount(found),
                limit=Amount(limit),
            ),
            field=str(what),
            found=found,
            expected=Sentence("at most {limit}", limit=Amount(limit)),
        )


def check_at_most(what: Sentence, found: int, limit: int) -> None:
    """Raise LimitExceeded for more than the limit."""
    if found > limit:
        raise LimitExceeded(what, found, limit)


class NotALedger(Refused):
    """The address does not hold a ledger this program can open."""


class Unavailable(LedgerError):
    """The database did not answer, or lost the connection before the commit."""

    def __init__(self, cause: str | Sentence) -> None:
        super().__init__(
            Sentence(
                "the database cannot be reached or written now ({cause}): try again", cause=cause
            )
        )


class OutcomeUnknown(LedgerError):
    """The commit failed in flight; its effect is not known."""

    def __init__(self, cause: str) -> None:
        super().__init__(
            Sentence(
                "the commit failed and its outcome is unknown ({cause}): repeat the request with "
                "the same key",
                cause=cause,
            )
        )


class Damaged(LedgerError):
    """Stored bytes contradict each other, or a guard against change is missing."""
