"""A ledger with pools, and the results of intake."""

from datetime import UTC, date, datetime
from itertools import count
from typing import Any

import msgspec

from ledger import columns
from ledger.clock import microseconds
from ledger.events.pool import PeriodClosed, PoolOpened
from ledger.intake.import_report import file_checks
from ledger.intake.import_report.options import ImportOptions
from ledger.intake.people.registering import Salts
from ledger.store import integrity
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader
from ledger.store.requests import Document, NewEvent, Request, SealedList, commitment
from tests.support.new_ledgers import begun

NOON = microseconds(datetime(2026, 3, 1, 11, tzinfo=UTC))
"""12:00 in Rome on 1 February 2026."""

CHESS, DRAUGHTS = "fide-standard", "rubele-italiana"


def opened(address: str) -> Ledger:
    """Make a ledger with two pools: positions 0 to 2."""
    return begun(address, "example.org", "Europe/Rome", lambda: NOON, _open_both)


def _open_both(ledger: Ledger) -> None:
    for pool in (CHESS, DRAUGHTS):
        open_pool(ledger, pool)


def faults(ledger: Ledger) -> list[str]:
    """Return the faults in the bytes of a ledger, and in the reports compared with their files."""
    unchecked = Reader(ledger.engine, checked=False)
    found = (*integrity.faults(ledger.engine), *file_checks.faults(unchecked))
    return [str(fault) for fault in found]


def open_pool(ledger: Ledger, pool: str, *documents: Document) -> None:
    """Record the opening of a pool, with documents."""
    fact = PoolOpened(pool=pool, rulebook=pool, zone="Europe/Rome", first_period="2026-03")
    ledger.append(Request(f"open-{pool}", (NewEvent(fact),), documents=documents))


def close_a_list(ledger: Ledger, pool: str) -> None:
    """Record an empty closing, so that the pool's histories have begun."""
    header = b'{"block_rows":1024,"row_width":8,"rows":0}\n'
    document = SealedList("list", header, len(header))
    fact = PeriodClosed(
        pool=pool,
        period="2026-03",
        list_date=date(2026, 3, 1),
        cut_off=date(2026, 2, 28),
        through_position=2,
        layout="test",
        list_digest=document.digest,
        record_digest="0" * 64,
        rows=0,
        numbers_digests={},
        code_digest="0" * 64,
    )
    ledger.append(Request("close", (NewEvent(fact),), documents=(document,)))


def chess(**changes: Any) -> ImportOptions:
    """Return options for a chess report with players, all possibly new."""
    return ImportOptions(**{"pools": (CHESS,), "register_new": True, **changes})


def counted_salts() -> Salts:
    """Return foreseeable salts: 0, 1, 2 … in 16 bytes."""
    numbers = count()
    return lambda: next(numbers).to_bytes(16, "big")


def payload(ledger: Ledger, position: int) -> Any:
    """Give the fact at a position."""
    return ledger.read.at([position])[position].decoded().payload


def types(ledger: Ledger, first: int = 3) -> list[str]:
    """Give the types of the events from a position on."""
    return [event.type.removesuffix(".v1") for event in ledger.read.events(first)]


def cut(text: str, width: int) -> list[str]:
    """Cut a column into values."""
    return [text[start : start + width] for start in range(0, len(text), width)]


def numbers(text: str, width: int) -> list[int]:
    """Read a column of digits without the ledger's own reader."""
    return [int(part) for part in cut(text, width)]


def opens(column: str, kept: dict[int, tuple[bytes, bytes]]) -> bool:
    """Tell whether salts and words, in the order of their keys, open a column of commitments."""
    made = [commitment(*kept[key]) for key in sorted(kept)]
    return made == cut(column, columns.COMMITMENT)


def words(kept: tuple[bytes, bytes]) -> Any:
    """Read the words of a subject or a reported name."""
    return msgspec.json.decode(kept[1])
