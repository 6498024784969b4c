"""A ledger of an older step is upgraded in place: no recorded byte moves."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

import migrations
from ledger.errors import Damaged, NotALedger, Refused
from ledger.store import drivers, guards, integrity
from ledger.store.ledger import Ledger
from ledger.store.schema import APPEND_ONLY, REVISION
from ledger.store.slips import Slips
from ledger.store.tables import migrate
from tests.support.older_ledgers import STEP, as_it_was, tables
from tests.support.store_facts import SLIP, SetClock, request


@pytest.fixture
def old(address: str, tmp_path: Path) -> Iterator[Engine]:
    """A ledger as written by the last program without a service."""
    with as_it_was(address, tmp_path) as engine:
        yield engine


def everything(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    """Return every earlier row, in the columns of then: of the log, and of the words beside."""
    with engine.connect().execution_options(reading=True) as connection:
        return {
            table: sorted(map(tuple, connection.execute(text(f"SELECT {columns} FROM {table}"))))
            for table, columns in COLUMNS.items()
        }


COLUMNS = {
    **dict.fromkeys((*APPEND_ONLY, "subject", "subject_number", "reported_name"), "*"),
    "ledger_head": "*",
    "note": "event_id, salt, text",
    "actor": "actor, kind, name",
    "import_slip": "number, instant, file_name, file, outcome, tournament, first_position, words",
}


def test_an_older_ledger_is_not_opened_but_told_how_to_go_on(old, address):
    """The message names the steps and the command."""
    with pytest.raises(NotALedger, match=f"at step {STEP}.*step {REVISION}.*migrate-ledger"):
        Ledger.open(address)


def test_a_ledger_is_brought_up_byte_for_byte(old, address):
    """Every event, hash, request, document and word as before; then the tables are of today."""
    before = everything(old)
    assert (len(before["event"]), len(before["note"])) == (31, 6)
    assert migrate(address) == (STEP, REVISION)
    assert everything(old) == before
    with Ledger.open(address) as ledger:
        assert list(integrity.faults(ledger.engine)) == []
        assert Slips(ledger.engine).write(SLIP) == 8
        assert ledger.append(request("later")).first_position == len(before["event"])
        assert list(integrity.faults(ledger.engine)) == []


def test_a_ledger_brought_up_is_like_a_new_one(old, address, new_like):
    """The catalogue shows the same tables, keys and checks."""
    migrate(address)
    with old.connect().execution_options(reading=True) as connection:
        brought_up = tables(connection)
        connection.rollback()
    assert brought_up == new_like


@pytest.fixture
def new_like(
    old: Engine, tmp_path, request: pytest.FixtureRequest, clock: SetClock
) -> dict[str, object]:
    """The catalogue of a new ledger in a database of the same kind."""
    if old.dialect.name == "sqlite":
        url = str(tmp_path / "new.db")
    else:
        url = request.getfixturevalue("postgres_ledger")
    with (
        Ledger.open(url) if "://" in url else Ledger.create(url, "x", "UTC", clock) as made,
        made.engine.connect().execution_options(reading=True) as connection,
    ):
        return tables(connection)


def test_a_ledger_of_today_is_left_as_it_is(new_ledger, address):
    """To migrate again does nothing."""
    before = everything(new_ledger.engine)
    assert migrate(address) == (REVISION, REVISION)
    assert everything(new_ledger.engine) == before


def test_a_ledger_without_a_guard_is_not_brought_up(old, address):
    """Tampering is reported first."""
    on = "" if old.dialect.name == "sqlite" else " ON event"
    with old.begin() as connection:
        connection.execute(text(f"DROP TRIGGER event_no_update{on}"))
    with pytest.raises(Damaged, match="event_no_update"):
        migrate(address)
    with old.connect().execution_options(reading=True) as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == STEP


def test_a_step_that_takes_a_guard_with_it_is_undone(old, address, monkeypatch):
    """The guards are looked at again before anything is committed."""
    before = everything(old)
    upgrade = migrations.upgrade

    def careless(connection, step="head"):
        upgrade(connection, step)
        on = "" if connection.dialect.name == "sqlite" else " ON event"
        connection.execute(text(f"DROP TRIGGER event_no_delete{on}"))

    monkeypatch.setattr(migrations, "upgrade", careless)
    with pytest.raises(Damaged, match="event_no_delete"):
        migrate(address)
    assert everything(old) == before
    with old.connect().execution_options(reading=True) as connection:
        guards.check(connection, guards.of_step(STEP))
        assert not connection.dialect.has_table(connection, "notice")


def test_a_ledger_of_a_later_program_is_refused(new_ledger, address):
    """The tables of a later program are unknown."""
    with new_ledger.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NotALedger, match="step 9999 is of a later program"):
        migrate(address)


def test_where_there_is_no_ledger_none_is_made(address):
    """An empty database stays empty; in SQLite no file comes to be."""
    with pytest.raises(NotALedger, match="no ledger here"):
        migrate(address)
    engine = drivers.engine(address)
    file = drivers.file(engine)
    assert file is None or not file.exists()
    engine.dispose()


@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
def test_the_application_cannot_migrate(old, address, postgres_server):
    """The owner of the tables does; the refusal says so."""
    url = postgres_server.url(address.rpartition("/")[2], "ledger_app")
    with pytest.raises(Refused, match="owner"):
        migrate(url)


def test_what_an_older_program_did_not_know_stays_unsaid(old, address):
    """The name behind a file, the player behind an actor; every note is a note of arbiters."""
    migrate(address)
    with Ledger.open(address) as ledger:
        slips = Slips(ledger.engine)
        assert {slip.handed_in_by for slip in slips.all()} == {None}
        assert slips.write(replace(SLIP, handed_in_by="club-12")) == 8
        assert slips.all()[0].handed_in_by == "club-12"
        with ledger.engine.connect().execution_options(reading=True) as connection:
            kinds = connection.execute(text("SELECT kind, count(*) FROM note GROUP BY kind"))
            assert [tuple(row) for row in kinds] == [("officials", 6)]


def test_addresses_that_an_older_program_counted_are_gone(old, address):
    """The table, and in SQLite the bytes."""
    rows = [{"subject": f"address:192.0.2.{number}"} for number in range(200)]
    with old.begin() as connection:
        migrations.upgrade(connection, "0007")
        connection.execute(text("INSERT INTO rate_window VALUES (:subject, 0, 1)"), rows)
    migrate(address)
    with old.connect().execution_options(reading=True) as connection:
        assert not connection.dialect.has_table(connection, "rate_window")
    file = drivers.file(old)
    old.dispose()
    assert file is None or b"192.0.2." not in file.read_bytes()
