"""FIDE lists with corrections of closed lists, computed slowly and apart from the
projections.

No list of who is touched is kept: before every closing each unit of every closed list is computed
again with the tournaments as they now stand, and less what was booked for it so far, line by line,
is booked. Single articles are those of `fide_standard`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tests.oracles.fide_run import Run, Unit
from tests.oracles.fide_standard import (
    FLOOR,
    PRINTED,
    Law,
    Played,
    RatingList,
    Record,
    Row,
    adjusted,
    adjustment_of,
    admitted,
    booking_index,
    carried_records,
    entered,
    period_change,
    ratings_in_force,
)
from tests.oracles.world import Game, Tournament, World


@dataclass(frozen=True)
class Change:
    """From before closing `recorded` on, a tournament has these games; None: the tournament does
    not count.
    """

    tournament: str
    games: tuple[Game, ...] | None
    recorded: int


@dataclass
class _Run(Run):
    changes: Sequence[Change] = ()
    void: set[Unit] = field(default_factory=set)
    """Lists on which somebody's rating is as if it had never been."""

    def rated(self, player: int, index: int) -> bool:
        """Return who was on a list; -1: the beginning of the histories."""
        if index < 0:
            return self.records[0][player].rating is not None
        return player in self.lists[index].rows and (player, index) not in self.void

    def stands(self, tournament: Tournament, known: int) -> Tournament | None:
        games: tuple[Game, ...] | None = tournament.games
        for each in self.changes:
            if each.tournament == tournament.id and each.recorded <= known:
                games = each.games
        return None if games is None else replace(tournament, games=games)

    def booked(self, tournament: Tournament) -> int | None:
        """7.1.3: the first closing that knows the tournament, comes late enough, and counts the
        tournament.
        """
        first = booking_index(self.world, tournament)
        if first is None:
            return None
        later = range(first, len(self.world.periods))
        return next((each for each in later if self.stands(tournament, each)), None)

    def played(self, index: int, known: int) -> Mapping[int, list[Played]]:
        """Everybody's counted games of a list, as known before a closing."""
        return self.counted(
            index,
            self.booked,
            lambda tournament: self.stands(tournament, known),
            lambda each: ratings_in_force(self.world, self.lists[:index], each.start),
        )


@dataclass
class _Corrected:
    """The corrections of earlier lists booked by a closing."""

    points: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    games: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    pools: dict[int, tuple[Played, ...]] = field(default_factory=dict)
    unlisted: set[int] = field(default_factory=set)


def replay(
    world: World,
    changes: Sequence[Change],
    *,
    rounding: str = "per_period",
    telescoped: bool = True,
) -> list[RatingList]:
    """Every list. `rounding="per_tournament"` and `telescoped=False` are for negative controls."""
    run = _Run(world, Law(PRINTED, rounding), changes=changes)
    records = carried_records(world)
    for index in range(len(world.periods)):
        run.records.append(records)
        corrected = _corrected(run, index, telescoped=telescoped)
        records = _close(run, index, records, corrected)
    return run.lists


def _corrected(run: _Run, index: int, *, telescoped: bool) -> _Corrected:
    """Compute every unit of the lists before a list again, and the results that wait for unlisted
    players.
    """
    found, played = _Corrected(), [run.played(each, index) for each in range(index)]
    for player in (each.id for each in run.world.players):
        pool: tuple[Played, ...] = ()
        last = -1
        for past in range(index):
            before, games = run.records[past][player], played[past].get(player, [])
            unit = (player, past)
            if run.rated(player, past - 1):
                now = (period_change(before, games, run.law), sum(len(e.games) for e in games))
                _book(run, found, unit, now, index, telescoped=telescoped)
                pool = ()
                continue
            pool += admitted(pool, games, run.world.periods[past])
            if run.rated(player, past):
                last = past
                _enter(run, found, unit, pool, index, telescoped=telescoped)
        if player in found.unlisted:
            pool = _all_since(run, player, last, played, index)
        found.pools[player] = pool
    return found


def _book(
    run: _Run,
    found: _Corrected,
    unit: Unit,
    now: tuple[int, int],
    index: int,
    *,
    telescoped: bool,
) -> None:
    """Book the present result of the unit, less the earlier bookings; for players listed
    ever since.
    """
    player, past = unit
    booked = (run.points.get(unit, 0), run.games.get(unit, 0))
    if all(run.rated(player, each) for each in range(past, index)):
        found.points[player] += now[0] - booked[0]
        found.games[player] += now[1] - booked[1]
    if telescoped:
        run.points[unit], run.games[unit] = now


def _enter(
    run: _Run,
    found: _Corrected,
    unit: Unit,
    pool: tuple[Played, ...],
    index: int,
    *,
    telescoped: bool,
) -> None:
    """Compute a first rating again: another rating is a correction, no rating makes the
    first void.
    """
    player, past = unit
    standing = run.standing(pool, past)
    rating = entered(standing, adjustment_of(run.world, player, past), run.law.tables)
    if rating is None and all(run.rated(player, each) for each in range(past, index)):
        found.unlisted.add(player)
        found.points[player] = found.games[player] = 0
    elif rating is not None:
        counter = sum(len(each.games) for each in standing)
        _book(run, found, unit, (rating, counter), index, telescoped=telescoped)


def _all_since(
    run: _Run, player: int, entry: int, played: Sequence[Mapping[int, list[Played]]], index: int
) -> tuple[Played, ...]:
    """Compute all games of an unlisted player as if never listed, and let the player be so."""
    first = entry
    while first > 0 and not run.rated(player, first - 1):
        first -= 1
    first += run.rated(player, first - 1)
    run.void |= {(player, each) for each in range(entry, index)}
    pool: tuple[Played, ...] = ()
    for each in range(first, index):
        pool += admitted(pool, played[each].get(player, []), run.world.periods[each])
    return pool


def _close(
    run: _Run, index: int, records: Mapping[int, Record], corrected: _Corrected
) -> dict[int, Record]:
    """Close a list: the games of the period, and the corrections of closed lists."""
    played, period = run.played(index, index), run.world.periods[index]
    after, rows = {}, dict[int, Row]()
    for person in run.world.players:
        player, record = person.id, records[person.id]
        games = played.get(player, [])
        if player in corrected.unlisted:
            record = replace(record, rating=None, games=0)
        step = _listed if record.rating is not None else _newcomer
        moved, n = step(run, index, player, record, games, corrected)
        if player in corrected.unlisted:
            moved = replace(moved, rating=None, games=0)
        after[player] = run.print(person, moved, n, rows)
    run.lists.append(RatingList(period, rows))
    return after


def _listed(
    run: _Run, index: int, player: int, record: Record, played: list[Played], also: _Corrected
) -> tuple[Record, int]:
    n, change = sum(len(each.games) for each in played), period_change(record, played, run.law)
    run.points[player, index], run.games[player, index] = change, n
    assert record.rating is not None
    after = record.rating + change + also.points[player]
    decided = adjustment_of(run.world, player, index)
    rating = adjusted(after, record.rating, decided, run.world.periods[index])
    if rating is None or rating < FLOOR:
        return replace(record, rating=None, games=0), n
    return replace(record, rating=rating, games=record.games + n + also.games[player]), n


def _newcomer(
    run: _Run, index: int, player: int, record: Record, played: list[Played], also: _Corrected
) -> tuple[Record, int]:
    period = run.world.periods[index]
    before = also.pools.get(player, ())
    joined = admitted(before, played, period)
    n = sum(len(each.games) for each in joined)
    standing = run.standing((*before, *joined), index)
    rating = entered(standing, adjustment_of(run.world, player, index), run.law.tables)
    if rating is None or player in also.unlisted:
        return record, n
    counter = sum(len(each.games) for each in standing)
    run.points[player, index], run.games[player, index] = rating, counter
    return replace(record, rating=rating, games=counter), n
