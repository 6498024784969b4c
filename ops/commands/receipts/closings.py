"""Receipts of closed and published lists."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ledger.events.pool import ListPublished
from ledger.wording import counted
from ops.answers.closing_checklist import hints, of_closing, red
from ops.answers.closing_conditions import UnmetCondition, waiting
from ops.answers.outcomes import CommandReceipt
from ops.commands.composed import Recorded
from ops.commands.list_days import effects
from ops.commands.sealing import Sealed
from ops.house import House
from ops.words import said

MOST: Final = 20
"""So many conditions that are not met are named one by one."""


def closed(house: House, sealed: Sealed) -> CommandReceipt:
    """Return the receipt of a closing or its preview, with what is not met."""
    house.catch_up()
    rows, unpublished = of_closing(house, sealed), house.pool(sealed.pool).unpublished()
    warnings = [*not_met(sealed.pool, rows)]
    if unpublished:
        warnings.append(f"not published, so not in force: {', '.join(unpublished)}")
    return CommandReceipt(
        receipts=(sealed.receipt,) if sealed.receipt else (),
        about=_about(sealed, rows),
        notes=tuple(hinted(sealed.pool, rows)),
        warnings=tuple(warnings),
    )


def _about(sealed: Sealed, rows: Sequence[UnmetCondition]) -> Mapping[str, Any]:
    names = ("list_date", "list_digest", "rows", "through_position")
    facts = {name: getattr(sealed.event, name) for name in names}
    if sealed.event.printing > 1:
        facts |= {"printing": sealed.event.printing, "changed_rows": sealed.changed}
    facts |= {"position": sealed.position, "not_met": red(rows), "hints": hints(rows)}
    return {"pool": sealed.pool, "period": sealed.period, **facts}


def not_met(pool: str, rows: Sequence[UnmetCondition]) -> Iterator[str]:
    """Yield what is not met for a closing: how many games and entrants wait, and each condition."""
    stopping = [row for row in rows if row.stops != "nobody"]
    if not stopping:
        return
    games, entrants = waiting(stopping)
    wait = f"; waiting: {counted(entrants, 'entrant')} with {counted(games, 'game')}"
    yield f"not met: {'; '.join(said(item.says) for item in red(rows))}{wait if entrants else ''}"
    yield from _named(pool, stopping)


def hinted(pool: str, rows: Sequence[UnmetCondition]) -> Iterator[str]:
    """Yield each condition of a list that stops nobody."""
    yield from _named(pool, [row for row in rows if row.stops == "nobody" and row.is_of_list])


def _named(pool: str, rows: Sequence[UnmetCondition]) -> Iterator[str]:
    yield from map(_words, rows[:MOST])
    if len(rows) > MOST:
        yield f"and {len(rows) - MOST} more: `ledger pool pending {pool}`"


def _words(row: UnmetCondition) -> str:
    subject = (f"{row.about} {row.name}".strip(), f"{row.player} {row.player_name}".strip())
    says = ": ".join(filter(None, (*subject, row.article, said(row.says))))
    wait = f" ({counted(row.entrants, 'entrant')} with {counted(row.games, 'game')})"
    return f"{says}{wait if row.entrants else ''}{f': {said(row.remedy)}' if row.remedy else ''}"


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
