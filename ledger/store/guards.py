"""The triggers that protect recorded rows, and their check.

The migrations create them: no update, no delete, and on SQLite no insert over an existing row
(`INSERT OR REPLACE` passes by a delete trigger), on PostgreSQL no truncate, in replica sessions
neither. The one change they let through empties the bytes of a report, of rows of another
body's list or of an attachment when a person is erased. No other
trigger stands on any table, and on PostgreSQL no rule: either could change what is written. An
owner of the database can still drop them: that is what checkpoints kept elsewhere detect.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, text

from ledger.errors import Damaged
from ledger.sentences import Sentence
from ledger.store.schema import APPEND_ONLY


@dataclass(frozen=True, slots=True)
class Documents:
    """The key of `document`, and the kinds whose bytes may be emptied, as its guards state them."""

    emptied: tuple[str, ...]
    """The kinds whose bytes an erasure empties."""
    same: str
    """The condition that a row has the key of a new one."""

    def emptying(self) -> str:
        """Return the condition that a change only empties the bytes of a document."""
        kinds = ", ".join(f"'{kind}'" for kind in self.emptied)
        return (
            f"OLD.kind IN ({kinds}) AND NEW.kind = OLD.kind"
            " AND NEW.digest = OLD.digest AND length(NEW.bytes) = 0"
        )


_UNTIL_0004: Final = Documents(("report", "list-rows"), "digest = NEW.digest")
TODAY: Final = Documents(
    (*_UNTIL_0004.emptied, "attachment"), "digest = NEW.digest AND kind = NEW.kind"
)


def of_step(step: str) -> Documents:
    """Return what the guards of `document` are after a step of the migrations."""
    return _UNTIL_0004 if step <= "0004" else TODAY


_KEYS: Final = {
    "event": (
        "position = NEW.position",
        "event_id = NEW.event_id",
        "stream = NEW.stream AND stream_version = NEW.stream_version",
    ),
    "append_request": ("key = NEW.key",),
}
"""The unique keys by which REPLACE finds a row; that of `document` is in Documents."""

_BEFORE_EACH_ROW: Final = 1 + 2
_BEFORE_STATEMENT: Final = 2
_ON: Final = {"delete": 8, "update": 16, "truncate": 32}
"""Bits of pg_trigger.tgtype."""

_REFUSAL: Final = "RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;"
_NEVER: Final = f" BEGIN {_REFUSAL} END "

_SQLITE_QUERY: Final = "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger'"
_SYSTEM: Final = "n.nspname NOT IN ('pg_catalog', 'information_schema')"
_LAYOUT: Final = "t.tgqual IS NULL AND t.tgattr::text = ''"
_POSTGRESQL_QUERY: Final = f"""
SELECT t.tgname, t.tgrelid::regclass::text,
       t.tgenabled::text, CASE WHEN {_LAYOUT} THEN t.tgtype ELSE 0 END, p.prosrc
  FROM pg_trigger AS t
  JOIN pg_proc AS p ON p.oid = t.tgfoid
  JOIN pg_class AS c ON c.oid = t.tgrelid
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
 WHERE {_SYSTEM} AND (NOT t.tgisinternal OR t.tgenabled <> 'O')
UNION ALL
SELECT r.rulename, r.ev_class::regclass::text, 'rule', 0, ''
  FROM pg_rewrite AS r
  JOIN pg_class AS c ON c.oid = r.ev_class
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
 WHERE {_SYSTEM} AND r.rulename <> '_RETURN'
"""  # noqa: S608 - fixed names
"""Every trigger that somebody made, each of the server's own that is switched off, every rule."""


def expected(dialect: str, documents: Documents = TODAY) -> dict[str, Any]:
    """Return the triggers required on a database, in the form of its catalogue."""
    return _sqlite(documents) if dialect == "sqlite" else _postgresql(documents)


def check(connection: Connection, documents: Documents = TODAY) -> None:
    """Raise Damaged unless every guard is in place, unchanged and switched on, and nothing else."""
    wrong = list(differences(connection, documents))
    if wrong:
        raise Damaged(
            Sentence(
                "guards against change: {wrong}: somebody changed the database's schema, or a "
                "program between two releases made it: verify against a checkpoint kept elsewhere",
                wrong=wrong,
            )
        )


def differences(connection: Connection, documents: Documents = TODAY) -> Iterator[Sentence]:
    """Name missing and changed guards, and unknown triggers and rules."""
    dialect = connection.dialect.name
    query = _SQLITE_QUERY if dialect == "sqlite" else _POSTGRESQL_QUERY
    rows = [(name, list(properties)) for name, *properties in connection.execute(text(query))]
    guards = expected(dialect, documents)
    for name, properties in sorted(guards.items()):
        if (name, properties) not in rows:
            yield Sentence("{name} is missing or changed", name=name)
    for name, (table, *_) in rows:
        if guards.get(name, [""])[0] != table:
            yield Sentence("unknown trigger or rule {name} on {table}", name=name, table=table)


def creation(dialect: str, documents: Documents) -> list[str]:
    """Return the statements that create the guards on a database."""
    if dialect == "sqlite":
        return [statement for _, statement in _sqlite(documents).values()]
    functions = _functions(documents)
    statements = [_function(name, body) for body, name in functions.items()]
    for name, (table, _, firing, body) in _postgresql(documents).items():
        verb = name.rpartition("_")[2]
        each = "STATEMENT" if firing == _ON["truncate"] + _BEFORE_STATEMENT else "ROW"
        statements += [
            f"CREATE TRIGGER {name} BEFORE {verb.upper()} ON {table} FOR EACH {each} "
            f"EXECUTE FUNCTION {functions[body]}()",
            f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}",
        ]
    return statements


def renewal(dialect: str, documents: Documents) -> list[str]:
    """Return the statements that make the guards of a changed table `document`.

    SQLite removed them with the earlier table; in PostgreSQL only the function changes.
    """
    if dialect == "sqlite":
        return [text for table, text in _sqlite(documents).values() if table == "document"]
    return [_function(name, body) for body, name in _functions(documents).items()]


def _sqlite(documents: Documents) -> dict[str, list[str]]:
    """Return name, table and text: SQLite stores the text of a trigger as created."""
    keys = {**_KEYS, "document": (documents.same, "rowid = NEW.rowid")}  # SQLite's own number
    triggers = {}
    for table in APPEND_ONLY:
        there = " OR ".join(
            f"EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608 - fixed names
            for same in keys[table]
        )
        conditions = {
            "update": f"WHEN NOT ({documents.emptying()}) " if table == "document" else "",
            "delete": "",
            "insert": f"WHEN {there} ",
        }
        for verb, condition in conditions.items():
            triggers[f"{table}_no_{verb}"] = [
                table,
                f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb.upper()} ON {table} {condition}"
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END",
            ]
    return triggers


def _postgresql(documents: Documents) -> dict[str, list[Any]]:
    """Return name, table, "always on", time of firing, and the text of the function."""
    return {
        f"{table}_no_{verb}": [
            table,
            "A",
            bit + (_BEFORE_STATEMENT if verb == "truncate" else _BEFORE_EACH_ROW),
            _only_emptied(documents) if (table, verb) == ("document", "update") else _NEVER,
        ]
        for table in APPEND_ONLY
        for verb, bit in _ON.items()
    }


def _functions(documents: Documents) -> dict[str, str]:
    """Return the names of the functions in PostgreSQL, by their text."""
    return {_NEVER: "ledger_append_only", _only_emptied(documents): "ledger_only_emptied"}


def _only_emptied(documents: Documents) -> str:
    return f" BEGIN IF {documents.emptying()} THEN RETURN NEW; END IF; {_REFUSAL} END "


def _function(name: str, body: str) -> str:
    return f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"
