"""Receipts about lists: days, closed, printed again, published; deviations; closing policies."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ledger.events.pool import ClosingPolicySet, ListPublished, ListScheduled
from ledger.sentences import Remedy, Sentence
from ledger.wording import counted
from ops.answers.closing_conditions import UnmetCondition, waiting
from ops.answers.outcomes import CommandReceipt
from ops.closings.closing_checklist import hints, of_closing, red
from ops.closings.list_days import effects
from ops.closings.recordings import CloseList, RecordDeviation
from ops.closings.sealing import Sealed
from ops.commands.composed import Recorded
from ops.doors.recordings import Confirmation
from ops.house import House
from ops.words import said

MOST: Final = 20
"""So many conditions that are not met are named one by one."""


def list_scheduled(done: Recorded[ListScheduled]) -> CommandReceipt:
    """Return the receipt of the announced days of a list."""
    event = done.result
    days = {"issue_day": event.issue_day, "cut_off": event.cut_off}
    about = {"pool": event.pool, "period": event.period, **days}
    return CommandReceipt(receipts=(done.receipt,), about=about)


def list_sealed(house: House, done: Recorded[Sealed]) -> CommandReceipt:
    """Return the receipt of a closed or printed list, with what is not met."""
    house.catch_up()
    sealed, receipt = done.result, done.receipt
    rows, unpublished = of_closing(house, sealed), house.pool(sealed.pool).unpublished()
    warnings = [*not_met(sealed.pool, rows)]
    if unpublished:
        warnings.append(f"not published, so not in force: {', '.join(unpublished)}")
    word = "closed already" if receipt.replayed else "sealed"
    return CommandReceipt(
        receipts=(receipt,),
        about=_about(sealed, receipt.last_position, rows),
        lines=tuple(_lines(sealed, f"{word} (#{receipt.last_position})")),
        notes=tuple(hinted(sealed.pool, rows)),
        warnings=tuple(warnings),
    )


def _about(sealed: Sealed, position: int, rows: Sequence[UnmetCondition]) -> Mapping[str, Any]:
    names = ("list_date", "list_digest", "rows", "through_position")
    facts = {name: getattr(sealed.event, name) for name in names}
    if sealed.event.printing > 1:
        facts |= {"printing": sealed.event.printing, "changed_rows": sealed.changed}
    facts |= {"position": position, "not_met": red(rows), "hints": hints(rows)}
    return {"pool": sealed.pool, "period": sealed.period, **facts}


def _lines(sealed: Sealed, word: str) -> Iterator[str]:
    event = sealed.event
    named = f"{event.period}, printing {event.printing}" if event.printing > 1 else event.period
    rows = counted(event.rows, "row")
    yield f"{word} {event.pool} {named}: {rows}, digest {event.list_digest}"
    if sealed.changed:
        changed = counted(sealed.changed, "row differs", "rows differ")
        stated = f"{event.in_force_from}, once it is published"
        since = stated if event.in_force_from else "its publication"
        yield f"  {changed} from printing {event.printing - 1}; in force from {since}"
    if sealed.closing is not None:
        booked = counted(sealed.tournaments, "tournament")
        books = sealed.closing.booked.law.booking.counts_when.value
        yield (
            f"  {booked} booked ({sealed.outside} outside the rulebook), "
            f"{books} by {event.cut_off}, everything up to #{event.through_position}"
        )


def to_confirm(house: House, asked: CloseList) -> Confirmation:
    """Return the question whether to seal the next list, with the list on trial."""
    sealed = asked.compose(house).result
    pool, period, rows = sealed.pool, sealed.period, of_closing(house, sealed)
    noted = (f"  {hint}" for hint in hinted(pool, rows))
    return Confirmation(
        told=asked.stating(sealed),
        field="period",
        open=Sentence("{pool}: the next list is {list}", pool=pool, list=period),
        command=Remedy("close-list", pool=pool, period=period),
        lines=(*_lines(sealed, "would seal"), *noted, *not_met(pool, rows)),
        question=Sentence(
            "Seal list {list} of {pool}? A sealed list stays.", list=period, pool=pool
        ),
        denied=Sentence("{pool}: list {list} was not sealed, as answered", pool=pool, list=period),
    )


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


def list_published(house: House, done: Recorded[ListPublished]) -> CommandReceipt:
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


def deviation_recorded(asked: RecordDeviation, done: Recorded[int]) -> CommandReceipt:
    """Return the receipt of the deviating rows of a list."""
    pool, period, rows = asked.pool, asked.period, done.result
    line = f"{counted(rows, 'deviating row')} of {pool} {period}"
    return CommandReceipt(
        receipts=(done.receipt,),
        about={"pool": pool, "period": period, "rows": rows},
        lines=(f"recorded (#{done.receipt.first_position}): {line}",),
    )


def policy_set(done: Recorded[ClosingPolicySet]) -> CommandReceipt:
    """Return the receipt of a closing policy."""
    policy = done.result
    about = {"pool": policy.pool, "mode": policy.mode, "in_force_from": policy.in_force_from}
    return CommandReceipt(receipts=(done.receipt,), about=about)


def records_accepted(done: Recorded[int]) -> CommandReceipt:
    """Return the receipt of the records behind all closed lists."""
    line = f"accepted the records behind {counted(done.result, 'closed list')}"
    return CommandReceipt(
        receipts=(done.receipt,),
        about={"lists": done.result},
        lines=(f"recorded (#{done.receipt.first_position}): {line}",),
    )
