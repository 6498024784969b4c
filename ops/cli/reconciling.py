"""The command that compares a sealed list with the body's own: reconcile."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ledger.wording import counted
from ops.cli import exits, output
from ops.cli.app import LISTS, Knowing, ListName, PoolName, app
from ops.cli.list_options import AsWritten

if TYPE_CHECKING:
    from ledger.store.requests import Receipt
    from ops.reconciled import Acceptance, Difference
    from ops.reconciling import Reconciliation
    from projections.answers import Pool


@app.command(group=LISTS)
def reconcile(
    pool: PoolName,
    period: ListName,
    file: Path,
    *,
    as_written: AsWritten = AsWritten(),
    body: Annotated[
        str, Parameter(help="under which name its earlier lists are recorded")
    ] = "fide",
    federation: Annotated[
        str, Parameter(help="of players not in the register tell only those of this one")
    ] = "",
    accept: Annotated[
        tuple[str, ...], Parameter(help="adjust the ratings of these players to theirs")
    ] = (),
    accept_all: Annotated[bool, Parameter(help="adjust all ratings that differ")] = False,
    by: Annotated[str | None, Parameter(help="the body that decided to accept")] = None,
    article: Annotated[str | None, Parameter(help="the article the decision rests on")] = None,
    recorded_by: Annotated[
        str, Parameter(help="who records this: an opaque id, never a name")
    ] = "local",
    asked: Knowing = Knowing(),
) -> int:
    """Compare a sealed list with the body's own, row by row; say why where it can be told.

    Accepted ratings are adjusted on the next list. Ends with 1 where the lists differ.

    Example: ledger reconcile fide-standard 2026-09 standard_sep26frl.zip --kind standard

    Parameters
    ----------
    period
        The list of ours.
    file
        The list of theirs.
    """
    from ledger.errors import Refused
    from ops import reconciling
    from ops.progress import shown
    from ops.reconciled import Acceptance

    if (accept or accept_all) and not by:
        raise Refused(
            "--by: say which body decided to accept",
            code="option-needed",
            field="by",
            expected="the body that decided",
        )
    against = reconciling.Against(file, as_written.written(), body, federation.upper())
    with asked.pool(pool) as opened:
        with shown("reading the list") as progress:
            found = reconciling.reconcile(opened, period, against, progress)
        code = exits.FOUND if found.found else exits.DONE
        rows, about = reconciling.difference_rows(opened, found), reconciling.about(found)
        if not (accept or accept_all):
            title = f"{pool} {period}: differences"
            output.show(rows, asked.format, title=title, about=about)
            return code
        acceptance = Acceptance(by or "", article, recorded_by)
        chosen, receipts = _accept(opened, found, () if accept_all else accept, acceptance)
    words = _accepted_words(receipts, len(chosen))
    if asked.format == "json":
        of_all = {**about, "accepted": len(chosen), "rows": rows}
        output.recorded("json", receipts, (), about=of_all, warnings=words, code=code)
        return code
    output.recorded("text", receipts, (), warnings=words)
    output.show(rows, asked.format, title=f"{pool} {period}: differences", about=about)
    return code


def _accept(
    opened: Pool, found: Reconciliation, named: Sequence[str], acceptance: Acceptance
) -> tuple[list[Difference], list[Receipt]]:
    """Record theirs as ours, before anything is shown: a reader who goes stops nothing."""
    from ledger import register
    from ops import reconciled

    ledger = opened.official.ledger
    players = [register.find(ledger.read, each) for each in named]
    chosen = reconciled.accepted(found.differences, players or None)
    return chosen, reconciled.accept(ledger, opened.name, chosen, acceptance)


def _accepted_words(receipts: Sequence[Receipt], number: int) -> list[str]:
    words = [
        f"adjusted (#{receipt.first_position}{', already recorded' if receipt.replayed else ''})"
        for receipt in receipts
    ]
    return [*words, f"{counted(number, 'rating')} accepted"]
