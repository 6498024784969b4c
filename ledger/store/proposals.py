"""Proposals: requests that wait for the approval of a second person.

All rows change under the lock of the head row, as events do: whoever approves sees a withdrawal
that came before. That a proposal is approved is no column: its first event is recorded. What an
approval needs, inputs and attached files, is kept as long as the proposal is open.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine, Select, delete, func, insert, select, update

from ledger import limits
from ledger.errors import check_at_most
from ledger.store.changing import changing
from ledger.store.schema import append_request, event, ledger_head, proposal, proposal_document

ERASED: Final = b""
"""In the place of the grounds of a proposal that ended."""


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
    withdrawn_by: str | None = None
    withdrawn_at: int | None = None
    ended_because: str | None = None
    """Code of the refusal of an approval that ended it."""
    number: int = 0
    """From 1, given by the ledger."""
    recorded: int | None = None
    """Position of the first event, once recorded."""
    overtaken: int | None = None
    """Position of other events that were recorded under the key of the request."""

    def was_ended(self, now: int) -> bool:
        """Whether an approval ended it by its refusal (`Proposals.end`)."""
        others = (self.recorded, self.overtaken, self.withdrawn_by)
        return others == (None, None, None) and now < self.expires_at and self.grounds == ERASED

    def is_open(self, now: int) -> bool:
        """Whether it waits for an approval at an instant."""
        ended = (self.recorded, self.overtaken, self.withdrawn_by)
        return ended == (None, None, None) and now < self.expires_at and self.grounds != ERASED


class Kept(NamedTuple):
    """What an approval needs, and what is deleted when a proposal is no longer open."""

    inputs: bytes
    """Inputs of the use case as JSON, files among them."""
    attachments: tuple[bytes, ...] = ()
    """Files attached to the grounds."""


class Proposals:
    """The proposals of a ledger, by number."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, new: Proposal, kept: Kept) -> Proposal:
        """Store a proposal and return it with its number.

        An open proposal of the same request is returned in its place. Raises LimitExceeded,
        Unavailable.
        """
        check_at_most("bytes of a proposal", len(kept.inputs), limits.PROPOSAL_BYTES)
        with self._locked(new.proposed_at) as connection:
            waiting = _found(connection, _waiting(new.proposed_at))
            for other in waiting:
                if (other.digest, other.grounds) == (new.digest, new.grounds):
                    return other
            check_at_most("open proposals", len(waiting) + 1, limits.OPEN_PROPOSALS)
            last = connection.execute(select(func.max(proposal.c.number))).scalar()
            numbered = replace(new, number=(last or 0) + 1)
            connection.execute(insert(proposal).values(_columns(numbered)))
            documents = enumerate((kept.inputs, *kept.attachments))
            rows = [{"proposal": numbered.number, "place": at, "data": d} for at, d in documents]
            connection.execute(insert(proposal_document), rows)
        return numbered

    def withdraw(self, number: int, by: str, now: int) -> bool:
        """Withdraw an open proposal; return whether it was open. Raises Unavailable."""
        with self._locked(now) as connection:
            found = _found(connection, _one(number))
            if not found or not found[0].is_open(now):
                return False
            this = update(proposal).where(proposal.c.number == number)
            connection.execute(this.values(withdrawn_by=by, withdrawn_at=now))
        return True

    def end(self, number: int, now: int, because: str) -> None:
        """End an open proposal that can no longer be recorded as proposed. Raises Unavailable.

        `because` is the code of the refusal. Its documents and grounds are deleted.
        """
        with self._locked(now) as connection:
            found = _found(connection, _one(number))
            if found and found[0].is_open(now):
                documents = proposal_document.c.proposal == number
                connection.execute(delete(proposal_document).where(documents))
                this = update(proposal).where(proposal.c.number == number)
                connection.execute(this.values(grounds=ERASED, ended_because=because))

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
    def _locked(self, now: int) -> Iterator[Connection]:
        """Change rows under the lock of all appends; what ended before or by it is erased."""
        with changing(self._engine) as connection:
            connection.execute(select(ledger_head.c.id).with_for_update())
            yield connection
            _erase_ended(connection, now)

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

_LISTED: Final = [column for column in proposal.columns if column.name != "shown"]

_LATER: Final = proposal.alias("later")

_IS_LAST: Final = ~(
    select(_LATER.c.number)
    .where(_LATER.c.event_id == proposal.c.event_id, _LATER.c.number > proposal.c.number)
    .correlate(proposal)
    .exists()
)
"""Of several proposals of one request, all but the last ended before the next was made."""

_ALL: Final = (
    select(
        *_LISTED,
        event.c.position.label("recorded"),
        append_request.c.first_position.label("overtaken"),
    )
    .select_from(proposal)
    .outerjoin(
        event,
        (event.c.event_id == proposal.c.event_id) & proposal.c.withdrawn_by.is_(None) & _IS_LAST,
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
        proposal.c.withdrawn_by.is_(None),
        proposal.c.expires_at > now,
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
    connection.execute(these.values(grounds=ERASED))


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
