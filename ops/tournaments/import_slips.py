"""Import slips: the newest, or a single slip in full."""

from typing import Annotated, Final

import msgspec

from ledger.errors import Refused
from ledger.intake.import_report.receipts import SlipLine, lines_of_slip
from ledger.sentences import Position, Remedy, Sentence
from ledger.store.slips import Slip, Slips
from ops.access.personal_data import IMPORT_SLIP
from ops.access.recording import note_denied
from ops.access.seeing import may_see
from ops.answers.abouts import About
from ops.answers.answer import (
    Answer,
    Instant,
    check_limit,
)
from ops.house import House
from ops.words.states import CodeOf

MOST: Final = 1_000_000
"""Slips listed at once."""

_LARGEST: Final = 2**63 - 1
"""Largest number that both databases can look up."""


class ImportSlip(msgspec.Struct, frozen=True):
    """An attempt to import a file."""

    slip: int
    handed_in: Instant
    file_name: Annotated[str, IMPORT_SLIP]
    outcome: Annotated[str, CodeOf("outcome of a file")]
    tournament: str | None
    problems: int
    handed_in_by: Annotated[str | None, IMPORT_SLIP]


class FullSlip(ImportSlip, frozen=True):
    """An import slip with all lines."""

    file: str
    """SHA-256 of the file."""
    position: Position | None
    """Position of the recorded report."""
    lines: Annotated[tuple[SlipLine, ...], IMPORT_SLIP]


def import_slips(house: House, limit: int) -> Answer[ImportSlip, About]:
    """Return the newest slips, the last first; 0: all. Raises Refused for a negative number.

    Who may not see those of others sees their own.
    """
    check_limit(limit)
    by = None if may_see(house.actor, "import-slip") else house.by
    slips = Slips(house.ledger.engine).all(min(limit or MOST, MOST), by)
    return Answer(About(), tuple(ImportSlip(*_fields(slip)) for slip in slips))


def import_slip(house: House, number: int) -> FullSlip:
    """Return a slip in full. Raises Refused for an unknown number, or a slip of somebody else."""
    slip = Slips(house.ledger.engine).read(number) if 0 < number <= _LARGEST else None
    hidden = slip and not may_see(house.actor, "import-slip", (), slip.handed_in_by)
    if hidden:
        note_denied(house.actor, "import-slip")
    if slip is None or hidden:
        raise Refused(
            Sentence(
                "there is no import slip {number}: {list} names them",
                number=number,
                list=Remedy("list-import-slips"),
            ),
            code="unknown-slip",
            field="slip",
            found=number,
        )
    position = None if slip.first_position is None else Position(slip.first_position)
    return FullSlip(*_fields(slip), slip.file, position, lines_of_slip(slip))


def _fields(slip: Slip) -> tuple[int, Instant, str, str, str | None, int, str | None]:
    handed_in, problems = Instant(slip.instant), len(lines_of_slip(slip))
    file = slip.file_name, slip.outcome, slip.tournament
    return slip.number or 0, handed_in, *file, problems, slip.handed_in_by
