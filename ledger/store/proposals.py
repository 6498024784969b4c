"""Proposals: requests that wait for the approval of a second person.

That a proposal was made or withdrawn is an event, and that it is approved too: its first event is
recorded. The row has what is proposed. What an approval needs, inputs and attached files, is kept
as long as the proposal is open.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine, Select, case, cast, delete, func, insert, select, update

from ledger.events.approval import ProposalMade, ProposalWithdrawn
from ledger.events.opening import LedgerRestored
from ledger.store.changing import changing
from ledger.store.requests import commitment
from ledger.store.schema import Words, append_request, event, proposal, proposal_document

ERASED: Final = b""
"""In the place of grounds and salt of a proposal that ended."""

RESTORED: Final = "ledger-restored"
"""Why a proposal ended that was made before a copy took the ledger's place."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed request. Instants are microseconds since 1970, UTC."""

    use_case: str
    """Name of the use case that composes the request."""
    key: str
    """Key of the request."""
    digest: bytes
    """Of the request as proposed."""
    event_id: str
    """Id of the first event."""
    types: Mapping[str, int]
    """Number of events of each type."""
    kinds: tuple[str, ...]
    """Kinds of recording for which the policies of the pools ask two persons."""
    pools: tuple[str, ...]
    streams: Mapping[str, int]
    """The versions of streams on which the request rests."""
    shown: bytes
    """JSON of the first events, as the approver reads them; empty in a list of proposals."""
    grounds: bytes
    """JSON of the stated grounds, each attached file by its digest; ERASED at the end."""
    position: int
    """Last position of the ledger at the proposal."""
    proposed_by: str
    proposed_at: int
    expires_at: int
    salt: bytes
    """Of the commitment to it; ERASED at the end."""
    number: int = 0
    """From 1, given by the ledger."""
    ended_because: str | None = None
    """Code of the refusal of an approval that ended it; RESTORED."""
    withdrawn_by: str | None = None
    withdrawn_at: int | None = None
    recorded: int | None = None
    """Position of the first event, once recorded."""
    overtaken: int | None = None
    """Position of other events that were recorded under the key of the request."""

    def was_ended(self, now: int) -> bool:
        """Whether a refused approval (`Proposals.end`) or a restoration ended it."""
        erased = self.grounds == ERASED or self.ended_because is not None
        return self._goes_on(now) and erased

    def is_open(self, now: int) -> bool:
        """Whether it waits for an approval at an instant."""
        return self._goes_on(now) and not self.was_ended(now)

    def _goes_on(self, now: int) -> bool:
        others = (self.recorded, self.overtaken, self.withdrawn_by)
        return others == (None, None, None) and now < self.expires_at

    def commits_to(self, kept: "Kept") -> str:
        """Return the commitment to what is proposed and shown, with inputs and files."""
        proposed = [_plain(getattr(self, name)) for name in _BOUND]
        documents = [sha256(data).hexdigest() for data in (kept.inputs, *kept.attachments)]
        return commitment(self.salt, json.dumps([proposed, documents]).encode())


class Kept(NamedTuple):
    """What an approval needs, and what is deleted when a proposal is no longer open."""

    inputs: bytes
    """Inputs of the use case as JSON, files among them."""
    attachments: tuple[bytes, ...] = ()
    """Files attached to the grounds."""


_BOUND: Final = (
    *("number", "use_case", "key", "digest", "event_id", "types", "kinds", "pools", "streams"),
    *("shown", "grounds", "position", "proposed_by", "proposed_at", "expires_at"),
)
"""Fields to which the event of a proposal commits."""


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    return sorted(value.items()) if isinstance(value, Mapping) else value


class Proposals:
    """The proposals of a ledger, by number."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, new: Proposal, kept: Kept) -> None:
        """Store a proposal with the number of its event. Raises Unavailable."""
        with changing(self._engine) as connection:
            connection.execute(insert(proposal).values(_columns(new)))
            documents = enumerate((kept.inputs, *kept.attachments))
            rows = [{"proposal": new.number, "place": at, "data": d} for at, d in documents]
            connection.execute(insert(proposal_document), rows)
            _erase_ended(connection, new.proposed_at)

    def end(self, number: int, now: int, because: str) -> None:
        """End an open proposal that can no longer be recorded as proposed. Raises Unavailable.

        `because` is the code of the refusal. Its documents and grounds are deleted.
        """
        with changing(self._engine) as connection:
            found = _found(connection, _one(number))
            if found and found[0].is_open(now):
                documents = proposal_document.c.proposal == number
                connection.execute(delete(proposal_document).where(documents))
                this = update(proposal).where(proposal.c.number == number)
                ended = {"grounds": ERASED, "salt": ERASED, "ended_because": because}
                connection.execute(this.values(ended))

    def erase_ended(self, now: int) -> None:
        """Delete grounds, inputs and files of all that is not open. Raises Unavailable.

        What was approved is in the ledger.
        """
        with changing(self._engine) as connection:
            _erase_ended(connection, now)

    def kept(self, number: int) -> Kept | None:
        """Return what the approval of a proposal needs; None once it is deleted."""
        this = select(proposal_document.c.data).where(proposal_document.c.proposal == number)
        with self._reading() as connection:
            data = connection.execute(this.order_by(proposal_document.c.place)).scalars().all()
        return Kept(data[0], tuple(data[1:])) if data else None

    def find(self, number: int) -> Proposal | None:
        """Return a proposal by its number; None if absent."""
        return next(iter(self._read(_one(number))), None)

    def all(self) -> list[Proposal]:
        """Return all proposals, the last first."""
        return self._read(_ALL)

    def waiting(self, now: int) -> list[Proposal]:
        """Return the open proposals at an instant, the last first."""
        return self._read(_waiting(now))

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._engine.connect().execution_options(reading=True) as connection:
            yield connection

    def _read(self, statement: Select[Any]) -> list[Proposal]:
        with self._reading() as connection:
            return _found(connection, statement)


_OF_DOCUMENT: Final = proposal_document.c.proposal
_WITH_DOCUMENTS: Final = select(_OF_DOCUMENT).distinct()
"""Numbers of the proposals that are open, or ended since the last change of a proposal."""

_LISTED: Final = [
    column for column in proposal.columns if column.name not in ("shown", "ended_because")
]

_LATER: Final = proposal.alias("later")

_IS_LAST: Final = ~(
    select(_LATER.c.number)
    .where(_LATER.c.event_id == proposal.c.event_id, _LATER.c.number > proposal.c.number)
    .correlate(proposal)
    .exists()
)
"""Of several proposals of one request, all but the last ended before the next was made."""

_STREAM: Final = "proposal-" + cast(proposal.c.number, Words)
_MADE: Final = event.alias("made")
_WITHDRAWN: Final = event.alias("withdrawn")
_RESTORED: Final = (
    select(func.coalesce(func.max(event.c.position), -1))
    .where(event.c.type == LedgerRestored.TYPE)
    .scalar_subquery()
)

_ALL: Final = (
    select(
        *_LISTED,
        case((_MADE.c.position < _RESTORED, RESTORED), else_=proposal.c.ended_because).label(
            "ended_because"
        ),
        _WITHDRAWN.c.recorded_by.label("withdrawn_by"),
        _WITHDRAWN.c.recorded_at.label("withdrawn_at"),
        event.c.position.label("recorded"),
        append_request.c.first_position.label("overtaken"),
    )
    .select_from(proposal)
    .outerjoin(_MADE, (_MADE.c.stream == _STREAM) & (_MADE.c.type == ProposalMade.TYPE))
    .outerjoin(
        _WITHDRAWN,
        (_WITHDRAWN.c.stream == _STREAM) & (_WITHDRAWN.c.type == ProposalWithdrawn.TYPE),
    )
    .outerjoin(
        event,
        (event.c.event_id == proposal.c.event_id) & _WITHDRAWN.c.position.is_(None) & _IS_LAST,
    )
    .outerjoin(
        append_request,
        (append_request.c.key == proposal.c.key) & event.c.position.is_(None),
    )
    .order_by(proposal.c.number.desc())
)


def _one(number: int) -> Select[Any]:
    return _ALL.add_columns(proposal.c.shown).where(proposal.c.number == number)


def _waiting(now: int) -> Select[Any]:
    return _ALL.where(
        proposal.c.expires_at > now,
        _MADE.c.position > _RESTORED,
        _WITHDRAWN.c.position.is_(None),
        event.c.position.is_(None),
        append_request.c.first_position.is_(None),
        proposal.c.number.in_(_WITH_DOCUMENTS),
    )


def _erase_ended(connection: Connection, now: int) -> None:
    waiting = _waiting(now).with_only_columns(proposal.c.number).order_by(None)
    ended = connection.execute(_WITH_DOCUMENTS.where(_OF_DOCUMENT.not_in(waiting))).scalars().all()
    if not ended:
        return
    connection.execute(delete(proposal_document).where(_OF_DOCUMENT.in_(ended)))
    these = update(proposal).where(proposal.c.number.in_(ended))
    connection.execute(these.values(grounds=ERASED, salt=ERASED))


def _found(connection: Connection, statement: Select[Any]) -> list[Proposal]:
    return [_proposal(row._mapping) for row in connection.execute(statement)]


def _columns(new: Proposal) -> dict[str, Any]:
    values = {column.name: getattr(new, column.name) for column in proposal.columns}
    texts = {name: " ".join(values[name]) for name in ("kinds", "pools")}
    documents = {name: json.dumps(dict(values[name])) for name in ("streams", "types")}
    return values | texts | documents


def _proposal(row: Any) -> Proposal:
    read: dict[str, Any] = {name: tuple(row[name].split()) for name in ("kinds", "pools")}
    read |= {name: json.loads(row[name]) for name in ("streams", "types")}
    return Proposal(**{"shown": b"", **row, **read})
