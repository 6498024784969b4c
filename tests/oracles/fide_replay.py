"""The three FIDE pools month by month: standard, then rapid, then blitz, list after list."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.oracles import fide_editions as law_of
from tests.oracles.fide_booking import (
    Careers,
    Lists,
    Played,
    booked,
    due_by_closing,
    ratings_lent,
    tournaments_played,
)
from tests.oracles.fide_careers import Month, Record, next_record
from tests.oracles.fide_editions import LAW, POOLS, Edition, Law
from tests.oracles.fide_standard import RatingList, Row, adjustment_of, list_date
from tests.oracles.world import Adjustment, Carried, Player, World


@dataclass(frozen=True)
class Seen:
    """A player's step from a list to the next; `row` None: not on the list."""

    month: Month
    player: Player
    before: Record
    after: Record
    played: tuple[Played, ...]
    adjustment: Adjustment | None
    row: Row | None


Watch = Callable[[Seen], None]


def carried_records(world: World, edition: Edition) -> dict[int, Record]:
    """7.1.1: where everybody stands before the first list; a K not carried over is worked out."""
    birth_years = {player.id: player.birth_year for player in world.players}
    records = {player.id: Record() for player in world.players}
    for each in world.carried:
        peak, games = max(each.peak, each.rating), carried_games(each, edition)
        year, born = world.carried_on.year, birth_years[each.player]
        k = each.k or law_of.k_factor(edition, year, born, peak, games)
        records[each.player] = Record(each.rating, k, games, peak, each.last_counted)
    return records


def carried_games(each: Carried, edition: Edition) -> int:
    """8.3.3 (reading `games_carried_with_k`): without stated games, a K below the newcomer's
    stands for thirty; not while a single K was printed for all.
    """
    tells = each.k is not None and each.k < edition.k_new and edition.k_printed_from is None
    return edition.k_games if tells and each.games == 0 else each.games


class Replay:
    """All pools during a replay; `watch` hears every player's step from list to list."""

    def __init__(self, careers: Careers, law: Law, watch: Watch | None = None) -> None:
        self.careers, self.law, self.watch = careers, law, watch
        self.lists: Lists = {pool: [] for pool in POOLS}
        self.due = {
            pool: due_by_closing(world, pool, law) for pool, world in careers.worlds.items()
        }
        self.records = {pool: self.begun(pool) for pool in careers.worlds}

    def begun(self, pool: str) -> dict[int, Record]:
        """7.1.1: the records of the carry-over, under the law of that day."""
        world = self.careers.worlds[pool]
        edition = self.law.edition_on(pool, world.carried_on)
        return carried_records(world, edition or self.law.editions[pool][0])

    def month(self, pool: str, period: str) -> Month:
        """The list about to be made. Within a month standard comes first."""
        day = list_date(period)
        edition = self.law.edition_on(pool, day)
        assert edition is not None
        lent = ratings_lent(self.careers, pool, self.lists, day)
        return Month(pool, period, edition, self.law, lent)

    def close(self, pool: str, period: str) -> None:
        """7.1: make a list of a pool, after those already made."""
        world, known, month = (
            self.careers.worlds[pool],
            self.records[pool],
            self.month(pool, period),
        )
        index = world.periods.index(period)
        due = self.due[pool].get(index, [])
        found = booked(self.careers, pool, self.lists, due, self.law)
        played_by = tournaments_played(found)
        rows = {}
        for player in world.players:
            before, played = known[player.id], played_by.get(player.id, [])
            adjustment = adjustment_of(world, player.id, index)
            after, row = next_record(player, before, played, adjustment, month)
            if row is not None:
                rows[player.id] = row
            if self.watch is not None:
                self.watch(Seen(month, player, before, after, tuple(played), adjustment, row))
            known[player.id] = after
        self.lists[pool].append(RatingList(period, rows))


def lists_of(run: Replay) -> Iterator[tuple[str, RatingList]]:
    """7.1: list after list as made, with the pool; within a month standard, rapid, blitz."""
    worlds = run.careers.worlds
    for period in run.careers.months:
        for pool in POOLS:
            if pool in worlds and period in worlds[pool].periods:
                run.close(pool, period)
                yield pool, run.lists[pool][-1]


def replay(careers: Careers, law: Law = LAW, watch: Watch | None = None) -> Lists:
    """7.1: every list of every pool."""
    run = Replay(careers, law, watch)
    for _ in lists_of(run):
        pass
    return {pool: run.lists[pool] for pool in careers.worlds}
