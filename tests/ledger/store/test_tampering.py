"""A changed value, a missing or added row is found, and the table and row are named.

What nothing binds is counted apart, and is exactly what `unbound` lists. Quick, one change in 73 is
tried (one in 389 on PostgreSQL); with LEDGER_TEST_FULL=1 all of them.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Table, and_, update
from sqlalchemy.exc import DBAPIError

from ledger.store import name_pages, schema
from ledger.store.faults import UNBOUND
from ledger.store.ledger import Ledger
from ledger.store.requests import CLIENT
from tests.support import varied_ledger
from tests.support.counts import FULL
from tests.support.tampering import Tampered

QUICK = {"sqlite": 73, "postgresql": 389}
"""Of so many changes one is tried; no number of columns divides it."""

LEAST = 5_000
KINDS = ("list", "report", "edition")
OUTCOMES = ("complete", "refused")
FEWEST = {"ledger_head": 1, "name_page": 2}
"""Rows of these tables in the sample; of each other table there are three or more."""

Values = dict[str, Any]


def verified_tables() -> list[Table]:
    """Return all tables except the tables of the service, which are no evidence."""
    tables = schema.metadata.tables.items()
    return [table for name, table in tables if name not in schema.SERVICE]


@pytest.fixture
def tampered(ledger: Ledger) -> Tampered:
    """The sample ledger, which has no fault, with rows in every table."""
    varied_ledger.fill(ledger)
    made = Tampered(ledger)
    for table in verified_tables():
        assert len(made.rows(table)) >= FEWEST.get(table.name, 3), table.name
    return made


class Change(NamedTuple):
    """A change of a row, with the row before and after; None: no row.

    `column` names what is changed, or "places" where two rows exchange theirs.
    """

    table: Table
    before: Values | None
    after: Values | None
    column: str = ""

    def statements(self) -> tuple[Any, ...]:
        """Return the statements of the change."""
        table, before, after = self.table, self.before, self.after
        if before is None:
            return (table.insert().values(after or {}),)
        gone = table.delete().where(key_of(table, before))
        if after is None:
            return (gone,)
        if self.column != "places":
            changed = {self.column: after[self.column]}
            return (update(table).where(key_of(table, before)).values(changed),)
        keys = [column.name for column in table.primary_key]
        first = before | {name: after[name] for name in keys}
        second = after | {name: before[name] for name in keys}
        both = (gone, table.delete().where(key_of(table, after)))
        return (*both, table.insert().values([first, second]))

    @property
    def bound(self) -> bool:
        """Return whether anything binds the changed value."""
        mine = [row for row in UNBOUND if row.table == self.table.name]
        return not any(self._is(row.column, row.where) for row in mine)

    def _is(self, column: str, where: str) -> bool:
        """Whether this is a change of an unbound column, or of an unbound kind of row."""
        if column != ("" if self.column == "places" else self.column):
            return False
        row = self.before or self.after or {}
        match where:
            case "of a client's key, added or removed":
                there, other = self.before or {}, self.after or {}
                return not (there and other) and _of_client(there or other)
            case "of a client" | "of a client's key":
                return _of_client(self.before or {}) and _of_client(self.after or {})
            case "of a refused file":
                return bool(row["outcome"] == "refused")
            case "added or removed at the end":
                return bool(row["number"] >= 3)
            case "removed":
                return self.after is None
            case "exchanged":
                return self.column == "places"
        assert where == ""
        return bool(column)

    def names(self, place: str, events: dict[str, int]) -> bool:
        """Return whether a place names the row, before or after the change."""
        rows = [row for row in (self.before, self.after) if row]
        if self.table is schema.append_request and self.after is None:  # its key is not known
            return place == f"request of event {rows[0]['first_position']}"
        return any(place.startswith(_place(self.table, row, events)) for row in rows)


def _of_client(row: Values) -> bool:
    return str(row["key"]).startswith(CLIENT)


def _place(table: Table, row: Values, events: dict[str, int]) -> str:
    match table.name:
        case "event":
            return f"event {row['position']}"
        case "append_request":
            return f"request {row['key']!r}"
        case "document":
            return f"document {row['digest']}"
        case "ledger_head":
            return "head"
        case "subject":
            return f"subject {row['player']}"
        case "name_page":
            first = row["page"] * name_pages.PLAYERS
            return f"index of the names of players {first} to "
        case "subject_number":
            return f"number of subject {row['player']}"
        case "reported_name":
            return f"reported name {row['position']}, entrant {row['entrant']}"
        case "note":
            return f"note of event {events.get(row['event_id'], repr(row['event_id']))}"
        case "actor":
            return f"actor {row['actor']}"
    assert table.name == "import_slip"
    return f"import slip {row['number']}"


def others(value: Any, column: str) -> list[Any]:
    """Return other values that the column could hold."""
    found: list[Any]
    match value:
        case _ if column in ("kind", "outcome"):
            found = [*KINDS, *OUTCOMES, "program", "x"]
        case int():
            found = [value + 1_000, -1, value - 1, value + 1, 1 << 32, (1 << 63) - 1, 0]
        case str():
            found = [value + "x", "", value[:-1], value.upper(), value + " ", "0" * 64, "x"]
        case None:
            found = ["x", "", "0", 5]
        case _:
            whole = range(0, len(value), max(1, len(value) // 12))
            flips = [flipped(value, index) for index in whole]
            found = [b"", value + b"\0", value[:-1], bytes(len(value)), *flips]
    return [other for other in found if other != value]


def flipped(data: bytes, index: int) -> bytes:
    """Return bytes with a changed bit."""
    return data[:index] + bytes([data[index] ^ (1 << index % 8)]) + data[index + 1 :]


def key_of(table: Table, row: Values) -> Any:
    """Return the condition that finds a row."""
    return and_(*(column == row[column.name] for column in table.primary_key))


def values(tampered: Tampered, table: Table) -> Iterator[Change]:
    """Every column of every row with every other value."""
    for row in tampered.rows(table):
        for column, value in row.items():
            for other in others(value, column):
                yield Change(table, row, row | {column: other}, column)


def rows(tampered: Tampered, table: Table) -> Iterator[Change]:
    """Yield every row deleted; every row once more, under another key."""
    there = tampered.rows(table)
    for row in there:
        yield Change(table, row, None)
    for row in there:
        strange = row | {name: _another(row[name]) for name in _once(table)}
        if table is schema.import_slip:
            strange["number"] = len(there) + 1
        yield Change(table, None, strange)


def _once(table: Table) -> set[str]:
    keys = {column.name for column in table.primary_key}
    return keys | ({"event_id", "stream"} if table is schema.event else set())


def _another(value: Any) -> Any:
    return value + 1_000 if isinstance(value, int) else f"{value}x"[-64:]


def exchanges(tampered: Tampered, table: Table) -> Iterator[Change]:
    """Yield unequal neighbours with exchanged keys."""
    key = {column.name for column in table.primary_key}
    for one, other in pairwise(tampered.rows(table)):
        if any(one[name] != other[name] for name in one.keys() - key):
            yield Change(table, one, other, "places")


def all_changes(tampered: Tampered) -> list[Change]:
    """Of all tables."""
    kinds = (values, rows, exchanges)
    return [
        change for table in verified_tables() for kind in kinds for change in kind(tampered, table)
    ]


def test_whatever_is_changed_is_found_and_its_row_is_named(tampered):
    """Except values listed as unbound; a constraint may bar a change even to the owner."""
    events = {row["event_id"]: row["position"] for row in tampered.rows(schema.event)}
    changes = all_changes(tampered)
    step = 1 if FULL else QUICK[tampered.ledger.engine.dialect.name]
    barred = unbound = 0
    for change in changes[::step]:
        try:
            with tampered.changed(*change.statements()):
                found = [str(fault.place) for fault in tampered.faults()]
        except DBAPIError:
            barred += 1
            continue
        if change.bound:
            assert any(change.names(place, events) for place in found), (change, found)
        else:
            unbound += 1
            assert all(change.names(place, events) for place in found), (change, found)
    assert tampered.faults() == [], "put back, it is whole again"
    assert tampered.mutations + barred == len(changes[::step])
    assert tampered.mutations - unbound >= (LEAST if FULL else LEAST // step * 9 // 10)
