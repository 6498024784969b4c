"""The recordings of a world: facts in a single request; players and reports by their numbers."""

from contextlib import suppress
from typing import Any

from ledger.errors import Refused
from ledger.events import report
from ledger.events.base import Fact
from ledger.register import identities
from ledger.store.ledger import Ledger
from ledger.store.requests import Document, NewEvent, Request
from projections.official import Official
from projections.queries import PoolQuery
from tests.oracles.same_lists.driving import facts
from tests.oracles.same_lists.driving.facts import Line
from tests.oracles.same_lists.trf import number_of
from tests.oracles.same_lists.world import MOST_PLAYERS


class Recorder:
    """A ledger in progress: the recorded facts of a world, and the facts waiting to be recorded
    together.
    """

    def __init__(self, ledger: Ledger, official: Official) -> None:
        self.ledger, self.official = ledger, official
        self.waiting: list[Fact] = []
        self.documents: list[Document] = []
        self.requests = 0
        self.by_files = False
        """Whether players have numbers in files, and the register gives them its own."""
        self.reports: dict[str, int] = {}
        """By tournament, the position of its report that stands."""

    def wait(self, fact: Fact) -> None:
        """Let a fact wait for the others of the request."""
        self.waiting.append(fact)

    def record(self) -> None:
        """Record the waiting facts."""
        if not self.waiting:
            return
        self.requests += 1
        events = tuple(map(NewEvent, self.waiting))
        asked = Request(f"lines {self.requests}", events, documents=tuple(self.documents))
        self.waiting, self.documents = [], []
        receipt = self.ledger.append(asked)
        for position, new in enumerate(events, receipt.first_position):
            self._note(position, new.fact)

    def last_position(self) -> int:
        """Record the waiting facts; return the position of the last event."""
        self.record()
        return self.ledger.read.head().next_position - 1

    def _note(self, position: int, fact: object) -> None:
        if isinstance(fact, report.ReportFact):
            self.reports[fact.tournament] = position

    def standing(self, name: str) -> int:
        """Return the position of the standing report. Raises Refused where none was taken."""
        if any(isinstance(fact, report.ReportFact) for fact in self.waiting):
            self.record()
        if name not in self.reports:
            raise Refused(f"{name}: no report was taken")
        return self.reports[name]

    # ---------------------------------------------------------------------------------- players

    def player(self, player: int) -> int:
        """Return the number of a player in the register. Raises Refused for a player of no
        file yet.
        """
        if not self.by_files:
            return player
        return identities.find(self.ledger.read, f"fide:{number_of(player)}")

    def players_of_files(self) -> dict[int, int]:
        """Return the world's number of each player from files, by register number."""
        found = {}
        for player in range(1, MOST_PLAYERS + 1) if self.by_files else ():
            with suppress(Refused):
                found[self.player(player)] = player
        return found

    def of_player(self, line: Line) -> dict[str, Any]:
        """Return the common fields of every decision about a player."""
        player = facts.players(self.player(line["player"]))
        return {"pool": line["pool"], "by": line["by"], "player": player}

    def rating(self, name: str, player: int) -> int:
        """Give the rating of a player on the last list, or carried over; 0 is none."""
        self.record()
        self.official.catch_up()
        asked = PoolQuery(self.official.track, name)
        return asked.state(player, asked.lists()[-1].number).rating
