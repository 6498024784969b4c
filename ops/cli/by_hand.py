"""The command `event record`, made from the event definitions: a command for each decision."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from ledger.events import catalogue
from ledger.events.base import Fact, TournamentFact
from ledger.events.pool import EntryCapitalDecided
from ops.cli import output
from ops.cli.app import Acting, Commands
from ops.cli.fields import fact_from, help_for
from ops.commands.late_entries import known_late
from ops.commands.record_event import how_to_say_it_anew
from ops.commands.record_event import record as put

record_app = Commands(
    name="record",
    help="Record one event by hand; see `ledger event record TYPE --help` for its fields.",
)


def _command(definition: type[Fact]) -> Callable[..., None]:
    """Make the command that records one type of event: an option for each of its fields."""

    def record(*, acting: Acting = Acting(), **fields: Any) -> None:

        with acting.opened() as house:
            fact = fact_from(house.ledger, definition, fields)
            receipt = put(house, fact, by=acting.by)
            anew = how_to_say_it_anew(house, fact) if receipt.replayed else ""
            late = [*known_late(house, fact.pool)] if isinstance(fact, EntryCapitalDecided) else []
        lists = () if receipt.replayed else _of_lists(fact, acting, receipt.first_position)
        again = ", already recorded" if receipt.replayed else ""
        output.recorded(
            acting.format,
            [receipt],
            [f"recorded {definition.TYPE} (#{receipt.first_position}{again})"],
            about={"type": definition.TYPE},
            notes=[*lists, *late],
            warnings=[anew] if anew else [],
        )

    record.__doc__ = (
        f"{inspect.cleandoc(definition.__doc__ or '')}\n\nExample: {_example(definition)}"
    )
    record.__signature__ = inspect.Signature(_options(definition))  # type: ignore[attr-defined]
    return record


def _of_lists(fact: Fact, acting: Acting, position: int) -> list[str]:
    """Name the closed lists that booked the tournament decided about: they stay as they are."""
    from ops.commands.closed_list_effects import lists_decided

    if not isinstance(fact, TournamentFact):
        return []
    with acting.followed() as house:
        return [f"  {each}" for each in lists_decided(house, fact, position)]


def _options(definition: type[Fact]) -> list[inspect.Parameter]:

    options = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.required else None,
            annotation=Annotated[
                str if field.required else str | None,
                Parameter(help=help_for(definition, field.name)),
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


BY_PROGRAMS = {
    "clock-corrected",
    "pool-zone-corrected",
    "ledger-opened",
    "ledger-restored",
    "pool-opened",
    "list-scheduled",
    "list-published",
    "tournament-registered",
    "players-registered",
    "tournament-submitted",
    "tournament-details-corrected",
    "report-part-submitted",
    "report-replaced",
    "game-played",
    "sheet-completed",
    "result-corrected",
    "entrant-reassigned",
    "player-details-changed",
    "player-details-corrected",
    "external-list-recorded",
    "rulebook-adopted",
    "ratings-carried-over",
    "period-closed",
    "bonus-granted",
    "bonus-withdrawn",
    "malus-applied",
    "malus-withdrawn",
    "entry-rating-taken",
    "foreign-player-converted",
    "deviation-recorded",
    "personal-data-erased",
}
"""What commands of their own compose and check; by hand it could only contradict them."""

for _definition in catalogue.DEFINITIONS.values():
    if _short(_definition) not in BY_PROGRAMS:
        record_app.command(_command(_definition), name=_short(_definition))
