"""FIDE lists with merged and separated players, computed slowly and apart from the projections.

Before every closing each unit of every kept player on every closed list is computed again, with the
games of all numbers that lead to the player, and less what was booked for it so far, is booked; for
a number separated again, the lists since the merge. Everybody else keeps what the closed lists say.
Single articles are those of `fide_standard`.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tests.oracles.fide_run import Run
from tests.oracles.fide_standard import (
    FLOOR,
    Played,
    RatingList,
    Record,
    Row,
    adjusted,
    admitted,
    booking_index,
    carried_records,
    entered,
    list_date,
    period_change,
    ratings_in_force,
)
from tests.oracles.merge import Merge, names_at
from tests.oracles.world import Tournament, World


@dataclass
class _Run(Run):
    merges: Sequence[Merge] = ()
    carried: dict[int, Record] = field(default_factory=dict)
    carriers: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Of a kept player whose rating was another number's: this number, and the first list."""
    apart: dict[Merge, Record] = field(default_factory=dict)
    """How the merged number stood before each merge."""

    def names(self, known: int) -> dict[int, int]:
        return names_at(self.merges, known)

    def row(self, player: int, index: int) -> int:
        """The number under which a list rated a player."""
        number, since = self.carriers.get(player, (player, 0))
        return number if index < since else player

    def rated(self, player: int, index: int) -> bool:
        number = self.row(player, index)
        if any(one.merged == player for one in self.put_back(index)):
            return True
        if index < 0:
            return self.carried[number].rating is not None
        return number in self.lists[index].rows

    def put_back(self, index: int) -> list[Merge]:
        """Return the merges ended by now that were in force on a list; -1: the beginning of the
        histories.
        """
        now = len(self.lists)
        return [one for one in self.merges if one.recorded <= index < one.separated <= now]

    def ratings(self, index: int, tournament: Tournament) -> dict[int, int]:
        """7.1.1: the ratings in force at the start; a player has the rating of the number then
        rated.

        A closed list knows only the merges of its own closing.
        """
        found = dict(ratings_in_force(self.world, self.lists[:index], tournament.start))
        for player, (number, since) in self.carriers.items():
            if since <= index and player not in found and number in found:
                found[player] = found[number]
        days = (list_date(period) for period in self.world.periods[:index])
        in_force = sum(day <= tournament.start for day in days) - 1
        for one in self.put_back(in_force):
            rating = self.apart[one].rating
            if rating is not None:
                found[one.merged] = rating
        return found

    def played(self, index: int, names: Mapping[int, int]) -> Mapping[int, list[Played]]:
        """Everybody's counted games of a list, with some numbers replaced."""

        def called(tournament: Tournament) -> Tournament:
            games = tuple(
                replace(
                    game,
                    white=names.get(game.white, game.white),
                    black=names.get(game.black, game.black),
                )
                for game in tournament.games
            )
            return replace(tournament, games=games)

        def booked(tournament: Tournament) -> int | None:
            return booking_index(self.world, tournament)

        return self.counted(index, booked, called, lambda each: self.ratings(index, each))


def replay(world: World, merges: Sequence[Merge]) -> list[RatingList]:
    """Every list."""
    run = _Run(world, merges=merges)
    records = run.carried = carried_records(world)
    for index in range(len(world.periods)):
        records, added = _join(run, index, records)
        run.records.append(records)
        points, games, pools = _again(run, index, added)
        records = _close(run, index, records, points, games, pools)
    return run.lists


def _join(run: _Run, index: int, records: dict[int, Record]) -> tuple[dict[int, Record], set[int]]:
    """Give kept players the state of both numbers; return the players with added counters."""
    found, added = dict(records), set[int]()
    for one in run.merges:
        if one.separated == index:
            _part(run, one, found, added)
        if one.recorded != index:
            continue
        kept, merged = found[one.kept], found[one.merged]
        run.apart[one] = merged
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


def _part(run: _Run, one: Merge, found: dict[int, Record], added: set[int]) -> None:
    """Put the merged number back as before, and take the counter from the kept player's.

    Peak and last month stay: lists printed them.
    """
    merged, kept = run.apart[one], found[one.kept]
    assert one.kept not in run.carriers, "a rating that goes back is no case here"
    games = kept.games - (merged.games if merged.rating is not None else 0)
    found[one.kept] = replace(kept, games=games, pool=())
    found[one.merged] = merged
    if merged.rating is not None:
        added.add(one.kept)


def _units(run: _Run, index: int) -> Iterator[tuple[int, int, int]]:
    """Yield the closed lists on which kept players count, with the number then rated."""
    for player in sorted({one.kept for one in run.merges if one.recorded <= index}):
        for past in range(index):
            yield player, past, run.row(player, past)
    for one in run.merges:
        if one.separated <= index:
            for past in range(one.recorded, one.separated):
                yield one.merged, past, one.merged


def _again(
    run: _Run, index: int, added: set[int]
) -> tuple[dict[int, int], dict[int, int], dict[int, tuple[Played, ...]]]:
    points, games = defaultdict[int, int](int), defaultdict[int, int](int)
    pools: dict[int, tuple[Played, ...]] = defaultdict(tuple)
    for player, past, number in _units(run, index):
        mine = {who: number for who, to in run.names(index).items() if to == player}
        others = {w: k for w, k in run.names(past).items() if player not in (w, k)}
        names = {**others, **mine, player: number}
        names.pop(number, None)
        now = run.played(past, names).get(number, [])
        record, unit = run.records[past][number], (number, past)
        put_back = [one for one in run.put_back(past) if one.merged == player]
        if put_back:
            record = run.apart[put_back[0]]
        if run.rated(player, past - 1):
            change, counted = period_change(record, now, run.law), sum(len(e.games) for e in now)
            if all(run.rated(player, each) for each in range(past, index)):
                points[player] += change - run.points.get(unit, 0)
                since = max((e.recorded for e in run.merges if e.kept == player), default=0)
                if player not in added or (past >= since and since < index):
                    games[player] += counted - run.games.get(unit, 0)
            run.points[unit], run.games[unit] = change, counted
            pools[player] = ()
            continue
        pools[player] += admitted(pools[player], now, run.world.periods[past])
        if run.rated(player, past):
            standing = run.standing(pools[player], past)
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
    after, rows = {}, dict[int, Row]()
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
            standing = run.standing(pool, index)
            rating = entered(standing, None, run.law.tables)
            moved = replace(record, pool=pool)
            if rating is not None:
                counter = sum(len(each.games) for each in standing)
                run.points[player, index] = rating
                moved = replace(record, rating=rating, games=counter, pool=())
        after[player] = run.print(person, moved, n, rows)
    run.lists.append(RatingList(period, rows))
    return after
