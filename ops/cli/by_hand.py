"""The command `event record`, made from the event definitions: a command for each decision."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from ledger.events.base import Fact, widths
from ops.cli import output
from ops.cli.app import Commands, option
from ops.cli.shared_options import Acting
from ops.commands.typed_decision import fact_typed, with_article
from ops.events.decide import decide
from ops.events.receipts import decided
from ops.events.record_decision import BY_HAND

record_app = Commands(
    name="record",
    help="Record one event by hand; see `ledger event record TYPE --help` for its fields.",
)


def _command(definition: type[Fact]) -> Callable[..., None]:
    """Make the command for one type of event, with an option for each field."""

    def record(*, acting: Acting = Acting(), **fields: Any) -> None:

        with acting.opened() as house:
            fact = fact_typed(
                house.read, definition, with_article(definition, fields, acting.article)
            )
            done = decide(house, fact)
        line = f"recorded {definition.TYPE} ({output.at(done.receipt)})"
        output.receipt(acting.format, decided(fact, done), [line])

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
        if field.name != "article"
    ]
    keyword = inspect.Parameter.KEYWORD_ONLY
    return [*options, inspect.Parameter("acting", keyword, default=Acting(), annotation=Acting)]


def _short(definition: type[Fact]) -> str:
    return definition.TYPE.partition(".")[0]


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


for _definition in BY_HAND.values():
    record_app.command(_command(_definition), name=_short(_definition))
