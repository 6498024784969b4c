"""Names reserved by a SQLite ledger: the ledger file and the files beside it.

SQLite keeps the last changes in `NAME-wal`, answers are kept in `NAME.projections`: a file written
under one of these names would take a ledger's place, or be taken for a part of it.
"""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path
from typing import Final

from ledger.errors import Refused
from ledger.store import drivers
from ledger.store.media import ANSWERS

_OF_SQLITE: Final = ("-wal", "-shm", "-journal")
_BESIDE: Final = (
    *(answers + part for answers, part in product((ANSWERS,), ("", *_OF_SQLITE))),
    *_OF_SQLITE,
)


class LedgerThere(Refused):
    """A file would replace a ledger, or a file of a ledger."""


def check_target(path: Path) -> None:
    """Check the name of a file to be written. Raises LedgerThere."""
    real = Path(os.path.realpath(path))
    if drivers.is_database(real):
        raise LedgerThere(
            f"{path} is a database (a ledger, or its answers): it is never overwritten; "
            "choose another name",
            field="to",
            found=path,
            expected="the name of a new file",
        )
    check_beside(path)


def check_beside(path: Path) -> None:
    """Check that a name is not reserved by a ledger. Raises LedgerThere."""
    real = Path(os.path.realpath(path))
    endings = (end for end in _BESIDE if real.name.endswith(end) and real.name != end)
    owners = (real.with_name(real.name.removesuffix(ending)) for ending in endings)
    for ledger in filter(drivers.is_database, owners):
        raise LedgerThere(
            f"{path} is the name of a file that belongs to the ledger {ledger.name}: "
            "choose another name",
            field="to",
            found=path,
            expected="the name of a new file",
        )
