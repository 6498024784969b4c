"""The rows of recorded requests: events, request keys, and what stands beside the events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ledger import columns
from ledger.errors import AlreadyTaken, Damaged
from ledger.events.register import PersonalDataErased
from ledger.store.preparing import Prepared
from ledger.store.statements import Statements

if TYPE_CHECKING:
    from ledger.store.appending import Batch


def store(batch: Batch, driver: Any) -> None:
    """Store the rows of a batch. Raises AlreadyTaken for a number or document that is kept."""
    requests = [
        (receipt.key, prepared.fingerprint, receipt.first_position, receipt.last_position)
        for prepared, receipt in batch.taken
    ]
    try:
        batch.stored.insert("event", batch.rows)
        batch.stored.insert("append_request", [*requests, *batch.client_keys])
    except driver.IntegrityError as error:
        raise Damaged(f"rows stand where the head says none do yet: {error}") from error
    try:
        for prepared, receipt in batch.taken:
            _store_beside(batch.stored, prepared, receipt.first_position)
        batch.stored.index_names([*_named(prepared for prepared, _ in batch.taken)])
    except driver.IntegrityError as error:
        raise AlreadyTaken(str(error).strip()) from error


def _named(taken: Iterable[Prepared]) -> Iterator[int]:
    """Yield the players whose words are stored or were erased."""
    for prepared in taken:
        yield from (subject.player for subject in prepared.request.subjects)
        for new in prepared.request.events:
            if isinstance(new.fact, PersonalDataErased):
                yield from columns.read(new.fact.player, columns.PLAYER).tolist()


def _store_beside(stored: Statements, prepared: Prepared, first: int) -> None:
    """Store documents and words of a request; replaced words and numbers are deleted before."""
    request, subjects = prepared.request, prepared.request.subjects
    documents = {(kept.digest, kept.kind): kept.data for kept in request.documents}
    stored.insert("document", [(*key, data) for key, data in documents.items()])
    names = [
        (first + name.event, name.entrant, name.salt, name.body) for name in request.reported_names
    ]
    stored.insert("reported_name", names)
    notes = request.all_notes()
    stored.insert("note", [(prepared.events[index].event_id, *note) for index, *note in notes])
    stored.forget([subject.player for subject in subjects if subject.replaces])
    stored.insert("subject", [(person.player, person.salt, person.body) for person in subjects])
    numbers = [
        (*number, subject.player) for subject in subjects for number in subject.numbers.items()
    ]
    stored.insert("subject_number", numbers)
