"""The sample season with facts not open to everybody, for the tests of access."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

from ledger.clock import microseconds
from ledger.events.publication import PublicationPolicySet
from ledger.events.report import TournamentSubmitted
from ledger.intake.import_report.options import ImportOptions
from ledger.store.grounds import StatedGrounds
from ops.appeals.recordings import FileAppeal
from ops.closings.recordings import CloseList, ScheduleList
from ops.events.decide import decide
from ops.house import House
from ops.players.recordings import RecordDeath, SuspendPlayer
from ops.sample import commands
from ops.tournaments import importing as reports

CHESS, DRAUGHTS = "fide-standard", "rubele-italiana"

UNPUBLISHED: Final[Mapping[str, str]] = {CHESS: "2026-04", DRAUGHTS: "2026-03-01"}
"""The list of each pool that is closed, and neither published nor in force at `NOON`."""

NOON: Final = microseconds(datetime(2026, 2, 28, 12, tzinfo=UTC))
"""An instant before the unpublished lists are in force."""

WAITING: Final = "T-000022"
"""A tournament that the unpublished list of chess counts."""

FILE: Final = "2026-02-08-carnevale-selvapiana.trf"
CHANGES: Final = (
    ("Open di Carnevale", "Open di Quaresima"),
    ("2026/02", "2026/03"),
    ("26/02", "26/03"),
    ("Tersemarini, Otto", "Segretini, Pia\n112 Celatelli, Ugo"),
    ("1975/00/00", "1975/05/17"),
)
"""What turns a file of the sample into the report of another tournament."""


OFFICE: Final = "the-office-7"
OFFICE_FILE: Final = "segretini-open.trf"
"""Who hands in the report, and under which name."""


def report() -> bytes:
    """Return the file of a tournament not yet counted by a list."""
    text = (Path(commands.__file__).parent / CHESS / FILE).read_text()
    for before, after in CHANGES:
        assert before in text
        text = text.replace(before, after)
    return text.encode()


def hand_in(house: House) -> None:
    """Hand in the private report."""
    file = reports.ReportFile(OFFICE_FILE, report())
    options = ImportOptions(pools=(CHESS,), facts={"unrated": "25"}, recorded_by=house.by)
    reports.import_file(house, file, reports.with_rulebooks(house, options))


REASON: Final = "Peccatucci, Ada, asked for it"
RULING: Final = b"%PDF-1.7\xff ruling about Peccatucci"
"""The reason of a recording, and the file attached to it."""


def appeal(house: House) -> None:
    """Appeal against the private report as the recording actor."""
    filing = FileAppeal(
        pool=CHESS,
        kind="report",
        contested=house.read.last_of_type(TournamentSubmitted.TYPE),
        appellant=house.by,
        capacity="organiser",
        notified="2026-02-27",
        source="letter",
    )
    filing.record(house)


SUSPENDING: Final = "giudice-sportivo-7"
REPORTING_DEATH: Final = "anagrafe-7"
"""Bodies that suspended a player of that report, and reported the death of another."""
GONE: Final = ("fide:99000981", "fide:99001055")
"""The two players."""


def leave(house: House) -> None:
    """Suspend a player of the private report, and record the death of another."""
    first, last = date(2026, 1, 1), date(2026, 12, 31)
    SuspendPlayer(player=GONE[0], first_day=first, last_day=last, by=SUSPENDING).record(house)
    RecordDeath(player=GONE[1], on=date(2026, 2, 27), by=REPORTING_DEATH).record(house)


def publish_revised(house: House, pools: Iterable[str], since: date = date(2025, 1, 1)) -> None:
    """Make the revised ratings of pools public, by default of all lists."""
    for pool in pools:
        policy = PublicationPolicySet(
            pool=pool, in_force_from=since, revised_ratings="public", by="fsi"
        )
        decide(house, policy)


def schedule_unpublished(house: House) -> None:
    """Announce the list of draughts, on stated grounds; the list of chess follows from the
    calendar.
    """
    period = date.fromisoformat(UNPUBLISHED[DRAUGHTS])
    cut_off = period - timedelta(days=1)
    house.ledger.grounds = StatedGrounds(REASON, attachments=(RULING,))
    ScheduleList(
        pool=DRAUGHTS, period=str(period), issue_day=period, cut_off=cut_off, source="council"
    ).record(house)
    house.ledger.grounds = None


def close_unpublished(house: House) -> None:
    """Close the lists, which stay unpublished."""
    house.catch_up()
    for pool, period in UNPUBLISHED.items():
        CloseList(pool=pool, period=period).record(house)
    house.catch_up()
