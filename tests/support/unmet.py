"""The unmet needs in a closing."""

from ledger.store.ledger import Ledger
from ops.answers.closing_conditions import Check
from ops.closings.closing_checklist import of_closing
from ops.closings.sealing import Sealed
from ops.house import House
from projections.official import Official


def unmet(ledger: Ledger, official: Official, sealed: Sealed, check: Check) -> list[str]:
    """The tournament or list of each condition of a kind."""
    official.catch_up()
    rows = of_closing(House(ledger, official), sealed)
    return sorted(row.about for row in rows if row.check == check)
