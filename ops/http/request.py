"""A request as it came, without the network: parameters, headers, body, files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ledger.time_limit import TimeLimit
from ops.access.actors import PUBLIC, Actor
from ops.access.rates import Account, of_address, of_key
from ops.doors.uploads import Upload


@dataclass(frozen=True, slots=True)
class FileGiven:
    """A file of a request: name, bytes, and those of further files by the names of their parts."""

    name: str
    data: bytes
    beside: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def parts(self) -> list[bytes]:
        """Everything that was sent."""
        return [self.name.encode(), self.data, *self.beside.values()]


@dataclass(frozen=True, slots=True)
class FormGiven:
    """What a browser sent with a form: texts by the names of controls, and files."""

    sent: Sequence[tuple[str, str]]
    files: Mapping[str, Upload] = field(default_factory=dict)
    attached: Sequence[Upload] = ()

    @property
    def parts(self) -> list[bytes]:
        """Everything that was told, without what the steps of the form add."""
        texts = (
            text.encode() for pair in self.sent if not pair[0].startswith("-") for text in pair
        )
        return [*texts, *(file.data for file in self.files.values())]


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it came, without the network."""

    path: Mapping[str, str]
    query: Sequence[tuple[str, str]] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | FileGiven | FormGiven = b""
    attached: tuple[bytes, ...] = ()
    """Files attached in a form."""
    peer: str = ""
    """Address of the other end of the connection."""
    actor: Actor = PUBLIC
    token: str = ""
    """The secret of the session, which a form sends back."""
    account: Account = field(default_factory=Account)
    """In which the request is counted."""
    limit: TimeLimit | None = None
    """Time for the answer, if nothing is recorded."""
    sent: Callable[[], None] = lambda: None
    """Called by any thread at the end of an answer in pieces."""

    @property
    def client(self) -> str:
        """Who asks: a key, or an address without one."""
        return of_key(self.actor.key) if self.actor.key else of_address(self.peer)
