"""Declarations of recordings. A module of declarations imports nothing that is slow to load."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from ledger.sentences import Remedy, Sentence
from ops.doors.declare import DECLARED, Asked, Declared
from ops.doors.uploads import Upload

if TYPE_CHECKING:
    from ledger.events.base import Fact
    from ops.access.roles import Thing
    from ops.commands.composed import Composed
    from ops.doors.outcomes import CommandReceipt
    from ops.house import House


class Recording(Asked, frozen=True, kw_only=True):
    """Inputs of a recording, which composes a request of them.

    Each door adds the circumstances: the preview, the grounds, what is confirmed.
    """

    DECLARED: ClassVar["DeclaredRecording"]
    """Its place at each door."""
    GROUNDED: ClassVar[bool] = True
    """Whether it states grounds and can be previewed."""
    NAME: ClassVar[str] = ""
    """Name in proposals; empty: that of the declaration."""
    PROPOSABLE: ClassVar[bool] = False
    """Whether it waits for an approval where two persons are needed; else it is refused."""

    @property
    def locks(self) -> bool:
        """Whether all other programs wait while the request is composed."""
        return False

    def compose(self, house: "House") -> "Composed[Any]":
        """Return the request with its result. Raises the refusals of the recording."""
        raise NotImplementedError

    def record(self, house: "House") -> Any:
        """Record the request, and return what `receipt` takes: usually `Recorded`.

        A recording in several steps records them here. Raises the refusals of `compose`; Proposed
        where a second person is needed.
        """
        from ops.commands.composed import record_or_propose

        if self.locks:
            house.catch_up()  # slow, so before the lock
        return record_or_propose(
            house,
            partial(self.compose, house),
            under_lock=self.locks,
            proposal=self.as_proposal if self.PROPOSABLE else None,
        )

    def as_proposal(self, _result: Any) -> tuple[str, bytes]:
        """Return the name and the inputs of a proposal, by the result of its composition."""
        from msgspec import json, structs

        from ledger.limits import PROPOSAL_BYTES

        files = {name: of for name, of in structs.asdict(self).items() if isinstance(of, Upload)}
        kept = {name: of.kept(PROPOSAL_BYTES) for name, of in files.items()}
        return self.NAME or self.DECLARED.name, json.encode(structs.replace(self, **kept))

    def to_confirm(self, _house: "House") -> "Confirmation | None":
        """Return what a person at a terminal confirms before it is recorded; None: nothing."""
        return None

    def receipt(self, house: "House", done: Any) -> "CommandReceipt":
        """Return the receipt, the same for every door; without requests: nothing differed."""
        raise NotImplementedError

    def line(self, found: "CommandReceipt") -> str:
        """Return the line of a receipt at the command line: what the receipt says."""
        from ops.words import said

        return said(found.says) or self.DECLARED.says.format_map(found.about)

    def below(self, found: "CommandReceipt") -> Iterable[str]:
        """Return the lines below that of the receipt."""
        from ops.words import said

        return map(said, found.below)


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
    lines: tuple[Sentence, ...]
    """What would be recorded."""
    question: Sentence
    denied: Sentence
    """What was not done, after another answer than yes."""


@dataclass(frozen=True, slots=True)
class DeclaredRecording(Declared[Recording]):
    """A recording with its place at each door."""

    events: tuple[str, ...] | Callable[[], tuple[str, ...]]
    """Types of the events; the actor needs the role for one of them."""
    beside: Callable[[], Iterable["type[Fact]"]]
    """Returns the types of further events."""
    several: bool
    """Whether it may record in several steps, each in a transaction of its own."""
    says: str
    """Line of the receipt, with names of what the receipt is about in braces."""
    needs: "Thing | None"
    """The kind of object whose readers may record; None: the roles for the events decide."""

    @property
    def types(self) -> tuple[str, ...]:
        """The names of the types of the events."""
        return self.events() if callable(self.events) else self.events


R = TypeVar("R", bound=Recording)


def recording(
    command: str,
    path: str,
    *,
    events: tuple[str, ...] | Callable[[], tuple[str, ...]],
    beside: Callable[[], Iterable["type[Fact]"]] = tuple,
    several: bool = False,
    says: str = "",
    needs: "Thing | None" = None,
) -> Callable[[type[R]], type[R]]:
    """Return a decorator that declares a struct as a recording of every door.

    `command` and `path` are templates: names in braces are fields of the struct. `events` are the
    types of the events, of which the recording makes one or several, or return them; `beside`
    returns those that it may make with these, as their modules are slow to load; `several`: it may
    record in several steps. `says` is the line of the receipt. With `needs` the readers of a kind
    of object may record, whatever the events.
    """

    def declare(kind: type[R]) -> type[R]:
        kind.DECLARED = DeclaredRecording(kind, command, path, events, beside, several, says, needs)
        DECLARED.append(kind.DECLARED)
        return kind

    return declare
