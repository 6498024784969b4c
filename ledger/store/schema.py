"""The tables of a ledger today. Alembic's migrations lead here step by step."""

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Dialect,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    and_,
)
from sqlalchemy.schema import SchemaItem

from ledger.errors import Damaged
from ledger.sentences import Remedy, Sentence


class _Stored:
    kind: type

    def result_processor(self, _dialect: Dialect, _code: object) -> Callable[[Any], Any]:
        """Return the check of a value read from the database."""
        kind = self.kind

        def checked(value: Any) -> Any:
            if value is None or type(value) is kind:
                return value
            raise Damaged(
                Sentence(
                    "the database is damaged ({found} where {kind} is stored): {verify} names the "
                    "place; restore the ledger from a backup or a dump",
                    found=type(value).__name__,
                    kind=kind.__name__,
                    verify=Remedy("verify-ledger"),
                )
            )

        return checked


class StoredBytes(_Stored, LargeBinary):
    """Bytes."""

    kind = bytes


class StoredText(_Stored, Text):
    """Text."""

    kind = str


class StoredInteger(_Stored, Integer):
    """A 64-bit integer in SQLite."""

    kind = int


class StoredBigInteger(_Stored, BigInteger):
    """A 64-bit integer in PostgreSQL."""

    kind = int


REVISION: Final = "0011"
"""The step of the migrations that these tables are the result of."""

metadata: Final = MetaData()

Whole: Final = StoredBigInteger().with_variant(StoredInteger, "sqlite")
"""A 64-bit integer on both databases."""
Bytes: Final = StoredBytes()
Words: Final = StoredText()
Key: Final = StoredText().with_variant(StoredText(collation="C"), "postgresql")
"""Text compared byte by byte on both databases."""


def _table(name: str, *parts: SchemaItem, **options: Any) -> Table:
    return Table(name, metadata, *parts, sqlite_strict=True, **options)


ledger_head: Final = _table(
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
"""One row: what comes next. Its lock is what orders all appends."""

event: Final = _table(
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
"""What happened. `body` holds exactly the bytes that are hashed; the rest is taken from it.

The indices give the events of a type, of a type by days, of who recorded them, and of both.
"""

append_request: Final = _table(
    "append_request",
    Column("key", Key, nullable=False),
    Column("fingerprint", Bytes, nullable=False),
    Column("first_position", Whole, nullable=False),
    Column("last_position", Whole, nullable=False),
    PrimaryKeyConstraint("key", name="append_request_pk"),
    sqlite_with_rowid=False,
)
"""Requests taken, so that a repeated one gets its first receipt again.

A key that a client chose is a further row for the same events.
"""

keys_of_clients: Final = and_(append_request.c.key >= "client:", append_request.c.key < "client;")
"""The rows of `append_request` that are further keys, chosen by clients; keys are ASCII."""

BY_EVENTS: Final = (append_request.c.first_position, keys_of_clients, append_request.c.key)
"""The order of requests by their events: the request itself, then the keys of clients."""

document: Final = _table(
    "document",
    Column("digest", Key, nullable=False),
    Column("kind", Key, nullable=False),
    Column("bytes", Bytes, nullable=False),
    PrimaryKeyConstraint("digest", "kind", name="document_pk"),
    CheckConstraint(
        "kind IN ('list', 'edition', 'report', 'list-rows', 'attachment')",
        name="document_kind_known",
    ),
)
"""Sealed lists, adopted editions, reports as received, rows of other bodies' lists, attachments.

By SHA-256 and kind: a file may be attached to one event, and be the report of another. Besides
attachments one digest is one document of one kind.
"""

subject: Final = _table(
    "subject",
    Column("player", Whole, nullable=False, autoincrement=False),
    Column("salt", Bytes, nullable=False),
    Column("body", Bytes, nullable=False),
    PrimaryKeyConstraint("player", name="subject_pk"),
)
"""Who a player is; erasable. The register event holds a commitment to salt and body."""

subject_number: Final = _table(
    "subject_number",
    Column("scheme", Key, nullable=False),
    Column("number", Key, nullable=False),
    Column("player", Whole, nullable=False),
    PrimaryKeyConstraint("scheme", "number", name="subject_number_pk"),
    Index("subject_number_player", "player"),
    Index("subject_number_number", "number"),
)
"""Numbers other bodies gave a player (`fide`, `fid`, …); erasable."""

name_page: Final = _table(
    "name_page",
    Column("page", Whole, nullable=False, autoincrement=False),
    Column("signs", Bytes, nullable=False),
    Column("keys", Bytes, nullable=False),
    Column("crc", Whole, nullable=False),
    PrimaryKeyConstraint("page", name="name_page_pk"),
)
"""The index of the names in `subject`; see `name_pages`. Derived, and erased with them."""

reported_name: Final = _table(
    "reported_name",
    Column("position", Whole, nullable=False),
    Column("entrant", Whole, nullable=False),
    Column("salt", Bytes, nullable=False),
    Column("body", Bytes, nullable=False),
    PrimaryKeyConstraint("position", "entrant", name="reported_name_pk"),
)
"""What a report said of a person; erasable. The report event holds the commitment."""

note: Final = _table(
    "note",
    Column("event_id", Key, nullable=False),
    Column("kind", Key, nullable=False),
    Column("salt", Bytes, nullable=False),
    Column("text", Words, nullable=False),
    PrimaryKeyConstraint("event_id", "kind", name="note_pk"),
    ForeignKeyConstraint(["event_id"], ["event.event_id"], name="note_event_fk"),
    CheckConstraint("kind IN ('officials', 'reason')", name="note_kind_known"),
)
"""Free text about an event: the arbiters of a report, the reason of a recording; erasable."""

actor: Final = _table(
    "actor",
    Column("actor", Key, nullable=False),
    Column("kind", Key, nullable=False),
    Column("name", Words),
    Column("player", Whole),
    PrimaryKeyConstraint("actor", name="actor_pk"),
)
"""Who an opaque `recorded_by` is, and which player, if any."""

import_slip: Final = _table(
    "import_slip",
    Column("number", Whole, nullable=False, autoincrement=False),
    Column("instant", Whole, nullable=False),
    Column("file_name", Words, nullable=False),
    Column("file", Key, nullable=False),
    Column("outcome", Key, nullable=False),
    Column("tournament", Key),
    Column("first_position", Whole),
    Column("words", Words, nullable=False),
    Column("handed_in_by", Key),
    PrimaryKeyConstraint("number", name="import_slip_pk"),
    CheckConstraint("outcome IN ('complete', 'refused')", name="import_slip_outcome_known"),
)
"""What became of each file that was brought in, as it was told; erasable."""

withheld_report: Final = _table(
    "withheld_report",
    Column("file", Key, nullable=False),
    Column("slip", Whole, nullable=False),
    Column("tournament", Key, nullable=False),
    Column("pools", Words, nullable=False),
    Column("entrants", Whole, nullable=False),
    Column("games", Whole, nullable=False),
    Column("ended", Key, nullable=False),
    Column("received", Key, nullable=False),
    Column("options", Words, nullable=False),
    PrimaryKeyConstraint("file", name="withheld_report_pk"),
)
"""Reports that were not recorded, for a person to decide about; fields in `withheld.Withheld`."""

api_key: Final = _table(
    "api_key",
    Column("id", Key, nullable=False),
    Column("secret_sha256", Bytes, nullable=False),
    Column("place", Key, nullable=False),
    PrimaryKeyConstraint("id", name="api_key_pk"),
)
"""Secrets of API keys, and where each may open. Whose a key is, and its limits, are events."""

notice: Final = _table(
    "notice",
    Column("position", Whole, nullable=False, autoincrement=False),
    Column("recipient", Key, nullable=False),
    Column("state", Key, nullable=False),
    Column("attempts", Whole, nullable=False),
    Column("next_try", Whole, nullable=False),
    PrimaryKeyConstraint("position", "recipient", name="notice_pk"),
    CheckConstraint(
        "state IN ('begun', 'resumed', 'waiting', 'sent', 'silent', 'given-up')",
        name="notice_state_known",
    ),
    Index("notice_due", "state", "next_try"),
)
"""The outbox of notices, one for each event and recipient.

The positions of `begun` and `resumed` rows are those from which a recipient gets notices.
"""

proposal: Final = _table(
    "proposal",
    Column("number", Whole, nullable=False, autoincrement=False),
    Column("use_case", Key, nullable=False),
    Column("key", Key, nullable=False),
    Column("digest", Bytes, nullable=False),
    Column("event_id", Key, nullable=False),
    Column("types", Words, nullable=False),
    Column("kinds", Words, nullable=False),
    Column("pools", Words, nullable=False),
    Column("streams", Words, nullable=False),
    Column("shown", Bytes, nullable=False),
    Column("grounds", Bytes, nullable=False),
    Column("position", Whole, nullable=False),
    Column("proposed_by", Key, nullable=False),
    Column("proposed_at", Whole, nullable=False),
    Column("expires_at", Whole, nullable=False),
    Column("salt", Bytes, nullable=False),
    Column("ended_because", Key),
    PrimaryKeyConstraint("number", name="proposal_pk"),
)
"""Requests that wait for a second person; texts in `proposals.Proposal`. Instants as above."""

proposal_document: Final = _table(
    "proposal_document",
    Column("proposal", Whole, nullable=False, autoincrement=False),
    Column("place", Whole, nullable=False, autoincrement=False),
    Column("data", Bytes, nullable=False),
    PrimaryKeyConstraint("proposal", "place", name="proposal_document_pk"),
)
"""What an open proposal needs, deleted at its end: at place 0 its inputs, then attached files."""

APPEND_ONLY: Final = ("event", "append_request", "document")
ERASABLE: Final = (
    *("subject", "subject_number", "name_page"),
    *("reported_name", "note", "actor", "import_slip"),
)
SERVICE: Final = ("api_key", "notice", "proposal", "proposal_document", "withheld_report")
"""Tables of the service: changed in place, not verified, and left out of dumps."""
