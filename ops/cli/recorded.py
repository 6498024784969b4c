"""Commands about recorded events: list, schema, export, attachment."""

from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ledger.sentences import Sentence
from ops.cli import output
from ops.cli.app import Shown, event_app, option
from ops.cli.exporting import Overwrite, To, written
from ops.cli.shared_options import Reading, Where
from ops.cli.words import event_row

First = Annotated[str, option('the first position, as "#40", for # begins a comment in a shell')]
Last = Annotated[str | None, option("the last position, included; default: the end")]


@Parameter(name="*")
@dataclass(frozen=True)
class Wanting:
    """Filters of events."""

    stream: Annotated[str | None, option("only this stream, e.g. pool-fide-standard")] = None
    tournament: Annotated[str | None, option("only of this tournament, e.g. T-000412")] = None
    player: Annotated[str | None, option("only events about this player: 572-4, or fide:123")] = (
        None
    )
    type: Annotated[str | None, option("only of this type, e.g. result-corrected")] = None
    recorded_by: Annotated[
        str | None, option("only events of this recorder: an opaque id", name="--recorder")
    ] = None
    since: Annotated[date | None, option("only recorded on this day or later")] = None
    until: Annotated[date | None, option("only recorded on this day or before")] = None


@event_app.command(name="list")
def events(
    first: First = "#0",
    last: Last = None,
    *,
    wanting: Wanting = Wanting(),
    body: Annotated[bool, option("show the bodies, as recorded")] = False,
    limit: Annotated[int, option("at most so many; 0 for all")] = 50,
    reading: Reading = Reading(),
) -> None:
    """Show recorded events in order, with recorder and reason.

    If more events follow, the answer ends with the position of the next page. --player selects the
    events that name the player, without the lists of other bodies
    (see `ledger external-list show`).

    Example: ledger event list "#40" --tournament T-000001 --recorder u-17 --since 2026-01-01
    --body
    """
    from ops.answers.recorded_events import EventsAsked, recorded_events

    asked = EventsAsked(first, last, **asdict(wanting), body=body, limit=limit or None)
    with reading.opened() as house:
        answer = recorded_events(house, asked)
        output.answer(answer, reading.format, title=Sentence("events"), words=event_row)


@event_app.command
def schema(
    type: Annotated[  # noqa: A002 - the argument is the event's type
        str | None, option("an event's type, as period-closed; without it, all are named")
    ] = None,
    *,
    format: Shown = "table",  # noqa: A002 - the option is --format
) -> None:
    """Show the JSON Schema of an event type, or the names of all types.

    Example: ledger event schema period-closed
    """
    from ledger.events import catalogue
    from ops.answers.event_types import event_types

    if type is None:
        output.answer(event_types(), format, title=Sentence("types of events"))
    else:
        output.document(catalogue.schema(type))


@event_app.command(name="export")
def event_lines(
    first: First = "#0",
    last: Last = None,
    *,
    to: To = None,
    overwrite: Overwrite = False,
    where: Where = Where(),
) -> None:
    """Write events as JSON Lines: position, instant and version, with the body as recorded.

    Example: ledger event export "#40" "#60"
    """
    from ops.answers.recorded_events import event_lines as lines

    with where.opened() as house, written(to, overwrite=overwrite) as out:
        out.writelines(lines(house.read, first, last))


@event_app.command
def attachment(
    digest: Annotated[str, option("the file, by its SHA-256, as `ledger event list` shows it")],
    *,
    to: Annotated[Path, option("the new file; only its owner can read it")],
    where: Where = Where(),
) -> None:
    """Write a file that was attached to an event.

    Example: ledger event attachment DIGEST --to ruling.pdf
    """
    from ops.access.seeing import check_may_see
    from ops.answers.attachments import attachment as attached
    from ops.commands.written_files import privately

    with where.opened() as house:
        check_may_see(house.actor, "attachment")
        data = attached(house, digest)
    with privately(to) as out:
        out.write(data)
