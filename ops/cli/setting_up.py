"""The command that makes a ledger: init."""

from typing import Annotated

from ledger.limits import CLOCK_LIMIT_DAYS
from ledger.sentences import Position, Sentence
from ops.cli import output
from ops.cli.app import CARE, app, option
from ops.cli.shared_options import Changing


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
    address = addresses.shown(acting.ledger)
    line = Sentence(
        "made {ledger}: origin {origin}, zone {zone}, next position {next}",
        ledger=address,
        origin=head.origin,
        zone=zone,
        next=Position(head.next_position),
    )
    about = {"ledger": address, "origin": head.origin, "zone": zone}
    output.recorded(acting.format, so_far.receipts, [line], about=about)
