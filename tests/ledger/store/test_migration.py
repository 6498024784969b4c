"""The migrations lead to exactly the tables of `schema.py`, guarded, on both databases."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

import migrations
from ledger.store import drivers, guards, schema
from tests.support.older_ledgers import tables

ROOT = Path(__file__).parents[3]


def test_the_result_is_the_schema(new_ledger):
    """Alembic finds no difference between the migrated tables and `schema.py`."""
    with new_ledger.engine.connect().execution_options(reading=True) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []


def test_the_catalogue_shows_what_the_schema_alone_would_have_made(new_ledger):
    """Keys, checks, names of constraints, strictness: more than Alembic compares."""
    with new_ledger.engine.connect().execution_options(reading=True) as connection:
        migrated = tables(connection)
        connection.rollback()
    with new_ledger.engine.begin() as connection:
        schema.metadata.drop_all(connection)
        schema.metadata.create_all(connection)
        assert tables(connection) == migrated


def test_every_constraint_has_a_name():
    """A constraint without a name is lost when SQLite copies a table."""
    for table in schema.metadata.tables.values():
        assert all(constraint.name for constraint in table.constraints), table.name


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_tables_in_sqlite_are_strict(new_ledger):
    """A number is a number, bytes are bytes."""
    with new_ledger.engine.connect().execution_options(reading=True) as connection:
        rows = connection.execute(text("SELECT name, wr, strict FROM pragma_table_list")).all()
    found = {name: (bool(without_rowid), bool(strict)) for name, without_rowid, strict in rows}
    assert {name: found[name] for name in schema.metadata.tables} == {
        name: (name == "append_request", True) for name in schema.metadata.tables
    }


def test_guards_stand_after_the_migration(new_ledger):
    """Exactly the expected guards, and no further trigger."""
    with new_ledger.engine.connect().execution_options(reading=True) as connection:
        guards.check(connection)
        query = {
            "sqlite": "SELECT name FROM sqlite_schema WHERE type = 'trigger'",
            "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
        }[connection.dialect.name]
        found = set(connection.execute(text(query)).scalars())
        assert found == guards.expected(connection.dialect.name).keys()


def test_the_program_works_with_the_newest_step():
    """`schema.REVISION` is the only head of the migrations."""
    assert ScriptDirectory.from_config(migrations.configuration()).get_heads() == [schema.REVISION]


def test_a_migrated_ledger_is_migrated_no_further(new_ledger):
    """To upgrade again changes nothing."""
    before = new_ledger.read.head()
    with new_ledger.engine.begin() as connection:
        migrations.upgrade(connection)
        assert tables(connection)
    assert new_ledger.read.head() == before


def test_alembic_runs_from_the_command_line_too(tmp_path):
    """`LEDGER_URL=… alembic upgrade head`, as typed by the owner of a server."""
    address = str(tmp_path / "ledger.db")
    command = [sys.executable, "-m", "alembic", "upgrade", "head"]
    environment = os.environ | {"LEDGER_URL": f"sqlite:///{address}"}
    subprocess.run(command, check=True, cwd=ROOT, env=environment, capture_output=True)
    engine = drivers.engine(address)
    with engine.connect().execution_options(reading=True) as connection:
        guards.check(connection)
        assert drivers.exists(connection)
    engine.dispose()


def test_no_migration_touches_what_was_recorded():
    """No batch operation (a copied table without triggers), no rewriting of rows."""
    for path in (ROOT / "migrations" / "versions").glob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert "batch_alter_table" not in source
        assert not re.search(
            r"\b(UPDATE (event|append_request|document) SET|DELETE FROM)\b", source
        )
