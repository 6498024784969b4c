"""A ledger with four players of 2000 and a league with games recorded one by one."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

from ledger.events.games import SheetCompleted
from ledger.events.report import ReportPartSubmitted
from ledger.events.tournament import TournamentRegistered
from ledger.register import identities
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from ops.closings.recordings import CloseList
from ops.closings.sealing import Sealed
from ops.commands.composed import Recorded
from ops.house import House
from ops.tournaments.recording_games import RecordedGames
from ops.tournaments.recordings import AddGame, CompleteSheet
from projections.official import Official
from tests.support.chess_desk import Desk
from tests.support.recording import a_ledger, begin, clock_at, following, record
from tests.support.worlds import FIDE, PAIR, PERIODS, federation, rated

WORLD = federation([*PAIR, rated(3, 2000), rated(4, 2000)])
AUTUMN = clock_at(2025, 12)
RECEIVED = date(2025, 8, 1)


def a_game(white: str, black: str, of_white: str, of_black: str, day: str, **more: Any) -> AddGame:
    """Return a game of the league, on a day as `2025-07-05`."""
    return AddGame(
        white=white,
        black=black,
        white_result=of_white,
        black_result=of_black,
        played_on=date.fromisoformat(day),
        **{"tournament": "L-1", "source": "league", **more},
    )


@dataclass
class League:
    """The ledger, the official track, and short words for recordings."""

    address: str
    ledger: Ledger
    official: Official

    def game(
        self, white: int, black: int, score: str, day: str, **more: Any
    ) -> Recorded[RecordedGames]:
        """Record a game: the score as `1-0`, the day as `2025-07-05`."""
        of_white, of_black = score.split("-")
        who = identities.show(white), identities.show(black)
        house = House(self.ledger, self.official)
        return a_game(*who, of_white, of_black, day, **more).record(house)

    def complete(self, month: str | None = "2025-07") -> SheetCompleted:
        sheet = CompleteSheet(tournament="L-1", month=month, received_on=RECEIVED)
        return sheet.record(House(self.ledger)).result

    def close(self, period: str = PERIODS[0]) -> Sealed:
        return CloseList(pool=FIDE, period=period).record(House(self.ledger, self.official)).result

    def rating(self, player: int, period: str = PERIODS[0]) -> int:
        return Desk(self.ledger, self.official).rating(player, period)

    def submit(self, sheet: SheetCompleted, tournament: str = "L-1") -> int:
        """Submit the games of a sheet as the first part of a report; return the position."""
        names = ("received_on", "start", "end", "entrants", "rounds", "games")
        file = Document("report", f"games of {tournament}".encode())
        columns = {name: getattr(sheet, name) for name in names}
        part = ReportPartSubmitted(tournament=tournament, file=file.digest, part=1, **columns)
        return record(self.ledger, f"part of {tournament}", part, documents=[file])


def announced(tournament: str = "L-1", pool: str = FIDE) -> TournamentRegistered:
    return TournamentRegistered(
        tournament=tournament,
        name="League",
        pools=(pool,),
        start=date(2025, 7, 1),
        end=date(2025, 9, 30),
        registered_on=date(2025, 5, 1),
        time_control="5400+30",
        announced_as_rated=True,
    )


@contextmanager
def a_league(address: str) -> Iterator[League]:
    with a_ledger(address, AUTUMN) as ledger, following(ledger) as official:
        begin(ledger, WORLD, FIDE)
        record(ledger, "league", announced())
        yield League(address, ledger, official)
