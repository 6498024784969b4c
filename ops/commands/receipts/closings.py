"""Receipts of closed and published lists."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ledger.events.pool import ListPublished
from ledger.wording import counted
from ops.answers.outcomes import CommandReceipt
from ops.commands.composed import Recorded
from ops.commands.list_days import effects
from ops.commands.sealing import Sealed
from ops.house import House

SOME: Final = 3
"""So many tournaments that need a decision are named after a closing."""


def closed(house: House, sealed: Sealed) -> CommandReceipt:
    """Return the receipt of a closing or its preview, with the pending decisions."""
    house.catch_up()
    unpublished = house.pool(sealed.pool).unpublished()
    as_yet = sealed if house.writes_beside else replace(sealed, position=None)
    return CommandReceipt(
        receipts=(sealed.receipt,) if sealed.receipt else (),
        about=_about(sealed),
        warnings=tuple(sealed_warnings(as_yet, unpublished)),
    )


def _about(sealed: Sealed) -> Mapping[str, Any]:
    names = ("list_date", "list_digest", "rows", "through_position")
    facts = {name: getattr(sealed.event, name) for name in names}
    if sealed.event.printing > 1:
        facts |= {"printing": sealed.event.printing, "changed_rows": sealed.changed}
    return {"pool": sealed.pool, "period": sealed.period, **facts, "position": sealed.position}


def sealed_warnings(sealed: Sealed, unpublished: Sequence[str]) -> Iterator[str]:
    """Yield a line for each pending decision, with the command for its details."""
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


def published(house: House, done: Recorded[ListPublished]) -> CommandReceipt:
    """Return the receipt of a publication, with its effects on closed lists."""
    event = done.result
    pool, period, day = event.pool, event.period, event.published_on
    found = effects(house, event)
    notes = (
        f"list {moved.period} stays as sealed; the next list books what another list in "
        f"force changes for {', '.join(moved.tournaments)}"
        for moved in found.moved
    )
    about = {"pool": pool, "period": period, "published_on": day}
    if event.printing > 1:
        about["printing"] = event.printing
    newer = found.overtaken_by
    never = f"{pool} {period}: published on {day}, when {newer} held: it never was in force"
    return CommandReceipt(
        receipts=(done.receipt,),
        about=about,
        notes=tuple(notes),
        warnings=(never,) if newer else (),
    )
