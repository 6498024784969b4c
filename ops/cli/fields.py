"""Options for the fields of events, made from the event definitions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from ledger import columns
from ledger.errors import BadEvent
from ledger.events.base import Fact, widths
from ledger.events.complaints import bad_event
from ledger.register import identities
from ledger.store.ledger import Ledger
from ledger.wording import counted

_DIGITS = 18
"""Digits of a whole number; each column takes fewer."""

_SHOWN = 200
"""Characters of what was typed that a message repeats."""


def help_for(definition: type[Fact], name: str) -> str:
    """Return the help of a field."""
    schema = msgspec.json.schema(definition)
    help_text = _described(schema["$defs"][definition.__name__]["properties"][name])
    if name == "player" and name not in widths(definition):
        return "the player, as 12-5 or fide:N, where it is for one"
    if name == "player" and name in widths(definition):
        return "players, as 12-5 or fide:N, separated by commas"
    if name in widths(definition):
        return f"{help_text.partition(',')[0]}, separated by commas, in the order of the players"
    return help_text


def _described(field: Mapping[str, Any]) -> str:
    """Return the description in a field's schema, or of the type of an optional field."""
    kinds = (field, *field.get("anyOf", ()))
    a_day = "a day, as 2026-01-31" if any(kind.get("format") == "date" for kind in kinds) else ""
    return next((str(kind["description"]) for kind in kinds if "description" in kind), a_day)


def fact_from(ledger: Ledger, definition: type[Fact], fields: Mapping[str, Any]) -> Fact:
    """Make an event from options. Raises BadEvent, saying which field is wrong."""
    given = {name: value for name, value in fields.items() if value is not None}
    columnar = widths(definition)
    order = _order(ledger, given["player"]) if "player" in columnar else []
    document = {
        name: _column(name, value, columnar[name], order) if name in columnar else _plain(value)
        for name, value in given.items()
    }
    if "player" in given and "player" not in columnar:
        document["player"] = identities.find(ledger.read, given["player"])
    if "report" in given:
        document["report"] = given["report"].removeprefix("#")
    try:
        _check_structures(definition, document)
        return msgspec.convert(document, definition, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        of = definition.TYPE
        raise bad_event(error, document, named=_option, of=of, begins=of) from error


def _check_structures(definition: type[Fact], document: Mapping[str, Any]) -> None:
    """Check values written as JSON strictly: numbers as numbers. Raises ValidationError.

    An option is text, whatever it says. Raises ValidationError.
    """
    written = {name: value for name, value in document.items() if isinstance(value, list | dict)}
    fields = msgspec.structs.fields(definition)
    kinds = [(field.name, field.type) for field in fields if field.name in written]
    msgspec.convert(written, msgspec.defstruct("Written", kinds), strict=True)


def _option(field: str) -> str:
    return f"--{field.replace('_', '-')}"


def _order(ledger: Ledger, text: str) -> list[tuple[int, int]]:
    """Return (register number, place as typed), in the order of the numbers."""
    players = [identities.find(ledger.read, number.strip()) for number in text.split(",")]
    return sorted((player, at) for at, player in enumerate(players))


def _column(name: str, text: str, width: int, order: list[tuple[int, int]]) -> str:
    if name == "player":
        return columns.write((player for player, _ in order), width)
    values = [value.strip() for value in text.split(",")]
    if width == columns.MONTH:
        values = [value.replace("-", "") for value in values]
    if len(values) != len(order):
        given = counted(len(values), "value")
        raise BadEvent(
            f"field {name!r} has {given} for {counted(len(order), 'player')}",
            field=_option(name),
            found=given,
            expected=counted(len(order), "value"),
        )
    if not all(value.isascii() and value.isdigit() and len(value) <= _DIGITS for value in values):
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        raise BadEvent(
            f"field {name!r}: {shown!r} are not whole numbers separated by commas",
            field=_option(name),
            found=shown,
            expected="whole numbers separated by commas",
        )
    return columns.write((int(values[at]) for _, at in order), width)


def _plain(value: str) -> Any:
    """Read JSON where a structure is written; otherwise the text itself."""
    try:
        return json.loads(value) if value[:1] in ("[", "{") else value
    except (ValueError, RecursionError) as error:
        raise BadEvent(
            f"{value[:80]!r} is no JSON: {error}; write it as [[…], […]] or {{…}}",
            found=value[:80],
            expected="[[…], […]] or {…}",
        ) from error
