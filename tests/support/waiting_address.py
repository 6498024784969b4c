"""The command `ledger` with one more address, and an answer waiting for a file of the
test.

Run as a program: `python -m tests.support.waiting_address FOLDER serve …`.
"""

import sys
import time
from pathlib import Path

from msgspec import Struct

from ops.answers.abouts import About
from ops.answers.answer import Answer
from ops.cli import main
from ops.doors.declare import Asked
from ops.house import House
from ops.http.address import address

FOLDER = Path(sys.argv.pop(1)) if __name__ == "__main__" else Path()


class Row(Struct, frozen=True):
    """A single word."""

    word: str


@address("GET", "/v1/waiting", Asked, Answer[Row, About], shows="list")
def waiting(_house: House, _asked: Asked) -> Answer[Row, About]:
    """Answer when the test says so."""
    (FOLDER / "begun").touch()
    while not (FOLDER / "go").exists():
        time.sleep(0.01)
    return Answer(About(), (Row("done"),))


waiting.__module__ = "ops.http.addresses.pools"  # each address belongs to a noun of the service

if __name__ == "__main__":
    main()
