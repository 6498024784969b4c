"""A ledger with three players of 2000, and short words for recordings."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from ledger.events.base import Fact
from ledger.events.report import ReportFact, ReportPartSubmitted, ReportReplaced
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from ops.closings.recordings import CloseList
from ops.house import House
from projections.official import Official
from projections.queries import PoolQuery, findings
from tests.oracles.world import Tournament, World
from tests.support.recording import a_ledger, begin, following, record, submission
from tests.support.worlds import (
    FIDE,
    PAIR,
    federation,
    games,
    rated,
    tournament,
)

WORLD = federation([*PAIR, rated(3, 2000)])
NO_FILE = "0" * 64


@dataclass
class Desk:
    """A ledger with three players of 2000, and the official track."""

    ledger: Ledger
    official: Official
    book: str = FIDE
    said: int = 0

    def record(self, *facts: Fact) -> int:
        """Record facts."""
        self.said += 1
        file = Document("report", b"report %d" % self.said)
        of_file = [self._of(file, fact) for fact in facts]
        documents = [file] if any(isinstance(fact, ReportFact) for fact in facts) else []
        return record(self.ledger, f"said {self.said}", *of_file, documents=documents)

    def _of(self, file: Document, fact: Fact) -> Fact:
        """Give a report an own file."""
        return structs.replace(fact, file=file.digest) if isinstance(fact, ReportFact) else fact

    def close(self, period: str, through: int | None = None, pool: str = FIDE) -> None:
        """Close a period."""
        CloseList(pool=pool, period=period, through=through).record(
            House(self.ledger, self.official)
        )

    def rating(self, player: int, period: str, pool: str = FIDE) -> int:
        """A player's rating on a list."""
        asked = self.pool(name=pool)
        return asked.state(player, asked.list_of(period).number).rating

    def pool(self, known: int | None = None, name: str = FIDE) -> PoolQuery:
        """The pool, ready to be asked."""
        self.official.catch_up()
        return PoolQuery(self.official.track, name, known)

    def findings(self, tournament: str = "A", known: int | None = None) -> list[str]:
        """Return the findings of a tournament, without findings of games."""
        found = findings.of_tournament(self.pool(known), tournament)
        return [f"{finding.kind}: {finding.says}" for finding in found]


@contextmanager
def at_a_desk(address: str, world: World = WORLD) -> Iterator[Desk]:
    with a_ledger(address) as ledger, following(ledger) as official:
        begin(ledger, world, FIDE)
        yield Desk(ledger, official)


def replacement(played: Tournament, replaces: int) -> ReportReplaced:
    """Return a replacement of another report."""
    right = submission(played, NO_FILE)
    return ReportReplaced(replaces=replaces, **fields(right))


def part(played: Tournament, number: int, *, last: bool = False) -> ReportPartSubmitted:
    """Return a report as a part of a longer report."""
    said = fields(submission(played, NO_FILE)) | {"part": number}
    return ReportPartSubmitted(last_part=last, **said)


def fields(report: ReportFact) -> dict[str, Any]:
    return {name: getattr(report, name) for name in ReportFact.__struct_fields__}


WORLD = federation(
    [rated(1, 2000), rated(2, 2000), rated(3, 2000)],
    [tournament("A", "2025-07-05", "2025-07-10", games(1, "2 1 3 ="))],
    periods=("2025-08", "2025-09"),
)
