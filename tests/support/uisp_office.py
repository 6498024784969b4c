"""A ledger with a UISP pool: lists of other bodies, receipts, issue days, publications."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

from msgspec import structs

from ledger import columns
from ledger.events.external import ExternalListRecorded
from ledger.events.pool import ListPublished, ListScheduled, ParameterSet, PoolOpened
from ledger.events.tournament import TournamentRegistered
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from ops.closings.recordings import CloseList
from ops.closings.sealing import Sealed
from ops.house import House
from projections.official import Official
from projections.queries import PoolQuery, findings
from projections.queries.explain import explain
from projections.queries.explain.sheets import Explanation
from projections.rulebooks import rulebook
from tests.oracles.world import Carried, Tournament
from tests.support.recording import (
    ZONE,
    a_ledger,
    adopt,
    following,
    record,
    registered,
    submission,
)
from tests.support.unmet import unmet
from tests.support.worlds import carried_over, federation

UISP = "uisp"
ON = date(2025, 7, 5)
"""The day of the list carried over."""
ISSUES = {
    "2025-Q4": date(2025, 10, 5),
    "2026-Q1": date(2026, 1, 5),
    "2026-Q2": date(2026, 4, 5),
}
"""Cut-offs: 25 September, 26 December, 26 March."""


@dataclass
class Office:
    """A ledger with the pool, and the official track."""

    ledger: Ledger
    official: Official
    book: str = UISP

    def lists(self, body: str, day: str, **ratings: dict[int, int]) -> int:
        """Record a list of a body: by column, the players with their figures."""
        players = sorted({player for column in ratings.values() for player in column})
        values = {
            name: columns.write((column.get(player, 0) for player in players), columns.NUMBER)
            for name, column in ratings.items()
        }
        said = ExternalListRecorded(
            body=body,
            list=day,
            list_date=date.fromisoformat(day),
            file="0" * 64,
            file_rows=1_000,
            player=columns.write(players, columns.PLAYER),
            values=values,
        )
        return record(self.ledger, f"list {body} {day}", said)

    def none_on_any_list(self, *months: str) -> None:
        """Record lists of FIDE for some months, and Italian lists, without any player."""
        for month in months:
            nobody: dict[int, int] = {}
            self.lists("fide", f"{month}-01", standard=nobody, rapid=nobody, blitz=nobody)
        self.lists("fsi", f"{months[0]}-01", standard={}, rapid={})

    def submit(
        self, played: Tournament, time: str | None = "90+30", received: str = "", **told: Any
    ) -> int:
        """Record a tournament and the report, received on the last day, unless said."""
        announced = TournamentRegistered(
            tournament=played.id,
            pools=(self.book,),
            start=played.start,
            end=played.end,
            registered_on=played.start,
            time_control=time,
            **{"name": f"Tournament {played.id}", **told},
        )
        file = Document("report", f"report of {played.id}".encode())
        report = submission(played, file.digest)
        if received:
            report = structs.replace(report, received_on=date.fromisoformat(received))
        return record(self.ledger, f"submit {played.id}", announced, report, documents=[file])

    def close(self, period: str, through: int | None = None) -> Sealed:
        """Close a quarter."""
        asked = CloseList(pool=self.book, period=period, through=through)
        return asked.record(House(self.ledger, self.official)).result

    def unmet(self, sealed: Sealed) -> list[str]:
        """Return the tournament of each entry with a needed decision at a closing."""
        return unmet(self.ledger, self.official, sealed, "undecided-entries")

    def publish(self, period: str, day: str) -> int:
        """Record the publication of a list."""
        said = ListPublished(pool=self.book, period=period, published_on=date.fromisoformat(day))
        return record(self.ledger, f"publish {period}", said)

    def set_months(self, months: int, since: str) -> int:
        """Record for how many months an Italian list holds, from a day on."""
        said = ParameterSet(
            pool=self.book,
            name="italian_list_months",
            value=months,
            unit="months",
            in_force_from=date.fromisoformat(since),
            by="uisp-chess",
        )
        return record(self.ledger, f"set {months} months from {since}", said)

    def closed(self, period: str, published: str = "") -> None:
        """Close a quarter, published on the issue day unless said."""
        self.close(period)
        self.publish(period, published or ISSUES[period].isoformat())

    def pool(self, known: int | None = None) -> PoolQuery:
        """The pool, ready to be asked."""
        self.official.catch_up()
        return PoolQuery(self.official.track, self.book, known)

    def state(self, player: int, period: str) -> dict[str, int]:
        """How a player stands on a list."""
        asked = self.pool()
        return asked.state(player, asked.list_of(period).number).fields

    def rating(self, player: int, period: str) -> int:
        """A player's rating on a list; 0: none."""
        return self.state(player, period).get("rating", 0)

    def explained(self, player: int, period: str) -> Explanation:
        """A player's worksheet."""
        asked = self.pool()
        return explain(asked, player, asked.list_of(period))

    def findings(self, tournament: str) -> list[str]:
        """Return the findings about a tournament."""
        found = findings.of_tournament(self.pool(), tournament)
        return [f"{finding.kind} {finding.article}: {finding.says}" for finding in found]


@contextmanager
def an_office(
    address: str, carried: list[Carried], newcomers: tuple[int, ...] = (), book: str = UISP
) -> Iterator[Office]:
    """A new ledger with a UISP pool, some players with ratings of July 2025 and some without."""
    world = federation(carried, newcomers=newcomers, on=ON)
    with a_ledger(address) as ledger, following(ledger) as official:
        record(ledger, "players", registered(world))
        opened = PoolOpened(pool=book, rulebook=book, zone=ZONE, first_period="2025-Q4")
        record(ledger, f"open {book}", opened)
        adopt(ledger, book, rulebook(book).editions[0].name)
        for period, day in ISSUES.items():
            cut_off = rulebook(book).calendar.announce(period, day, None).cut_off
            said = ListScheduled(pool=book, period=period, issue_day=day, cut_off=cut_off)
            record(ledger, f"schedule {period}", said)
        record(ledger, "carry over", carried_over(world, book))
        yield Office(ledger, official, book)
