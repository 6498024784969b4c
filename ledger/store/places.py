"""Where the tables of a ledger lie: a copy lies elsewhere, whatever its rows say."""

import ctypes
import os
from pathlib import Path
from struct import unpack_from
from typing import Final

from sqlalchemy import Engine

from ledger.store import drivers

_POSTGRESQL: Final = """SELECT concat_ws('-',
    (SELECT system_identifier FROM pg_control_system()),
    CASE WHEN pg_is_in_recovery()
        THEN (SELECT lpad(upper(to_hex(timeline_id)), 8, '0') FROM pg_control_checkpoint())
        ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END,
    (SELECT oid FROM pg_database WHERE datname = current_database()),
    'event'::regclass::oid)"""
"""The cluster, its timeline, the database, the table of events: a dump restored has another table,
a cluster put back to an earlier point another timeline."""

_HERE: Final = -100
_BIRTH: Final = 0x800
_STATX_BYTES: Final = 256
_SECONDS_AT: Final = 80
"""AT_FDCWD, STATX_BTIME, and `stx_btime` in the structure that statx(2) of Linux fills."""


def place(made: Engine) -> str:
    """Return where the tables of a ledger lie, as a text that is the same only for one place.

    In SQLite: the file, by its number and the instant at which it was made. A file whose bytes are
    overwritten is still the same place.
    """
    path = drivers.file(made)
    if path is not None:
        return f"{path.stat().st_ino}-{_birth(path)}"
    with made.connect().execution_options(reading=True) as connection:
        return str(connection.exec_driver_sql(_POSTGRESQL).scalar())


def _birth(path: Path) -> str:
    """Return the instant at which a file was made; empty where the system does not know it.

    Python tells it on some systems only. A number alone is not enough: ext4 gives that of a removed
    file to the next one.
    """
    told = getattr(path.stat(), "st_birthtime", None)
    if told is not None:
        return str(told)
    statx = getattr(ctypes.CDLL(None), "statx", None)
    answer = ctypes.create_string_buffer(_STATX_BYTES)
    if statx is None or statx(_HERE, os.fsencode(path), 0, _BIRTH, answer) != 0:
        return ""
    (known,) = unpack_from("I", answer)
    seconds, nanoseconds = unpack_from("qI", answer, _SECONDS_AT)
    return f"{seconds}.{nanoseconds:09}" if known & _BIRTH else ""
