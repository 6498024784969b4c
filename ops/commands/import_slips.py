"""Import slips as people meet them: written at each attempt, shown one by one and as a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from ledger.clock import instant_text
from ledger.errors import LedgerError, Refusal, Refused, Remedy
from ledger.intake.import_report.receipts import ImportReceipt
from ledger.intake.import_report.slips import complete_slip, refused_slip, said_on
from ledger.store.slips import Slip, Slips
from ops.commands.import_again import ImportAgain
from ops.house import House

MOST: Final = 1_000_000
"""Slips that are listed at once."""

_LARGEST: Final = 2**63 - 1
"""Number that both databases can look up."""


class OnSlip(Refused):
    """A refusal that was written on an import slip."""

    def __init__(
        self,
        refusal: Refused,
        number: int | None,
        map_to_fill_in: Path | None,
        again: ImportAgain | None,
    ) -> None:
        """Keep what was refused, the number of the slip (None: it could not be kept), the map.

        `again` is the import that answers what was asked; None where no argument does.
        """
        self.refusal, self.number, self.map_to_fill_in = refusal, number, map_to_fill_in
        self.again = again
        text = "\n".join([str(refusal), *(again.lines() if again else ())])
        between = "\n" if "\n" in text else "; "
        super().__init__(text if number is None else f"{text}{between}import slip {number}")

    @property
    def about(self) -> Mapping[str, object]:
        """The slip, the map, and the import that answers what was asked."""
        where = None if self.map_to_fill_in is None else str(self.map_to_fill_in)
        asked = None if self.again is None else asdict(self.again)
        return {"import_slip": self.number, "map_to_fill_in": where, "import_again": asked}

    def refusals(self) -> Iterator[Refusal]:
        """Yield what is wrong with the file."""
        return self.refusal.refusals()


def note_complete(house: House, name: str, receipt: ImportReceipt) -> int | None:
    """Write the slip of an import that was taken; give its number, None where it was not kept.

    The report is recorded by then: that its slip cannot be kept must not look like a refusal.
    """
    try:
        return Slips(house.ledger.engine).write(complete_slip(name, receipt, house.ledger.clock()))
    except LedgerError:
        return None


def note_refused(
    house: House, name: str, data: bytes, refusal: Refused, tournament: str | None
) -> int | None:
    """Write the slip of a refused import; return its number, None where it was not kept."""
    slip = refused_slip(name, data, refusal, house.ledger.clock(), tournament)
    try:
        return Slips(house.ledger.engine).write(slip)
    except LedgerError:
        return None


def slip_rows(house: House, most: int) -> list[dict[str, Any]]:
    """Give the newest slips as rows, the last first. Raises Refused for no number of rows."""
    if not 0 < most <= MOST:
        raise Refused(
            f"--last {most}: from 1 to {MOST:,}",
            code="number-out-of-range",
            field="last",
            found=most,
            expected=f"1 to {MOST}",
        )
    return [_row(slip) for slip in Slips(house.ledger.engine).all(most)]


def slip_told(house: House, number: int) -> Slip:
    """Give a slip. Raises Refused for a number that none has."""
    slip = Slips(house.ledger.engine).read(number) if 0 < number <= _LARGEST else None
    if slip is None:
        raise Refused(
            f"there is no import slip {number}; see `ledger tournament slips`",
            code="unknown-slip",
            field="number",
            found=number,
            remedy=Remedy("tournament slips"),
        )
    return slip


def slip_lines(slip: Slip) -> Iterator[str]:
    """Give a slip line by line."""
    yield f"import slip {slip.number}: {slip.outcome}"
    yield f"  file {slip.file_name}"
    yield f"  SHA-256 {slip.file}"
    yield f"  handed in {instant_text(slip.instant)}"
    if slip.tournament:
        at = "" if slip.first_position is None else f" (#{slip.first_position})"
        yield f"  tournament {slip.tournament}{at}"
    for line in said_on(slip):
        yield from (f"  {each}" for each in line.splitlines())


def slip_document(slip: Slip) -> dict[str, Any]:
    """Give a slip as a document for programs."""
    return {**_row(slip), "file": slip.file, "position": slip.first_position, "said": said_on(slip)}


def _row(slip: Slip) -> dict[str, Any]:
    return {
        "slip": slip.number,
        "handed_in": instant_text(slip.instant),
        "file_name": slip.file_name,
        "outcome": slip.outcome,
        "tournament": slip.tournament,
        "problems": len(said_on(slip)),
    }
