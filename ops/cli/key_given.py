"""The API key in the variable LEDGER_KEY: a key, or the path of a private file with a key."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ledger.errors import Refused
from ledger.sentences import Sentence

if TYPE_CHECKING:
    from ops.house import House

VARIABLE: Final = "LEDGER_KEY"

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_LONGEST: Final = 4_096


def act_with_key(house: House) -> None:
    """Let a house act as the actor of the key in LEDGER_KEY, if set. Raises Refused."""
    given = os.environ.get(VARIABLE, "")
    if given:
        from ops.access.keys import KEY_BEGINS, actor_with_key

        text = given if given.startswith(KEY_BEGINS) else _read(Path(given))
        house.act_as(actor_with_key(house.ledger, text, house.zone))


def _read(file: Path) -> str:
    """Return the key in a file that nobody else may read. Raises Refused, OSError."""
    mode = file.stat().st_mode
    if not stat.S_ISREG(mode) or mode & _OTHERS:
        raise Refused(
            Sentence(
                "{variable}: {file} may be read by others than its owner: give it mode 600, and "
                "make a new key if somebody may have seen this one",
                variable=VARIABLE,
                file=str(file),
            ),
            code="key-file-open",
            field=VARIABLE,
            found=f"mode {stat.S_IMODE(mode):03o}",
            expected=Sentence("a file with mode 600"),
        )
    with file.open(encoding="utf-8", errors="replace") as opened:
        return opened.read(_LONGEST).strip()
