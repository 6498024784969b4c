"""What only the owner of a database can do, done to see whether it is found."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, text


@contextmanager
def unguarded(engine: Engine) -> Iterator[Connection]:
    """A transaction without guards; they stand again, unchanged, when it is over."""
    with engine.begin() as connection:
        again = take_guards(connection)
        yield connection
        for statement in again:
            connection.exec_driver_sql(statement)


def take_guards(connection: Connection) -> list[str]:
    """Take the guards away; give the statements that put them back."""
    if connection.dialect.name == "sqlite":
        guards = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        triggers = connection.execute(text(guards)).all()
        for name, _ in triggers:
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
        return [sql for _, sql in triggers]
    guards = "SELECT tgname, tgrelid::regclass FROM pg_trigger WHERE NOT tgisinternal"
    again = []
    for name, table in connection.execute(text(guards)).all():
        connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER {name}")
        again.append(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")
    return again
