"""Commands that prove a ledger: verify, rebuild, list accept-records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from ledger.errors import Refused
from ledger.wording import counted
from ops.cli import exits, output
from ops.cli.app import CARE, app, option
from ops.cli.shared_options import Acting, Reporting
from ops.progress import shown
from ops.words import said

if TYPE_CHECKING:
    from ops.upkeep.verify_ledger import Verified


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
    reporting: Reporting = Reporting(),
) -> int:
    """Check every byte, and compute every closed list again.

    Every fault is shown with its place, and a list that differs with its first row. Missing words,
    notes and reports are faults unless an erasure event names them. Columns without a proof are
    listed: see ops/guide/audit.md, also for checking a ledger by hand.

    The line `note down` has position and chain hash of the last event. Keep it elsewhere: only with
    this line can a later check notice a ledger rewritten whole or cut off. Of a damaged ledger the
    line says so: it is for `ledger restore --expect`, once it agrees with an earlier note or copy.

    Example: ledger verify --expect 88:4f1c…
    """
    from ledger.store.faults import UNBOUND
    from ledger.store.incarnation import known_head
    from ops.upkeep.verify_ledger import verify as look

    known = [known_head(text) for text in expect]
    with reporting.opened(guarded=False) as house, shown("verifying") as progress:
        result = look(house, progress, known=known, persons=not without_persons)
    code = exits.FOUND if result.faults else exits.DONE
    about = {
        "head": None if result.is_damaged else str(result.head),
        "damaged_head": str(result.head) if result.is_damaged and result.head_agrees else None,
        "events": result.events,
        "lists": result.lists,
        "faults": [str(fault) for fault in result.faults],
        "unbound": [str(column) for column in UNBOUND],
    }
    output.recorded(reporting.format, (), _verified(result), about=about, code=code)
    return code


def _verified(result: Verified) -> Iterator[str]:
    """Yield the lines for people."""
    from ledger.store.faults import UNBOUND

    for fault in result.faults:
        yield f"fault: {fault}"
    tables = ", ".join(dict.fromkeys(column.table for column in UNBOUND))
    yield f"not proved: parts of the tables {tables} (`--format json` names them)"
    if result.head_agrees:
        of = ", of a damaged ledger" if result.is_damaged else ""
        yield f"note down{of}: {result.head}"
    proved = f"{counted(result.events, 'event')}, {counted(result.lists, 'list')} reproduced"
    yield f"{proved}, {counted(len(result.faults), 'fault')}"
    if result.faults and not result.is_damaged:
        yield "the ledger itself is whole: the faults lie in its projection, which is made anew"
    if result.emptied:
        yield f"for information: {counted(result.emptied, 'report')} emptied"
    if result.code_changed:
        lists = counted(result.code_changed, "list was", "lists were")
        yield f"for information: {lists} closed by another version of the program"
    if result.deviating:
        lists = counted(result.deviating, "list deviates", "lists deviate")
        yield f"for information: {lists}, exactly as recorded"


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
    if batch < 1:
        raise Refused(
            "--batch: at least one event is taken in at a time",
            code="number-out-of-range",
            field="batch",
            found=batch,
            expected="1 or more",
        )
    with reporting.opened() as house, shown("rebuilding") as progress:
        official = house.rebuild(batch, progress)
        lists = sum(len(pool.closed) for pool in official.facts.pools.values())
        position = official.facts.position
        line = f"rebuilt up to #{position}: {counted(lists, 'list')} proved"
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
