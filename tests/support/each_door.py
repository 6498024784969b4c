"""The example in the docstring of a declaration: as typed, and sent over HTTP."""

import json
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import structs

from ops.cli.declared import typed
from ops.cli.every import app
from ops.doors.declare import PARAMETER, Asked, Declared
from ops.doors.reading import converted, read
from ops.doors.uploads import File, Upload
from ops.http.address import Address, Body
from ops.http.addresses import all_addresses
from ops.http.declared import told_at
from ops.http.request import FileGiven

ADDRESSES: Final[Mapping[str, Address]] = {at.name: at for at in all_addresses()}

CORRECTIONS: Final = [
    {"command": "tournament annul", "tournament": "T-000001"},
    {"command": "list reprint", "period": "2025-11", "in_force_from": "2025-11-02"},
]


def hold_files(folder: Path) -> None:
    """Write the documents of examples into a folder."""
    (folder / "decision.json").write_text(json.dumps(CORRECTIONS))
    (folder / "calculation.json").write_text(json.dumps({"rulebook": "uisp", "rating": 1500}))
    (folder / "questions.csv").write_text("pool,player\np,1-1\n")


def from_command(of: Declared[Any]) -> Any:
    """Return the example of a docstring, with the bytes of the files.

    A file that it hands in is written here, where it is not there.
    """
    _, bound, _ = app.parse_args(shlex.split(of.example)[1:])
    names = {field.name for field in structs.fields(of.kind)}
    inputs = {name: value for name, value in bound.kwargs.items() if name in names}
    told = typed(of.kind, bound.args, inputs)
    files = files_of(told)
    for one in files.values():
        Path(one.path).write_text(one.name)
    return structs.replace(told, **{name: one.kept(100) for name, one in files.items()})


def files_of(told: Asked) -> dict[str, Upload]:
    """Return the files of an example, by the names of inputs."""
    return {name: of for name, of in structs.asdict(told).items() if isinstance(of, Upload)}


def in_path(of: Declared[Any], told: Asked) -> dict[str, str]:
    """Return the inputs in the path of the address."""
    return {name: str(getattr(told, name)) for name in PARAMETER.findall(of.path)}


def over_http(of: Declared[Any], told: Asked) -> Any:
    """Return the same, sent: a path, and each unusual input."""
    at = address_of(of)
    path = {name: value for name, value in in_path(of, told).items() if name in at.path_parameters}
    usual = {field.name: field.default for field in structs.fields(of.kind)}
    sent = {
        name: value
        for name, value in msgspec.to_builtins(told).items()
        if name not in path and getattr(told, name) != usual[name]
    }
    if at.method == "GET":
        return of.kind(**structs.asdict(read(at.asks, path, _query(sent))))
    if isinstance(at.body, File):
        (file,) = files_of(told).values()
        query = _query({name: value for name, value in sent.items() if name != "file"})
        return told_at(of.kind, read(at.asks, path, query), FileGiven(file.name, file.data))
    asked = read(at.asks, path, ())
    if at.body is None:
        return told_at(of.kind, asked)
    if not issubclass(at.body, Body):  # the only input is the body
        (sent,) = sent.values()
    body = converted(at.body, json.loads(msgspec.json.encode(sent)), "body")
    return told_at(of.kind, asked, body)


def address_of(of: Declared[Any]) -> Address:
    """Return the address of a declaration; of a file the address of the first form."""
    forms = getattr(of.kind, "FORMS", ())
    at = ADDRESSES.get(of.name) or ADDRESSES.get(f"{of.name}-{next(iter(forms), '')}")
    if at is None:  # a file at the address of its rows
        (at,) = (one for one in ADDRESSES.values() if (one.method, one.path) == ("GET", of.path))
    return at.in_file(forms[0]) if forms else at


def _query(sent: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in sent.items():
        for one in value if isinstance(value, tuple | list) else (value,):
            yield name, {True: "true", False: "false"}.get(one, str(one))
