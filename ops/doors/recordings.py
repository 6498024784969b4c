"""Declarations of recordings. A module of declarations imports nothing that is slow to load."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from ledger.sentences import Remedy, Sentence
from ops.doors.declare import DECLARED, Asked, Declared

if TYPE_CHECKING:
    from ledger.events.base import Fact
    from ops.answers.outcomes import CommandReceipt
    from ops.commands.composed import Composed, Recorded
    from ops.house import House


class Recording(Asked, frozen=True, kw_only=True):
    """A recording with its inputs; it composes its own request.

    Each door adds the circumstances: the preview, the grounds, what is confirmed.
    """

    DECLARED: ClassVar["DeclaredRecording"]
    """Its place at each door."""
    FOLLOWS: ClassVar[bool] = True
    """Whether the command line follows the official track before it records."""
    PROPOSABLE: ClassVar[bool] = False
    """Whether it waits for an approval where two persons are needed; else it is refused."""

    @property
    def locks(self) -> bool:
        """Whether all other programs wait while the request is composed."""
        return False

    def compose(self, house: "House") -> "Composed[Any]":
        """Return the request with its result. Raises the refusals of the recording."""
        raise NotImplementedError

    def record(self, house: "House") -> "Recorded[Any]":
        """Record the request; a recording in several steps records them here.

        Raises the refusals of `compose`; Proposed where a second person is needed.
        """
        from ops.commands.composed import record_or_propose

        if self.locks:
            house.catch_up()  # slow, so before the lock
        return record_or_propose(
            house,
            partial(self.compose, house),
            under_lock=self.locks,
            proposal=self.proposal if self.PROPOSABLE else None,
        )

    def proposal(self, _result: Any) -> tuple[str, bytes]:
        """Return the name and the inputs of a proposal, by the result of its composition."""
        from msgspec import json

        return self.DECLARED.name, json.encode(self)

    def to_confirm(self, _house: "House") -> "Confirmation | None":
        """Return what a person at a terminal confirms before it is recorded; None: nothing."""
        return None

    def receipt(self, house: "House", done: "Recorded[Any]") -> "CommandReceipt":
        """Return the receipt, the same for every door."""
        raise NotImplementedError

    def line(self, found: "CommandReceipt") -> str:
        """Return the line of a receipt at the command line."""
        return self.DECLARED.says.format_map(found.about)


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A question to a person at a terminal, about a recording with an input left open."""

    told: Recording
    """The recording with every input stated: as confirmed, it is recorded."""
    field: str
    """The input left open."""
    open: Sentence
    """What it would be."""
    command: Remedy
    """The command that names it."""
    lines: tuple[str, ...]
    """What would be recorded."""
    question: Sentence
    denied: Sentence
    """What was not done, after another answer than yes."""


@dataclass(frozen=True, slots=True)
class DeclaredRecording(Declared[Recording]):
    """A recording with its place at each door."""

    events: tuple[str, ...]
    """Types of the events; the actor needs the role for one of them."""
    beside: Callable[[], Iterable["type[Fact]"]]
    """Returns the types of further events."""
    several: bool
    """Whether it may record in several steps, each in a transaction of its own."""
    says: str
    """Line of the receipt, with names of what the receipt is about in braces."""


R = TypeVar("R", bound=Recording)


def recording(
    command: str,
    path: str,
    *,
    events: tuple[str, ...],
    beside: Callable[[], Iterable["type[Fact]"]] = tuple,
    several: bool = False,
    says: str = "",
) -> Callable[[type[R]], type[R]]:
    """Return a decorator that declares a struct as a recording of every door.

    `command` and `path` are templates: names in braces are fields of the struct. `events` are the
    types of the events, of which the recording makes one or several; `beside` returns those that it
    may make with these, as their modules are slow to load. `several`: it may record in several
    steps, each in a transaction of its own. `says` is the line of the receipt.
    """

    def declare(kind: type[R]) -> type[R]:
        kind.DECLARED = DeclaredRecording(kind, command, path, events, beside, several, says)
        DECLARED.append(kind.DECLARED)
        return kind

    return declare
