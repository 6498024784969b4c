"""A ledger begun after the day of the first ratings, with another list of FIDE known."""

from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path

from ledger import columns
from ledger.clock import microseconds
from ledger.events.external import ExternalListRecorded
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from ops.doors.uploads import Upload
from ops.external_lists.recordings import CarryOver
from ops.house import House
from ops.pools.recordings import OpenPool
from tests.support.recording import adopt
from tests.support.worlds import FIDE

ROME = "Europe/Rome"
OPENED = microseconds(datetime(2026, 3, 14, 9, tzinfo=UTC))
FILE = b"""number,name,rating,k,games
101,"Rossi, Anna",2210,20,77
102,"Bianchi, Bruno",1800,20,50
"""
EXTERNAL = sha256(b"the list of October").hexdigest()


def begin(house: House, folder: Path) -> None:
    OpenPool(pool=FIDE, first_period="2026-04").record(house)
    adopt(house.ledger, FIDE, "2024-03-01")
    file = folder / "ratings.csv"
    file.write_bytes(FILE)
    carried = CarryOver(
        pool=FIDE,
        file=Upload.at(file),
        on=date(2025, 9, 1),
        source="FIDE, September 2025",
        register_new=True,
    )
    carried.record(house)
    record_external(house.ledger, "2025-10", date(2025, 10, 1), 2225)


def record_external(ledger: Ledger, name: str, day: date, rating: int) -> None:
    listed = ExternalListRecorded(
        body="fide",
        list=name,
        list_date=day,
        file=EXTERNAL,
        file_rows=1,
        player=columns.write([1], columns.PLAYER),
        values={"standard": f"{rating:04}", "standard_k": "0020"},
    )
    ledger.append(Request(f"external {name}", (NewEvent(listed),)))
