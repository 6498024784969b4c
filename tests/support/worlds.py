"""The oracles' small federations, put before the real replay: as facts, without a database."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ledger import columns
from ledger.events.pool import PeriodClosed, PoolOpened, RatingsCarriedOver
from ledger.tournaments.current_report import Games
from projections import list_document
from projections.replay import Replay
from projections.replay.closing import Closing
from projections.rulebooks import rulebook
from projections.rulebooks.engine.calendars import Announced
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state import adjustments, reports
from projections.state import pool as known
from projections.state.closed_list import Closed, Horizon
from tests.oracles import fide_standard
from tests.oracles.world import Adjustment, Carried, Game, Player, Tournament, World

FIDE, RUBELE = "fide-standard", "rubele-italiana"
Days = Iterable[tuple[str, date]]
"""The announced lists of a draughts season: name and cut-off."""


# ------------------------------------------------------------------- small federations, by hand

ON = date(2025, 7, 1)
PERIODS = ("2025-08", "2025-09", "2025-10", "2025-11")

OTHER_SIDE = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D"}


def rated(player: int, rating: int, **more) -> Carried:
    """Return a player with a hundred past games, never higher than now."""
    return Carried(player, rating, games=more.pop("games", 100), peak=rating, **more)


def games(player: int, text: str) -> tuple[Game, ...]:
    """`player` has white against the others: "7 1 8 = 9 0" beats 7, draws 8, loses to 9."""
    words = text.split()
    return tuple(
        Game(player, int(other), result, OTHER_SIDE[result])
        for other, result in zip(words[::2], words[1::2], strict=True)
    )


def tournament(
    name: str, start: str, end: str, played: Iterable[Game], recorded: int = 0
) -> Tournament:
    """Return a tournament with the days written as 2025-07-31."""
    return Tournament(
        name, date.fromisoformat(start), date.fromisoformat(end), tuple(played), recorded
    )


PAIR = (rated(1, 2000), rated(2, 2000))


def won(name: str, start: str, end: str, recorded: int = 0) -> Tournament:
    """Return a win of 1 over 2: between the two of `PAIR` a win is +10 where booked."""
    return tournament(name, start, end, games(1, "2 1"), recorded)


def federation(
    carried: Iterable[Carried],
    tournaments: Iterable[Tournament] = (),
    *,
    newcomers: Iterable[int] = (),
    adjustments: Iterable[Adjustment] = (),
    born: Mapping[int, int | None] | None = None,
    periods: tuple[str, ...] = PERIODS,
    on: date = ON,
) -> World:
    """A world of adults (or `born` otherwise), four monthly lists in 2025 unless said."""
    carried = tuple(carried)
    ids = [*(player.player for player in carried), *newcomers]
    years = {**dict.fromkeys(ids, 1980), **(born or {})}
    people = tuple(Player(player, years[player]) for player in ids)
    return World(people, carried, on, tuple(tournaments), tuple(adjustments), periods)


# ---------------------------------------------------------------------------- a world as facts


def report(played: Tournament, position: int, *, official: bool = False) -> reports.Report:
    """Give a tournament as the report replay reads."""
    players = sorted({side for game in played.games for side in (game.white, game.black)})
    number = {player: at for at, player in enumerate(players)}
    columns_of_games = Games(
        white=columns.write((number[game.white] for game in played.games), columns.NUMBER),
        black=columns.write((number[game.black] for game in played.games), columns.NUMBER),
        white_result="".join(game.white_result for game in played.games),
        black_result="".join(game.black_result for game in played.games),
    )
    entrants = columns.write(players, columns.PLAYER)
    order = (played.end, played.start, played.id)
    return reports.Report(
        position, played.id, played.start, played.end, official, entrants, columns_of_games, order
    )


def month(text: str | None) -> int:
    """Return a list month such as 2024-11 (or any later day of the month) as YYYYMM; 0 for none."""
    return int(text[:4] + text[5:7]) if text else 0


ADOPTED_SINCE = {FIDE: "2024-03-01"}
"""A federation adopts what it needs: without another word, no FIDE edition older than this."""


def editions(book: str, since: str | None = None) -> list[Edition]:
    """Return the editions adopted, from one on; editions without a separate day only if asked."""
    first = ADOPTED_SINCE.get(book, "") if since is None else since
    law = rulebook(book)
    left_out = frozenset() if since else law.undated_editions
    return [
        edition
        for edition in law.editions
        if edition.name >= first and edition.name not in left_out
    ]


def facts(world: World, book: str, since: str | None = None) -> known.PoolFacts:
    """Give a world's carried-over ratings and adopted editions as facts about a pool."""
    first = world.periods[0] if world.periods else "none"
    said = carried_over(world, book)
    carried = {name: getattr(said, name) for name in known.RATED}
    return known.PoolFacts(
        PoolOpened(pool=book, rulebook=book, zone="Europe/Rome", first_period=first),
        adopted=[
            known.Adoption(date.fromisoformat(edition.name), edition.name, edition.digest)
            for edition in editions(book, since)
        ],
        carried=[known.CarriedOver.of(world.carried_on, carried, {})],
    )


def carried_over(world: World, book: str) -> RatingsCarriedOver:
    """Return a world's earlier ratings as the event that carries the ratings over."""
    rows = sorted(world.carried, key=lambda row: row.player)
    return RatingsCarriedOver(
        pool=book,
        on=world.carried_on,
        source="the list before",
        player=columns.write((each.player for each in rows), columns.PLAYER),
        rating=columns.write((each.rating for each in rows), columns.RATING),
        games=columns.write((each.games for each in rows), columns.NUMBER),
        peak=columns.write((each.peak for each in rows), columns.RATING),
        k=columns.write((each.k or 0 for each in rows), 2),
        last_counted=columns.write((month(each.last_counted) for each in rows), columns.MONTH),
    )


def birth_years(world: World) -> NDArray[np.int16]:
    """Give birth years by register number; 0 unknown."""
    years = np.zeros(max(player.id for player in world.players) + 1, dtype=np.int16)
    for player in world.players:
        years[player.id] = player.birth_year or 0
    return years


# ---------------------------------------------------------------------------------- a pool run


@dataclass
class Stage:
    """A pool in memory: a recording gets the next position, a list takes the present recordings."""

    replay: Replay
    announced: dict[str, Announced] = field(default_factory=dict)
    position: int = 0
    closings: list[Closing] = field(default_factory=list)

    def submit(self, played: Tournament, *, official: bool = False, weight: str = "1") -> int:
        """Record the report of a tournament."""
        self.position += 1
        said = report(played, self.position, official=official)
        about = structs.replace(said.about, weight=reports.share_of(weight))
        self.replay.facts.wait(structs.replace(said, about=about))
        return self.position

    def adjust(self, player: int, before: int | None, after: int | None) -> int:
        """Record a correction by the rating body; None is no rating."""
        self.position += 1
        correction = adjustments.Adjustment(self.position, player, before or 0, after or 0)
        self.replay.facts.adjustments.append(correction)
        return self.position

    def decide_entry(self, player: int, rating: int) -> int:
        """Record a rating to enter with, decided by the competent body."""
        self.position += 1
        self.replay.facts.decisions.append(adjustments.Decision(self.position, player, rating))
        return self.position

    def close(self, period: str, through: int | None = None) -> Closing:
        """Close a period with everything recorded so far, or up to a position."""
        taken = self.position if through is None else through
        due = self.replay.law.rulebook.calendar.due(period, self.announced)
        closing = self.replay.close(due, Horizon.at(taken))
        self.position += 1
        self.replay.facts.closed.append(sealed(closing, taken, self.position))
        self.closings.append(closing)
        return closing


def stage(
    world: World,
    book: str,
    days: Days = (),
    law: Rulebook | None = None,
    since: str | None = None,
) -> Stage:
    """Put a world's people and ratings on stage; no play is recorded yet.

    `law` in place of the rulebook is for negative controls; `since` is the first edition adopted.
    """
    replay = Replay(facts(world, book, since), birth_years(world))
    if law is not None:
        replay.law.rulebook = law
    return Stage(replay, {period: Announced(day, day) for period, day in days})


def sealed(closing: Closing, through: int, position: int) -> Closed:
    """Return the sealing event of a list, as kept in the facts."""
    event = PeriodClosed(
        pool="pool",
        period=closing.due.period,
        list_date=closing.due.list_date,
        cut_off=closing.due.cut_off,
        through_position=through,
        layout=closing.booked.law.layout,
        list_digest=closing.document.digest,
        record_digest="0" * 64,
        rows=closing.rows,
        numbers_digests=closing.numbers_digests,
        code_digest="0" * 64,
    )
    return Closed(closing.number, position, event)


def closings(
    world: World,
    book: str,
    days: Days = (),
    law: Rulebook | None = None,
    since: str | None = None,
) -> list[Closing]:
    """Replay a world and return the closings, a closing for each period."""
    on_stage = stage(world, book, days, law, since)
    for index, period in enumerate(world.periods):
        for played in world.tournaments:
            if played.recorded == index:
                on_stage.submit(played)
        for adjustment in world.adjustments:
            if adjustment.recorded == index:
                on_stage.adjust(adjustment.player, adjustment.from_rating, adjustment.to_rating)
        on_stage.close(period)
    return on_stage.closings


# ------------------------------------------------------------------------------- what came of it


def rows(closing: Closing) -> dict[int, dict[str, int]]:
    """Return a list as in the document: by player, the columns shown."""
    read = list_document.read(closing.document.data)
    names = [name for name in read.values if name != "player"]
    values = np.stack([read.values[name] for name in names], axis=1).tolist()
    players = read.values["player"].tolist()
    return {
        player: dict(zip(names, row, strict=True))
        for player, row in zip(players, values, strict=True)
    }


def ratings(done: Iterable[Closing], player: int) -> list[int | None]:
    """Return a player's ratings list after list; None off the list."""
    return [rows(closing).get(player, {}).get("rating") for closing in done]


def digests(done: Iterable[Closing]) -> list[str]:
    """Give the digests of lists."""
    return [closing.document.digest for closing in done]


def fide_rows(lists: Sequence[fide_standard.RatingList]) -> list[dict[int, dict[str, int]]]:
    """Return the lists of the oracle, in our columns."""
    return [
        {
            player: {
                "rating": row.rating,
                "k": row.k,
                "period_games": row.games,
                "inactive": int(row.inactive),
            }
            for player, row in rating_list.rows.items()
        }
        for rating_list in lists
    ]


def round_robin_club(year: int, listed: int = 3) -> World:
    """Make a newcomer and four others, of whom so many are rated, all against all.

    The newcomer draws with 2 and beats the others, who draw among themselves.
    """
    others = (2, 3, 4, 6)
    met = [*games(1, "2 = 3 1 4 1 6 1")]
    for one, other in combinations(others, 2):
        met += games(one, f"{other} =")
    return federation(
        [rated(each, 1800) for each in others[:listed]],
        [tournament("RR", f"{year}-01-02", f"{year}-01-20", met)],
        newcomers=[1, *others[listed:]],
        periods=(f"{year}-02",),
        on=date(year, 1, 1),
    )
