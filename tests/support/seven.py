"""The seven answers to why a list stays open, each asked in another way."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from datetime import date
from io import StringIO
from typing import Literal

from msgspec import structs

from ledger.events.pool import ClosingPolicySet, PoolOpened
from ledger.store.ledger import Ledger
from ops import cli
from ops.answers.closing_conditions import UnmetCondition
from ops.answers.findings import FindingRow, findings_of
from ops.cli.exits import REFUSED
from ops.closings import receipts as closings
from ops.closings.closings_due import ClosingDue, closings_due
from ops.closings.recordings import CloseList
from ops.doors.outcomes import CommandReceipt
from ops.house import House
from ops.pools.pending_decisions import pending_decisions
from ops.schedule.tick import ACTOR, Ticker
from projections.official import Official
from projections.rulebooks import rulebook
from tests.support.pending_tournaments import WORLD
from tests.support.recording import a_ledger, adopt, clock_at, following, record, registered
from tests.support.terminals import terminal
from tests.support.worlds import FIDE, carried_over

Asked = tuple[str, str, str, str, str]
"""Tournament or list, player, article, words, command."""


@dataclass
class Seven:
    """A pool with a next list due."""

    ledger: Ledger
    official: Official
    pool: str

    @property
    def house(self) -> House:
        self.official.catch_up()
        return House(self.ledger, self.official, by=ACTOR)

    def pending(self) -> Sequence[UnmetCondition]:
        """`pool pending`."""
        house = self.house
        return pending_decisions(house, house.pool(self.pool)).rows

    def findings(self, subject: str) -> Sequence[FindingRow]:
        """`pool findings`."""
        house = self.house
        return findings_of(house.pool(self.pool), subject, house.actor).rows

    def due(self) -> ClosingDue:
        """`schedule show`, with the checklist."""
        (row,) = closings_due(self.house, pool=self.pool).rows
        return row

    def preview(self) -> CommandReceipt:
        """`list close --preview`."""
        with self.house.tentatively() as house:
            return closings.list_sealed(house, CloseList(pool=self.pool).record(house))

    def question(self, monkeypatch) -> list[str]:
        """Return the words of `list close` before the question; nobody agrees."""
        argv = ["list", "close", self.pool, "--ledger", self.ledger.address]
        with redirect_stdout(StringIO()) as shown, monkeypatch.context() as patch:
            self._disagree(patch, argv)
        return shown.getvalue().splitlines()

    def _disagree(self, patch, argv: Sequence[str]) -> None:
        with terminal("n\n", patch):
            assert cli.run(argv) == REFUSED

    def under(self, mode: Literal["hold", "proceed"]) -> str:
        """The state of the next list under a policy; of two of a day the last is in force."""
        said = policy(mode, self.pool)
        record(self.ledger, f"policy {self.ledger.read.head().next_position}", said)
        return self.due().state

    def tick(self) -> list[str]:
        """Return the lists of the pool closed by a tick."""
        closed = Ticker(self.house).tick().closed
        return [one.period for one in closed if one.pool == self.pool]

    def receipt(self) -> CommandReceipt:
        """`list close --yes`."""
        return closings.list_sealed(self.house, CloseList(pool=self.pool).record(self.house))


def policy(mode: Literal["hold", "proceed"], pool: str = FIDE) -> ClosingPolicySet:
    """A closing policy of all days."""
    since = date(2000, 1, 1)
    return ClosingPolicySet(pool=pool, mode=mode, in_force_from=since, publish=False, by="council")


def asked(rows: Sequence[UnmetCondition] | Sequence[FindingRow]) -> Iterator[tuple[str, Asked]]:
    """Return the players stopped by each row, and the words."""
    for row in rows:
        yield row.stops, (row.about, row.player, row.article, str(row.says), str(row.remedy or ""))


@contextmanager
def a_pool(address: str, world=WORLD, law: str = FIDE, first: str = "2025-08", **told):
    """Make a ledger with a separate pool: the histories begin with the world."""
    with a_ledger(address, clock_at(2025, 8, 2)) as ledger, following(ledger) as official:
        record(ledger, "players", registered(world))
        seven = Seven(ledger, official, law)
        opened(seven, law, world, first, **told)
        yield seven


def opened(seven: Seven, law: str, world=WORLD, first: str = "2025-08", **told) -> None:
    """Open a pool, adopt the editions and carry ratings over."""
    fact = PoolOpened(pool=law, rulebook=law, zone="Europe/Rome", first_period=first)
    record(seven.ledger, f"open {law}", fact)
    for edition in rulebook(law).editions if told.get("adopted", True) else ():
        adopt(seven.ledger, law, edition.name)
    carried = structs.replace(carried_over(world, law), last_part=told.get("last_part", True))
    record(seven.ledger, f"carry {law}", carried)
