"""The import of reports."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from ledger.errors import Refusal, Refused
from ledger.events.external import ExternalListSearched
from ledger.events.register import PlayersRegistered
from ledger.events.report import ReportPartSubmitted, ReportReplaced, TournamentSubmitted
from ledger.events.tournament import TournamentRegistered
from ledger.intake.import_report.options import MOST_PARTS, ImportOptions
from ops.commands.typed_values import facts_given, rounds_given
from ops.doors.circumstances import Circumstances
from ops.doors.fields import Text
from ops.doors.outcomes import Outcome
from ops.doors.uploads import MOST_BYTES, File
from ops.house import House
from ops.http.address import address
from ops.http.file_bodies import FileName, name_of
from ops.http.request import FileGiven
from ops.tournaments import importing as command
from ops.tournaments.import_meanings import MEANINGS, DateOrder, Form
from ops.tournaments.import_receipts import imported
from ops.tournaments.importing import ImportAgain, OnSlip, ReportFile

_NAME: Final = "report"


Part = Annotated[int, Meta(ge=1, le=MOST_PARTS)]


def _means(option: str, example: list[str] | None = None) -> Meta:
    """Describe a parameter by the meaning of an option of the import, as a sentence."""
    meaning = MEANINGS[option]
    shown = {"examples": [example]} if example else None
    return Meta(description=f"{meaning[0].upper()}{meaning[1:]}.", extra_json_schema=shown)


class Importing(Circumstances, frozen=True, kw_only=True):
    """How a report is taken: tournament and part, entrants, format and facts."""

    pool: Annotated[tuple[Text, ...], _means("pool", ["fide-standard"])] = ()
    of: Annotated[Text | None, _means("of")] = None
    replaces: Annotated[Text | None, _means("replaces")] = None
    part: Annotated[Part | None, _means("part")] = None
    last_part: Annotated[bool, _means("last_part")] = False
    rounds: Annotated[Text | None, _means("rounds")] = None
    by_month: Annotated[bool, _means("by_month")] = False
    number_scheme: Annotated[Text | None, _means("number_scheme")] = None
    register_new: Annotated[bool, _means("register_new")] = False
    another_event: Annotated[bool, _means("another_event")] = False
    form: Annotated[Form, _means("form")] = "auto"
    date_order: Annotated[DateOrder | None, _means("date_order")] = None
    facts: Annotated[tuple[Text, ...], _means("set", ["received_on=2025-09-09"])] = msgspec.field(
        default=(), name="set"
    )
    file_name: FileName = None

    def options(self, by: str, entrants: bytes) -> ImportOptions:
        """Return the options of the import. Raises Refused for rounds and facts."""
        return ImportOptions(
            pools=self.pool,
            of=self.of,
            replaces=self.replaces,
            part=self.part,
            last_part=self.last_part,
            rounds=rounds_given(self.rounds),
            by_month=self.by_month,
            number_scheme=self.number_scheme,
            register_new=self.register_new,
            another_event=self.another_event,
            decisions=entrants,
            map_file="map" if entrants else "",
            form=self.form,
            date_order=self.date_order or "",
            facts=facts_given(self.facts),
            recorded_by=by,
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
    Importing,
    Outcome,
    body=File("application/octet-stream", MOST_BYTES, beside=("map",)),
    events=(TournamentSubmitted, ReportPartSubmitted, ReportReplaced),
    beside=(TournamentRegistered, PlayersRegistered, ExternalListSearched),
)
def import_report(house: House, asked: Importing, file: FileGiven) -> Outcome:
    """Import the report of a tournament; a file with problems is refused whole.

    The body is the file, or a form with the parts `file` and `map` (a CSV file of entrants and
    players: number, name, player). Facts to `set` are those of `ledger tournament import`, such as
    received_on=2025-09-09; they take precedence over the file. Every import, but no preview and no
    proposal, leaves an import slip. A refusal names each problem by line, and the parameters that
    answer it.
    """
    options = command.with_rulebooks(house, asked.options(house.by, file.beside.get("map", b"")))
    report = ReportFile(name_of(file, asked.file_name, _NAME), file.data)
    try:
        done = command.import_file(house, report, options, with_map=True)
    except OnSlip as refusal:
        raise ReportProblems(refusal) from refusal
    return imported(done).outcome()
