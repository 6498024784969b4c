"""Import slips, written at each attempt to import a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from ledger.errors import LedgerError, Refusal, Refused
from ledger.intake.import_report.receipts import ImportReceipt
from ledger.intake.import_report.slips import complete_slip, refused_slip
from ledger.store.slips import Slips
from ops.commands.import_again import ImportAgain
from ops.house import House


class OnSlip(Refused):
    """A refusal written on an import slip."""

    def __init__(
        self, refusal: Refused, number: int | None, unclear: str, again: ImportAgain | None
    ) -> None:
        """Keep the refusal and the number of the slip (None: it could not be kept).

        `unclear` is the map of entrants with unclear identity, CSV text to be filled in (empty:
        none); `again` the import that answers what was asked (None: no argument does).
        """
        self.refusal, self.number, self.again, self.unclear = refusal, number, again, unclear
        self.map_to_fill_in: Path | None = None
        """File to which a door wrote `unclear`."""
        text = "\n".join([str(refusal), *(again.lines() if again else ())])
        between = "\n" if "\n" in text else "; "
        super().__init__(text if number is None else f"{text}{between}import slip {number}")

    @property
    def about(self) -> Mapping[str, object]:
        """The slip, the map, and the import with answers."""
        where = None if self.map_to_fill_in is None else str(self.map_to_fill_in)
        again = None if self.again is None else asdict(self.again)
        return {"import_slip": self.number, "map_to_fill_in": where, "import_again": again}

    def refusals(self) -> Iterator[Refusal]:
        """Yield the refusals of the file."""
        return self.refusal.refusals()


def note_complete(house: House, name: str, receipt: ImportReceipt) -> int | None:
    """Write the slip of a recorded import; return the number, None if not kept.

    The report is recorded by then, so an error of the slip must not look like a refusal.
    """
    try:
        return Slips(house.ledger.engine).write(complete_slip(name, receipt, house.ledger.clock()))
    except LedgerError:
        return None


def note_refused(
    house: House, name: str, data: bytes, refusal: Refused, tournament: str | None
) -> int | None:
    """Write the slip of a refused import; return the number, None if not kept."""
    slip = refused_slip(name, data, refusal, house.ledger.clock(), tournament)
    try:
        return Slips(house.ledger.engine).write(slip)
    except LedgerError:
        return None
