"""A decision from named values: texts as typed, or the values of a JSON document."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from ledger import columns
from ledger.errors import BadEvent
from ledger.events.base import Fact, widths
from ledger.events.complaints import bad_event
from ledger.register import identities
from ledger.sentences import Count, Sentence, plain
from ledger.store.reading import Reader

_DIGITS: Final = 18
"""Digits of a whole number; each column takes fewer."""

_STRUCTURES: Final = "[[…], […]] or {…}"

_POSITIONS: Final = {"report", "withdraws"}
"""Fields with the position of an event, typed as #12 or 12."""


V = TypeVar("V")
T = TypeVar("T")

Named = Callable[[str], str]
"""Names a field as the door does."""


def with_article(
    definition: type[Fact], values: Mapping[str, V], article: V | None
) -> dict[str, V]:
    """Return the values of a decision with the article stated, where the decision has one."""
    takes = article is not None and "article" in definition.__struct_fields__
    return {**values, "article": article} if takes and article is not None else {**values}


def fact_typed(read: Reader, definition: type[Fact], texts: Mapping[str, str | None]) -> Fact:
    """Make a decision of typed texts: columns separated by commas, structures as JSON.

    Raises BadEvent, naming the wrong option.
    """
    typed = {name: text for name, text in texts.items() if text is not None}
    values: dict[str, Any] = {name: _plain(text) for name, text in typed.items()}
    for name in widths(definition).keys() & typed.keys():
        values[name] = typed[name].split(",")
    for name in _POSITIONS & typed.keys():
        values[name] = typed[name].removeprefix("#")
    return fact_from(read, definition, values, _option)


def fact_from(
    read: Reader, definition: type[Fact], values: Mapping[str, Any], named: Named = str
) -> Fact:
    """Make a decision of values; a column is a list with a value for each player.

    Raises BadEvent, naming the wrong field; UnknownPlayer.
    """
    columnar = widths(definition)
    _check_columns(definition, values, named)
    order: list[tuple[int, int]] = []  # register number and place as given, by number
    if "player" in columnar:
        players = (identities.find(read, text.strip()) for text in values["player"])
        order = sorted((player, place) for place, player in enumerate(players))
    document = {
        name: _column(named(name), value, columnar[name], order) if name in columnar else value
        for name, value in values.items()
        if name != "player"
    }
    if "player" in columnar:
        document["player"] = columns.write((player for player, _ in order), columns.PLAYER)
    elif "player" in values:
        document["player"] = identities.find(read, values["player"])
    _fitting(definition, *_structures(definition, document), named, strict=True)
    return _fitting(definition, definition, document, named, strict=False)


def _check_columns(definition: type[Fact], values: Mapping[str, Any], named: Named) -> None:
    """Raise BadEvent unless the columns are lists, and players texts."""
    columnar = widths(definition)
    for name, value in values.items():
        if name in columnar and not isinstance(value, list | tuple):
            expected = Sentence("a list, a value for each player")
            raise _ill_fitting(definition, named(name), value, expected)
    if "player" in columnar and "player" not in values:
        expected = Sentence("a list of players, as 572-4")
        raise _ill_fitting(definition, named("player"), None, expected)
    players = values.get("player", [])
    for player in players if "player" in columnar or not players else [players]:
        if not isinstance(player, str):
            expected = Sentence("a player as text, as 572-4")
            raise _ill_fitting(definition, named("player"), player, expected)


def _ill_fitting(definition: type[Fact], field: str, found: object, expected: Sentence) -> BadEvent:
    shown = Sentence("nothing") if found is None else plain(repr(found))
    problem = Sentence(
        "{type}: {field}: found {found}, expected {expected}",
        type=definition.TYPE,
        field=field,
        found=shown,
        expected=expected,
    )
    return BadEvent(problem, field=field, found=shown, expected=expected)


def _fitting(
    of: type[Fact], kind: type[T], document: Mapping[str, Any], named: Named, *, strict: bool
) -> T:
    """Convert a document of a decision. Raises BadEvent, naming the wrong field."""
    try:
        return msgspec.convert(document, kind, strict=strict)
    except (msgspec.ValidationError, ValueError) as error:
        raise bad_event(
            error, document, kind, strict=strict, named=named, of=of.TYPE, begins=of.TYPE
        ) from error


def _structures(
    definition: type[Fact], document: Mapping[str, Any]
) -> tuple[type[msgspec.Struct], dict[str, Any]]:
    """Return the values written as JSON, and their type: numbers in them are numbers."""
    written = {name: value for name, value in document.items() if isinstance(value, list | dict)}
    fields = msgspec.structs.fields(definition)
    kinds = [(field.name, field.type) for field in fields if field.name in written]
    return msgspec.defstruct("Written", kinds), written


def _option(field: str) -> str:
    return f"--{field.replace('_', '-')}"


def _column(
    field: str, given: Sequence[object], width: int, order: Sequence[tuple[int, int]]
) -> str:
    values = [str(value).strip() for value in given]
    if width == columns.MONTH:
        values = [value.replace("-", "") for value in values]
    name = field.removeprefix("--").replace("-", "_")
    if len(values) != len(order):
        found, expected = Count(len(values), "value"), Count(len(order), "value")
        raise BadEvent(
            Sentence(
                "field '{field}' has {values} for {players}",
                field=name,
                values=found,
                players=Count(len(order), "player"),
            ),
            field=field,
            found=Sentence("{values}", values=found),
            expected=Sentence("{values}", values=expected),
        )
    if not all(value.isascii() and value.isdigit() and len(value) <= _DIGITS for value in values):
        shown = ",".join(map(str, given))
        raise BadEvent(
            Sentence(
                "field '{field}': '{values}' are not whole numbers separated by commas",
                field=name,
                values=shown,
            ),
            field=field,
            found=shown,
            expected=Sentence("whole numbers separated by commas"),
        )
    return columns.write((int(values[at]) for _, at in order), width)


def _plain(value: str) -> Any:
    """Read JSON where a structure is written; otherwise the text itself."""
    try:
        return json.loads(value) if value[:1] in ("[", "{") else value
    except (ValueError, RecursionError) as error:
        raise BadEvent(
            Sentence(
                "'{value}' is no JSON: {error}; write it as {example}",
                value=value,
                error=str(error),
                example=_STRUCTURES,
            ),
            found=value,
            expected=_STRUCTURES,
        ) from error
