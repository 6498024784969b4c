"""FIDE lists with merged players, computed slowly and apart from the projections.

Before every closing each unit of every kept player on every closed list is computed again, with the
games of all numbers that lead to the player, and less what was booked for it so far, is booked.
Everybody else keeps what the closed lists say. Single articles are those of `fide_standard`.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tests.oracles.fide_standard import (
    FLOOR,
    PRINTED,
    Booked,
    Law,
    Played,
    RatingList,
    Record,
    Row,
    adjusted,
    admitted,
    booking_index,
    carried_records,
    edition_of,
    entered,
    in_window,
    is_inactive,
    k_factor,
    list_date,
    period_change,
    ratings_in_force,
    tournaments_played,
)
from tests.oracles.world import Tournament, World


@dataclass(frozen=True)
class Merge:
    """From before closing `recorded` on, `merged` leads to `kept`."""

    kept: int
    merged: int
    recorded: int


@dataclass
class _Run:
    world: World
    merges: Sequence[Merge]
    law: Law = field(default_factory=lambda: Law(PRINTED, "per_period"))
    records: list[dict[int, Record]] = field(default_factory=list)
    """Before each list, how every number stood, with the merges of the list."""
    carried: dict[int, Record] = field(default_factory=dict)
    lists: list[RatingList] = field(default_factory=list)
    points: dict[tuple[int, int], int] = field(default_factory=dict)
    """By number and list: the change or the first rating booked so far."""
    games: dict[tuple[int, int], int] = field(default_factory=dict)
    """The games counted for it so far."""
    carriers: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Of a kept player whose rating was another number's: this number, and the first list."""

    def names(self, known: int) -> dict[int, int]:
        return {one.merged: one.kept for one in self.merges if one.recorded <= known}

    def row(self, player: int, index: int) -> int:
        """The number under which a list rated a player."""
        number, since = self.carriers.get(player, (player, 0))
        return number if index < since else player

    def rated(self, player: int, index: int) -> bool:
        number = self.row(player, index)
        if index < 0:
            return self.carried[number].rating is not None
        return number in self.lists[index].rows

    def ratings(self, index: int, tournament: Tournament) -> dict[int, int]:
        """7.1.1: the ratings in force at the start; a player has that of the number then rated.

        A closed list knows only the merges of its own closing.
        """
        found = dict(ratings_in_force(self.world, self.lists[:index], tournament.start))
        for player, (number, since) in self.carriers.items():
            if since <= index and player not in found and number in found:
                found[player] = found[number]
        return found

    def played(self, index: int, names: Mapping[int, int]) -> Mapping[int, list[Played]]:
        """Everybody's counted games of a list, with some numbers replaced."""
        booked = []
        for one in sorted(self.world.tournaments, key=lambda t: (t.end, t.start, t.id)):
            edition = edition_of(one.start)
            if edition and booking_index(self.world, one) == index:
                games = tuple(
                    replace(
                        game,
                        white=names.get(game.white, game.white),
                        black=names.get(game.black, game.black),
                    )
                    for game in one.games
                )
                booked.append(Booked(replace(one, games=games), edition, self.ratings(index, one)))
        return tournaments_played(booked)


def replay(world: World, merges: Sequence[Merge]) -> list[RatingList]:
    """Every list."""
    run = _Run(world, merges)
    records = run.carried = carried_records(world)
    for index in range(len(world.periods)):
        records, added = _join(run, index, records)
        run.records.append(records)
        points, games, pools = _again(run, index, added)
        records = _close(run, index, records, points, games, pools)
    return run.lists


def _join(run: _Run, index: int, records: dict[int, Record]) -> tuple[dict[int, Record], set[int]]:
    """Give kept players the state of both numbers; return those whose counter was added."""
    found, added = dict(records), set[int]()
    for one in run.merges:
        if one.recorded != index:
            continue
        kept, merged = found[one.kept], found[one.merged]
        own, other = kept, merged
        if kept.rating is None and merged.rating is not None:
            own, other = merged, kept
            run.carriers[one.kept] = (one.merged, index)
        if other.rating is not None:
            added.add(one.kept)
        counted = [month for month in (own.last_counted, other.last_counted) if month]
        found[one.kept] = replace(
            own,
            games=own.games + (other.games if other.rating is not None else 0),
            peak=max(own.peak, other.peak),
            last_counted=max(counted, default=None),
            pool=(),
        )
        found[one.merged] = Record()
    return found, added


def _units(run: _Run, index: int) -> Iterator[tuple[int, int, int]]:
    """Yield the closed lists on which kept players count, with the number then rated."""
    for player in sorted({one.kept for one in run.merges if one.recorded <= index}):
        for past in range(index):
            yield player, past, run.row(player, past)


def _again(
    run: _Run, index: int, added: set[int]
) -> tuple[dict[int, int], dict[int, int], dict[int, tuple[Played, ...]]]:
    points, games = defaultdict[int, int](int), defaultdict[int, int](int)
    pools: dict[int, tuple[Played, ...]] = defaultdict(tuple)
    for player, past, number in _units(run, index):
        mine = {who: number for who, to in run.names(index).items() if to == player}
        names = {**run.names(past), **mine, player: number}
        names.pop(number, None)
        now = run.played(past, names).get(number, [])
        record, unit = run.records[past][number], (number, past)
        if run.rated(player, past - 1):
            change, counted = period_change(record, now, run.law), sum(len(e.games) for e in now)
            if all(run.rated(player, each) for each in range(past, index)):
                points[player] += change - run.points.get(unit, 0)
                if player not in added:
                    games[player] += counted - run.games.get(unit, 0)
            run.points[unit], run.games[unit] = change, counted
            pools[player] = ()
            continue
        pools[player] += admitted(pools[player], now, run.world.periods[past])
        if run.rated(player, past):
            standing = [e for e in pools[player] if in_window(e, run.world.periods[past])]
            rating = entered(standing, None, run.law.tables)
            assert rating is not None, "a first rating that a merge makes void is no case here"
            if all(run.rated(player, each) for each in range(past, index)):
                points[player] += rating - run.points[unit]
            run.points[unit] = rating
            pools[player] = ()
    return points, games, pools


def _close(
    run: _Run,
    index: int,
    records: Mapping[int, Record],
    points: Mapping[int, int],
    games: Mapping[int, int],
    pools: Mapping[int, tuple[Played, ...]],
) -> dict[int, Record]:
    played, period = run.played(index, run.names(index)), run.world.periods[index]
    kept = {one.kept for one in run.merges if one.recorded <= index}
    after, rows = {}, {}
    for person in run.world.players:
        player, record = person.id, records[person.id]
        if player in kept and record.rating is None:
            record = replace(record, pool=pools[player])
        mine = played.get(player, [])
        if record.rating is not None:
            n, change = sum(len(e.games) for e in mine), period_change(record, mine, run.law)
            run.points[player, index], run.games[player, index] = change, n
            after_play = record.rating + change + points.get(player, 0)
            rating = adjusted(after_play, record.rating, None, period)
            counter = record.games + n + games.get(player, 0)
            if rating is not None and rating < FLOOR:
                rating, counter = None, 0
            moved = replace(record, rating=rating, games=counter, pool=())
        else:
            joined = admitted(record.pool, mine, period)
            n = sum(len(each.games) for each in joined)
            pool = (*record.pool, *joined)
            standing = [each for each in pool if in_window(each, period)]
            rating = entered(standing, None, run.law.tables)
            moved = replace(record, pool=pool)
            if rating is not None:
                counter = sum(len(each.games) for each in standing)
                run.points[player, index] = rating
                moved = replace(record, rating=rating, games=counter, pool=())
        if n > 0:
            moved = replace(moved, last_counted=period)
        if rating is not None:
            moved = replace(moved, peak=max(moved.peak, rating))
            k = k_factor(list_date(period).year, person.birth_year, moved.peak, moved.games)
            rows[player] = Row(rating, k, n, is_inactive(moved.last_counted, period))
            moved = replace(moved, k=k)
        after[player] = moved
    run.lists.append(RatingList(period, rows))
    return after
