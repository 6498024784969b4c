"""The example in the docstring of a declaration: as typed, and sent over HTTP."""

import shlex
from collections.abc import Iterator, Mapping
from contextlib import chdir
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct, structs

from ops.cli.declared import typed
from ops.cli.every import app
from ops.cli.shared_options import Changing
from ops.doors.circumstances import Confirmations
from ops.doors.declare import PARAMETER, Asked, Declared
from ops.doors.reading import converted, read
from ops.doors.uploads import File, Upload
from ops.http.address import Address
from ops.http.addresses import by_name
from ops.http.declared import told_at
from ops.http.examples import Request
from ops.http.request import FileGiven

ADDRESSES: Final = by_name()

FILES: Final = Path(__file__).with_name("example_files")
"""The files that examples hand in."""

_MOST_BYTES: Final = 10_000


class Command(NamedTuple):
    """A command as typed."""

    told: Any
    """What is asked or told, with the bytes of the files."""
    around: Confirmations | None
    """The circumstances of a recording; None: of a question."""


@cache
def from_command(of: Declared[Any]) -> Command:
    """Return the example of a docstring."""
    _, bound, _ = app.parse_args(shlex.split(of.example)[1:])
    names = {field.name for field in structs.fields(of.kind)}
    inputs = {name: value for name, value in bound.kwargs.items() if name in names}
    acting = bound.kwargs.get("acting")
    around = acting.stated() if isinstance(acting, Changing) else None
    with chdir(FILES):
        told = typed(of.kind, bound.args, inputs)
        kept = {name: one.kept(_MOST_BYTES) for name, one in files_of(told).items()}
    return Command(structs.replace(told, **kept), around)


def files_of(told: Asked) -> dict[str, Upload]:
    """Return the files of an example, by the names of inputs."""
    return {name: of for name, of in structs.asdict(told).items() if isinstance(of, Upload)}


def in_path(of: Declared[Any], told: Asked) -> dict[str, str]:
    """Return the inputs in the path of the address."""
    return {name: str(getattr(told, name)) for name in PARAMETER.findall(of.path)}


def request_of(at: Address, command: Command) -> Request:
    """Return the request at an address that tells the same: a path, and each unusual input."""
    path = {name: getattr(command.told, name) for name in at.path_parameters}
    sent = {name: value for name, value in _unusual(command.told).items() if name not in path}
    around = _unusual(command.around) if command.around else {}
    if isinstance(at.body, File):
        (file,) = files_of(command.told).values()
        query = {name: value for name, value in sent.items() if name not in at.body.parts}
        return Request(path, {**query, **around, "file_name": file.name}, file=file.data.decode())
    if at.method == "GET":
        return Request(path, sent)
    return Request(path, around, sent if at.body else None)


def _unusual(told: Struct) -> dict[str, Any]:
    """Return the inputs that differ from the usual values, as sent."""
    usual = {field.name: field.default for field in structs.fields(told)}
    return {
        name: _sent(getattr(told, name)) if name in usual else text  # the tag of a correction
        for name, text in msgspec.to_builtins(told).items()
        if name not in usual or getattr(told, name) != usual[name]
    }


def _sent(value: Any) -> Any:
    if isinstance(value, tuple):
        return [*map(_sent, value)]
    return _unusual(value) if isinstance(value, Struct) else msgspec.to_builtins(value)


def over_http(of: Declared[Any], command: Command) -> Any:
    """Return what is told by the request of an example."""
    at = addresses_of(of)[0]
    request = request_of(at, command)
    path = {name: str(value) for name, value in request.path.items()}
    asked = read(at.asks, path, in_address(request.query))
    if at.method == "GET":
        return of.kind(**structs.asdict(asked))
    if at.body is None:
        return told_at(of.kind, asked)
    if isinstance(at.body, File):
        file = FileGiven(request.query["file_name"], str(request.file).encode())
        return told_at(of.kind, asked, file)
    body = converted(at.body, msgspec.json.decode(msgspec.json.encode(request.body)), "body")
    return told_at(of.kind, asked, body)


def addresses_of(of: Declared[Any]) -> list[Address]:
    """Return the addresses of a declaration; of a file those of its forms."""
    forms: tuple[Any, ...] = getattr(of.kind, "FORMS", ())
    names = (of.name, *(f"{of.name}-{form}" for form in forms))
    if own := [ADDRESSES[name] for name in names if name in ADDRESSES]:
        return own
    (rows,) = (at for at in ADDRESSES.values() if (at.method, at.path) == ("GET", of.path))
    return [rows.in_file(forms[0])]


def in_address(query: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield parameters as in an address; a list is a parameter given several times."""
    for name, value in query.items():
        for one in value if isinstance(value, tuple | list) else (value,):
            yield name, str(one).lower() if isinstance(one, bool) else str(one)
