"""The command `event record`, made from the event definitions: a command for each decision."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from ledger.events.base import Fact, TournamentFact
from ledger.events.pool import EntryCapitalDecided
from ops.cli import output
from ops.cli.app import Acting, Commands, option
from ops.cli.fields import fact_from, help_for
from ops.cli.intake_words import closed_list_words, late_lines
from ops.commands.record_decision import BY_HAND, is_used_up
from ops.commands.record_decision import record as put
from ops.commands.record_list import late_entries

record_app = Commands(
    name="record",
    help="Record one event by hand; see `ledger event record TYPE --help` for its fields.",
)


_USED_UP = (
    "it was for an entry that is over; another decision in the same words names its act: "
    '--article "…, act 12 of 2016"'
)


def _command(definition: type[Fact]) -> Callable[..., None]:
    """Make the command for one type of event, with an option for each field."""

    def record(*, acting: Acting = Acting(), **fields: Any) -> None:

        with acting.opened() as house:
            fact = fact_from(house.ledger, definition, fields)
            receipt = put(house, fact).receipt
            used_up = receipt.replayed and is_used_up(house, fact)
            late = (
                [*late_entries(house, fact.pool)] if isinstance(fact, EntryCapitalDecided) else []
            )
        lists = () if receipt.replayed else _of_lists(fact, acting, receipt.first_position)
        again = ", already recorded" if receipt.replayed else ""
        output.recorded(
            acting.format,
            [receipt],
            [f"recorded {definition.TYPE} (#{receipt.first_position}{again})"],
            about={"type": definition.TYPE},
            notes=[*lists, *(line for entries in late for line in late_lines(entries))],
            warnings=[_USED_UP] if used_up else [],
        )

    record.__doc__ = (
        f"{inspect.cleandoc(definition.__doc__ or '')}\n\nExample: {_example(definition)}"
    )
    record.__signature__ = inspect.Signature(_options(definition))  # type: ignore[attr-defined]
    return record


def _of_lists(fact: Fact, acting: Acting, position: int) -> list[str]:
    """Return the closed lists that already count the tournament; these do not change."""
    from ops.commands.closed_list_effects import lists_decided

    if not isinstance(fact, TournamentFact):
        return []
    with acting.followed() as house:
        return [f"  {closed_list_words(effect)}" for effect in lists_decided(house, fact, position)]


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
    acting = inspect.Parameter(
        "acting", inspect.Parameter.KEYWORD_ONLY, default=Acting(), annotation=Acting
    )
    return [*options, acting]


def _example(definition: type[Fact]) -> str:
    required = [field.name for field in msgspec.structs.fields(definition) if field.required]
    shown = " ".join(f"--{name.replace('_', '-')} …" for name in required)
    return f"ledger event record {_short(definition)} {shown}"


def _short(definition: type[Fact]) -> str:
    return definition.TYPE.partition(".")[0]


for _definition in BY_HAND.values():
    record_app.command(_command(_definition), name=_short(_definition))
