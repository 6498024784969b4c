"""The import of reports."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ledger.errors import Refusal, Refused
from ledger.events.external import ExternalListSearched
from ledger.events.register import PlayersRegistered
from ledger.events.report import ReportPartSubmitted, ReportReplaced, TournamentSubmitted
from ledger.events.tournament import TournamentRegistered
from ops.doors.circumstances import Circumstances
from ops.doors.outcomes import Outcome
from ops.doors.uploads import MOST_BYTES, File
from ops.house import House
from ops.http.address import address
from ops.http.declared import struct_of, told_at
from ops.http.file_bodies import FileName, name_of
from ops.http.request import FileGiven
from ops.tournaments import importing as command
from ops.tournaments.import_inputs import ImportInputs
from ops.tournaments.import_receipts import imported
from ops.tournaments.importing import ImportAgain, OnSlip, ReportFile

_NAME: Final = "report"

_ASKED: Final = struct_of(
    ImportInputs,
    "ImportReportAsked",
    Circumstances,
    [name for name in ImportInputs.__struct_fields__ if name != "map"],
    file_name=FileName,
)


class ReportProblems(Refused):
    """The refusal of a report, with the import slip and the parameters of a corrected import."""

    def __init__(self, refused: OnSlip) -> None:
        """Keep the refusal, the number of the import slip, and the proposed import."""
        super().__init__(refused.refusal.words)
        self.refusal, self._refused = refused.refusal, refused

    @property
    def about(self) -> Mapping[str, object]:
        """Import slip, map to fill in (CSV text), and parameters of the proposed import."""
        return {
            "import_slip": self._refused.number,
            "map_to_fill_in": self._refused.unclear or None,
            "import_again": import_again(self._refused.again),
        }

    def refusals(self) -> Iterator[Refusal]:
        """Yield the problems of the file."""
        return self.refusal.refusals()


def import_again(again: ImportAgain | None) -> Mapping[str, Any] | None:
    """Return the parameters of the import that answers the problems of a refused file.

    A person fills in `…` and `YYYY-MM-DD`. `file_needs_correction`: some problems need a correction
    of the file. `where_known`: optional facts.
    """
    if again is None:
        return None
    return {
        "parameters": [*map(_parameter, again.options)],
        "file_needs_correction": again.corrected,
        "where_known": [*map(_parameter, again.facts)],
    }


def _parameter(option: tuple[str, ...]) -> Mapping[str, str]:
    name, *values = option
    value = values[0] if values else "true"
    return {"name": name.removeprefix("--").replace("-", "_"), "value": value}


@address(
    "POST",
    "/v1/reports",
    _ASKED,
    Outcome,
    body=File("application/octet-stream", MOST_BYTES, beside=("map",)),
    events=(TournamentSubmitted, ReportPartSubmitted, ReportReplaced),
    beside=(TournamentRegistered, PlayersRegistered, ExternalListSearched),
)
def import_report(house: House, asked: Any, file: FileGiven) -> Outcome:
    """Import the report of a tournament; a file with problems is refused whole.

    The body is the file, or a form with the parts `file` and `map` (a CSV file of entrants and
    players: number, name, player). Facts to `set` are those of `ledger tournament import`, such as
    received_on=2025-09-09; they take precedence over the file. Every import, but no preview and no
    proposal, leaves an import slip. A refusal names each problem by line, and the parameters that
    answer it.
    """
    options = command.with_rulebooks(house, told_at(ImportInputs, asked, file).options())
    report = ReportFile(name_of(file, asked.file_name, _NAME), file.data)
    try:
        done = command.import_file(house, report, options, with_map=True)
    except OnSlip as refusal:
        raise ReportProblems(refusal) from refusal
    return imported(done).outcome()
