"""Commands that set up a ledger: init; pool open, adopt, correct-zone; list …; clock correct."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated

from ledger.limits import CLOCK_LIMIT_DAYS
from ledger.wording import positions
from ops.cli import output
from ops.cli.app import CARE, ListName, PoolName, app, clock_app, list_app, option, pool_app
from ops.cli.shared_options import Acting, Changing

if TYPE_CHECKING:
    from ops.commands.adopt_edition import Adoption
    from ops.commands.composed import Recorded


@app.command(group=CARE)
def init(
    *,
    origin: Annotated[
        str, option("name of the ledger that stays, such as a domain")
    ] = "ledger.local",
    zone: Annotated[str, option("time zone of its calendar days")] = "Europe/Rome",
    clock_limit_days: Annotated[
        int,
        option(
            "days after the last event up to which the clock is accepted without --clock-is-right"
        ),
    ] = CLOCK_LIMIT_DAYS,
    acting: Changing = Changing(),
) -> None:
    """Make a new ledger.

    Example: ledger init --origin example.org --zone Europe/Rome
    """
    from ledger.store import addresses
    from ledger.store.appended import observed
    from ledger.store.ledger import Ledger

    clock, limit = acting.clock(), clock_limit_days
    with (
        observed() as so_far,
        Ledger.create(acting.ledger, origin, zone, clock, clock_limit_days=limit) as made,
    ):
        head = made.read.head()
    address, position = addresses.shown(acting.ledger), head.next_position
    lines = [f"made {address}: origin {head.origin}, zone {zone}, next position #{position}"]
    about = {"ledger": address, "origin": head.origin, "zone": zone}
    output.recorded(acting.format, so_far.receipts, lines, about=about)


@pool_app.command(name="open")
def pool_open(
    pool: PoolName,
    *,
    rulebook: Annotated[
        str | None, option("the regulation; by default the regulation with the name of the pool")
    ] = None,
    first_period: Annotated[
        str,
        option(
            "the first list: a month (FIDE), a quarter (UISP), or the name of an announced list"
        ),
    ],
    zone: Annotated[str | None, option("time zone of its days; by default the ledger's")] = None,
    beside: Annotated[
        str | None,
        option(
            "the pool of standard ratings for fide-rapid and fide-blitz; by default the only pool "
            "of that rulebook"
        ),
    ] = None,
    adopt: Annotated[bool, option("adopt all its editions at once")] = False,
    acting: Acting = Acting(),
) -> None:
    """Open a pool under a rulebook.

    Example: ledger pool open fide-standard --first-period 2025-11 --adopt
    """
    from ops.commands.begin_pool import begin_pool
    from ops.commands.receipts.pools import pool_opened
    from projections.rulebooks import rulebook as find

    law = find(rulebook or pool)
    with acting.opened() as house:
        begun = begin_pool(
            house,
            pool,
            first_period=first_period,
            law=rulebook,
            zone=zone,
            beside=beside,
            adopt_all=adopt,
        )
    receipt = begun.opened.receipt
    word = "opened already:" if receipt.replayed else "opened"
    lines = [f"{word} {pool} (#{receipt.first_position}): {law.title}"]
    adopted = {one.result.event.edition: _adopted(one) for one in begun.adopted}
    for edition in law.editions:
        day = " --in-force-from DAY" if edition.name in law.undated_editions else ""
        proposed = f"proposed: ledger pool adopt {pool} {edition.name}{day}"
        lines.append(adopted.get(edition.name, proposed))
    output.receipt(acting.format, pool_opened(begun), lines)


@pool_app.command(name="correct-zone")
def pool_correct_zone(
    pool: PoolName,
    zone: Annotated[str, option("the time zone of its days")],
    *,
    acting: Acting = Acting(),
) -> None:
    """Correct the time zone of a pool opened with an unknown zone.

    Example: ledger pool correct-zone fide-standard Europe/Rome
    """
    from ops.commands.open_pool import correct_pool_zone
    from ops.commands.receipts.pools import zone_corrected

    with acting.opened() as house:
        done = correct_pool_zone(house, pool, zone)
    line = f"time zone of {pool}: {zone} ({output.at(done.receipt)})"
    output.receipt(acting.format, zone_corrected(pool, zone, done), [line])


@pool_app.command(name="adopt")
def adopt_edition(
    pool: PoolName,
    edition: Annotated[str, option("the name of the edition: its first day")],
    *,
    in_force_from: Annotated[
        date | None,
        option(
            "the first day of the edition in this pool; by default the day in its name. If no "
            "text states a day, the body decides it here"
        ),
    ] = None,
    acting: Acting = Acting(),
) -> None:
    """Adopt an edition of a pool's rulebook, with the digest of its numbers.

    Example: ledger pool adopt fide-standard 2025-10-01
    """
    from ops.commands.adopt_edition import adopt
    from ops.commands.receipts.pools import edition_adopted

    with acting.opened() as house:
        done = adopt(house, pool, edition, in_force_from)
    output.receipt(acting.format, edition_adopted(done), [_adopted(done)])


def _adopted(done: Recorded[Adoption]) -> str:
    """Return the line about an adopted edition."""
    adopted, receipt = done.result.event, done.receipt
    new = done.result.replaces is not None and not receipt.replayed
    place = f", in place of #{done.result.replaces}" if new else ""
    return (
        f"adopted {adopted.edition} for {adopted.pool} from {adopted.in_force_from}, numbers "
        f"{adopted.numbers_digest[:16]} ({output.at(receipt)}{place})"
    )


@list_app.command(name="schedule")
def list_schedule(
    pool: PoolName,
    period: ListName,
    *,
    issue_day: Annotated[date, option("the day of the list")],
    cut_off: Annotated[
        date | None,
        option(
            "the last day of tournaments on the list; not needed where it follows from the issue "
            "day"
        ),
    ] = None,
    source: Annotated[str | None, option("where it was announced")] = None,
    acting: Acting = Acting(),
) -> None:
    """Announce the day of a list and its cut-off.

    Example: ledger list schedule rubele-italiana spring --issue-day 2026-04-05 --cut-off 2026-03-31
    """
    from ops.commands.list_days import schedule_list
    from ops.commands.receipts.pools import list_scheduled

    with acting.opened() as house:
        done = schedule_list(house, pool, period, issue_day, cut_off, source)
    at = f"({output.at(done.receipt)})"
    lines = [f"announced list {period} of {pool}: issued {issue_day} {at}"]
    output.receipt(acting.format, list_scheduled(issue_day, done), lines)


@clock_app.command(name="correct")
def correct(
    first: Annotated[
        str | None,
        option("the first event of the wrong clock, as 40; default: later than the clock"),
    ] = None,
    last: Annotated[str | None, option("the last one; default: the last of all")] = None,
    *,
    true_until: Annotated[
        str | None, option("the true time by which they were recorded; default: now")
    ] = None,
    acting: Acting = Acting(),
) -> None:
    """Name the events recorded by a wrong clock, so that recording can go on.

    First set the clock of this machine right. The events stay as they are; questions about that
    time name a position from now on.

    Example: ledger clock correct 40 42 --true-until 2026-11-22T03:10+01:00
    """
    from ledger.clock import instant_text
    from ops.answers.clocks import instant_of, position_of
    from ops.commands.correct_clock import correct_clock
    from ops.commands.receipts.pools import clock_corrected

    until = None if true_until is None else instant_of(true_until, "true_until")
    begins = None if first is None else position_of(first)
    ends = None if last is None else position_of(last)
    with acting.opened() as house:
        done = correct_clock(house, begins, ends, until)
    span, receipt = done.result, done.receipt
    named, until_text = positions(span.first, span.last), instant_text(span.true_until)
    lines = [
        f"corrected the clock ({output.at(receipt)}): {named}",
        f"  recorded, in truth, by {until_text}",
    ]
    output.receipt(acting.format, clock_corrected(done), lines)
