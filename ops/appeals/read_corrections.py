"""The file with the corrections of a decision on an appeal: a JSON list of commands as objects."""

import json
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from ledger import limits
from ledger.errors import BadEvent
from ledger.events.complaints import bad_event
from ledger.intake.files import read
from ops.appeals.corrections import CausedCorrection

_KINDS: Final[dict[str, type[Any]]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(CausedCorrection)
}
_EXAMPLE: Final = '[{"command": "tournament annul", "tournament": "T-000001"}]'


def read_corrections(file: Path) -> tuple[CausedCorrection, ...]:
    """Read a JSON file with a list of corrections, one or more.

    Raises BadEvent, naming line and column of what is no JSON, else the number of the correction,
    its command and the wrong field; LimitExceeded for a large file.
    """
    document = _json_of(file)
    if not isinstance(document, list):
        raise _bad(f"{file.name}: expected a list of corrections, as {_EXAMPLE}", _EXAMPLE)
    if not document:
        problem = f"{file.name}: the list is empty: leave --corrections out, or write {_EXAMPLE}"
        raise _bad(problem, _EXAMPLE)
    return tuple(
        _correction(f"{file.name}: correction {number}", given)
        for number, given in enumerate(document, 1)
    )


def _json_of(file: Path) -> Any:
    data = read(file, limits.BODY_BYTES)
    try:
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        problem = f"{file.name}: byte {error.start + 1} is not UTF-8: save the file as UTF-8"
        raise _bad(problem, "JSON in UTF-8") from error
    except json.JSONDecodeError as error:
        place = f"{file.name}: line {error.lineno}, column {error.colno}"
        problem = f"{place} is no JSON ({error.msg}): write a list, as {_EXAMPLE}"
        raise _bad(problem, _EXAMPLE, line=error.lineno) from error
    except RecursionError as error:
        raise _bad(f"{file.name}: too many lists within lists", _EXAMPLE) from error


def _correction(place: str, given: Any) -> CausedCorrection:
    if not isinstance(given, dict):
        raise _bad(f'{place} is no object: write {{"command": …, …}}', "an object")
    command = given.get("command")
    kind = _KINDS.get(command) if isinstance(command, str) else None
    if kind is None:
        names = ", ".join(_KINDS)
        what = "lacks its command" if command is None else f"has the unknown command {command!r}"
        problem = f"{place} {what}: write one of {names}"
        raise BadEvent(problem, field="command", found=command or "", expected=names)
    try:
        converted: CausedCorrection = msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        raise bad_event(error, given, kind, begins=f"{place}, {command}") from error
    return converted


def _bad(problem: str, expected: str, line: int = 0) -> BadEvent:
    return BadEvent(problem, field="corrections", line=line, expected=expected)
