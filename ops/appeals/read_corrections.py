"""The file with the corrections of a decision on an appeal: a JSON list of commands as objects."""

import json
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from ledger import limits
from ledger.errors import BadEvent
from ledger.events.complaints import bad_event
from ledger.intake.files import read
from ledger.sentences import Input, Sentence, plain
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
        raise _bad(
            Sentence(
                "{file}: expected a list of corrections, as {example}",
                file=file.name,
                example=_EXAMPLE,
            )
        )
    if not document:
        raise _bad(
            Sentence(
                "{file}: the list is empty: leave it out ({input}), or write {example}",
                file=file.name,
                input=Input("corrections"),
                example=_EXAMPLE,
            )
        )
    return tuple(
        _correction(Sentence("{file}: correction {number}", file=file.name, number=number), given)
        for number, given in enumerate(document, 1)
    )


def _json_of(file: Path) -> Any:
    data = read(file, limits.BODY_BYTES)
    try:
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        problem = Sentence(
            "{file}: byte {byte} is not UTF-8: save the file as UTF-8",
            file=file.name,
            byte=error.start + 1,
        )
        raise _bad(problem, Sentence("JSON in UTF-8")) from error
    except json.JSONDecodeError as error:
        problem = Sentence(
            "{file}: line {line}, column {column} is no JSON ({error}): write a list, as {example}",
            file=file.name,
            line=error.lineno,
            column=error.colno,
            error=error.msg,
            example=_EXAMPLE,
        )
        raise _bad(problem, line=error.lineno) from error
    except RecursionError as error:
        raise _bad(Sentence("{file}: too many lists within lists", file=file.name)) from error


def _correction(place: Sentence, given: Any) -> CausedCorrection:
    if not isinstance(given, dict):
        problem = Sentence("{place} is no object: write one with its command", place=place)
        raise _bad(problem, Sentence("an object"))
    command = given.get("command")
    kind = _KINDS.get(command) if isinstance(command, str) else None
    if kind is None:
        names = tuple(_KINDS)
        problem = Sentence(
            "{place} lacks its command: write one of {names}", place=place, names=names
        )
        if command is not None:
            problem = Sentence(
                "{place} has the unknown command '{command}': write one of {names}",
                place=place,
                command=str(command),
                names=names,
            )
        expected = plain(", ".join(names))
        raise BadEvent(problem, field="command", found=command or "", expected=expected)
    try:
        converted: CausedCorrection = msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        begins = Sentence("{place}, {command}", place=place, command=str(command))
        raise bad_event(error, given, kind, begins=begins) from error
    return converted


def _bad(problem: Sentence, expected: Sentence | None = None, line: int = 0) -> BadEvent:
    wanted = expected or plain(_EXAMPLE)
    return BadEvent(problem, field="corrections", line=line, expected=wanted)
