"""Rows of proposals: requests that wait for the approval of a second person.

All rows change under the lock of the head row, as events do: whoever approves sees a withdrawal
that came before. That a proposal is approved is no column: its first event is recorded.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection, Engine, Select, func, insert, select, update

from ledger import limits
from ledger.errors import check_at_most
from ledger.store.changing import changing
from ledger.store.schema import event, ledger_head, proposal

NO_GROUNDS: Final = b"{}"
"""Grounds of which none is stated, as JSON."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed request. Instants are microseconds since 1970, UTC."""

    use_case: str
    """Name of the use case that composes the request, with its inputs as JSON."""
    inputs: bytes
    digest: bytes
    """Of the request as proposed."""
    event_id: str
    """Id of the first event."""
    kinds: tuple[str, ...]
    """Kinds of recording for which the policies of the pools ask two persons."""
    pools: tuple[str, ...]
    streams: Mapping[str, int]
    """The versions of streams on which the request rests."""
    shown: bytes
    """JSON of the events, as the approver reads them."""
    grounds: bytes
    """JSON of the stated grounds, as long as it is open."""
    position: int
    """Last position of the ledger at the proposal."""
    proposed_by: str
    proposed_at: int
    expires_at: int
    withdrawn_by: str | None = None
    withdrawn_at: int | None = None
    number: int = 0
    """From 1, given by the ledger."""
    recorded: int | None = None
    """Position of the first event, once recorded."""

    def is_open(self, now: int) -> bool:
        """Whether it waits for an approval at an instant."""
        return self.recorded is None and self.withdrawn_by is None and now < self.expires_at


class Proposals:
    """The proposals of a ledger, by number."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, new: Proposal) -> Proposal:
        """Store a proposal and return it with its number.

        An open proposal of the same request is returned in its place. Raises LimitExceeded,
        Unavailable.
        """
        check_at_most("bytes of a proposal", len(new.inputs), limits.PROPOSAL_BYTES)
        with self._locked() as connection:
            waiting = _found(connection, _waiting(new.proposed_at))
            for other in waiting:
                if (other.digest, other.grounds) == (new.digest, new.grounds):
                    return other
            check_at_most("open proposals", len(waiting) + 1, limits.OPEN_PROPOSALS)
            last = connection.execute(select(func.max(proposal.c.number))).scalar()
            numbered = replace(new, number=(last or 0) + 1)
            connection.execute(insert(proposal).values(_columns(numbered)))
        return numbered

    def withdraw(self, number: int, by: str, now: int) -> bool:
        """Withdraw an open proposal; return whether it was open. Raises Unavailable."""
        with self._locked() as connection:
            found = _found(connection, _ALL.where(proposal.c.number == number))
            if not found or not found[0].is_open(now):
                return False
            this = update(proposal).where(proposal.c.number == number)
            connection.execute(this.values(withdrawn_by=by, withdrawn_at=now, grounds=NO_GROUNDS))
        return True

    def forget_grounds(self, number: int) -> None:
        """Delete the grounds of an approved proposal: its events hold them. Raises Unavailable."""
        with changing(self._engine) as connection:
            this = update(proposal).where(proposal.c.number == number)
            connection.execute(this.values(grounds=NO_GROUNDS))

    def find(self, number: int) -> Proposal | None:
        """Return a proposal by its number; None if absent."""
        return next(iter(self._read(_ALL.where(proposal.c.number == number))), None)

    def newest(self, limit: int) -> list[Proposal]:
        """Return the newest proposals, the last first."""
        return self._read(_ALL.limit(limit))

    def waiting(self, now: int) -> list[Proposal]:
        """Return the open proposals at an instant, the last first."""
        return self._read(_waiting(now))

    @contextmanager
    def _locked(self) -> Iterator[Connection]:
        with changing(self._engine) as connection:
            connection.execute(select(ledger_head.c.id).with_for_update())
            yield connection

    def _read(self, statement: Select[Any]) -> list[Proposal]:
        with self._engine.connect().execution_options(reading=True) as connection:
            return _found(connection, statement)


_ALL: Final = (
    select(proposal, event.c.position.label("recorded"))
    .outerjoin(event, event.c.event_id == proposal.c.event_id)
    .order_by(proposal.c.number.desc())
)


def _waiting(now: int) -> Select[Any]:
    return _ALL.where(
        proposal.c.withdrawn_by.is_(None),
        proposal.c.expires_at > now,
        event.c.position.is_(None),
    )


def _found(connection: Connection, statement: Select[Any]) -> list[Proposal]:
    return [_proposal(row._mapping) for row in connection.execute(statement)]


def _columns(new: Proposal) -> dict[str, Any]:
    values = {column.name: getattr(new, column.name) for column in proposal.columns}
    texts = {name: " ".join(values[name]) for name in ("kinds", "pools")}
    return values | texts | {"streams": json.dumps(dict(new.streams))}


def _proposal(row: Any) -> Proposal:
    read: dict[str, Any] = {name: tuple(row[name].split()) for name in ("kinds", "pools")}
    return Proposal(**{**row, **read, "streams": json.loads(row["streams"])})
