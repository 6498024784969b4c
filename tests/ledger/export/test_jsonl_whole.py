"""A ledger written out and made again is the same ledger, on either database."""

import io
import json
from collections.abc import Iterator
from typing import get_args

import pytest
from sqlalchemy import text

from ledger.errors import Damaged, NotALedger
from ledger.export import jsonl
from ledger.export.restoring import check, restore
from ledger.export.whole import dump
from ledger.store import integrity, kept
from ledger.store.ledger import Ledger
from ledger.store.requests import Document, SealedList
from ledger.store.slips import Slips
from tests.support import varied_ledger
from tests.support.dumps import written
from tests.support.new_ledgers import begun
from tests.support.store_facts import SLIP, SetClock, request
from tests.support.tampering import unguarded

DATABASES = ["sqlite", "postgresql"]
KINDS = {str(kind.__struct_config__.tag) for kind in get_args(jsonl.AnyLine)}


@pytest.fixture(params=DATABASES)
def filled(request: pytest.FixtureRequest, tmp_path) -> Iterator[Ledger]:
    """The sample, with actors and slips: rows in every table."""
    path, clock = str(tmp_path / "sample.db"), SetClock()
    with begun(path, "example.org", "UTC", clock, varied_ledger.fill) as made:
        if request.param == "sqlite":
            yield made
            return
        url = request.getfixturevalue("postgres_database")
        restore(url, io.BytesIO(written(made)))
    with Ledger.open(url, SetClock()) as opened:
        yield opened


def kinds(data: bytes) -> set[str]:
    """Return the kinds of lines."""
    return {json.loads(line)["line"] for line in data.splitlines()}


def test_a_ledger_made_again_is_the_same(filled, tmp_path):
    """Every event with hashes, position and instant; requests, documents, words."""
    data = written(filled)
    assert kinds(data) == KINDS
    restore(str(tmp_path / "again.db"), io.BytesIO(data))
    with Ledger.open(str(tmp_path / "again.db")) as again:
        assert list(again.read.events()) == list(filled.read.events())
        assert again.read.head() == filled.read.head()
        assert again.read.requests("") == filled.read.requests("")
        assert again.read.subjects([1, 2, 571]) == filled.read.subjects([1, 2, 571])
        assert Slips(again.engine).all() == Slips(filled.engine).all()
        assert list(integrity.faults(again.engine)) == []
        assert written(again) == data


def test_lines_are_the_same_on_both_databases(tmp_path, postgres_database):
    """SQLite to PostgreSQL and back: three times the same bytes."""
    with Ledger.create(str(tmp_path / "a.db"), "example.org", "UTC", SetClock()) as first:
        varied_ledger.fill(first)
        data = written(first)
    restore(postgres_database, io.BytesIO(data))
    with Ledger.open(postgres_database) as second:
        assert written(second) == data
        assert list(integrity.faults(second.engine)) == []
        restore(str(tmp_path / "b.db"), io.BytesIO(written(second)))
    with Ledger.open(str(tmp_path / "b.db")) as third:
        assert written(third) == data


def test_a_ledger_made_again_goes_on(filled, tmp_path):
    """A repeated request gets the first receipt, a new request the next position, a slip the next
    number.
    """
    restore(str(tmp_path / "again.db"), io.BytesIO(written(filled)))
    with Ledger.open(str(tmp_path / "again.db"), SetClock()) as again:
        assert again.append(varied_ledger.requests()[0]).replayed
        assert again.append(request("new")).first_position == filled.read.head().next_position
        assert Slips(again.engine).write(SLIP) == 4
        assert list(integrity.faults(again.engine)) == []


def test_bodies_stand_in_their_lines_as_they_were_recorded(filled):
    """An auditor cuts the bodies out and hashes the bytes."""
    events = [line for line in written(filled).splitlines() if b'"line":"event"' in line]
    for line, recorded in zip(events, filled.read.events(), strict=True):
        assert recorded.body in line


def test_without_persons_nothing_erasable_is_written(filled, tmp_path):
    """No names, no numbers, no files with names; all events and lists."""
    data = written(filled, persons=False)
    assert kinds(data) == {"ledger", "request", "event", "document", "chunk", "end"}
    for word in (b"Rossi", b"New 571", b"Anna", b"Bianchi", b"open.trf"):
        assert word in b"".join(decoded(written(filled))), word
        assert word not in b"".join(decoded(data)), word
    assert check(io.BytesIO(data)).lines["event"] == filled.read.head().next_position
    restore(str(tmp_path / "again.db"), io.BytesIO(data))
    with Ledger.open(str(tmp_path / "again.db")) as again:
        assert list(again.read.events()) == list(filled.read.events())
        assert list(integrity.faults(again.engine, persons=False)) == []
        missing = list(integrity.faults(again.engine))
        assert len(missing) == 3 + 7 + 3 + 3 + 4, "subjects, names, officials, reasons, documents"
        assert all(table.beside for table in missing)
        assert (kept.emptied(filled.engine), kept.emptied(again.engine)) == (0, 4)


def decoded(data: bytes) -> Iterator[bytes]:
    """Return lines with decoded bytes."""
    for line in data.splitlines():
        yield line
        read = jsonl.read(line + b"\n")
        yield from (getattr(read, name) for name in ("data", "body") if hasattr(read, name))


def test_an_emptied_report_stays_empty(filled, tmp_path):
    """As after an erasure: the dump is complete, and nothing comes back."""
    empty = "x''" if filled.engine.dialect.name == "sqlite" else "''::bytea"
    with filled.engine.begin() as connection:
        connection.execute(text(f"UPDATE document SET bytes = {empty} WHERE kind = 'report'"))
    restore(str(tmp_path / "again.db"), io.BytesIO(written(filled)))
    with Ledger.open(str(tmp_path / "again.db")) as again:
        assert again.read.document(varied_ledger.REPORT.digest) == b""
        assert [str(fault.found) for fault in integrity.faults(again.engine)] == ["no bytes"] * 3
    assert kept.emptied(filled.engine) == 3


@pytest.mark.parametrize("size", [-1, 0, 1])
def test_large_documents_come_in_chunks(tmp_path, size):
    """Just below, on and above two chunks; a list too becomes a single document again."""
    with Ledger.create(str(tmp_path / "a.db"), "example.org", "UTC", SetClock()) as made:
        edition = Document("edition", b"\xff" * (2 * jsonl.CHUNK_BYTES + size))
        made.append(request("a", documents=(edition, Document("edition", b""))))
        data = written(made)
    chunks = [line for line in data.splitlines() if b'"line":"chunk"' in line]
    assert len(chunks) == (3 if size > 0 else 2)
    restore(str(tmp_path / "b.db"), io.BytesIO(data))
    with Ledger.open(str(tmp_path / "b.db")) as again:
        assert again.read.document(edition.digest) == edition.data
        assert again.read.document(Document("edition", b"").digest) == b""


def test_what_is_recorded_meanwhile_is_left_out(filled):
    """The lines are of a single instant, words and slips included."""
    out: list[bytes] = []

    def slowly(line: bytes) -> None:
        out.append(line)
        if len(out) == 3:
            filled.append(request("meanwhile"))
            Slips(filled.engine).write(SLIP)

    before = written(filled)
    dump(filled.engine, slowly)
    assert b"".join(out) == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET body = chain_hash WHERE position = 5",
        "UPDATE event SET stream_version = 7 WHERE position = 5",
        "UPDATE event SET recorded_at = 7 WHERE position = 5",
        "UPDATE append_request SET key = 'x' WHERE first_position = 6",
        "UPDATE append_request SET first_position = 99 WHERE first_position = 35",
        "UPDATE ledger_head SET chain_hash = origin",
        "UPDATE ledger_head SET next_position = 9",
        "UPDATE subject SET salt = body",
        "UPDATE reported_name SET entrant = entrant + 5",
        "UPDATE reported_name SET position = position + 90",
        "UPDATE note SET text = 'x'",
        "UPDATE document SET bytes = digest WHERE kind = 'list'",
        "DELETE FROM document WHERE kind = 'edition'",
        "DELETE FROM ledger_head",
    ],
)
def test_a_ledger_that_contradicts_itself_is_not_written_out(tmp_path, statement):
    """To the end: the file would be refused when needed."""
    with Ledger.create(str(tmp_path / "a.db"), "example.org", "UTC", SetClock()) as made:
        varied_ledger.fill(made)
        columns = ("SET body = chain_hash", "bytes = digest", "chain_hash = origin")
        for words in columns:  # tables are strict: bytes for bytes
            name = words.rpartition(" ")[2]
            statement = statement.replace(words, words.replace(name, f"CAST({name} AS BLOB)"))
        with unguarded(made.engine) as connection:
            connection.execute(text(statement))
        with pytest.raises(Damaged):
            written(made)


def test_a_ledger_is_made_only_where_there_is_none(filled):
    """Nothing is overwritten."""
    data, before = written(filled), filled.read.head()
    with pytest.raises(NotALedger, match="here already"):
        restore(filled.address, io.BytesIO(data))
    assert filled.read.head() == before


def test_progress_is_told(filled):
    """Done, and the total."""
    told: list[tuple[int, int]] = []
    out = io.BytesIO()
    dump(filled.engine, out.write, progress=lambda done, of: told.append((done, of)))
    events = filled.read.head().next_position
    assert told[-1] == (events - 1, events)
    again: list[tuple[int, int]] = []
    check(io.BytesIO(out.getvalue()), progress=lambda done, of: again.append((done, of)))
    assert again == told


def test_a_list_keeps_its_own_digest(filled):
    """A list is kept under the digest of the head."""
    assert isinstance(varied_ledger.LIST, SealedList)
    assert f'"digest":"{varied_ledger.LIST.digest}"'.encode() in written(filled)
