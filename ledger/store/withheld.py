"""Reports withheld from a batch of files, because their event is recorded already.

A row is no fact: it says what a pool still waits for. It waits until the file is the report of a
tournament after all, or until a body decided that it reports the same event.
"""

from dataclasses import astuple, dataclass
from datetime import date
from typing import Final

from sqlalchemy import Engine, delete, exists, insert, select

from ledger.store.changing import changing
from ledger.store.schema import document, import_slip, withheld_report


@dataclass(frozen=True, slots=True)
class Withheld:
    """A report that was not recorded, for a person to decide about."""

    file: str
    """SHA-256 of the file, in hex."""
    slip: int
    """Number of the last import slip of the file."""
    tournament: str
    """The recorded tournament of the same event."""
    pools: str
    """Ids of the pools it was handed in for, separated by blanks."""
    entrants: int
    games: int
    ended: str
    received: str
    """Days as YYYY-MM-DD: the end of the event, and of the receipt."""
    options: str
    """Options of the import, as words in JSON."""
    file_name: str | None = None
    """As on the slip; None: erased."""

    def dated(self, *, by_receipt: bool) -> date:
        """Return the day that a cut-off is compared with: of the end, or of a later receipt."""
        return date.fromisoformat(max(self.ended, self.received) if by_receipt else self.ended)


class WithheldReports:
    """The withheld reports of a ledger."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def put(self, row: Withheld) -> None:
        """Store a withheld report, in the place of an earlier one of the file.

        Raises Unavailable.
        """
        columns = dict(zip(withheld_report.columns.keys(), astuple(row), strict=False))
        with changing(self._engine) as connection:
            connection.execute(delete(withheld_report).where(withheld_report.c.file == row.file))
            connection.execute(insert(withheld_report).values(columns))

    def received(self, file: str) -> str | None:
        """Return the day on which a withheld file was received; None: it is not withheld."""
        asked = select(withheld_report.c.received).where(withheld_report.c.file == file)
        with self._engine.connect().execution_options(reading=True) as connection:
            return connection.scalar(asked)

    def unrecorded(self) -> list[Withheld]:
        """Return the withheld reports that were not recorded since, by their slips."""
        with self._engine.connect().execution_options(reading=True) as connection:
            return [Withheld(**row._mapping) for row in connection.execute(_UNRECORDED)]


_REPORT: Final = (document.c.digest == withheld_report.c.file) & (document.c.kind == "report")
_UNRECORDED: Final = (
    select(withheld_report, import_slip.c.file_name)
    .outerjoin(import_slip, import_slip.c.number == withheld_report.c.slip)
    .where(~exists().where(_REPORT))
    .order_by(withheld_report.c.slip)
)
