"""Receipts about lists: days, closed, printed again, published; deviations; closing policies."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ledger.events.pool import ClosingPolicySet, ListPublished, ListScheduled, PeriodClosed
from ledger.sentences import NO_SENTENCE, Count, Position, Remedy, Sentence, Value, plain
from ops.answers.closing_conditions import UnmetCondition, waiting
from ops.closings.closing_checklist import hints, of_closing, red
from ops.closings.list_days import effects
from ops.closings.recordings import CloseList, RecordDeviation
from ops.closings.sealing import Sealed
from ops.commands.composed import Recorded
from ops.doors.outcomes import CommandReceipt
from ops.doors.recordings import Confirmation
from ops.house import House
from ops.words.states import word
from projections.rulebooks.engine.terms import Books

MOST: Final = 20
"""So many conditions that are not met are named one by one."""

_BOOKED: Final[Mapping[Books, Sentence]] = {
    Books.ENDED: Sentence(
        "{tournaments} booked ({outside} outside the rulebook), ended by {cut_off}, everything up "
        "to {through}"
    ),
    Books.RECEIVED: Sentence(
        "{tournaments} booked ({outside} outside the rulebook), received by {cut_off}, everything "
        "up to {through}"
    ),
}


def list_scheduled(done: Recorded[ListScheduled]) -> CommandReceipt:
    """Return the receipt of the announced days of a list."""
    event = done.result
    days = {"issue_day": event.issue_day, "cut_off": event.cut_off}
    return CommandReceipt(
        receipts=(done.receipt,),
        about={"pool": event.pool, "period": event.period, **days},
        says=Sentence(
            "announced list {list} of {pool}: issued {day}",
            list=event.period,
            pool=event.pool,
            day=event.issue_day,
        ),
    )


def list_sealed(house: House, done: Recorded[Sealed]) -> CommandReceipt:
    """Return the receipt of a closed or printed list, with what is not met."""
    house.catch_up()
    house.carry_along()
    sealed, receipt = done.result, done.receipt
    rows, unpublished = of_closing(house, sealed), house.pool(sealed.pool).unpublished()
    warnings = [*not_met(sealed.pool, rows)]
    if unpublished:
        warnings.append(Sentence("not published, so not in force: {lists}", lists=unpublished))
    return CommandReceipt(
        receipts=(receipt,),
        about=_about(sealed, receipt.last_position, rows),
        says=Sentence("sealed {list}", list=_named(sealed.event)),
        below=tuple(_booked(sealed)),
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


def _named(event: PeriodClosed) -> Sentence:
    rows = {"rows": Count(event.rows, "row"), "digest": event.list_digest}
    of_list = {"pool": event.pool, "list": event.period}
    if event.printing == 1:
        return Sentence("{pool} {list}: {rows}, digest {digest}", **of_list, **rows)
    return Sentence(
        "{pool} {list}, printing {printing}: {rows}, digest {digest}",
        printing=event.printing,
        **of_list,
        **rows,
    )


def _booked(sealed: Sealed) -> Iterator[Sentence]:
    """Yield what differs from the printing before, and what the list books."""
    event = sealed.event
    if sealed.changed:
        yield _changed(sealed.changed, event)
    if sealed.closing is not None:
        yield _BOOKED[sealed.closing.booked.law.booking.counts_when].about(
            tournaments=Count(sealed.tournaments, "tournament"),
            outside=sealed.outside,
            cut_off=event.cut_off,
            through=Position(event.through_position),
        )


def _changed(number: int, event: PeriodClosed) -> Sentence:
    of: dict[str, Value] = {
        "number": number,
        "rows": Count(number, "row"),
        "before": event.printing - 1,
    }
    if event.in_force_from is None:
        return Sentence(
            "{rows} differs from printing {before}; in force from its publication",
            "{rows} differ from printing {before}; in force from its publication",
            **of,
        )
    return Sentence(
        "{rows} differs from printing {before}; in force from {day}, once it is published",
        "{rows} differ from printing {before}; in force from {day}, once it is published",
        day=event.in_force_from,
        **of,
    )


def to_confirm(house: House, asked: CloseList) -> Confirmation:
    """Return the question whether to seal the next list, with the list on trial."""
    sealed = asked.compose(house).result
    pool, period, rows = sealed.pool, sealed.period, of_closing(house, sealed)
    noted = (*_booked(sealed), *hinted(pool, rows))
    return Confirmation(
        told=asked.stating(sealed),
        field="period",
        open=Sentence("{pool}: the next list is {list}", pool=pool, list=period),
        command=Remedy("close-list", pool=pool, period=period),
        lines=(
            Sentence("would seal {list}", list=_named(sealed.event)),
            *(Sentence("  {note}", note=note) for note in noted),
            *not_met(pool, rows),
        ),
        question=Sentence(
            "Seal list {list} of {pool}? A sealed list stays.", list=period, pool=pool
        ),
        denied=Sentence("{pool}: list {list} was not sealed, as answered", pool=pool, list=period),
    )


def not_met(pool: str, rows: Sequence[UnmetCondition]) -> Iterator[Sentence]:
    """Yield what is not met for a closing: how many games and entrants wait, and each condition."""
    stopping = [row for row in rows if row.stops != "nobody"]
    if not stopping:
        return
    games, entrants = waiting(stopping)
    conditions = [item.says for item in red(rows)]
    if entrants:
        yield Sentence(
            "not met: {conditions}; waiting: {wait}",
            conditions=conditions,
            wait=_wait(entrants, games),
        )
    else:
        yield Sentence("not met: {conditions}", conditions=conditions)
    yield from _each(pool, stopping)


def hinted(pool: str, rows: Sequence[UnmetCondition]) -> Iterator[Sentence]:
    """Yield each condition of a list that stops nobody."""
    yield from _each(pool, [row for row in rows if row.stops == "nobody" and row.is_of_list])


def _each(pool: str, rows: Sequence[UnmetCondition]) -> Iterator[Sentence]:
    yield from map(_words, rows[:MOST])
    if len(rows) > MOST:
        more, remedy = len(rows) - MOST, Remedy("list-pending-decisions", pool=pool)
        yield Sentence("and {more} more: {pending}", more=more, pending=remedy)


def _words(row: UnmetCondition) -> Sentence:
    """Return a condition: tournament, player, article, what is not met, who waits, the remedy."""
    about = [f"{row.about} {row.name}".strip(), f"{row.player} {row.player_name}".strip()]
    says = row.says
    if row.entrants:
        says = Sentence("{says} ({wait})", says=says, wait=_wait(row.entrants, row.games))
    parts = [*map(plain, (*about, row.article)), says, row.remedy or NO_SENTENCE]
    first, *others = filter(None, parts)
    for part in others:
        first = Sentence("{first}: {second}", first=first, second=part)
    return first


def _wait(entrants: int, games: int) -> Sentence:
    return Sentence(
        "{entrants} with {games}", entrants=Count(entrants, "entrant"), games=Count(games, "game")
    )


def list_published(house: House, done: Recorded[ListPublished]) -> CommandReceipt:
    """Return the receipt of a publication, with its effects on closed lists."""
    event = done.result
    found = effects(house, event)
    notes = (
        Sentence(
            "list {list} stays as sealed; the next list books what another list in force changes "
            "for {tournaments}",
            list=moved.period,
            tournaments=moved.tournaments,
        )
        for moved in found.moved
    )
    of_list: dict[str, Value] = {
        "pool": event.pool,
        "list": event.period,
        "day": event.published_on,
    }
    about: dict[str, Any] = {"pool": event.pool, "period": event.period}
    about["published_on"] = event.published_on
    says = Sentence("published {pool} {list} on {day}", **of_list)
    if event.printing > 1:
        about["printing"] = printing = event.printing
        says = Sentence(
            "published {pool} {list}, printing {printing}, on {day}", printing=printing, **of_list
        )
    never = Sentence(
        "{pool} {list}: published on {day}, when {newer} held: it never was in force",
        newer=found.overtaken_by,
        **of_list,
    )
    return CommandReceipt(
        receipts=(done.receipt,),
        about=about,
        says=says,
        notes=tuple(notes),
        warnings=(never,) if found.overtaken_by else (),
    )


def deviation_recorded(asked: RecordDeviation, done: Recorded[int]) -> CommandReceipt:
    """Return the receipt of the deviating rows of a list."""
    pool, period, rows = asked.pool, asked.period, done.result
    return CommandReceipt(
        receipts=(done.receipt,),
        about={"pool": pool, "period": period, "rows": rows},
        says=Sentence(
            "recorded {rows} of {pool} {list} that deviates",
            "recorded {rows} of {pool} {list} that deviate",
            number=rows,
            rows=Count(rows, "row"),
            pool=pool,
            list=period,
        ),
    )


def policy_set(done: Recorded[ClosingPolicySet]) -> CommandReceipt:
    """Return the receipt of a closing policy."""
    policy = done.result
    words = _held(policy)
    if policy.publish:
        words = Sentence("{policy}, and publish", policy=words)
    return CommandReceipt(
        receipts=(done.receipt,),
        about={"pool": policy.pool, "mode": policy.mode, "in_force_from": policy.in_force_from},
        says=Sentence(
            "closing policy of {pool} from {day}: {policy}",
            pool=policy.pool,
            day=policy.in_force_from,
            policy=words,
        ),
    )


def _held(policy: ClosingPolicySet) -> Sentence:
    mode = word("closing policy", policy.mode)
    if policy.deadline_days is not None:
        days = Count(policy.deadline_days, "day")
        return Sentence("{policy} at most {days}", policy=mode, days=days)
    if policy.mode == "hold":
        return Sentence("{policy} until the checklist is green", policy=mode)
    return mode


def records_accepted(done: Recorded[int]) -> CommandReceipt:
    """Return the receipt of the records behind all closed lists."""
    return CommandReceipt(
        receipts=(done.receipt,),
        about={"lists": done.result},
        says=Sentence(
            "accepted the records behind {lists}", lists=Count(done.result, "closed list")
        ),
    )
