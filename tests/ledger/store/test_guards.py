"""Recorded rows stay: every attack of the design is refused, every missing guard noticed."""

from collections.abc import Iterator
from typing import Any

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from psycopg.errors import InsufficientPrivilege
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from ledger.errors import Damaged
from ledger.store import drivers, guards, integrity
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from ledger.store.schema import APPEND_ONLY, metadata
from tests.support.older_ledgers import after_every_step
from tests.support.store_facts import digest, event, request

REPORT, EDITION = b"012 a report", b'{"an":"edition"}'

CHANGES = [
    f"UPDATE {table} SET {column.name} = {column.name}"
    for table in APPEND_ONLY
    for column in metadata.tables[table].columns
]
DELETIONS = [f"DELETE FROM {table}" for table in APPEND_ONLY]
EMPTYINGS = [
    "UPDATE document SET bytes = {empty} WHERE kind = 'edition'",
    "UPDATE document SET bytes = {some} WHERE kind = 'report'",
    "UPDATE document SET bytes = {empty}, kind = 'edition' WHERE kind = 'report'",
    "UPDATE document SET bytes = {empty}, digest = 'x' WHERE kind = 'report'",
]
"""Near misses of what erasure may do."""

REST = "stream_version, type, valid_on, recorded_by, recorded_at, body, leaf_hash, chain_hash"
SQLITE_ATTACKS = [
    "INSERT OR REPLACE INTO event SELECT * FROM event WHERE position = 1",
    "REPLACE INTO event SELECT * FROM event WHERE position = 1",
    *(
        f"INSERT OR REPLACE INTO event SELECT {key}, {REST} FROM event WHERE position = 1"
        for key in ("position, 'x', 'other'", "9, event_id, 'other'", "9, 'x', stream")
    ),
    "UPDATE OR REPLACE event SET position = 1 WHERE position = 2",
    "INSERT INTO event SELECT * FROM event WHERE position = 1"
    " ON CONFLICT (position) DO UPDATE SET body = x'00'",
    "INSERT OR REPLACE INTO append_request SELECT * FROM append_request WHERE key = 'a'",
    "INSERT INTO append_request SELECT * FROM append_request WHERE key = 'a'"
    " ON CONFLICT (key) DO UPDATE SET last_position = 0",
    "INSERT OR REPLACE INTO document SELECT * FROM document",
    "INSERT INTO document SELECT * FROM document WHERE kind = 'edition'"
    " ON CONFLICT (DOCUMENT_KEY) DO UPDATE SET bytes = x'00'",
    "UPDATE OR IGNORE event SET body = x'00' WHERE position = 1",
    "UPDATE event SET rowid = 9 WHERE position = 2",
    "INSERT OR REPLACE INTO document (rowid, digest, kind, bytes)"
    " SELECT rowid, 'other', kind, x'00' FROM document WHERE kind = 'edition'",
]
POSTGRESQL_ATTACKS = [
    *(f"TRUNCATE {table} CASCADE" for table in APPEND_ONLY),
    "INSERT INTO event SELECT * FROM event WHERE position = 1"
    " ON CONFLICT (position) DO UPDATE SET body = '\\x00'",
    "INSERT INTO append_request SELECT * FROM append_request WHERE key = 'a'"
    " ON CONFLICT (key) DO UPDATE SET last_position = 0",
    "INSERT INTO document SELECT * FROM document WHERE kind = 'edition'"
    " ON CONFLICT (DOCUMENT_KEY) DO UPDATE SET bytes = '\\x00'",
    "MERGE INTO event USING (SELECT 1) AS one ON position = 1 WHEN MATCHED THEN DELETE",
    "WITH gone AS (DELETE FROM event RETURNING 1) SELECT * FROM gone",
]


KEPT = (Document("report", REPORT), Document("edition", EDITION))
FILLED = (request("a", event("1"), event("2"), documents=KEPT), request("b"))


@pytest.fixture
def filled(ledger: Ledger) -> Ledger:
    """A ledger with a few events and two documents."""
    ledger.append_many(FILLED)
    return ledger


def state(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    """Return every row that must stay."""
    with engine.connect().execution_options(reading=True) as connection:
        return {
            table: sorted(tuple(row) for row in connection.execute(text(f"SELECT * FROM {table}")))
            for table in APPEND_ONLY
        }


def refused(connection: Connection, attack: str) -> None:
    """The attack fails with the guard's own words."""
    with pytest.raises(DBAPIError, match="is append-only"), connection.begin_nested():
        connection.execute(text(attack))


def attacks(connection: Connection) -> list[str]:
    """Return the attacks on a database at a step of the migrations."""
    dialect = connection.dialect.name
    key = ", ".join(inspect(connection).get_pk_constraint("document")["constrained_columns"])
    literals = {"sqlite": ("x''", "x'01'"), "postgresql": ("''::bytea", "'\\x01'::bytea")}
    empty, some = literals[dialect]
    own = SQLITE_ATTACKS if dialect == "sqlite" else POSTGRESQL_ATTACKS
    spared = [emptying.format(empty=empty, some=some) for emptying in EMPTYINGS]
    listed = [*CHANGES, *DELETIONS, *spared, *own]
    return [attack.replace("DOCUMENT_KEY", key) for attack in listed]


def test_every_attack_on_recorded_rows_is_refused_after_every_migration(address, clock):
    """By the owner, in an ordinary session and, where possible, in a session without guards."""
    for step, engine in after_every_step(address, clock, FILLED):
        before = state(engine)
        assert len(before["event"]) == 4, step
        with engine.begin() as connection:
            for attack in attacks(connection):
                refused(connection, attack)
        UNHINDERED[engine.dialect.name](engine)
        assert state(engine) == before


def as_replica(engine: Engine) -> None:
    """`session_replication_role = replica` switches ordinary triggers off; these always fire."""
    with engine.begin() as connection:
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        for attack in attacks(connection):
            refused(connection, attack)


def without_recursive_triggers(engine: Engine) -> None:
    """A foreign shell does not know the settings of the program's connections."""
    with engine.connect() as connection:
        driver: Any = connection.connection
        driver.execute("PRAGMA recursive_triggers = OFF")
        for attack in attacks(connection):
            refused(connection, attack)
        connection.invalidate()


UNHINDERED = {"sqlite": without_recursive_triggers, "postgresql": as_replica}


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_batch_operation_of_a_migration_would_be_noticed(new_ledger):
    """A batch operation copies the table without triggers: no step has such an operation."""
    with new_ledger.engine.connect() as connection:
        with Operations(MigrationContext.configure(connection)).batch_alter_table("event") as batch:
            batch.alter_column("body", nullable=True)
        with pytest.raises(Damaged, match=r"event_no_delete .*event_no_insert .*event_no_update "):
            guards.check(connection)
        connection.rollback()


def integrity_of(ledger: Ledger) -> list[str]:
    """Return the faults of a ledger with two documents that no event names."""
    found = integrity.faults(ledger.engine)
    return [str(fault) for fault in found if str(fault.expected) != "nothing by the events"]


def test_a_report_may_be_emptied_and_nothing_else(filled):
    """An erasure takes the bytes of a report; without an event for the erasure the loss is
    a fault.
    """
    empty = "x''" if filled.engine.dialect.name == "sqlite" else "''::bytea"
    with filled.engine.begin() as connection:
        connection.execute(text(f"UPDATE document SET bytes = {empty} WHERE kind = 'report'"))
    assert filled.read.document(digest(REPORT)) == b""
    assert filled.read.document(digest(EDITION)) == EDITION
    [fault] = integrity_of(filled)
    assert fault.startswith(f"document {digest(REPORT)}: found no bytes")


@pytest.fixture
def as_app(postgres_server, postgres_database, clock) -> Iterator[Ledger]:
    """A ledger made by the owner and opened as the role of the application."""
    Ledger.create(postgres_database, "example.org", "Europe/Rome", clock).close()
    url = postgres_server.url(postgres_database.rpartition("/")[2], "ledger_app")
    with Ledger.open(url, clock) as opened:
        yield opened


def test_the_application_appends_and_reads(as_app):
    """The daily work, with documents and words about persons."""
    report = Document("report", REPORT)
    receipt = as_app.append(request("a", documents=(report,), notes={0: (b"salt", "words")}))
    assert as_app.append(request("a", documents=(report,), notes={0: (b"salt", "words")})).replayed
    assert [each.position for each in as_app.read.events()] == [0, receipt.last_position]
    assert as_app.read.document(report.digest) == REPORT
    with as_app.engine.begin() as connection:
        connection.execute(text("DELETE FROM note"))
        connection.execute(text("UPDATE document SET bytes = ''::bytea WHERE kind = 'report'"))
        connection.execute(text("CREATE TABLE projections.standings (player bigint)"))


FORBIDDEN = [
    *(f"DELETE FROM {table}" for table in APPEND_ONLY),
    *(f"TRUNCATE {table} CASCADE" for table in (*APPEND_ONLY, "ledger_head", "subject")),
    *(f"ALTER TABLE {table} DISABLE TRIGGER ALL" for table in APPEND_ONLY),
    "UPDATE event SET body = body",
    "UPDATE append_request SET key = key",
    "UPDATE document SET kind = kind",
    "UPDATE document SET digest = digest",
    "UPDATE ledger_head SET origin = origin",
    "UPDATE ledger_head SET incarnation = 2",
    "UPDATE alembic_version SET version_num = 'x'",
    "DELETE FROM ledger_head",
    "INSERT INTO ledger_head SELECT * FROM ledger_head",
    "DROP TRIGGER event_no_update ON event",
    "DROP FUNCTION ledger_append_only CASCADE",
    "CREATE OR REPLACE FUNCTION ledger_append_only() RETURNS trigger LANGUAGE plpgsql"
    " AS $$ BEGIN RETURN NEW; END $$",
    "SET session_replication_role = replica",
    "ALTER ROLE ledger_app SUPERUSER",
    "ALTER TABLE event OWNER TO ledger_app",
    "ALTER TABLE event ALTER body TYPE bytea USING ''::bytea",
    "CREATE TRIGGER more BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION ledger_append_only()",
    "CREATE RULE quiet AS ON INSERT TO event DO INSTEAD NOTHING",
    "CREATE TABLE event_shadow (position bigint)",
    "COPY event TO PROGRAM 'true'",
]


@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
def test_the_application_has_no_right_to_more_after_every_migration(
    address, clock, postgres_server
):
    """The server refuses before a guard is asked: 42501, insufficient privilege."""
    for _, engine in after_every_step(address, clock, FILLED):
        app = drivers.engine(postgres_server.url(engine.url.database, "ledger_app"))
        with app.begin() as connection:
            tables = inspect(connection).get_table_names()
            for attack in [*FORBIDDEN, *(f"DROP TABLE {table} CASCADE" for table in tables)]:
                with pytest.raises(DBAPIError) as denied, connection.begin_nested():
                    connection.exec_driver_sql(attack)
                assert isinstance(denied.value.orig, InsufficientPrivilege), attack
        app.dispose()


def sabotage(dialect: str) -> list[tuple[str, list[str]]]:
    """Return ways to take a guard away, each with the guard."""
    kind = _sqlite_sabotage if dialect == "sqlite" else _postgresql_sabotage
    return [(name, way) for name in guards.expected(dialect) for way in kind(name)]


def _sqlite_sabotage(name: str) -> list[list[str]]:
    table, verb = name.split("_no_")
    drop = f"DROP TRIGGER {name}"
    instead = [
        f"CREATE TRIGGER {name} BEFORE {verb} ON {on} BEGIN SELECT 1; END"
        for on in (table, "actor")
    ]
    return [[drop], *([drop, harmless] for harmless in instead)]


def _postgresql_sabotage(name: str) -> list[list[str]]:
    table, verb = name.split("_no_")
    alter = f"ALTER TABLE {table}"
    again = f"CREATE TRIGGER {name} BEFORE {verb} ON {table} FOR EACH STATEMENT"
    always = f"{alter} ENABLE ALWAYS TRIGGER {name}"
    drop = f"DROP TRIGGER {name} ON {table}"
    return [
        [drop],
        [f"{alter} DISABLE TRIGGER {name}"],
        [f"{alter} ENABLE TRIGGER {name}"],
        [f"{alter} ENABLE REPLICA TRIGGER {name}"],
        [HARMLESS, drop, f"{again} EXECUTE FUNCTION harmless()", always],
        [drop, f"{again} WHEN (false) EXECUTE FUNCTION ledger_append_only()", always],
        [
            f"CREATE OR REPLACE FUNCTION {function_of(name)}() RETURNS trigger LANGUAGE plpgsql"
            " AS $$ BEGIN RETURN NEW; END $$"
        ],
    ]


HARMLESS = (
    "CREATE FUNCTION harmless() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$"
)


def function_of(name: str) -> str:
    """Return the function of a guard."""
    return "ledger_only_emptied" if name == "document_no_update" else "ledger_append_only"


def test_every_way_to_take_a_guard_away_is_noticed(ledger):
    """Dropped, switched off, made harmless, put on another table: each guard, each way."""
    with ledger.engine.connect() as connection:
        guards.check(connection)
        connection.rollback()
        for name, statements in sabotage(ledger.engine.dialect.name):
            for statement in statements:
                connection.exec_driver_sql(statement)
            with pytest.raises(Damaged, match=name):
                guards.check(connection)
            connection.rollback()
        guards.check(connection)


STRANGE = {
    "sqlite": [
        f"CREATE TRIGGER strange AFTER INSERT ON {table} BEGIN SELECT 1; END"
        for table in (*metadata.tables, "alembic_version")
    ],
    "postgresql": [
        *(
            f"CREATE TRIGGER {name} AFTER INSERT ON {table} EXECUTE FUNCTION ledger_append_only()"
            for table in (*metadata.tables, "alembic_version")
            for name in ("strange", "event_no_update")
            if (table, name) != ("event", "event_no_update")
        ),
        *(
            f"CREATE RULE strange AS ON INSERT TO {table} DO ALSO NOTHING"
            for table in metadata.tables
        ),
        "ALTER TABLE note DISABLE TRIGGER ALL",
    ],
}
"""Whatever else could act when a row is written."""


def test_a_trigger_or_rule_that_is_not_a_guard_is_noticed(ledger):
    """On any table, under any name; also guards of the server, when switched off."""
    statements = STRANGE[ledger.engine.dialect.name]
    with ledger.engine.connect() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
            with pytest.raises(Damaged, match="unknown trigger or rule"):
                guards.check(connection)
            connection.rollback()
        guards.check(connection)


def test_a_ledger_without_a_guard_is_not_opened(new_ledger, address):
    """Opening refuses and names the guard; so does integrity."""
    sqlite = new_ledger.engine.dialect.name == "sqlite"
    with new_ledger.engine.begin() as connection:
        connection.execute(text("DROP TRIGGER event_no_update" + ("" if sqlite else " ON event")))
    with pytest.raises(Damaged, match="guards against change: event_no_update is missing"):
        Ledger.open(address)
    [fault] = integrity.faults(new_ledger.engine)
    assert str(fault.place) == "guards"
    assert "event_no_update" in str(fault.found)
