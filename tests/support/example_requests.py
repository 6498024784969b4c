"""The requests of the examples: those of the commands in docstrings, and some by hand."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from ops.doors.catalogue import declared
from ops.http.examples import Request
from tests.support.each_door import ADDRESSES, FILES, from_command, request_of

_TABLE: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

AFTER: Final[dict[str, list[str]]] = _TABLE["after"]
"""What is recorded before an example is asked, by the names of addresses."""


@cache
def requests(noun: str) -> dict[str, Request]:
    """Return the requests of a noun by the names of their addresses, in the order of asking."""
    commands = {of.name: of for of in declared()}
    found = {}
    for name, at in ADDRESSES.items():
        of = commands.get(name) or commands.get(name.rpartition("-")[0])  # of a file in a form
        if of and at.noun == noun:
            found[name] = request_of(at, from_command(of))
    by_hand = _TABLE["requests"].items()
    return found | {name: _request(**of) for name, of in by_hand if ADDRESSES[name].noun == noun}


def _request(file: str | None = None, **given: Any) -> Request:
    if file is None:
        return Request(**given)
    query = {**given.pop("query", {}), "file_name": file}
    return Request(query=query, file=(FILES / file).read_text("utf-8"), **given)
