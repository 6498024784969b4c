"""A ledger with a report not booked by any list, and words for corrections."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

from msgspec import structs

from ledger.events.report import ReportFact
from ledger.register import identities
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from ops.answers.tournament_details import details_now
from ops.answers.tournament_games import read_tournament
from ops.closings.recordings import CloseList
from ops.commands.composed import Recorded
from ops.house import House
from ops.tournaments.correcting import Corrected
from ops.tournaments.corrections import CorrectDetails, CorrectEntrant, CorrectResult
from projections.official import Official
from tests.support.grounds import on_article
from tests.support.recording import a_ledger, begin, clock_at, following, submit
from tests.support.worlds import FIDE, PAIR, PERIODS, Days, federation, games, rated, tournament

WORLD = federation([*PAIR, rated(3, 2000), rated(4, 2000)])
OPEN = tournament("T-1", "2025-07-05", "2025-07-10", games(1, "2 1 3 ="))
NEW = Document("report", b"a new report")
RECEIVED = date(2025, 8, 20)
IN_DECEMBER = clock_at(2025, 12)
"""After the lists that are closed here; before any day on which commands are typed."""


@dataclass
class Desk:
    """A ledger at an address with a report not booked by any list, and the official track."""

    address: str
    ledger: Ledger
    official: Official
    report: int
    book: str = FIDE

    def result(
        self, game: str, white: str, black: str, recorded_by: str = "local", article: str = ""
    ) -> Recorded[Corrected]:
        house = House(self.ledger, self.official, by=recorded_by)
        told = CorrectResult(tournament="T-1", game=game, white=white, black=black, by="the-body")
        return on_article(house, article, told) if article else told.record(house)

    def entrant(self, number: int, player: int, **more) -> Recorded[Corrected]:
        return CorrectEntrant(
            tournament="T-1",
            start_number=number,
            player=identities.show(player),
            by="the-body",
            **more,
        ).record(House(self.ledger, self.official))

    def details(self, **given: str) -> Recorded[Corrected]:
        return CorrectDetails(tournament="T-1", set=given, by="the-body").record(
            House(self.ledger, self.official)
        )

    def detail(self, name: str) -> Any:
        return details_now(read_tournament(self.ledger.read, "T-1"))[name]

    def close(self, period: str = PERIODS[0]) -> None:
        CloseList(pool=self.book, period=period).record(House(self.ledger, self.official))

    def events(self) -> int:
        return self.ledger.read.head().next_position


@contextmanager
def at_a_desk(address: str, book: str = FIDE, days: Days = ()) -> Iterator[Desk]:
    """A new ledger with the report."""
    with a_ledger(address, IN_DECEMBER) as ledger, following(ledger) as official:
        begin(ledger, WORLD, book, days)
        yield Desk(
            address, ledger, official, submit(ledger, OPEN, book, received_on=RECEIVED), book
        )


def filed(report: ReportFact) -> ReportFact:
    """A report with a kept file."""
    return structs.replace(report, file=NEW.digest)
