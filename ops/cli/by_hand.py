"""The command `event record`, made from the event definitions: a command for each decision."""

import inspect
import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec

from ledger import columns
from ledger.errors import BadEvent
from ledger.events.base import Fact, widths
from ledger.events.complaints import bad_event
from ledger.register import identities
from ledger.store.ledger import Ledger
from ledger.wording import counted
from ops.cli import output
from ops.cli.app import Acting, Commands, option
from ops.cli.intake_words import closed_list_words, late_lines
from ops.commands.decide import decide
from ops.commands.record_decision import BY_HAND

record_app = Commands(
    name="record",
    help="Record one event by hand; see `ledger event record TYPE --help` for its fields.",
)


_USED_UP = (
    "the same decision was recorded for an earlier initial rating, which was used; for another "
    "decision in the same words, name its act: "
    '--article "…, act 12 of 2016"'
)


def _command(definition: type[Fact]) -> Callable[..., None]:
    """Make the command for one type of event, with an option for each field."""

    def record(*, acting: Acting = Acting(), **fields: Any) -> None:

        with acting.opened() as house:
            fact = fact_from(house.ledger, definition, fields)
            done = decide(house, fact)
        notes = [
            *(f"  {closed_list_words(effect)}" for effect in done.lists),
            *(line for entries in done.late for line in late_lines(entries)),
        ]
        output.recorded(
            acting.format,
            [done.receipt],
            [f"recorded {definition.TYPE} ({output.at(done.receipt)})"],
            about={"type": definition.TYPE},
            notes=notes,
            warnings=[_USED_UP] if done.used_up else [],
        )

    required = [field.name for field in msgspec.structs.fields(definition) if field.required]
    options = " ".join(f"--{name.replace('_', '-')} …" for name in required)
    example = f"Example: ledger event record {_short(definition)} {options}"
    record.__doc__ = f"{inspect.cleandoc(definition.__doc__ or '')}\n\n{example}"
    record.__signature__ = inspect.Signature(_options(definition))  # type: ignore[attr-defined]
    return record


def _options(definition: type[Fact]) -> list[inspect.Parameter]:

    options = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.required else None,
            annotation=Annotated[
                str if field.required else str | None, option(help_for(definition, field.name))
            ],
        )
        for field in msgspec.structs.fields(definition)
    ]
    keyword = inspect.Parameter.KEYWORD_ONLY
    return [*options, inspect.Parameter("acting", keyword, default=Acting(), annotation=Acting)]


def _short(definition: type[Fact]) -> str:
    return definition.TYPE.partition(".")[0]


_DIGITS = 18
"""Digits of a whole number; each column takes fewer."""

_SHOWN = 200
"""Characters of what was typed that a message repeats."""


def help_for(definition: type[Fact], name: str) -> str:
    """Return the help of a field."""
    columnar = name in widths(definition)
    if name == "player":
        several = "players, as 12-5 or fide:N, separated by commas"
        return several if columnar else "the player, as 12-5 or fide:N, where it is for one"
    field = msgspec.json.schema(definition)["$defs"][definition.__name__]["properties"][name]
    kinds = (field, *field.get("anyOf", ()))  # the types of an optional field
    a_day = "a day, as 2026-01-31" if any(kind.get("format") == "date" for kind in kinds) else ""
    text = next((str(kind["description"]) for kind in kinds if "description" in kind), a_day)
    if columnar:
        return f"{text.partition(',')[0]}, separated by commas, in the order of the players"
    return text


def fact_from(ledger: Ledger, definition: type[Fact], fields: Mapping[str, Any]) -> Fact:
    """Make an event from options. Raises BadEvent, saying which field is wrong."""
    given = {name: value for name, value in fields.items() if value is not None}
    columnar = widths(definition)
    order: list[tuple[int, int]] = []  # register number and place as typed, by number
    if "player" in columnar:
        typed = (identities.find(ledger.read, text.strip()) for text in given["player"].split(","))
        order = sorted((player, place) for place, player in enumerate(typed))
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
    """Check values written as JSON strictly: numbers as numbers. Raises ValidationError."""
    written = {name: value for name, value in document.items() if isinstance(value, list | dict)}
    fields = msgspec.structs.fields(definition)
    kinds = [(field.name, field.type) for field in fields if field.name in written]
    msgspec.convert(written, msgspec.defstruct("Written", kinds), strict=True)


def _option(field: str) -> str:
    return f"--{field.replace('_', '-')}"


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


for _definition in BY_HAND.values():
    record_app.command(_command(_definition), name=_short(_definition))
