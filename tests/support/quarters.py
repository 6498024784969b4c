"""Random seasons of UISP chess recorded in a real ledger, quarter by quarter."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Protocol

from msgspec import structs

from ledger import columns
from ledger.events.external import ExternalListRecorded
from ledger.events.pool import ListPublished, ListScheduled, PoolOpened
from ledger.events.tournament import TournamentRegistered
from ledger.sentences import Change
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from ops.answers.rating_lists import rating_list
from ops.closings.recordings import CloseList
from ops.house import House
from projections.official import Official
from projections.queries import PoolQuery
from projections.queries.printed import sealed_list
from projections.rulebooks import rulebook
from tests.oracles import uisp_seasons
from tests.oracles.uisp import Cadence, ExternalList
from tests.oracles.uisp_replay import Event, RatingList, Row, Season
from tests.oracles.world import Carried, Player, World
from tests.support.answer_rows import fields
from tests.support.recording import ZONE, adopt, record, registered, submission
from tests.support.worlds import carried_over

CADENCES = {"fide": ("standard", "rapid", "blitz"), "fsi": ("standard", "rapid")}
"""The columns of each body's lists, whoever stands on them."""

SHOWN = ("rating", "rating_before", "change", "tournaments", "period_games", "rank")

Rows = list[dict[int, tuple[int | str, ...]]]
"""List after list: by player what the list shows, as SHOWN names it."""


def begin(
    ledger: Ledger, season: Season, book: str, late: Container[tuple[str, date]] = ()
) -> None:
    """Record people, pool, law, announced lists, ratings of before, and other bodies' lists.

    Of those some may come later, by body and day.
    """
    carried = tuple(
        Carried(player, rating, peak=rating) for player, rating in season.carried.items()
    )
    people = tuple(Player(player) for player in season.players)
    periods = tuple(each.period for each in season.quarters)
    world = World(people, carried, season.carried_on, (), (), periods)
    record(ledger, "players", registered(world))
    opened = PoolOpened(pool=book, rulebook=book, zone=ZONE, first_period=periods[0])
    record(ledger, f"open {book}", opened)
    adopt(ledger, book, rulebook(book).editions[0].name)
    for quarter in season.quarters:
        cut_off = rulebook(book).calendar.announce(quarter.period, quarter.issue, None).cut_off
        said = ListScheduled(
            pool=book, period=quarter.period, issue_day=quarter.issue, cut_off=cut_off
        )
        record(ledger, f"schedule {quarter.period}", said)
    record(ledger, "carry over", carried_over(world, book))
    for one in season.externals:
        if (one.body, one.day) not in late:
            tell(ledger, one)


def tell(ledger: Ledger, one: ExternalList) -> None:
    """Record a list of another body."""
    record(ledger, f"list {one.body} {one.day}", external(one))


def external(one: ExternalList) -> ExternalListRecorded:
    """Return a list of another body, with all the columns."""
    players = sorted({player for listed in one.ratings.values() for player in listed})
    return ExternalListRecorded(
        body=one.body,
        list=one.day.isoformat(),
        list_date=one.day,
        file="0" * 64,
        file_rows=1_000,
        player=columns.write(players, columns.PLAYER),
        values={
            name: columns.write(
                (one.ratings.get(name, {}).get(player, 0) for player in players), columns.NUMBER
            )
            for name in CADENCES[one.body]
        },
    )


def submit(ledger: Ledger, event: Event, book: str) -> int:
    """Record a tournament and the report; return the position of the report."""
    played = event.played
    announced = TournamentRegistered(
        tournament=played.id,
        name=f"Tournament {played.id}",
        pools=(book,),
        start=played.start,
        end=played.end,
        registered_on=played.start,
        time_control=written(event.cadence),
        online=event.cadence.online,
    )
    file = Document("report", f"report of {played.id}".encode())
    report = structs.replace(submission(played, file.digest), received_on=event.received)
    return record(ledger, f"submit {played.id}", announced, report, documents=[file])


def written(cadence: Cadence) -> str:
    """Return a time control as in files; a few minutes in words, else they would be hours."""
    if cadence.base < 180:
        return f"{cadence.base // 60} min + {cadence.increment} sec"
    return f"{cadence.base}+{cadence.increment}" if cadence.increment else f"{cadence.base}"


class Desk(Protocol):
    """A desk where tournaments are recorded and corrected."""

    def submit(self, event: Event) -> None:
        """Record a tournament and the report."""

    def revise(self, index: int) -> None:
        """Correct some of the records, before a closing."""


@dataclass
class Plain:
    """A desk where nothing is wrong."""

    ledger: Ledger
    book: str

    def submit(self, event: Event) -> None:
        submit(self.ledger, event, self.book)

    def revise(self, index: int) -> None:
        pass


def close_all(
    ledger: Ledger, official: Official, season: Season, book: str, desk: Desk | None = None
) -> None:
    """Record the events and publications before each closing, and close."""
    published: set[str] = set()
    desk = desk or Plain(ledger, book)
    for index, quarter in enumerate(season.quarters):
        desk.revise(index)
        for event in season.events:
            if event.played.recorded == index:
                desk.submit(event)
        for before in season.quarters[:index]:
            day = before.published
            if day is not None and day <= quarter.issue and before.period not in published:
                published.add(before.period)
                said = ListPublished(pool=book, period=before.period, published_on=day)
                record(ledger, f"publish {before.period}", said)
        CloseList(pool=book, period=quarter.period).record(House(ledger, official))


def sealed_rows(official: Official, season: Season, book: str) -> Rows:
    """Return the sealed lists of the ledger."""
    official.catch_up()
    pool = PoolQuery(official.track, book, None)
    return [shown(pool, quarter.period) for quarter in season.quarters]


def shown(pool: PoolQuery, period: str) -> dict[int, tuple[int | str, ...]]:
    """Return a list, in the order of ratings and players, without names."""
    row = pool.list_of(period)
    values = sealed_list(pool, row).values
    listed = zip(values["rating"].tolist(), values["player"].tolist(), strict=True)
    order = [player for _, player in sorted(listed, key=lambda each: (-each[0], each[1]))]
    ranked = rating_list(pool, row, None)
    return {
        player: tuple(_plain(row[name]) for name in SHOWN)
        for player, row in zip(order, fields(ranked), strict=True)
    }


def _plain(value: Any) -> int | str:
    """Return a difference as the oracle writes differences: with a sign, and nothing for none."""
    return f"{value:+d}" if isinstance(value, Change) else "" if value is None else value


def exact_rows(lists: Sequence[RatingList]) -> Rows:
    """Return the lists of the oracle, in the same words."""
    return [{player: told(row) for player, row in each.rows.items()} for each in lists]


def told(row: Row) -> tuple[int | str, ...]:
    """Return a row as shown on a list: on the first list nobody has anything before."""
    before = ("", "") if row.previous is None else (row.previous, f"{row.difference:+d}")
    return (row.rating, *before, row.tournaments, row.games, row.position)


def differences(season: Season, ours: Rows, exact: Rows) -> list[str]:
    """Return every different row, written down."""
    return [
        f"{quarter.period} player {player}: sealed {one.get(player)}, exactly {other.get(player)}"
        for quarter, one, other in zip(season.quarters, ours, exact, strict=True)
        for player in sorted({*one, *other})
        if one.get(player) != other.get(player)
    ]


BOOKS = {"uisp": "published", "uisp-exact": "exact"}


def small(seed: int) -> Season:
    """Five quarters of a season."""
    season = uisp_seasons.season(seed)
    return replace(season, quarters=season.quarters[:5])
