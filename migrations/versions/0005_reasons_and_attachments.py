"""Reasons beside the notes of arbiters, attached files, and the player that an actor is.

Until this step an event had one note, the arbiters of a report, and a digest was one document. The
guards of `document` name its key and the kinds that an erasure empties, so they are made again.
"""

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, PrimaryKeyConstraint

from ledger.store import guards
from ledger.store.schema import Bytes, Key, Whole, Words
from migrations.written_out import create, create_changeable

revision = "0005"
down_revision = "0004"

_KINDS = "kind IN ('list', 'edition', 'report', 'list-rows', 'attachment')"


def upgrade() -> None:
    """Add two columns, and let a digest be a document of each kind; recorded rows remain."""
    op.add_column("actor", Column("player", Whole))
    _notes()
    dialect = op.get_bind().dialect.name
    if dialect == "sqlite":
        _documents_in_sqlite()
    else:
        _documents_in_postgresql()
    for statement in guards.renewal(dialect, guards.of_step(revision)):
        op.execute(statement)


def _notes() -> None:
    """Make the table anew, with the kind of each note where `schema` has it."""
    op.execute("CREATE TABLE note_before AS SELECT event_id, salt, text FROM note")
    op.drop_table("note")
    create_changeable(
        "note",
        Column("event_id", Key, nullable=False),
        Column("kind", Key, nullable=False),
        Column("salt", Bytes, nullable=False),
        Column("text", Words, nullable=False),
        PrimaryKeyConstraint("event_id", "kind", name="note_pk"),
        ForeignKeyConstraint(["event_id"], ["event.event_id"], name="note_event_fk"),
        CheckConstraint("kind IN ('officials', 'reason')", name="note_kind_known"),
    )
    op.execute(
        "INSERT INTO note (event_id, kind, salt, text) "
        "SELECT event_id, 'officials', salt, text FROM note_before"
    )
    op.drop_table("note_before")


def _documents_in_sqlite() -> None:
    """Copy the documents into a table with the new key, in their order: SQLite changes no key."""
    create(
        "document_after",
        Column("digest", Key, nullable=False),
        Column("kind", Key, nullable=False),
        Column("bytes", Bytes, nullable=False),
        PrimaryKeyConstraint("digest", "kind", name="document_pk"),
        CheckConstraint(_KINDS, name="document_kind_known"),
    )
    op.execute(
        "INSERT INTO document_after (digest, kind, bytes) "
        "SELECT digest, kind, bytes FROM document ORDER BY rowid"
    )
    op.drop_table("document")
    op.rename_table("document_after", "document")


def _documents_in_postgresql() -> None:
    op.drop_constraint("document_pk", "document")
    op.create_primary_key("document_pk", "document", ["digest", "kind"])
    op.drop_constraint("document_kind_known", "document")
    op.create_check_constraint("document_kind_known", "document", _KINDS)
