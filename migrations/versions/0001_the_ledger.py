"""The ledger: head, events, requests, documents, erasable tables, guards, roles."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")
KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
BYTES = sa.LargeBinary()

APPEND_ONLY = {
    "event": (
        "position = NEW.position",
        "event_id = NEW.event_id",
        "stream = NEW.stream AND stream_version = NEW.stream_version",
    ),
    "append_request": ("key = NEW.key",),
    "document": ("digest = NEW.digest", "rowid = NEW.rowid"),
}
"""The tables, and what SQLite's REPLACE would find a row by."""
ERASABLE = ("subject", "subject_number", "reported_name", "note", "actor")
EMPTYING = (
    "OLD.kind IN ('report', 'list-rows') AND NEW.kind = OLD.kind AND NEW.digest = OLD.digest"
    " AND length(NEW.bytes) = 0"
)


def upgrade() -> None:
    """Create all tables, then their guards."""
    _create_log()
    _create_erasable()
    if op.get_bind().dialect.name == "sqlite":
        for table, keys in APPEND_ONLY.items():
            _guard_sqlite(table, keys)
    else:
        _guard_postgresql()
        _grant()


def _table(name: str, *parts: sa.schema.SchemaItem, **options: Any) -> None:
    op.create_table(name, *parts, sqlite_strict=True, **options)


def _column(name: str, kind: sa.types.TypeEngine[Any], *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=nullable, autoincrement=False)


def _create_log() -> None:
    _table(
        "ledger_head",
        _column("id", WHOLE),
        _column("origin", sa.Text()),
        _column("incarnation", WHOLE),
        _column("next_position", WHOLE),
        _column("chain_hash", BYTES),
        _column("recorded_at", WHOLE),
        sa.PrimaryKeyConstraint("id", name="ledger_head_pk"),
        sa.CheckConstraint("id = 1", name="ledger_head_is_one_row"),
    )
    _table(
        "event",
        _column("position", WHOLE),
        _column("event_id", KEY),
        _column("stream", KEY),
        _column("stream_version", WHOLE),
        _column("type", KEY),
        _column("valid_on", KEY),
        _column("recorded_by", KEY),
        _column("recorded_at", WHOLE),
        _column("body", BYTES),
        _column("leaf_hash", BYTES),
        _column("chain_hash", BYTES),
        sa.PrimaryKeyConstraint("position", name="event_pk"),
        sa.UniqueConstraint("event_id", name="event_id_once"),
        sa.UniqueConstraint("stream", "stream_version", name="event_stream_version_once"),
    )
    op.create_index("event_type", "event", ["type", "position"])
    op.create_index("event_type_day", "event", ["type", "valid_on"])
    op.create_index("event_recorded_by", "event", ["recorded_by", "position"])
    op.create_index("event_type_recorded_by", "event", ["type", "recorded_by", "position"])
    _table(
        "append_request",
        _column("key", KEY),
        _column("fingerprint", BYTES),
        _column("first_position", WHOLE),
        _column("last_position", WHOLE),
        sa.PrimaryKeyConstraint("key", name="append_request_pk"),
        sqlite_with_rowid=False,
    )
    _table(
        "document",
        _column("digest", KEY),
        _column("kind", KEY),
        _column("bytes", BYTES),
        sa.PrimaryKeyConstraint("digest", name="document_pk"),
        sa.CheckConstraint(
            "kind IN ('list', 'edition', 'report', 'list-rows')", name="document_kind_known"
        ),
    )


def _create_erasable() -> None:
    _table(
        "subject",
        _column("player", WHOLE),
        _column("salt", BYTES),
        _column("body", BYTES),
        sa.PrimaryKeyConstraint("player", name="subject_pk"),
    )
    _table(
        "subject_number",
        _column("scheme", KEY),
        _column("number", KEY),
        _column("player", WHOLE),
        sa.PrimaryKeyConstraint("scheme", "number", name="subject_number_pk"),
    )
    _table(
        "reported_name",
        _column("position", WHOLE),
        _column("entrant", WHOLE),
        _column("salt", BYTES),
        _column("body", BYTES),
        sa.PrimaryKeyConstraint("position", "entrant", name="reported_name_pk"),
    )
    _table(
        "note",
        _column("event_id", KEY),
        _column("salt", BYTES),
        _column("text", sa.Text()),
        sa.PrimaryKeyConstraint("event_id", name="note_pk"),
        sa.ForeignKeyConstraint(["event_id"], ["event.event_id"], name="note_event_fk"),
    )
    _table(
        "actor",
        _column("actor", KEY),
        _column("kind", KEY),
        _column("name", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("actor", name="actor_pk"),
    )


def _guard_sqlite(table: str, keys: tuple[str, ...]) -> None:
    """Raise on update, delete and replacement (which would pass by the delete trigger)."""
    there = " OR ".join(f"EXISTS (SELECT 1 FROM {table} WHERE {same})" for same in keys)  # noqa: S608 - fixed names
    conditions = {
        "update": f"WHEN NOT ({EMPTYING}) " if table == "document" else "",
        "delete": "",
        "insert": f"WHEN {there} ",
    }
    for verb, condition in conditions.items():
        op.execute(
            f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb.upper()} ON {table} {condition}"
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )


def _guard_postgresql() -> None:
    """Raise on update, delete and truncate, in replica sessions too."""
    refusal = "RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;"
    function = "CREATE FUNCTION {} RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {} END $$"
    op.execute(function.format("ledger_append_only()", refusal))
    emptying = f"IF {EMPTYING} THEN RETURN NEW; END IF; {refusal}"
    op.execute(function.format("ledger_only_emptied()", emptying))
    for table in APPEND_ONLY:
        update = "ledger_only_emptied" if table == "document" else "ledger_append_only"
        _trigger(table, "update", "ROW", update)
        _trigger(table, "delete", "ROW", "ledger_append_only")
        _trigger(table, "truncate", "STATEMENT", "ledger_append_only")


def _trigger(table: str, verb: str, each: str, function: str) -> None:
    name = f"{table}_no_{verb}"
    op.execute(
        f"CREATE TRIGGER {name} BEFORE {verb.upper()} ON {table} FOR EACH {each} "
        f"EXECUTE FUNCTION {function}()"
    )
    op.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")


def _grant() -> None:
    """Allow the role `ledger_app` to append, to erase erasable rows, and to keep projections.

    The owner migrates; the application connects as `ledger_app` (or as a member of it). A role
    belongs to the whole server: another ledger may just have made it.
    """
    op.execute(
        "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ledger_app') "
        "THEN CREATE ROLE ledger_app LOGIN; END IF; "
        "EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
    )
    op.execute(f"GRANT SELECT, INSERT ON {', '.join(APPEND_ONLY)} TO ledger_app")
    op.execute("GRANT UPDATE (bytes) ON document TO ledger_app")
    op.execute("GRANT SELECT ON ledger_head, alembic_version TO ledger_app")
    op.execute("GRANT UPDATE (next_position, chain_hash, recorded_at) ON ledger_head TO ledger_app")
    op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {', '.join(ERASABLE)} TO ledger_app")
    op.execute("CREATE SCHEMA IF NOT EXISTS projections")
    op.execute("GRANT USAGE, CREATE ON SCHEMA projections TO ledger_app")
