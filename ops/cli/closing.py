"""Commands for official lists: list close, list publish."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Final

from ledger.errors import Refused, Remedy
from ledger.wording import counted
from ops.cli import output, streams
from ops.cli.app import Acting, ListName, PoolName, list_app, option
from ops.cli.exits import Form

if TYPE_CHECKING:
    from ops.commands.close_period import Sealed
    from ops.house import House

SOME: Final = 3
"""So many tournaments that need a decision are named after a closing."""


@list_app.command
def close(
    pool: PoolName,
    period: Annotated[
        str | None,
        option("the list to close; without it the next one, after a question or with --yes"),
    ] = None,
    *,
    through: Annotated[str | None, option("last position to take in, as #12; default: all")] = None,
    preview: Annotated[bool, option("show the result, record nothing")] = False,
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

    with acting.followed() as house:
        position = position_of(through) if through else None
        if period is None and not (yes or preview):
            period, position = _agreed(house, pool, position, acting.format)
        if preview:
            sealed = close_period.preview(house, pool, period, position)
        else:
            sealed = close_period.close(house, pool, period, position)
        house.catch_up()
        asked = house.pool(pool)
        books, unpublished = asked.law.booking.counts_when.value, asked.unpublished()
    output.recorded(
        acting.format,
        [sealed.receipt] if sealed.receipt else [],
        _lines(sealed, books),
        about=_about(sealed),
        warnings=[*_warnings(sealed, unpublished)],
    )


def _agreed(house: House, pool: str, through: int | None, form: Form) -> tuple[str, int]:
    """Return the list and the position confirmed by a person, after a preview.

    Raises Refused where nobody can be asked, or the answer is no.
    """
    from ops.commands import close_period

    shown = close_period.preview(house, pool, None, through)
    remedy = Remedy("list close", (pool, shown.period))
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise Refused(
            f"{pool}: the next list is {shown.period}, and nobody can be asked here: name it "
            f"(`{remedy}`), or add --yes",
            field="period",
            expected=shown.period,
            remedy=remedy,
            code="answer-needed",
        )
    books = house.pool(pool).law.booking.counts_when.value
    for line in (*_lines(shown, books), *_warnings(shown, ())):
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
    yield f"{word} {sealed.pool} {sealed.period}: {rows}, digest {event.list_digest}"
    if not sealed.replayed:
        booked = counted(sealed.tournaments, "tournament")
        yield (
            f"  {booked} booked ({sealed.outside} outside the rulebook), "
            f"{books} by {event.cut_off}, everything up to #{event.through_position}"
        )


def _about(sealed: Sealed) -> dict[str, Any]:
    names = ("list_date", "list_digest", "rows", "through_position")
    facts = {name: getattr(sealed.event, name) for name in names}
    return {"pool": sealed.pool, "period": sealed.period, **facts, "position": sealed.position}


def _warnings(sealed: Sealed, unpublished: Sequence[str]) -> Iterator[str]:
    if sealed.undecided:
        entries = counted(len(sealed.undecided), "entry needs", "entries need")
        yield f"{entries} a decision: {_where(sealed, sorted(set(sealed.undecided)))}"
    if sealed.undecided_by_correction:
        yield _by_correction(sealed)
    if sealed.withheld:
        events = counted(len(sealed.withheld), "tournament needs", "tournaments need")
        yield f"{events} a decision to count whole: {_where(sealed, sealed.withheld)}"
    if sealed.unapproved:
        number = sum(games for _, games in sealed.unapproved)
        games = counted(number, "game counts", "games count")
        tournaments = [tournament for tournament, _ in sealed.unapproved]
        where, events = _where(sealed, tournaments), counted(len(tournaments), "tournament")
        yield f"{games} in {events} registered late, or hybrid, without an approval: {where}"
    for other, earlier in sealed.unseen:
        yield f"{other} had not closed its list {earlier} of an earlier day: not looked at"
    if unpublished:
        yield f"not published, so not in force: {', '.join(unpublished)}"


def _where(sealed: Sealed, tournaments: Sequence[str]) -> str:
    """Return commands that show the first few tournaments, and the number of the others."""
    commands = [f"`ledger pool findings {sealed.pool} {name}`" for name in tournaments[:SOME]]
    more = [f"and in {len(tournaments) - SOME} more"] if len(tournaments) > SOME else []
    return ", ".join([*commands, *more])


def _by_correction(sealed: Sealed) -> str:
    where = ", ".join(sorted(set(sealed.undecided_by_correction)))
    count = len(sealed.undecided_by_correction)
    entries = counted(count, "entry by a correction needs", "entries by corrections need")
    when = "before this list" if sealed.position is None else "before the list was closed"
    return f"{entries} a decision {when}: {where} (`ledger event record entry-capital-decided`)"


@list_app.command
def publish(
    pool: PoolName,
    period: ListName,
    *,
    on: Annotated[date | None, option("the day of publication; by default the list date")] = None,
    corrects: Annotated[
        bool, option("the day recorded before was wrong; closed lists stay")
    ] = False,
    acting: Acting = Acting(),
) -> None:
    """Record the publication of a closed list.

    Example: ledger list publish fide-standard 2025-11 --on 2025-11-01
    """
    from ops.commands import list_days

    with acting.followed() as house:
        done = list_days.publish(house, pool, period, on, corrects=corrects)
        effects = list_days.effects(house, done.result)
    receipt, day = done.receipt, done.result.published_on
    notes = [
        f"  list {moved.period} stays as sealed; the next list books what another list in "
        f"force changes for {', '.join(moved.tournaments)}"
        for moved in effects.moved
    ]
    newer = effects.overtaken_by
    never = f"{pool} {period}: published on {day}, when {newer} held: it never was in force"
    output.recorded(
        acting.format,
        [receipt],
        [f"published {pool} {period} on {day} ({output.at(receipt)})"],
        about={"pool": pool, "period": period, "published_on": day},
        notes=notes,
        warnings=[never] if newer else [],
    )
