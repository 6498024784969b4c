"""Commands that take care of a ledger: verify, rebuild."""

from __future__ import annotations

from ops.cli import exits, output
from ops.cli.app import CARE, Where, app


@app.command(group=CARE)
def verify(*, where: Where = Where()) -> int:
    """Look at every byte again, derive hashes and chain anew, replay and compare every sealed list.

    Every fault is named with its place; a list that differs with its first row. Reports that were
    emptied are counted, and are no fault.

    Example: ledger verify
    """
    from ops.progress import shown
    from ops.verifying import verify as look

    with where.opened() as ledger, shown("verifying") as progress:
        found = look(ledger, progress)
    for fault in found.faults:
        output.say(f"fault: {fault}")
    output.say(f"{found.events} events, {found.lists} lists reproduced, {len(found.faults)} faults")
    if found.emptied:
        output.say(f"for information: {found.emptied} reports emptied")
    if found.code_changed:
        output.say(f"for information: {found.code_changed} lists were sealed by other code")
    return exits.FOUND if found.faults else exits.DONE


@app.command(group=CARE)
def rebuild(*, batch: int = 2_000, where: Where = Where()) -> None:
    """Drop the projection and make it anew from the ledger.

    Example: ledger rebuild

    Parameters
    ----------
    batch
        Events taken in at a time; the result does not depend on it.
    """
    from ledger.errors import Refused
    from ops.progress import shown
    from projections.official import Official

    if batch < 1:
        raise Refused("--batch: at least one event is taken in at a time")
    with where.opened() as ledger, shown("rebuilding") as progress:
        official = Official(ledger)
        try:
            official.rebuild(batch, progress)
            lists = sum(len(pool.closed) for pool in official.facts.pools.values())
            output.say(f"rebuilt up to #{official.facts.position}: {lists} lists proved")
        finally:
            official.close()
