"""Tampering: whatever is changed in a ledger is found, and the place is named.

Guards are off while rows are changed, as only the owner of a database can have it; that they are
missing is itself found, and left out of account here. With LEDGER_TEST_FULL=1 every byte and row.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import Table, Update, update
from sqlalchemy.exc import IntegrityError

from ledger import canonical, hashing
from ledger.events import catalogue
from ledger.store import integrity, schema
from ledger.store.faults import Fault
from ledger.store.ledger import Ledger
from tests.counts import FULL
from tests.ledger.store import sample
from tests.ledger.store.facts import request
from tests.ledger.store.tampering import take_guards, unguarded

LAST = 38
"""Position of the last event of the sample."""

EVENT, REQUEST, DOCUMENT, HEAD = (
    schema.event,
    schema.append_request,
    schema.document,
    schema.ledger_head,
)
KINDS = ("list", "report", "edition")
QUICK = {"sqlite": 10, "postgresql": 20}


class Tampered:
    """A ledger laid open: rows can be changed, faults looked for, and all put back as it was."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.mutations = 0

    def faults(self) -> list[Fault]:
        """What is found, apart from the missing guards."""
        return [each for each in integrity.faults(self.ledger.engine) if each.place != "guards"]

    def places(self) -> str:
        """The places where something is found, in one text."""
        return "; ".join(fault.place for fault in self.faults())

    def rows(self, table: Table) -> list[dict[str, Any]]:
        """All rows of a table, in the order of its key."""
        query = table.select().order_by(*table.primary_key)
        with self.ledger.engine.connect().execution_options(reading=True) as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def write(self, *changes: Any) -> None:
        """Change rows, whatever they are."""
        with self.ledger.engine.begin() as connection:
            for change in changes:
                connection.execute(change)

    @contextmanager
    def changed(self, *changes: Any) -> Iterator[None]:
        """Rows changed for a while."""
        before = {change.table: self.rows(change.table) for change in changes}
        self.write(*changes)
        try:
            yield
        finally:
            self.mutations += 1
            for table, rows in before.items():
                self.write(table.delete(), table.insert().values(rows))


@pytest.fixture
def tampered(ledger: Ledger) -> Iterator[Tampered]:
    """The sample ledger without guards; once they stand again nothing is found."""
    sample.fill(ledger)
    assert ledger.read.head().next_position == LAST + 1
    with ledger.engine.begin() as connection:
        again = take_guards(connection)
        connection.execute(schema.note.delete())  # erased: a note would hold on to its event
    opened = Tampered(ledger)
    assert opened.faults() == []
    yield opened
    with ledger.engine.begin() as connection:
        for statement in again:
            connection.exec_driver_sql(statement)
    assert list(integrity.faults(ledger.engine)) == []


def test_an_untouched_ledger_has_no_fault(ledger):
    """The control: what is looked for is not found where it is not."""
    sample.fill(ledger)
    assert list(integrity.faults(ledger.engine)) == []
    types = {recorded.type for recorded in ledger.read.events()}
    assert types == catalogue.DEFINITIONS.keys()


def others(value: Any) -> list[Any]:
    """Values that a column might hold instead."""
    found: list[Any]
    match value:
        case int():
            found = [value + 1_000, -1, value - 1, value + 1, 1 << 32, (1 << 63) - 1]
        case str():
            found = [value + "x", "", value[:-1], value.upper(), value + " "]
        case _:
            found = [flipped(value, 0), b"", value + b"\0", value[:-1], bytes(len(value))]
    return found if FULL else found[:1]


def mutations(
    tampered: Tampered, table: Table
) -> Iterator[tuple[dict[str, Any], str, Any, Update]]:
    """Every column of every row with every other value: row, column, value and the change."""
    [key, *_] = table.primary_key
    for row in looked_at(tampered, table):
        for name, value in row.items():
            for other in KINDS if name == "kind" else others(value):
                if other != value:
                    change = update(table).where(key == row[key.name]).values({name: other})
                    yield row, name, other, change


@pytest.mark.parametrize("table", [EVENT, REQUEST, DOCUMENT, HEAD], ids=lambda table: table.name)
def test_every_column_of_every_row_changed_is_found(tampered, table):
    """One value at a time, in all tables that are not erasable; the fault names the row."""
    barred = 0
    for row, name, value, change in mutations(tampered, table):
        try:
            with tampered.changed(change):
                assert place(table, row | {name: value}, row) in tampered.places(), (
                    row,
                    name,
                    value,
                )
        except IntegrityError:
            barred += 1  # a constraint does not let even the owner
    rows, columns = len(looked_at(tampered, table)), len(table.columns)
    assert tampered.mutations + barred >= rows * columns
    assert barred < tampered.mutations


def looked_at(tampered: Tampered, table: Table) -> list[dict[str, Any]]:
    """The rows that are changed or deleted one by one."""
    return tampered.rows(table)[:: step(tampered)]


def step(tampered: Tampered) -> int:
    """Quick, one row or byte in ten is changed, and fewer where each look takes longer."""
    return 1 if FULL else QUICK[tampered.ledger.engine.dialect.name]


def place(table: Table, row: dict[str, Any], before: dict[str, Any]) -> str:
    """Where a changed row must be found."""
    if table is EVENT:
        return f"event {row['position']}" if row["position"] == before["position"] else "event"
    if table is REQUEST:
        moved = row["first_position"] != before["first_position"]
        return "" if moved else f"request {row['key']!r}"
    if table is DOCUMENT:
        return f"document {row['digest']}"
    return "head" if row["next_position"] == before["next_position"] else "last event"


@pytest.mark.parametrize("position", [8] if not FULL else range(LAST + 1))
def test_every_byte_of_a_body_counts(tampered, position):
    """One bit of one byte after the other."""
    body = tampered.rows(EVENT)[position]["body"]
    for index in indices(tampered, body):
        tampered.write(at(position).values(body=flipped(body, index)))
        assert f"event {position}" in tampered.places(), index
    tampered.write(at(position).values(body=body))


@pytest.mark.parametrize("kind", ["list"] if not FULL else ["list", "report", "edition"])
def test_every_byte_of_a_document_counts(tampered, kind):
    """Header, block lines and rows of a list, a report as received, the text of an edition."""
    row = next(row for row in tampered.rows(DOCUMENT) if row["kind"] == kind)
    change = update(DOCUMENT).where(DOCUMENT.c.digest == row["digest"])
    for index in indices(tampered, row["bytes"]):
        tampered.write(change.values(bytes=flipped(row["bytes"], index)))
        assert f"document {row['digest']}" in tampered.places(), index
    tampered.write(change.values(bytes=row["bytes"]))


def indices(tampered: Tampered, data: bytes) -> range:
    """The bytes that are changed one by one."""
    return range(0, len(data), step(tampered))


def flipped(data: bytes, index: int) -> bytes:
    """Bytes with one bit changed."""
    return data[:index] + bytes([data[index] ^ (1 << index % 8)]) + data[index + 1 :]


@pytest.mark.parametrize("table", [EVENT, REQUEST, DOCUMENT, HEAD], ids=lambda table: table.name)
def test_a_row_that_is_gone_is_missed(tampered, table):
    """Each row deleted by itself: events, requests, documents, the head."""
    [key, *_] = table.primary_key
    for row in looked_at(tampered, table):
        with tampered.changed(table.delete().where(key == row[key.name])):
            assert tampered.faults(), row


def test_two_events_that_change_places_are_found(tampered):
    """Bodies swapped, or whole rows: every pair of neighbours."""
    rows = tampered.rows(EVENT)
    neighbours = list(enumerate(pairwise(rows)))
    for position, (one, two) in neighbours[:: step(tampered)]:
        bodies = at(position).values(body=two["body"]), at(position + 1).values(body=one["body"])
        whole = [one | {"position": position + 1}, two | {"position": position}]
        pair = EVENT.delete().where(EVENT.c.position.in_([position, position + 1]))
        for changes in (bodies, (pair, EVENT.insert().values(whole))):
            with tampered.changed(*changes):
                assert f"event {position}" in tampered.places()


def at(position: int) -> Update:
    """A change to one event."""
    return update(EVENT).where(EVENT.c.position == position)


@pytest.mark.parametrize("count", [1, 2, LAST])
def test_a_tail_that_is_cut_off_is_missed(tampered, count):
    """The head knows where the ledger ended."""
    with tampered.changed(EVENT.delete().where(EVENT.c.position > LAST - count)):
        assert "head" in tampered.places()


@pytest.mark.parametrize("first", [0, 5, LAST])
def test_events_that_are_numbered_anew_are_found(tampered, first):
    """A gap is no longer a gap when all that follows is moved up; the leaves know better."""
    rows = tampered.rows(EVENT)
    kept = [row for row in rows if row["position"] != first]
    moved = [row | {"position": index} for index, row in enumerate(kept)]
    with tampered.changed(EVENT.delete(), EVENT.insert().values(moved)):
        assert tampered.faults()
    with tampered.changed(
        EVENT.delete(),
        EVENT.insert().values([row | {"position": row["position"] + 1} for row in rows]),
    ):
        assert "first event" in tampered.places()


def test_events_put_in_by_hand_are_found(tampered):
    """Behind the end, before the beginning, and with the head moved along."""
    row = tampered.rows(EVENT)[LAST]
    strange = row | {"event_id": "0" * 32, "stream": "pool-strange"}
    for position, where in (
        (LAST + 1, "last event"),
        (LAST + 9, "last event"),
        (-1, "first event"),
    ):
        with tampered.changed(EVENT.insert().values(strange | {"position": position})):
            assert where in tampered.places()
    with tampered.changed(
        EVENT.insert().values(strange | {"position": LAST + 1}),
        update(HEAD).values(next_position=LAST + 2),
    ):
        assert f"event {LAST + 1}" in tampered.places()


def test_a_request_put_in_by_hand_is_found(tampered):
    """A key that stands for nothing, behind the end or over other events."""
    row = tampered.rows(REQUEST)[0]
    for first, last in ((LAST + 1, LAST + 1), (3, 3), (0, LAST), (-1, -1)):
        strange = row | {"key": "strange", "first_position": first, "last_position": last}
        with tampered.changed(REQUEST.insert().values(strange)):
            assert "request" in tampered.places()


def test_documents_that_are_exchanged_are_found(tampered):
    """Bytes under another document's digest."""
    one, two, *_ = tampered.rows(DOCUMENT)
    with tampered.changed(
        *(
            update(DOCUMENT).where(DOCUMENT.c.digest == a["digest"]).values(bytes=b["bytes"])
            for a, b in ((one, two), (two, one))
        )
    ):
        assert tampered.places().count("document") == 2


def test_words_about_persons_are_held_to_their_commitments(tampered):
    """Other words are found; erased ones are not missed."""
    subject, number, name = schema.subject, schema.subject_number, schema.reported_name
    with tampered.changed(update(subject).where(subject.c.player == 571).values(body=b"x")):
        assert tampered.places() == "subject 571"
    with tampered.changed(update(name).where(name.c.entrant == 2).values(salt=b"x")):
        assert tampered.places() == "reported name 7, entrant 2"
    with tampered.changed(update(name).where(name.c.entrant == 2).values(entrant=9)):
        assert tampered.places() == "reported name 7, entrant 9"
    with tampered.changed(subject.delete(), number.delete(), name.delete()):
        assert tampered.faults() == []


def rewritten(rows: list[dict[str, Any]], body: bytes, position: int) -> list[dict[str, Any]]:
    """The events with another body at a position, and every hash after it computed anew."""
    chain, found = hashing.CHAIN_START, []
    for row in rows:
        said = row | ({"body": body} if row["position"] == position else {})
        numbers = (said["position"], said["recorded_at"], said["stream_version"])
        leaf = hashing.leaf_hash(*numbers, hashing.body_digest(said["body"]))
        chain = hashing.chain_hash(chain, leaf)
        found.append(said | {"leaf_hash": leaf, "chain_hash": chain})
    return found


def test_a_rewriting_of_everything_shows_only_against_a_head_kept_elsewhere(tampered):
    """The documented limit: an owner who computes all hashes anew leaves nothing that disagrees.

    The chain of a head that was published before does not fit any more: that is what it is for.
    """
    published = tampered.ledger.read.head()
    rows = tampered.rows(EVENT)
    said = canonical.decode(rows[9]["body"])
    assert said["payload"]["after"] == "2020"
    said["payload"]["after"] = "2222"
    forged = rewritten(rows, canonical.encode(said), 9)
    with tampered.changed(
        EVENT.delete(),
        EVENT.insert().values(forged),
        update(HEAD).values(chain_hash=forged[-1]["chain_hash"]),
    ):
        assert tampered.faults() == []
        head = tampered.ledger.read.head()
        assert head.next_position == published.next_position
        assert head.chain_hash != published.chain_hash
    half = [row | {"chain_hash": old["chain_hash"]} for row, old in zip(forged, rows, strict=True)]
    with tampered.changed(EVENT.delete(), EVENT.insert().values(half)):
        assert "event 9, chain hash" in tampered.places()


def test_a_tail_that_is_taken_away_whole_shows_only_against_a_head_kept_elsewhere(tampered):
    """The same limit: an older state is a whole ledger, as after the return of a backup."""
    published = tampered.ledger.read.head()
    before = tampered.rows(EVENT)[LAST - 2]
    with tampered.changed(
        REQUEST.delete().where(REQUEST.c.first_position > LAST - 2),
        EVENT.delete().where(EVENT.c.position > LAST - 2),
        update(HEAD).values(
            next_position=LAST - 1,
            incarnation=1,
            chain_hash=before["chain_hash"],
            recorded_at=before["recorded_at"],
        ),
    ):
        assert tampered.faults() == []
        assert tampered.ledger.read.head().next_position < published.next_position


def test_a_ledger_may_be_looked_at_while_it_grows(ledger):
    """What is recorded meanwhile is neither looked at nor taken for a fault."""
    sample.fill(ledger)
    looking = integrity.faults(ledger.engine)
    with unguarded(ledger.engine) as connection:
        connection.execute(at(2).values(type="x"))
    first = next(looking)
    assert first.place == "event 2"
    ledger.append(request("meanwhile"))
    assert all(fault.place.startswith("event 2") for fault in looking)
    with unguarded(ledger.engine) as connection:
        connection.execute(at(2).values(type="pool-opened.v1"))
    assert list(integrity.faults(ledger.engine)) == []


def test_a_fault_is_one_line():
    """Place, what was found, what was expected."""
    assert str(Fault("head", "chain 00", "01")) == "head: found chain 00, expected 01"
