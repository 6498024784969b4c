"""Commands that bring facts in: import a report, record an event by hand."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import App, Parameter

from ledger.events import catalogue
from ledger.events.base import Fact
from ops.cli import output
from ops.cli.app import FACTS, Acting, app


@app.command(name="import", group=FACTS)
def import_report(
    file: Path,
    *,
    pool: Annotated[tuple[str, ...], Parameter(help="the pool it counts for; repeat for more")],
    number_scheme: Annotated[
        str, Parameter(help="whose numbers columns 58-68 hold: fide or fid")
    ] = "fide",
    register_new: Annotated[
        bool, Parameter(help="register entrants the register does not know")
    ] = False,
    set_: Annotated[
        tuple[str, ...],
        Parameter(name="--set", help="a fact the file lacks, as key=value; repeat for more"),
    ] = (),
    acting: Acting = Acting(),
) -> None:
    """Import a tournament report (TRF16): all of it, or all that is wrong with it.

    Example: ledger import open.trf --pool fide-standard --set received_on=2025-10-14

    Parameters
    ----------
    file
        The report as the pairing program wrote it.
    """
    from ledger.intake.importing import ImportOptions
    from ledger.intake.importing import import_report as take_in
    from ops.intake_words import facts_given, receipt_lines

    options = ImportOptions(
        pools=pool,
        number_scheme=number_scheme,
        register_new=register_new,
        facts=facts_given(set_),
        recorded_by=acting.by,
    )
    with acting.opened() as ledger:
        receipt = take_in(ledger, file.read_bytes(), options)
    for line in receipt_lines(file.name, receipt):
        output.say(line)


record_app = App(
    name="record", help="Record one event by hand; see TYPE --help for its fields.", group=FACTS
)
app.command(record_app)


def _command(definition: type[Fact]) -> Callable[..., None]:
    """Make the command that records one type of event: an option for each of its fields."""

    def record(*, acting: Acting = Acting(), **fields: Any) -> None:
        from ops.cli.fields import fact_from
        from ops.recording import record as put

        with acting.opened() as ledger:
            receipt = put(ledger, fact_from(ledger, definition, fields), by=acting.by)
        again = ", already recorded" if receipt.replayed else ""
        output.say(f"recorded {definition.TYPE} (#{receipt.first_position}{again})")

    record.__doc__ = (
        f"{inspect.cleandoc(definition.__doc__ or '')}\n\nExample: {_example(definition)}"
    )
    record.__signature__ = inspect.Signature(_options(definition))  # type: ignore[attr-defined]
    return record


def _options(definition: type[Fact]) -> list[inspect.Parameter]:
    from ops.cli.fields import help_for

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
    return f"ledger record {_short(definition)} {shown}"


def _short(definition: type[Fact]) -> str:
    return definition.TYPE.partition(".")[0]


BY_PROGRAMS = {
    "ledger-opened",
    "players-registered",
    "tournament-submitted",
    "rulebook-adopted",
    "ratings-carried-over",
    "period-closed",
    "bonus-granted",
}
"""What commands compose and prove themselves; by hand it could only contradict them."""

for _definition in catalogue.DEFINITIONS.values():
    if _short(_definition) not in BY_PROGRAMS:
        record_app.command(_command(_definition), name=_short(_definition))
