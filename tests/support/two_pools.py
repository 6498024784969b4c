"""A ledger with pools of standard, rapid and blitz chess beside each other."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date

from msgspec import structs

from ledger.events.pool import PoolOpened
from ledger.events.tournament import TournamentRegistered
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from ops.closings.recordings import CloseList
from ops.house import House
from projections.official import Official
from projections.queries import PoolQuery, findings
from projections.queries.explain import explain
from projections.queries.explain.sheets import Explanation
from projections.rulebooks import rulebook
from tests.oracles.world import Carried, Tournament, World
from tests.support.counts import FULL
from tests.support.recording import (
    ZONE,
    a_ledger,
    adopt,
    following,
    record,
    registered,
    submission,
)
from tests.support.spoiling import altered
from tests.support.worlds import (
    FIDE,
    ON,
    PERIODS,
    carried_over,
    federation,
    games,
    rated,
    tournament,
)

RAPID, BLITZ = "fide-rapid", "fide-blitz"
OTHER = "fide-other"
"""A pool with the rulebook of FIDE standard."""
STRONG, WEAK = rated(1, 2400), rated(2, 1900)


@dataclass
class Pools:
    """A ledger of several pools, and the official track."""

    ledger: Ledger
    official: Official

    def open(
        self,
        pool: str,
        carried: Iterable[Carried] = (),
        *,
        law: str | None = None,
        beside: str | None = None,
        first: str = PERIODS[0],
        on: date = ON,
        since: str = "2024-03-01",
    ) -> None:
        """Open a pool, adopt the editions since a given edition, carry over ratings of a day."""
        law = law or pool
        opened = PoolOpened(pool=pool, rulebook=law, zone=ZONE, first_period=first, beside=beside)
        record(self.ledger, f"open {pool}", opened)
        for edition in rulebook(law).editions:
            if edition.name >= since:
                adopt(self.ledger, pool, edition.name, law=law)
        said = structs.replace(carried_over(federation(carried, on=on), law), pool=pool)
        record(self.ledger, f"carry over {pool}", said)

    def submit(self, played: Tournament, *pools: str, time_control: str | None = None) -> int:
        """Record a tournament announced for some pools, and the report; return the position."""
        announced = TournamentRegistered(
            tournament=played.id,
            name=f"Tournament {played.id}",
            pools=pools,
            start=played.start,
            end=played.end,
            registered_on=played.start,
            time_control=time_control,
        )
        file = Document("report", f"report of {played.id}".encode())
        report = submission(played, file.digest)
        return record(self.ledger, f"submit {played.id}", announced, report, documents=[file])

    def close(self, period: str, *pools: str, through: int | None = None) -> None:
        """Close a period of some pools, in their order."""
        for pool in pools:
            CloseList(pool=pool, period=period, through=through).record(
                House(self.ledger, self.official)
            )

    def pool(self, name: str, known: int | None = None) -> PoolQuery:
        """A pool, ready to be asked."""
        self.official.catch_up()
        return PoolQuery(self.official.track, name, known)

    def row(self, player: int, period: str, pool: str = RAPID) -> dict[str, int]:
        """How a player stands on a list."""
        asked = self.pool(pool)
        return asked.state(player, asked.list_of(period).number).fields

    def rating(self, player: int, period: str, pool: str = RAPID) -> int:
        """A player's rating on a list; 0: none."""
        return self.row(player, period, pool).get("rating", 0)

    def explained(self, player: int, period: str, pool: str = RAPID) -> Explanation:
        """A player's worksheet."""
        asked = self.pool(pool)
        return explain(asked, player, asked.list_of(period))

    def findings(self, tournament: str, pool: str = RAPID) -> list[str]:
        """Return the findings of a pool about a tournament."""
        found = findings.of_tournament(self.pool(pool), tournament)
        return [f"{finding.kind} {finding.article}: {finding.says}" for finding in found]


@contextmanager
def pools_of(address: str, people: int) -> Iterator[Pools]:
    """Make a new ledger with some people and no pool yet."""
    world = federation([], newcomers=range(1, people + 1))
    with a_ledger(address) as ledger, following(ledger) as official:
        record(ledger, "players", registered(world))
        yield Pools(ledger, official)


def stop(pools: Pools) -> None:
    """Open FIDE standard, OTHER and rapid; wrong code closes a list of the first, which stops."""
    for pool in (FIDE, OTHER):
        pools.open(pool, [STRONG, WEAK], law=FIDE)
    pools.open(RAPID, [STRONG, WEAK], beside=FIDE)
    pools.submit(tournament("A", "2025-07-05", "2025-07-10", games(1, "2 1")), FIDE)
    with altered("difference_cap", 600):
        pools.close(PERIODS[0], FIDE)
    pools.official.track.ahead.clear()  # as in another process: right code computes the list again


__all__ = ["BLITZ", "FIDE", "RAPID", "Pools", "pools_of"]


ASKED = slice(None, None, None if FULL else 3)


def two_pools_of(pools: Pools, world: World) -> None:
    """Open both pools: half of the players rated in standard chess have a rapid rating too."""
    record(pools.ledger, "players", registered(world))
    on, first = world.carried_on, world.periods[0]
    pools.open(FIDE, world.carried, on=on, first=first)
    in_rapid = [replace(player, k=None) for player in world.carried if player.player % 2]
    pools.open(RAPID, in_rapid, on=on, first=first)
