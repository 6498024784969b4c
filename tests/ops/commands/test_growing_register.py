"""A file of known players reads as much of a ledger with a large register as with a small one."""

from functools import partial

import pytest

from ledger.intake.import_report.import_session import Asks
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.options import ImportOptions
from ledger.store import reading_events
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader
from ledger.store.recorded import Recorded, checked
from ops.bench import operations
from ops.bench.worlds import CHESS, World
from ops.bench.writing import write
from projections.queries.known_ratings import known_ratings

PEOPLE = (500, 8_000)
MOST_BYTES = 400_000
"""Of the events and documents that a file of 40 players asks for."""


@pytest.fixture
def bytes_read(monkeypatch) -> list[int]:
    """The sizes of the bodies and documents read."""
    sizes: list[int] = []
    document = Reader.document

    def body_of(recorded: Recorded) -> Recorded:
        sizes.append(len(recorded.body))
        return checked(recorded)

    def document_of(self: Reader, digest: str) -> bytes | None:
        data = document(self, digest)
        sizes.append(len(data or b""))
        return data

    monkeypatch.setattr(reading_events, "checked", body_of)
    monkeypatch.setattr(Reader, "document", document_of)
    return sizes


def bring_in(ledger: Ledger, world: World, number: int, *, new: bool) -> None:
    """Import a report of the 40 players, after the last list or before the first."""
    ends = world.last_day if number % 2 else world.begin
    asks = Asks(known_ratings=partial(known_ratings, ledger.read))
    facts = operations.facts(ends)
    options = ImportOptions((CHESS.pool,), register_new=new, facts=facts, another_event=True)
    import_report(ledger, operations.report(number, ends), options, asks=asks)


def test_a_further_file_reads_nothing_that_grows_with_the_register(tmp_path, bytes_read):
    """The players are known, and so is the list in force on the first day of the file."""
    found = []
    for people in PEOPLE:
        world = World(CHESS, people, 2, 1_000)
        with write(world, tmp_path / str(people)) as ledger:
            for number in range(4):
                bring_in(ledger, world, number, new=number == 0)
            bytes_read.clear()
            for number in (4, 5):
                bring_in(ledger, world, number, new=False)
            found.append(sum(bytes_read))
    assert max(found) < MOST_BYTES
    assert found[1] < 1.2 * found[0]
