"""The check that the triggers which keep recorded rows as they are stand where they should.

The migrations create them: no update, no delete, and on SQLite no insert over an existing row
(`INSERT OR REPLACE` passes by a delete trigger), on PostgreSQL no truncate, in replica sessions
neither. The one change they let through empties a report's bytes when a person is erased. An
owner of the database can still drop them: that is what checkpoints kept elsewhere detect.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, text

from ledger.errors import Damaged
from ledger.store.schema import APPEND_ONLY

_EMPTYING: Final = (
    "OLD.kind = 'report' AND NEW.kind = OLD.kind AND NEW.digest = OLD.digest"
    " AND length(NEW.bytes) = 0"
)
_KEYS: Final = {
    "event": (
        "position = NEW.position",
        "event_id = NEW.event_id",
        "stream = NEW.stream AND stream_version = NEW.stream_version",
    ),
    "append_request": ("key = NEW.key",),
    "document": ("digest = NEW.digest", "rowid = NEW.rowid"),
}
"""What REPLACE would find a row by: each unique key, and SQLite's own number of a row."""

_BEFORE_EACH_ROW: Final = 1 + 2
_BEFORE_STATEMENT: Final = 2
_ON: Final = {"delete": 8, "update": 16, "truncate": 32}
"""Bits of pg_trigger.tgtype."""

_REFUSAL: Final = "RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;"
_NEVER: Final = f" BEGIN {_REFUSAL} END "
_ONLY_EMPTIED: Final = f" BEGIN IF {_EMPTYING} THEN RETURN NEW; END IF; {_REFUSAL} END "

_SQLITE_QUERY: Final = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
_TABLES: Final = ", ".join(f"to_regclass('{table}')" for table in APPEND_ONLY)
_POSTGRESQL_QUERY: Final = f"""
SELECT t.tgname, t.tgrelid::regclass::text, t.tgenabled::text, t.tgtype, p.prosrc
  FROM pg_trigger AS t JOIN pg_proc AS p ON p.oid = t.tgfoid
 WHERE t.tgrelid IN ({_TABLES})
   AND NOT t.tgisinternal AND t.tgqual IS NULL AND t.tgattr::text = ''
"""  # noqa: S608 - fixed names


def expected(dialect: str) -> dict[str, Any]:
    """Give the triggers that must be there on a database, as its catalogue shows them."""
    return _sqlite() if dialect == "sqlite" else _postgresql()


def check(connection: Connection) -> None:
    """Raise Damaged unless every guard is in place, unchanged and switched on."""
    dialect = connection.dialect.name
    query = _SQLITE_QUERY if dialect == "sqlite" else _POSTGRESQL_QUERY
    found = {name: said for name, *said in connection.execute(text(query))}
    missing = [name for name, said in expected(dialect).items() if found.get(name) != said]
    if missing:
        raise Damaged(
            f"guards against change are missing: {', '.join(sorted(missing))}; "
            "somebody changed the database's schema: verify against a checkpoint kept elsewhere"
        )


def _sqlite() -> dict[str, list[str]]:
    """Give name and text: SQLite keeps the text of a trigger as it was created."""
    triggers = {}
    for table in APPEND_ONLY:
        there = " OR ".join(
            f"EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608 - fixed names
            for same in _KEYS[table]
        )
        conditions = {
            "update": f"WHEN NOT ({_EMPTYING}) " if table == "document" else "",
            "delete": "",
            "insert": f"WHEN {there} ",
        }
        for verb, condition in conditions.items():
            triggers[f"{table}_no_{verb}"] = [
                f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb.upper()} ON {table} {condition}"
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            ]
    return triggers


def _postgresql() -> dict[str, list[Any]]:
    """Give name, table, "always on", when it fires, and the text of what it does."""
    return {
        f"{table}_no_{verb}": [
            table,
            "A",
            bit + (_BEFORE_STATEMENT if verb == "truncate" else _BEFORE_EACH_ROW),
            _ONLY_EMPTIED if (table, verb) == ("document", "update") else _NEVER,
        ]
        for table in APPEND_ONLY
        for verb, bit in _ON.items()
    }
