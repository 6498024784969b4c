"""All stored rows of a ledger in SQLite: the ledger, and the answers beside."""

from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from ledger.store import drivers
from ledger.store.connecting import ANSWERS


def stored_rows(address: str | Path) -> dict[str, str]:
    """The digest of the rows of each table, by file and table."""
    files = (Path(address), Path(f"{address}{ANSWERS}"))
    return {
        f"{file.name}:{table}": digest
        for file in files
        if file.exists()
        for table, digest in _tables(file)
    }


def _tables(file: Path) -> list[tuple[str, str]]:
    with closing(drivers.sqlite_module().connect(f"file:{file}?mode=ro", uri=True)) as connection:
        names = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        tables = [name for (name,) in connection.execute(names)]
        return [(table, _digest(connection, table)) for table in tables]


def _digest(connection: Any, table: str) -> str:
    rows = connection.execute(f'SELECT * FROM "{table}"').fetchall()
    return sha256(msgspec.msgpack.encode(rows)).hexdigest()
