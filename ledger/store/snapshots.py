"""Connections that read a ledger: committed rows, or a fixed snapshot; they block nobody.

Statements asked often are made once, with parameters: to make one takes as long as to ask it.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, Row, Select, bindparam

from ledger.store.one_reading import OneReading
from ledger.store.remembered import Remembered

_UNDER_WAY: Final = "results under way"
"""In the notes of a connection: the results that are not read to their end."""

_KEYS: Final = 500
"""Keys looked for by one statement."""


class Having(NamedTuple):
    """A statement for the rows with one of some keys: for one key, and for many."""

    one: Select[Any]
    many: Select[Any]


class Tables:
    """The base of every reader of a ledger's tables; see `reading`."""

    def __init__(
        self,
        engine: Engine,
        *,
        checked: bool = True,
        within: OneReading | None = None,
        memory: Remembered[Any] | None = None,
    ) -> None:
        """Read through an engine; without `checked` rows are read unchecked, for verification.

        `within` is the connection of a request; without it each statement takes its own. `memory`
        keeps results between questions; without it nothing is kept.
        """
        self._engine, self._checked, self._within = engine, checked, within
        self.memory: Remembered[Any] = Remembered(0) if memory is None else memory
        self._for_reading = engine.execution_options(reading=True)

    def _reading(self) -> AbstractContextManager[Connection]:
        if self._within is not None:
            return self._within.connection()
        return self._for_reading.connect()

    def _rows(self, statement: Select[Any], **values: Any) -> list[Any]:
        """Return the rows of a statement, with values for its parameters."""
        with self._reading() as connection:
            return list(connection.execute(statement, values))

    def _value(self, statement: Select[Any], **values: Any) -> Any:
        """Return the first value of the first row; None without a row."""
        with self._reading() as connection:
            return connection.execute(statement, values).scalar()

    def _rows_of(self, statement: Having, keys: Collection[Any], **values: Any) -> Iterator[Any]:
        """Yield the rows with one of many keys; see `having`."""
        with self._reading() as connection:
            yield from rows_having(connection, statement, keys, **values)


def having(statement: Select[Any], key: ColumnElement[Any]) -> Having:
    """Return a statement for the rows with one of the keys in the parameter `wanted`.

    For a single key the database compares: to write out a set for each question takes as long as
    the question.
    """
    one = statement.where(key == bindparam("wanted"))
    return Having(one, statement.where(key.in_(bindparam("wanted", expanding=True))))


def rows_having(
    connection: Connection, statement: Having, keys: Iterable[Any], **values: Any
) -> Iterator[Row[Any]]:
    """Yield the rows with one of many keys, found by several statements; see `having`."""
    wanted = list(keys)
    if len(wanted) == 1:
        yield from connection.execute(statement.one, {"wanted": wanted[0], **values})
        return
    for start in range(0, len(wanted), _KEYS):
        some = wanted[start : start + _KEYS]
        yield from connection.execute(statement.many, {"wanted": some, **values}).all()


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Open a connection with a single snapshot for all statements; others may write meanwhile."""
    options: dict[str, Any] = {"reading": True}
    if engine.dialect.name == "postgresql":
        options["isolation_level"] = "REPEATABLE READ"
    with engine.connect().execution_options(**options) as connection:
        try:
            yield connection
        finally:
            for rows in connection.info.pop(_UNDER_WAY, ()):
                rows.close()


def stream(connection: Connection, statement: Select[Any], most: int = 1_000) -> Iterator[Row[Any]]:
    """Yield the rows of a statement; at most `most` rows are in memory.

    What is not read to its end is closed with the snapshot.
    """
    with connection.execute(statement, execution_options={"yield_per": most}) as rows:
        under_way = connection.info.setdefault(_UNDER_WAY, [])
        under_way.append(rows)
        yield from rows
        under_way.remove(rows)


class Merged:
    """Rows in order of their position, taken as far as the rows of another table."""

    def __init__(self, connection: Connection, statement: Select[Any]) -> None:
        self._rows = stream(connection, statement)
        self.following = next(self._rows, None)

    def through(self, position: int, column: str = "position") -> Iterator[Row[Any]]:
        """Yield the rows up to a position."""
        while (row := self.following) is not None and row._mapping[column] <= position:
            self.following = next(self._rows, None)
            yield row
