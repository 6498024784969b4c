"""Backups into a folder: each copy is named after an instant, and only the newest are kept."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from ledger.store import drivers
from ledger.store.incarnation import KnownHead
from ops.house import House
from ops.upkeep.back_up import back_up

_INSTANT: Final = "%Y%m%dT%H%M%SZ"
_NAME: Final = r"{stem}-\d{{8}}T\d{{6}}Z\.ledger"


def scheduled_backup(house: House, folder: Path, kept: int) -> tuple[Path, KnownHead]:
    """Copy the ledger into a folder, then delete all but the newest `kept` copies.

    Returns the copy and its last event. Files under other names stay. Raises as `back_up`.
    """
    instant = datetime.fromtimestamp(house.ledger.clock() / 1_000_000, UTC)
    copy = folder / f"{_stem(house)}-{instant:{_INSTANT}}.ledger"
    head = back_up(house, copy)
    for old in copies(house, folder)[:-kept]:
        old.unlink(missing_ok=True)
    return copy, head


def copies(house: House, folder: Path) -> list[Path]:
    """Return the copies of a ledger in a folder, the newest last."""
    name = re.compile(_NAME.format(stem=re.escape(_stem(house))))
    return sorted(path for path in folder.iterdir() if name.fullmatch(path.name))


def _stem(house: House) -> str:
    file = drivers.file(house.ledger.engine)
    return "ratings" if file is None else file.stem
