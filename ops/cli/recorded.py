"""Commands that show what was recorded, as it was: events, schema, event-lines."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ops.cli import output, streams
from ops.cli.app import ANSWERS, Shown, Where, app

First = Annotated[
    str, Parameter(help='the first position, as "#40", for # begins a comment in a shell')
]
Last = Annotated[
    str | None, Parameter(help="the last position, which is shown too; without it, to the end")
]


@app.command(group=ANSWERS)
def events(
    first: First = "#0",
    last: Last = None,
    *,
    stream: Annotated[
        str | None, Parameter(help="only this stream, e.g. pool-fide-standard")
    ] = None,
    body: Annotated[bool, Parameter(help="show the bodies, as recorded")] = False,
    limit: Annotated[int, Parameter(help="at most so many; 0 for all")] = 50,
    format: Shown = "table",  # noqa: A002 - the option is --format
    where: Where = Where(),
) -> None:
    """Show what was recorded, in order.

    Example: ledger events "#40" "#60" --body
    """
    from ops import views

    with where.opened() as ledger:
        rows = views.event_rows(ledger, first, last, stream, body=body, limit=limit or None)
        output.show(rows, format, title="events")


@app.command(group=ANSWERS)
def schema(
    type: Annotated[  # noqa: A002 - the argument is the event's type
        str | None,
        Parameter(help="an event's type, as period-closed.v1; without it, all are named"),
    ] = None,
) -> None:
    """Show the JSON Schema of an event type, or the types there are.

    Example: ledger schema period-closed.v1
    """
    from ledger.events import catalogue

    if type is None:
        for name, definition in sorted(catalogue.DEFINITIONS.items()):
            output.say(f"{name:<28} {(definition.__doc__ or '').splitlines()[0]}")
    else:
        output.document(catalogue.schema(type))


@app.command(name="event-lines", group=ANSWERS)
def event_lines(
    first: First = "#0",
    last: Last = None,
    *,
    where: Where = Where(),
) -> None:
    """Write events as JSON Lines: position, instant and version, with the body as recorded.

    Example: ledger event-lines "#40" "#60"
    """
    from ledger.visible import in_json
    from ops.clocks import between

    start, end = between(first, last)
    with where.opened() as ledger, streams.as_a_file() as out:
        for each in ledger.read.events(start, end):
            around = f'{{"position":{each.position},"recorded_at":{each.recorded_at},'
            rest = f'"stream_version":{each.stream_version},"body":{each.body.decode()}}}\n'
            out.write(in_json(around + rest))
