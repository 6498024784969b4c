"""Commands for official lists: list close, list reprint, list publish."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Annotated

from ledger.errors import Refused
from ledger.sentences import Remedy
from ledger.wording import counted
from ops.cli import output, streams
from ops.cli.app import ListName, PoolName, list_app, option
from ops.cli.exits import Form
from ops.cli.shared_options import Acting
from ops.words.use_cases import as_command

if TYPE_CHECKING:
    from ops.commands.sealing import Sealed
    from ops.house import House


@list_app.command
def close(
    pool: PoolName,
    period: Annotated[
        str | None,
        option("the list to close; without it the next one, after a question or with --yes"),
    ] = None,
    *,
    through: Annotated[str | None, option("last position to take in, as #12; default: all")] = None,
    yes: Annotated[bool, option("close the next list without confirmation")] = False,
    acting: Acting = Acting(),
) -> None:
    """Close the next list of a pool: once, in order, and not before its day.

    Without a period the command shows the next list and asks for confirmation; in a script it is
    refused. Closing again with the same inputs shows the first receipt.

    Example: ledger list close fide-standard 2025-11
    """
    from ops.answers.clocks import position_of
    from ops.commands import close_period
    from ops.commands.receipts import closings

    with acting.followed() as house:
        position = position_of(through) if through else None
        if period is None and not (yes or acting.preview):
            period, position = _agreed(house, pool, position, acting.format)
        sealed = close_period.close(house, pool, period, position)
        found = closings.closed(house, sealed)
        books = house.pool(pool).law.booking.counts_when.value
    output.receipt(acting.format, found, _lines(sealed, books))


def _agreed(house: House, pool: str, through: int | None, form: Form) -> tuple[str, int]:
    """Return the list and the position confirmed by a person, after a preview.

    Raises Refused where nobody can be asked, or the answer is no.
    """
    from ops.answers.closing_checklist import of_closing
    from ops.commands import close_period
    from ops.commands.receipts.closings import hinted, not_met

    shown = close_period.preview(house, pool, None, through)
    remedy = Remedy("close-list", pool=pool, period=shown.period)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise Refused(
            f"{pool}: the next list is {shown.period}, and nobody can be asked here: name it "
            f"({as_command(remedy)}), or add --yes",
            field="period",
            expected=shown.period,
            remedy=remedy,
            code="answer-needed",
        )
    books, rows = house.pool(pool).law.booking.counts_when.value, of_closing(house, shown)
    hints = (f"  {hint}" for hint in hinted(pool, rows))
    for line in (*_lines(shown, books), *hints, *not_met(pool, rows)):
        (output.say if form == "text" else output.notice)(line)
    streams.flush()
    streams.write_error(f"Seal list {shown.period} of {pool}? A sealed list stays. [y/N] ")
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise Refused(
            f"{pool}: list {shown.period} was not sealed, as answered",
            remedy=remedy,
            code="answered-no",
            field="period",
        )
    return shown.period, shown.event.through_position


def _lines(sealed: Sealed, books: str) -> Iterator[str]:
    event = sealed.event
    rows = counted(event.rows, "row")
    word = "would seal" if sealed.position is None else f"sealed (#{sealed.position})"
    if sealed.replayed:
        word = f"closed already (#{sealed.position})"
    named = sealed.period
    if event.printing > 1:
        named = f"{sealed.period}, printing {event.printing}"
    yield f"{word} {sealed.pool} {named}: {rows}, digest {event.list_digest}"
    if sealed.changed:
        changed = counted(sealed.changed, "row differs", "rows differ")
        stated = f"{event.in_force_from}, once it is published"
        since = stated if event.in_force_from else "its publication"
        yield f"  {changed} from printing {event.printing - 1}; in force from {since}"
    if not sealed.replayed:
        booked = counted(sealed.tournaments, "tournament")
        yield (
            f"  {booked} booked ({sealed.outside} outside the rulebook), "
            f"{books} by {event.cut_off}, everything up to #{event.through_position}"
        )


@list_app.command
def reprint(
    pool: PoolName,
    period: ListName,
    *,
    in_force_from: Annotated[
        date | None,
        option("the first day of the new printing; by default that of its publication"),
    ] = None,
    through: Annotated[str | None, option("last position to take in, as #12; default: all")] = None,
    acting: Acting = Acting(),
) -> None:
    """Compute the last closed list of a pool again, with all that is known now: a new printing.

    For an office error. A reason is needed. Tournaments begun before the new printing is in force
    keep the ratings of the one before; the next list books nothing of what it corrects. Without a
    changed row it is refused.

    Example: ledger list reprint fide-standard 2025-11 --reason "a report was left out" --preview
    """
    from ops.answers.clocks import position_of
    from ops.commands import reprint_list
    from ops.commands.receipts import closings

    with acting.followed() as house:
        position = position_of(through) if through else None
        sealed = reprint_list.reprint(house, pool, period, in_force_from, position)
        found = closings.closed(house, sealed)
        books = house.pool(pool).law.booking.counts_when.value
    output.receipt(acting.format, found, _lines(sealed, books))


@list_app.command
def publish(
    pool: PoolName,
    period: ListName,
    *,
    on: Annotated[
        date | None,
        option("the day of publication; by default the list date, of a new printing today"),
    ] = None,
    corrects: Annotated[
        bool, option("the day recorded before was wrong; closed lists stay")
    ] = False,
    printing: Annotated[int | None, option("which printing; by default the last")] = None,
    acting: Acting = Acting(),
) -> None:
    """Record the publication of a closed list, or of a new printing of it.

    Example: ledger list publish fide-standard 2025-11 --on 2025-11-01
    """
    from ops.commands import list_days
    from ops.commands.receipts import closings

    with acting.followed() as house:
        done = list_days.publish(house, pool, period, on, corrects=corrects, printing=printing)
        found = closings.published(house, done)
    day, at, number = done.result.published_on, output.at(done.receipt), done.result.printing
    named = period if number == 1 else f"{period}, printing {number},"
    output.receipt(acting.format, found, [f"published {pool} {named} on {day} ({at})"])
