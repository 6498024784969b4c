"""A ledger restored from the lines of a dump: same events, same positions, same hashes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

from sqlalchemy import Connection, Engine

from ledger.clock import Clock
from ledger.errors import BadEvent, Unavailable, words_of
from ledger.export import jsonl, whole
from ledger.export.checking import Checks, Progress, Row
from ledger.sentences import Amount, Sentence
from ledger.store import appended, drivers, name_pages
from ledger.store.incarnation import KnownHead, begin_within
from ledger.store.requests import Receipt
from ledger.store.schema import ERASABLE
from ledger.store.statements import Statements
from ledger.store.tables import in_new_tables, insert_head

_TABLES: Final = ("event", "append_request", "document", *ERASABLE)
"""In the order in which rows go in: what is referred to comes first."""

_ROWS: Final = 1_000
_BYTES: Final = 16 << 20


@dataclass(frozen=True, slots=True)
class Incarnation:
    """The event `ledger-restored` at the end of a restored ledger."""

    clock: Clock
    by: str
    known: KnownHead | None = None
    """The last event known to have been recorded, if it is not the copy's own last."""


def restore(
    address: str,
    file: BinaryIO,
    *,
    incarnation: Incarnation | None = None,
    progress: Progress | None = None,
) -> jsonl.End:
    """Make a new ledger from the lines of a dump; return the last line with the counts.

    Everything or nothing, in one transaction: each line is checked against those before it, and all
    of them against the last. Memory is bounded by the largest document. Without `incarnation` the
    new ledger is the same as the old one; with it, `ledger-restored` follows. Raises BadDump with
    the line, NotALedger where the address already holds a ledger.
    """
    checks = Checks(progress)
    return _fill(address, checks, _rows(file, checks), incarnation)


def restore_backup(
    address: str,
    backup: Engine,
    *,
    incarnation: Incarnation | None = None,
    progress: Progress | None = None,
) -> jsonl.End:
    """Make a new ledger from another ledger, in the way of `restore`.

    Raises Damaged where the other one contradicts itself.
    """
    checks = Checks(progress)
    lines = enumerate(whole.rows(backup, checks), 1)
    rows = ((number, row) for number, (_, rows) in lines for row in rows)
    return _fill(address, checks, rows, incarnation)


def _fill(
    address: str, checks: Checks, rows: Iterator[tuple[int, Row]], incarnation: Incarnation | None
) -> jsonl.End:
    engine = drivers.engine(address)
    with drivers.reaching(engine), in_new_tables(engine, address) as connection:
        filling = _Filling(engine, connection)
        for number, row in rows:
            filling.take(number, row)
        filling.flush(sum(checks.lines.values()))
        name_pages.make_anew(connection)
        head = checks.head
        assert head is not None
        insert_head(connection, head)
        # The key is never the key of a request.
        appended.in_transaction([Receipt("restore", 0, head.next_position - 1, head.recorded_at)])
        if incarnation is not None:
            cursor, by = connection.connection.cursor(), incarnation.by
            begin_within(cursor, engine, incarnation.clock, incarnation.known, by=by)
    engine.dispose()
    return checks.end()


def check(file: BinaryIO, *, progress: Progress | None = None) -> jsonl.End:
    """Check the lines of a file as `restore` does, and make nothing. Raises BadDump."""
    checks = Checks(progress)
    for _ in _rows(file, checks):
        pass
    return checks.end()


def _rows(file: BinaryIO, checks: Checks) -> Iterator[tuple[int, Row]]:
    number, last = 0, None
    while data := file.readline(jsonl.LINE_BYTES + 1):
        number += 1
        try:
            if isinstance(last, jsonl.End):
                raise BadEvent(Sentence("something follows the end"))
            last = _line(data)
            yield from ((number, row) for row in checks.take(last, data))
        except (BadEvent, ValueError, OverflowError) as error:
            raise jsonl.BadDump(number, words_of(error)) from error
    if not isinstance(last, jsonl.End):
        raise jsonl.BadDump(
            number + 1, Sentence("the file ends before its last line, '{line}'", line="end")
        )


def _line(data: bytes) -> jsonl.AnyLine:
    if len(data) > jsonl.LINE_BYTES:
        raise BadEvent(Sentence("longer than {limit} bytes", limit=Amount(jsonl.LINE_BYTES)))
    if not data.endswith(b"\n"):
        raise BadEvent(Sentence("the file ends within a line"))
    return jsonl.read(data)


class _Filling:
    """Rows on their way into the tables, many to a statement."""

    def __init__(self, engine: Engine, connection: Connection) -> None:
        self._stored = Statements(connection.connection.cursor(), engine.dialect.name)
        self._errors: Any = engine.dialect.loaded_dbapi
        self._rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in _TABLES}
        self._count = self._bytes = 0

    def take(self, line: int, row: Row) -> None:
        """Add a row; write the rows when there are many. Raises BadDump if the database refuses."""
        self._rows[row.table].append(row.values)
        self._count += 1
        self._bytes += sum(len(value) for value in row.values if isinstance(value, bytes))
        if self._count >= _ROWS or self._bytes >= _BYTES:
            self.flush(line)

    def flush(self, line: int) -> None:
        """Write the waiting rows. Raises BadDump."""
        try:
            for table, rows in self._rows.items():
                self._stored.insert(table, rows)
                rows.clear()
        except (self._errors.DataError, self._errors.IntegrityError, OverflowError) as error:
            what = Sentence(
                "up to here a row is there twice or fits no column ({error})",
                error=str(error).strip(),
            )
            raise jsonl.BadDump(line, what) from error
        except self._errors.Error as error:
            raise Unavailable(str(error).strip()) from error
        self._count = self._bytes = 0
