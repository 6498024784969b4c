"""The process to be killed: appends request after request, and prints a line after each."""

import itertools
import time
from datetime import date
from multiprocessing.connection import Connection
from random import Random

from ledger.events.pool import RulebookAdopted
from ledger.events.tournament import TournamentRegistered
from ledger.store.ledger import Ledger
from ledger.store.requests import Document, NewEvent, Request
from tests.support.store_facts import event

Acked = tuple[str, int, int, int]
"""Key, first and last position, instant: what was answered."""


def request(tag: str, number: int) -> Request:
    """Return a request for anyone to compose again: one to five events, some large, some
    documents.
    """
    random = Random(f"{tag}-{number}")
    events = [event(f"{tag}-{number}-{index}", tag) for index in range(random.randint(1, 3))]
    if random.random() < 0.3:
        events.append(large(tag, number, random.randint(1, 400)))
    document = Document("edition", random.randbytes(random.choice([10, 50_000])))
    documents = (document,) if random.random() < 0.3 else ()
    events += [adopted(tag, document) for document in documents]
    return Request(f"{tag}-{number}", tuple(events), documents=documents)


def adopted(tag: str, document: Document) -> NewEvent:
    """The event to which a document belongs."""
    said = RulebookAdopted(
        pool=tag,
        edition="2026-01-01",
        numbers_digest="0" * 64,
        in_force_from=date(2026, 1, 1),
        document=document.digest,
    )
    return NewEvent(said)


def large(tag: str, number: int, pools: int) -> NewEvent:
    """An event of up to 80 kB."""
    day = date(2026, 1, 1)
    return NewEvent(
        TournamentRegistered(
            tournament=f"{tag}-{number}",
            name="large",
            pools=tuple(f"{pool:0200d}" for pool in range(pools)),
            start=day,
            end=day,
            registered_on=day,
        )
    )


def append_until_killed(address: str, tag: str, heard: Connection) -> None:
    """Append without end; print the beginning, and each acknowledgement."""
    with Ledger.open(address) as ledger:
        heard.send(None)
        for number in itertools.count():
            receipt = ledger.append(request(tag, number))
            heard.send(
                (receipt.key, receipt.first_position, receipt.last_position, receipt.recorded_at)
            )


def boast(address: str, tag: str, heard: Connection) -> None:
    """Print that a request is stored, without storing."""
    with Ledger.open(address) as ledger:
        heard.send(None)
        head = ledger.read.head()
        heard.send((f"{tag}-0", head.next_position, head.next_position, head.recorded_at + 1))
        time.sleep(60)


def create(address: str, heard: Connection) -> None:
    """Make a ledger."""
    heard.send(None)
    Ledger.create(address, "example.org", "Europe/Rome").close()
