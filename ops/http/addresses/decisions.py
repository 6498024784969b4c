"""Addresses of decisions: one for each type that is recorded by hand, and files of decisions."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any, Final, cast

import msgspec
from msgspec import Meta

from ledger import columns
from ledger.events.base import Fact, widths
from ops.commands.typed_decision import fact_from, with_article
from ops.doors.circumstances import Circumstances
from ops.doors.fields import Player
from ops.doors.outcomes import Outcome
from ops.events.decide import decide
from ops.events.receipts import decided
from ops.events.record_decision import BY_HAND
from ops.house import House
from ops.http.address import Body, address

_INTEGERS: Final = Annotated[
    tuple[int, ...], Meta(description="Whole numbers, in the order of the players.")
]
_MONTHS: Final = Annotated[
    tuple[str, ...], Meta(description="Months as 2026-01, in the order of the players.")
]
_PLAYERS: Final = Annotated[
    tuple[Player, ...], Meta(description="Players as 12-5 or fide:N.", min_length=1)
]


def _body(definition: type[Fact]) -> type[Body]:
    """Make the body of a decision: its fields, each column as a list."""
    columnar = widths(definition)
    fields = []
    for field in msgspec.structs.fields(definition):
        if field.name == "article":  # a parameter of every address that records
            continue
        kind = field.type
        if field.name == "player":
            kind = _PLAYERS if columnar else (Player if field.required else Player | None)
        elif field.name in columnar:
            kind = _MONTHS if columnar[field.name] == columns.MONTH else _INTEGERS
        default = () if field.required else (None,)
        fields.append((field.name, kind if field.required else kind | None, *default))
    name = f"{definition.__name__}Body"
    made: Any = msgspec.defstruct(name, fields, bases=(Body,), frozen=True, kw_only=True)
    made.__doc__ = inspect.cleandoc(definition.__doc__ or "")
    return cast("type[Body]", made)


def _record(definition: type[Fact]) -> Callable[[House, Circumstances, Body], Outcome]:
    """Make the function that records decisions of a type."""

    def record(house: House, asked: Circumstances, body: Body) -> Outcome:
        values = {name: value for name, value in _values(body).items() if value is not None}
        stated = with_article(definition, values, asked.article)
        fact = fact_from(house.read, definition, stated)
        return decided(fact, decide(house, fact)).outcome()

    record.__name__ = f"decide_{_short(definition).replace('-', '_')}"
    record.__doc__ = f"Record a decision: {_first_sentence(definition)}"
    return record


def _values(body: Body) -> dict[str, Any]:
    return {name: msgspec.to_builtins(getattr(body, name)) for name in body.__struct_fields__}


def _first_sentence(definition: type[Fact]) -> str:
    first = inspect.cleandoc(definition.__doc__ or "").splitlines()[0]
    return first[0].lower() + first[1:]


def _short(definition: type[Fact]) -> str:
    return definition.TYPE.partition(".")[0]


for _definition in BY_HAND.values():
    address(
        "POST",
        f"/v1/decisions/{_short(_definition)}",
        Circumstances,
        Outcome,
        body=_body(_definition),
        events=(_definition,),
    )(_record(_definition))
