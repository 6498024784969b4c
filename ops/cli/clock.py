"""The command that corrects a wrong clock."""

from __future__ import annotations

from typing import Annotated

from ledger.wording import positions
from ops.cli import output
from ops.cli.app import Acting, clock_app, option


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

    until = None if true_until is None else instant_of(true_until, "--true-until")
    begins = None if first is None else position_of(first)
    ends = None if last is None else position_of(last)
    with acting.opened() as house:
        done = correct_clock(house, begins, ends, until)
    said, receipt = done.result, done.receipt
    again = ", already recorded" if receipt.replayed else ""
    named, until_text = positions(said.first, said.last), instant_text(said.true_until)
    lines = [
        f"corrected the clock (#{receipt.first_position}{again}): {named}",
        f"  recorded, in truth, by {until_text}",
    ]
    about = {"first": said.first, "last": said.last, "true_until": until_text}
    output.recorded(acting.format, [receipt], lines, about=about)
