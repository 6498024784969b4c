"""Commands that prove a ledger: verify, rebuild, list accept-records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Final

from ledger.errors import Refused
from ledger.expected import from_to
from ledger.sentences import Amount, Count, Position, Sentence
from ops.cli import exits, output
from ops.cli.app import CARE, app, option
from ops.cli.shared_options import Acting, Reporting
from ops.progress import shown
from ops.side_by_side import MOST_WORKERS
from ops.words import said

if TYPE_CHECKING:
    from ops.cli.output import RowOf
    from ops.upkeep.eras import Proof
    from ops.upkeep.verify_ledger import Verified

_MOST_AT_A_TIME: Final = 1_000_000


@app.command(group=CARE)
def verify(
    *,
    expect: Annotated[
        tuple[str, ...],
        option("position and chain hash noted down before, as POSITION:HASH; repeat for more"),
    ] = (),
    without_persons: Annotated[
        bool,
        option(
            "for a ledger restored from `ledger dump --without-persons`: personal data may be "
            "missing"
        ),
    ] = False,
    workers: Annotated[int, option("processes that prove eras side by side")] = 1,
    era: Annotated[int | None, option("number of the only era to prove")] = None,
    reporting: Reporting = Reporting(),
) -> int:
    """Check every byte, and compute every closed list again.

    Every fault is shown with its place, and a list that differs with its first row. Missing words,
    notes and reports are faults unless an erasure event names them. Columns without a proof are
    listed: see ops/guide/audit.md, also for checking a ledger by hand.

    The line `note down` has position and chain hash of the last event. Keep it elsewhere: only with
    this line can a later check notice a ledger rewritten whole or cut off. Of a damaged ledger the
    line says so: it is for `ledger restore --expect`, once it agrees with an earlier note or copy.

    The ledger is proved era by era: an era begins behind a closing whose state is kept beside the
    ledger, every twelfth, and ends with the next such closing. Each line of an era says what was
    found in it, whatever the number of workers.

    Example: ledger verify --expect 88:4f1c…
    """
    from ledger.store.faults import UNBOUND
    from ledger.store.incarnation import known_head
    from ops.upkeep.verify_ledger import verify as look

    known = [known_head(text) for text in expect]
    _check_number("workers", workers, MOST_WORKERS)
    persons = not without_persons
    with reporting.opened(guarded=False) as house, shown("verifying") as progress:
        result = look(house, progress, known=known, persons=persons, workers=workers, era=era)
    code = exits.FOUND if result.faults else exits.DONE
    about = {
        "head": None if result.is_damaged or result.alone else str(result.head),
        "damaged_head": str(result.head) if result.is_damaged and result.head_agrees else None,
        "events": result.events,
        "lists": result.lists,
        "eras": [_era(proof) for proof in result.proofs],
        "faults": [said(fault.says) for fault in result.faults],
        "unbound": [str(column) for column in UNBOUND],
    }
    output.recorded(reporting.format, (), _verified(result), about=about, code=code)
    return code


def _check_number(name: str, number: int, most: int) -> None:
    if not 0 < number <= most:
        raise Refused(
            Sentence("a number from {least} to {most}", least=1, most=Amount(most)),
            code="number-out-of-range",
            field=name,
            found=number,
            expected=from_to(1, most),
        )


def _era(proof: Proof) -> RowOf:
    era = proof.era
    faults = [said(fault.says) for fault in proof.faults]
    return {**era._asdict(), "lists": proof.lists, "faults": faults}


def _verified(result: Verified) -> Iterator[Sentence]:
    """Yield the lines for people."""
    from ledger.store.faults import UNBOUND

    for proof in result.proofs if result.alone or len(result.proofs) > 1 else ():
        yield Sentence(
            "{era}: {lists} reproduced, {faults}",
            era=proof.era.says,
            lists=Count(proof.lists, "list"),
            faults=Count(len(proof.faults), "fault"),
        )
    for fault in result.faults:
        yield Sentence("fault: {fault}", fault=fault.says)
    for position in map(Position, result.goes_on):
        yield Sentence(
            "for information: no era begins behind {position}: no state of it is kept",
            position=position,
        )
    if result.alone:
        return
    yield Sentence(
        "not proved: parts of the tables {tables} ({option} names them)",
        tables=[*dict.fromkeys(column.table for column in UNBOUND)],
        option="`--format json`",
    )
    if result.head_agrees and result.is_damaged:
        yield Sentence("note down, of a damaged ledger: {head}", head=str(result.head))
    elif result.head_agrees:
        yield Sentence("note down: {head}", head=str(result.head))
    yield Sentence(
        "{events}, {lists} reproduced, {faults}",
        events=Count(result.events, "event"),
        lists=Count(result.lists, "list"),
        faults=Count(len(result.faults), "fault"),
    )
    if result.faults and not result.is_damaged:
        yield Sentence(
            "the ledger itself is whole: the faults lie in its projection, which is made anew"
        )
    if result.emptied:
        reports = Count(result.emptied, "report")
        yield Sentence("for information: {reports} emptied", reports=reports)
    if result.code_changed:
        lists = Count(result.code_changed, "list")
        yield Sentence("for information: {lists} by another version of the program", lists=lists)
    if result.deviating:
        lists = Count(result.deviating, "list")
        yield Sentence(
            "for information: {lists} with a deviation, exactly as recorded", lists=lists
        )


@app.command(group=CARE)
def rebuild(
    *,
    batch: Annotated[
        int, option("number of events applied at a time; the result is the same for any number")
    ] = 2_000,
    reporting: Reporting = Reporting(),
) -> None:
    """Compute everything derived again from the events.

    Example: ledger rebuild
    """
    _check_number("batch", batch, _MOST_AT_A_TIME)
    with reporting.opened() as house, shown("rebuilding") as progress:
        official = house.rebuild(batch, progress)
        house.carry_along()
        lists = sum(len(pool.closed) for pool in official.facts.pools.values())
        position = official.facts.position
        line = Sentence(
            "rebuilt up to {position}: {lists} proved",
            position=Position(position),
            lists=Count(lists, "list"),
        )
        output.recorded(reporting.format, (), [line], about={"position": position, "lists": lists})
        for stop in official.stopped.values():
            raise stop


@app["list"].command
def accept_records(
    *,
    cause: Annotated[str, option("why: for example the versions before and after an upgrade")],
    acting: Acting = Acting(),
) -> None:
    """Accept the records behind all closed lists as this program computes them.

    For an upgrade after which `ledger verify` says of lists that their rows are the same, but the
    record behind them comes out otherwise. The lists stay as they were published. Where a row of a
    list comes out otherwise, nothing is accepted.

    Example: ledger list accept-records --cause "upgrade from 0.1 to 0.2"
    """
    from ops.closings.receipts import records_accepted
    from ops.closings.record_deviation import accept_records as record

    with acting.opened() as house:
        found = records_accepted(record(house, cause))
    line = f"{said(found.says)} ({output.at(found.receipts[0])})"
    output.receipt(acting.format, found, [line])
