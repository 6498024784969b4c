"""A ledger of both disciplines of draughts, and the official track."""

from dataclasses import dataclass
from datetime import date

from ledger.events.pool import (
    ListScheduled,
    PoolOpened,
)
from ledger.events.tournament import TournamentRegistered
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from ops.closings.recordings import CloseList
from ops.house import House
from projections.official import Official
from projections.queries import PoolQuery
from projections.queries.explain import explain
from tests.oracles.world import Carried, Tournament
from tests.support.recording import ZONE, adopt, record, submission
from tests.support.worlds import carried_over, federation

ITALIAN, INTERNATIONAL = "rubele-italiana", "rubele-internazionale"
LISTS = [("march", date(2015, 3, 31)), ("june", date(2015, 6, 30)), ("2017", date(2017, 12, 31)),
         ("2018", date(2018, 6, 30))]  # fmt: skip


@dataclass
class Draughts:
    """A ledger of both pools, and the official track."""

    ledger: Ledger
    official: Official

    def open(self, pool: str, *carried: Carried) -> None:
        """Open a pool, adopt 2008, announce the lists, carry ratings over on 1 January 2015."""
        opened = PoolOpened(pool=pool, rulebook=pool, zone=ZONE, first_period=LISTS[0][0])
        record(self.ledger, f"open {pool}", opened)
        adopt(self.ledger, pool, "2008-01-01")
        for period, day in LISTS:
            said = ListScheduled(pool=pool, period=period, issue_day=day, cut_off=day)
            record(self.ledger, f"schedule {pool} {period}", said)
        world = federation(carried, on=date(2015, 1, 1))
        record(self.ledger, f"carry {pool}", carried_over(world, pool))

    def submit(self, played: Tournament, pool: str) -> None:
        """Record a tournament and the report."""
        announced = TournamentRegistered(
            tournament=played.id, name=played.id, pools=(pool,), start=played.start,
            end=played.end, registered_on=played.start,
        )  # fmt: skip
        file = Document("report", f"report of {played.id}".encode())
        report = submission(played, file.digest)
        record(self.ledger, f"submit {played.id}", announced, report, documents=[file])

    def close(self, pool: str, period: str) -> PoolQuery:
        """Close a list."""
        CloseList(pool=pool, period=period).record(House(self.ledger, self.official))
        self.official.catch_up()
        return PoolQuery(self.official.track, pool)


def entered(pool: PoolQuery, player: int, period: str) -> tuple[int, str]:
    """Return the rating of a player on entering a list, and the reason."""
    (unit, *_) = explain(pool, player, pool.list_of(period)).units
    cell = unit.tournaments[0].cells["entry_capital"]
    assert unit.before is None
    assert unit.lines[0].points == cell.value
    return int(cell.value), str(cell.why)
