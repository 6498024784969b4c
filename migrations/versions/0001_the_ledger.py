"""The ledger: head, events, requests, documents, erasable tables, guards, roles."""

from alembic import op
from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    UniqueConstraint,
)

from ledger.store import guards
from ledger.store.schema import Bytes, Key, Whole, Words
from migrations.written_out import create, create_changeable

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables, then their guards."""
    dialect = op.get_bind().dialect.name
    _append_only()
    for statement in guards.creation(dialect, guards.of_step(revision)):
        op.execute(statement)
    if dialect == "postgresql":
        _make_role()
    _erasable()


def _append_only() -> None:
    create(
        "ledger_head",
        Column("id", Whole, nullable=False, autoincrement=False),
        Column("origin", Words, nullable=False),
        Column("incarnation", Whole, nullable=False),
        Column("next_position", Whole, nullable=False),
        Column("chain_hash", Bytes, nullable=False),
        Column("recorded_at", Whole, nullable=False),
        PrimaryKeyConstraint("id", name="ledger_head_pk"),
        CheckConstraint("id = 1", name="ledger_head_is_one_row"),
    )
    create(
        "event",
        Column("position", Whole, nullable=False, autoincrement=False),
        Column("event_id", Key, nullable=False),
        Column("stream", Key, nullable=False),
        Column("stream_version", Whole, nullable=False),
        Column("type", Key, nullable=False),
        Column("valid_on", Key, nullable=False),
        Column("recorded_by", Key, nullable=False),
        Column("recorded_at", Whole, nullable=False),
        Column("body", Bytes, nullable=False),
        Column("leaf_hash", Bytes, nullable=False),
        Column("chain_hash", Bytes, nullable=False),
        PrimaryKeyConstraint("position", name="event_pk"),
        UniqueConstraint("event_id", name="event_id_once"),
        UniqueConstraint("stream", "stream_version", name="event_stream_version_once"),
        Index("event_type", "type", "position"),
        Index("event_type_day", "type", "valid_on"),
        Index("event_recorded_by", "recorded_by", "position"),
        Index("event_type_recorded_by", "type", "recorded_by", "position"),
    )
    create(
        "append_request",
        Column("key", Key, nullable=False),
        Column("fingerprint", Bytes, nullable=False),
        Column("first_position", Whole, nullable=False),
        Column("last_position", Whole, nullable=False),
        PrimaryKeyConstraint("key", name="append_request_pk"),
        sqlite_with_rowid=False,
    )
    create(
        "document",
        Column("digest", Key, nullable=False),
        Column("kind", Key, nullable=False),
        Column("bytes", Bytes, nullable=False),
        PrimaryKeyConstraint("digest", name="document_pk"),
        CheckConstraint(
            "kind IN ('list', 'edition', 'report', 'list-rows')", name="document_kind_known"
        ),
    )


def _erasable() -> None:
    create_changeable(
        "subject",
        Column("player", Whole, nullable=False, autoincrement=False),
        Column("salt", Bytes, nullable=False),
        Column("body", Bytes, nullable=False),
        PrimaryKeyConstraint("player", name="subject_pk"),
    )
    create_changeable(
        "subject_number",
        Column("scheme", Key, nullable=False),
        Column("number", Key, nullable=False),
        Column("player", Whole, nullable=False),
        PrimaryKeyConstraint("scheme", "number", name="subject_number_pk"),
        Index("subject_number_player", "player"),
    )
    create_changeable(
        "reported_name",
        Column("position", Whole, nullable=False),
        Column("entrant", Whole, nullable=False),
        Column("salt", Bytes, nullable=False),
        Column("body", Bytes, nullable=False),
        PrimaryKeyConstraint("position", "entrant", name="reported_name_pk"),
    )
    create_changeable(
        "note",
        Column("event_id", Key, nullable=False),
        Column("salt", Bytes, nullable=False),
        Column("text", Words, nullable=False),
        PrimaryKeyConstraint("event_id", name="note_pk"),
        ForeignKeyConstraint(["event_id"], ["event.event_id"], name="note_event_fk"),
    )
    create_changeable(
        "actor",
        Column("actor", Key, nullable=False),
        Column("kind", Key, nullable=False),
        Column("name", Words),
        PrimaryKeyConstraint("actor", name="actor_pk"),
    )


def _make_role() -> None:
    """Allow the role `ledger_app` to append, and to keep projections.

    The owner migrates; the application connects as `ledger_app` (or as a member of it). A role
    belongs to the whole server: another ledger may just have made it.
    """
    op.execute(
        "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ledger_app') "
        "THEN CREATE ROLE ledger_app LOGIN; END IF; "
        "EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
    )
    op.execute("GRANT SELECT, INSERT ON event, append_request, document TO ledger_app")
    op.execute("GRANT UPDATE (bytes) ON document TO ledger_app")
    op.execute("GRANT SELECT ON ledger_head, alembic_version TO ledger_app")
    op.execute("GRANT UPDATE (next_position, chain_hash, recorded_at) ON ledger_head TO ledger_app")
    op.execute("CREATE SCHEMA IF NOT EXISTS projections")
    op.execute("GRANT USAGE, CREATE ON SCHEMA projections TO ledger_app")
