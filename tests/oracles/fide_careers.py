"""The three FIDE pools month by month, over all editions: standard, then rapid, then blitz.

Tournament rules go by the edition of the first day, list rules by that of the list's date. Not
computed here: time controls, registration, matches.

Readings chosen in this file, each in the function named:
* `next_listed`: play first, then an adjustment, then what was done once, then the floor.
* `started`: rapid and blitz: a first rating from the standard one is that at the start of the
  tournament begun last, plus the change of the period, with the K of a newcomer.
* `rated_since`: who was unrated when it began and is rated now plays with that rating, also where
  600 points apart are asked about.
* `entered`: the rule of the list that publishes holds for the whole pool (`pool_across_2024_03`).
* `left`: leaving the list empties pool and counter; the peak stays.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

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
from tests.oracles.fide_editions import LAW, POOLS, Edition, Law
from tests.oracles.fide_standard import (
    RatingList,
    Row,
    adjustment_of,
    list_date,
    months_before,
    round_half_away,
)
from tests.oracles.world import Adjustment, Player, World

# --------------------------------------------------------------------- one player from list to list


@dataclass(frozen=True)
class Record:
    """What is known of one player between two lists. `k` is the printed one, before 700."""

    rating: int | None = None
    k: int = 40
    games: int = 0
    peak: int = 0
    last_counted: str | None = None
    pool: tuple[Played, ...] = ()


@dataclass(frozen=True)
class Month:
    """A list about to be made: its edition by its date, and what it takes up."""

    pool: str
    period: str
    edition: Edition
    law: Law
    standard: Mapping[int, int]
    """The standard ratings of the same day, for the other pools."""


def games_of(played: Iterable[Played]) -> int:
    """The number of counted games."""
    return sum(len(each.games) for each in played)


def change(base: int, k: int, played: Sequence[Played], month: Month) -> int:
    """8.3.2 to 8.3.4: K kept to 700, times the sum of the period; one rounding.

    8.2.4: who had no rating at the start plays with the base."""
    limited = law_of.limited_k(month.edition, k, games_of(played))
    total = Fraction(0)
    for each in played:
        own = base if each.own is None else each.own
        total += law_of.sum_of_differences(own, each.games, each.edition, month.law.tables)
    return round_half_away(limited * total)


def done_once(player: Player, rating: int, month: Month) -> int:
    """March 2024 for all pools; October 2022 for rapid and blitz."""
    if month.period == month.law.lift_list:
        return law_of.lifted(rating, month.law)
    if month.period == month.law.catch_up_list:
        return law_of.caught_up(rating, month.standard.get(player.id), month.law)
    return rating


def left(record: Record) -> Record:
    """7.2.1: off the list: no rating, an empty pool, a counter at zero."""
    return replace(record, rating=None, games=0, pool=())


def rated_since(played: Played, base: int) -> Played:
    """8.2.4 with the 600 points of rapid and blitz: without the games too far from the base."""
    if played.own is not None:
        return played
    near = [
        game for game in played.games if not law_of.too_far_apart(base, game[0], played.edition)
    ]
    return replace(played, games=tuple(near))


def next_listed(
    player: Player,
    record: Record,
    played: Sequence[Played],
    adjustment: Adjustment | None,
    month: Month,
) -> tuple[Record, int]:
    """8.3, 7.2.1: a listed player, one list on, and his games on it."""
    before = record.rating
    assert before is not None
    played = [rated_since(each, before) for each in played]
    n = games_of(played)
    rating = before + change(before, record.k, played, month)
    if adjustment is not None and adjustment.from_rating == before:
        if adjustment.to_rating is None:
            return left(record), n
        rating += adjustment.to_rating - before
    rating = done_once(player, rating, month)
    if rating < month.edition.floor:
        return left(record), n
    return replace(record, rating=rating, games=record.games + n), n


def in_window(played: Played, month: Month) -> bool:
    """7.1.4: ended in one of the 26 calendar months before the list."""
    return 1 <= months_before(month.period, played.end) <= month.edition.pool_months


def admitted(
    pool: tuple[Played, ...], played: Iterable[Played], month: Month
) -> tuple[Played, ...]:
    """8.2.1: the tournaments that enter a newcomer's pool; a first one without a point does not,
    and first means that no accepted one stands in the window."""
    accepted: tuple[Played, ...] = ()
    for each in played:
        is_first = not any(in_window(earlier, month) for earlier in pool + accepted)
        if not (is_first and each.score == 0):
            accepted += (each,)
    return accepted


def entered(standing: Sequence[Played], adjustment: Adjustment | None, month: Month) -> int | None:
    """7.1.4: onto the list by decision of the rating body, or by five games and the floor."""
    edition = month.edition
    decided = adjustment.to_rating if adjustment and adjustment.from_rating is None else None
    if decided is not None and decided >= edition.floor:
        return decided
    games = [game for played in standing for game in played.games]
    if len(games) < edition.first_rating_games:
        return None
    opponents = [opponent for opponent, _ in games]
    score = sum((score for _, score in games), Fraction(0))
    rating = law_of.first_rating(opponents, score, edition, month.law.tables)
    return rating if rating >= edition.floor else None


def started(player: Player, seeded: Sequence[Played], month: Month) -> int | None:
    """Rapid and blitz 7.2.1: a first rating from the standard one, where he played with it."""
    base = max(seeded, key=lambda each: each.start).own
    assert base is not None
    rating = done_once(player, base + change(base, month.edition.k_new, seeded, month), month)
    return rating if rating >= month.edition.floor else None


def next_newcomer(
    player: Player,
    record: Record,
    played: Sequence[Played],
    adjustment: Adjustment | None,
    month: Month,
) -> tuple[Record, int]:
    """8.2, 7.1.4: a player who was not on the list before, one list on, and his games on it.
    On entry the counter takes the games that stand in the window, and the pool is emptied."""
    seeded = [each for each in played if each.seeded]
    accepted = admitted(record.pool, (each for each in played if not each.seeded), month)
    pool = record.pool + accepted
    n = games_of(accepted) + games_of(seeded)
    standing = [each for each in pool if in_window(each, month)]
    by_play = entered(standing, adjustment, month)
    rating = started(player, seeded, month) if seeded else by_play
    if rating is None:
        return replace(record, pool=pool), n
    counter = games_of(standing) + games_of(seeded)
    return replace(record, rating=rating, games=counter, pool=()), n


def is_inactive(last: str | None, month: Month) -> bool:
    """7.2.2: no counted game on this list or on the eleven before it."""
    return last is None or (
        months_before(month.period, list_date(last)) >= month.law.inactive_after
    )


def next_record(
    player: Player,
    record: Record,
    played: Sequence[Played],
    adjustment: Adjustment | None,
    month: Month,
) -> tuple[Record, Row | None]:
    """7.1.2: a player's record after one list, and his row on it if he stands there."""
    step = next_newcomer if record.rating is None else next_listed
    record, n = step(player, record, played, adjustment, month)
    if n > 0:
        record = replace(record, last_counted=month.period)
    rating = record.rating
    if rating is None:
        return record, None
    peak = max(record.peak, rating)
    k = law_of.printed_k(month.edition, month.period, player.birth_year, peak, record.games)
    inactive = is_inactive(record.last_counted, month)
    return replace(record, peak=peak, k=k), Row(rating, k, n, inactive)


# ------------------------------------------------------------------------------------------ replay


@dataclass(frozen=True)
class Seen:
    """One player's step from one list to the next; `row` None: not on it."""

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
        peak = max(each.peak, each.rating)
        year, born = world.carried_on.year, birth_years[each.player]
        k = each.k or law_of.k_factor(edition, year, born, peak, each.games)
        records[each.player] = Record(each.rating, k, each.games, peak, each.last_counted)
    return records


class Replay:
    """All pools while they are replayed; `watch` is told every player's step from list to list."""

    def __init__(self, careers: Careers, law: Law, watch: Watch | None = None) -> None:
        self.careers, self.law, self.watch = careers, law, watch
        self.lists: Lists = {pool: [] for pool in POOLS}
        self.due = {
            pool: due_by_closing(world, pool, law) for pool, world in careers.worlds.items()
        }
        self.records = {pool: self.begun(pool) for pool in careers.worlds}

    def begun(self, pool: str) -> dict[int, Record]:
        """7.1.1: the records of what was carried over, under the law of that day."""
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
        """7.1: make one list of one pool, after those already made."""
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


def replay(careers: Careers, law: Law = LAW, watch: Watch | None = None) -> Lists:
    """7.1: every list of every pool; within a month standard, rapid, blitz."""
    run = Replay(careers, law, watch)
    for period in careers.months:
        for pool in POOLS:
            if pool in careers.worlds and period in careers.worlds[pool].periods:
                run.close(pool, period)
    return {pool: run.lists[pool] for pool in careers.worlds}
