"""Making and opening a ledger: once, whole, and only a ledger."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url, text

from ledger import hashing
from ledger.clock import Clock
from ledger.errors import BadEvent, NotALedger, Unavailable
from ledger.events.opening import LedgerOpened
from ledger.store import addresses, drivers, integrity
from ledger.store.ledger import Ledger
from ledger.store.schema import REVISION
from tests.support.store_facts import START, request


def test_a_new_ledger_begins_with_the_event_that_opens_it(new_ledger):
    """Position 0 names the keeper, the zone and the format."""
    [opened] = new_ledger.read.events()
    assert (opened.position, opened.stream, opened.stream_version) == (0, "ledger", 0)
    assert opened.recorded_at == START
    assert opened.decoded().payload == LedgerOpened(
        origin="example.org", zone="Europe/Rome", format=hashing.FORMAT
    )
    head = new_ledger.read.head()
    assert (head.origin, head.incarnation, head.next_position) == ("example.org", 1, 1)
    assert (head.chain_hash, head.recorded_at) == (opened.chain_hash, START)
    assert new_ledger.zone() == "Europe/Rome"
    assert list(integrity.faults(new_ledger.engine)) == []


def test_many_who_connect_to_a_new_file_at_once_wait_for_each_other(tmp_path):
    """SQLite refuses one of two connections that switch a new file to a write-ahead log."""
    gate = threading.Barrier(8, timeout=60)

    def mode_of(file: Path) -> str:
        engine = drivers.engine(str(file))
        gate.wait()
        try:
            with engine.connect() as connection:
                return str(connection.execute(text("PRAGMA journal_mode")).scalar_one())
        finally:
            engine.dispose()

    with ThreadPoolExecutor(8) as threads:
        for number in range(60):
            files = [tmp_path / str(number)] * 8
            assert list(threads.map(mode_of, files)) == ["wal"] * 8


def test_a_ledger_is_opened_again_as_it_was_left(new_ledger, address, clock):
    receipt = new_ledger.append(request())
    head = new_ledger.read.head()
    new_ledger.close()
    with Ledger.open(address, clock) as again:
        assert again.read.head() == head
        assert [event.position for event in again.read.events()] == [0, receipt.last_position]


def test_a_ledger_is_made_but_once(new_ledger, address):
    """A second creation changes nothing."""
    before = new_ledger.read.head()
    with pytest.raises(NotALedger, match="here already"):
        Ledger.create(address, "other.org", "UTC")
    assert new_ledger.read.head() == before


def test_of_many_creators_at_once_one_makes_the_ledger(address):
    """The others hear that the ledger exists."""
    gate = threading.Barrier(4, timeout=60)

    def create(number: int) -> str:
        gate.wait()
        try:
            with Ledger.create(address, f"keeper-{number}", "UTC"):
                return f"keeper-{number}"
        except NotALedger:
            return ""

    with ThreadPoolExecutor(4) as pool:
        [winner] = filter(None, pool.map(create, range(4)))
    with Ledger.open(address) as opened:
        assert opened.read.head().origin == winner
        assert list(integrity.faults(opened.engine)) == []


def test_an_empty_database_is_no_ledger(address):
    """Opening makes nothing: no table and, in SQLite, no file."""
    with pytest.raises(NotALedger, match="no ledger here"):
        Ledger.open(address)
    engine = drivers.engine(address)
    file = drivers.file(engine)
    assert file is None or not file.exists()
    engine.dispose()


@pytest.mark.parametrize("zone", ["Europe/Roma", "", "../etc/passwd", "Europe", "a\0b", "x" * 300])
def test_an_unknown_time_zone_is_refused(tmp_path, zone):
    """Days are counted in the zone for ever."""
    with pytest.raises(BadEvent, match="unknown time zone"):
        Ledger.create(str(tmp_path / "ledger.db"), "example.org", zone)
    assert list(tmp_path.iterdir()) == []


def test_a_creation_that_is_refused_leaves_nothing(address):
    """A wrong origin is found before any table is made."""
    with pytest.raises(BadEvent, match="origin"):
        Ledger.create(address, "example org", "UTC")
    with pytest.raises(NotALedger):
        Ledger.open(address)
    Ledger.create(address, "example.org", "UTC").close()


def test_a_creation_that_breaks_off_leaves_nothing(address):
    """Tables and first event come in the same transaction."""
    with pytest.raises(KeyboardInterrupt):
        Ledger.create(address, "example.org", "UTC", breaking())
    with pytest.raises(NotALedger, match="no ledger here"):
        Ledger.open(address)
    Ledger.create(address, "example.org", "UTC").close()


def breaking() -> Clock:
    """A clock that fails when read under the lock."""
    looks = iter([START])

    def look() -> int:
        for now in looks:
            return now
        raise KeyboardInterrupt

    return look


def test_a_ledger_of_another_step_of_the_schema_is_not_opened(new_ledger, address):
    """An older or newer program would misread the tables."""
    with new_ledger.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NotALedger, match=rf"step 9999 .* works with step {REVISION}"):
        Ledger.open(address)


@pytest.mark.parametrize(
    "address",
    [
        "mysql://localhost/x",
        "oracle://localhost/x",
        "not a url://",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file:x?uri=true",
    ],
)
def test_other_addresses_are_refused(address):
    """A ledger lies in a SQLite file or in PostgreSQL, nowhere else."""
    with pytest.raises(NotALedger):
        Ledger.open(address)


def test_a_file_of_something_else_is_refused(tmp_path):
    """A text, a folder, a database without a ledger."""
    (tmp_path / "text").write_text("no database, but long enough to be read as a page" * 20)
    (tmp_path / "empty").write_bytes(b"")
    for name in ("text", "empty", "."):
        with pytest.raises(NotALedger):
            Ledger.open(str(tmp_path / name))


def test_a_new_ledger_makes_the_folders_on_the_way(tmp_path):
    path = tmp_path / "a" / "b" / "ledger.db"
    Ledger.create(str(path), "example.org", "UTC").close()
    assert path.exists()


def test_a_server_that_does_not_answer_is_no_missing_ledger():
    """Nothing is known of the ledger then; the password is nobody's business."""
    with pytest.raises(Unavailable) as refused:
        Ledger.open("postgresql+psycopg://me:secret@127.0.0.1:1/x")
    assert "secret" not in str(refused.value)
    assert addresses.shown("postgresql://me:secret@host/x") == "postgresql://me:***@host/x"


def test_a_sqlite_ledger_is_opened_durably(tmp_path):
    """A commit is on the disk when answered; locks and guards work on every connection."""
    with (
        Ledger.create(str(tmp_path / "l.db"), "example.org", "UTC") as ledger,
        ledger.engine.connect().execution_options(reading=True) as connection,
    ):
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers")
        }
        version = connection.exec_driver_sql("SELECT sqlite_version()").scalar_one()
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "recursive_triggers": 1,
    }
    assert tuple(map(int, version.split("."))) >= drivers.SAFE_SQLITE


@pytest.mark.parametrize("setting", ["synchronous_commit", "fsync"])
def test_a_server_that_forgets_commits_is_refused(postgres_server, postgres_database, setting):
    """Switched-off durability is found when the ledger is opened."""
    Ledger.create(postgres_database, "example.org", "UTC").close()
    with (
        server_setting(postgres_database, setting, "off"),
        pytest.raises(NotALedger, match=f"{setting} = off"),
    ):
        Ledger.open(postgres_database)
    Ledger.open(postgres_database).close()


@contextmanager
def server_setting(address: str, name: str, value: str) -> Iterator[None]:
    """Change a setting of the server as the owner, and change back at the end."""
    try:
        change(address, f"SET {name} = {value}", name, value)
        yield
    finally:
        change(address, f"RESET {name}", name, "on")


def change(address: str, command: str, name: str, value: str) -> None:
    """Wait until a new connection shows the changed setting."""
    url = make_url(address).set(drivername="postgresql").render_as_string()
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"ALTER SYSTEM {command}")
        server.execute("SELECT pg_reload_conf()")
    while True:
        with psycopg.connect(url) as server:
            if server.execute(f"SHOW {name}").fetchone() == (value,):
                return
