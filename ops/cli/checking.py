"""Commands that take care of a ledger: verify, rebuild, deviation."""

from __future__ import annotations

from ledger.wording import counted
from ops.cli import exits, output
from ops.cli.app import CARE, Acting, ListName, PoolName, Where, app, list_app


@app.command(group=CARE)
def verify(
    *, expect: tuple[str, ...] = (), without_persons: bool = False, where: Where = Where()
) -> int:
    """Check every byte, and compute every closed list again.

    Every fault is named with its place; a list that differs with its first row. Words, notes and
    reports that are gone are faults unless an erasure event names them. Columns that nothing binds
    are listed; ops/guide/audit.md says what they are, and how to check a ledger by hand.

    The line `note down` gives position and chain hash of the last event. Keep it elsewhere: only
    with it can a later look notice a ledger that was rewritten whole, or cut off. Where there is a
    fault, nothing is to be noted.

    Example: ledger verify --expect 88:4f1c…

    Parameters
    ----------
    expect
        Position and chain hash that were noted down before, as POSITION:HASH; may be given several
        times.
    without_persons
        The ledger was written out without persons (`ledger dump --without-persons`): what is
        erasable may be gone.
    """
    from ledger.store.incarnation import known_head
    from ledger.store.unbound import UNBOUND
    from ops.commands.verify_ledger import verify as look
    from ops.progress import shown

    known = [known_head(text) for text in expect]
    with where.opened(guarded=False) as house, shown("verifying") as progress:
        found = look(house, progress, known=known, persons=not without_persons)
    for fault in found.faults:
        output.say(f"fault: {fault}")
    output.say(f"bound to nothing: {', '.join(map(str, UNBOUND))}")
    if not found.faults:
        output.say(f"note down: {found.head}")
    proved = f"{counted(found.events, 'event')}, {counted(found.lists, 'list')} reproduced"
    output.say(f"{proved}, {counted(len(found.faults), 'fault')}")
    if found.emptied:
        output.say(f"for information: {counted(found.emptied, 'report')} emptied")
    if found.code_changed:
        lists = counted(found.code_changed, "list was", "lists were")
        output.say(f"for information: {lists} sealed by other code")
    if found.unrecorded:
        times = (
            f"for information: {counted(found.unrecorded, 'time')} a list was sealed by other code"
        )
        output.say(f"{times}, which did not record what its rules gave")
    if found.deviating:
        lists = counted(found.deviating, "list deviates", "lists deviate")
        output.say(f"for information: {lists}, exactly as recorded")
    return exits.FOUND if found.faults else exits.DONE


@app.command(group=CARE)
def rebuild(*, batch: int = 2_000, where: Where = Where()) -> None:
    """Compute everything derived again from the events.

    Example: ledger rebuild

    Parameters
    ----------
    batch
        Events taken in at a time; the result does not depend on it.
    """
    from ledger.errors import Refused
    from ops.progress import shown

    if batch < 1:
        raise Refused(
            "--batch: at least one event is taken in at a time",
            code="number-out-of-range",
            field="batch",
            found=batch,
            expected="1 or more",
        )
    with where.opened() as house, shown("rebuilding") as progress:
        official = house.rebuild(batch, progress)
        lists = sum(len(pool.closed) for pool in official.facts.pools.values())
        output.say(f"rebuilt up to #{official.facts.position}: {counted(lists, 'list')} proved")
        for stop in official.stopped.values():
            raise stop


@list_app.command
def record_deviation(
    pool: PoolName, period: ListName, *, cause: str, acting: Acting = Acting()
) -> None:
    """Record that fixed code computes a sealed list otherwise: row by row, sealed and recomputed.

    The list stays official as it was sealed; replay accepts exactly these rows and nothing else.
    What people are owed is recorded besides, as `ledger event record ratings-adjusted`.

    Example: ledger list record-deviation fide-standard 2025-11
    --cause "games that both lost were left out"

    Parameters
    ----------
    cause
        What was wrong with the code that sealed the list.
    """
    from ops.commands.record_deviation import record_deviation as record

    with acting.opened() as house:
        rows, receipt = record(house, pool, period, cause, by=acting.by)
    said = f"{counted(rows, 'deviating row')} of {pool} {period}"
    about = {"pool": pool, "period": period, "rows": rows}
    lines = [f"recorded (#{receipt.first_position}): {said}"]
    output.recorded(acting.format, [receipt], lines, about=about)
