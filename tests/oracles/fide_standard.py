"""FIDE B.02, standard rating, from 1 March 2024, with the amendment of 1 October 2025.

Article 0.1: an edition goes by the day a tournament starts; what starts before 1 March 2024 (or
before the ratings were carried over) lies outside and is never rated. Not computed here: time
controls, registration, matches, tournaments over 30 days, late reports (1, 0.2, 6, 4, 9.1).

Readings chosen in this file, each in the function named:
* `adjusted`: play first, then the adjustment, then the lift, then the floor.
* `entered`: an adjustment from "not listed" enters at its number, without lift, before a first
  rating by play; under the floor it lapses.
* `entered`: a newcomer's pool is looked at on every list, with or without new games.
* `admitted`: a zero needs an *accepted* event inside the window to be kept.
* `next_record`: leaving the list keeps the peak and the month of the last counted game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from fractions import Fraction
from functools import cache, cached_property
from math import floor

from tests.oracles.world import Adjustment, Game, Player, Tournament, World

EDITION_2024 = "2024-03-01"
EDITION_2025 = "2025-10-01"

FLOOR = 1400  # 7.1.2, 7.1.4, 7.2.1
FIRST_RATING_GAMES = 5  # 7.1.4
POOL_MONTHS = 26  # 7.1.4
HIGHEST_FIRST_RATING = 2200  # 8.2.3
NO_CAP_FROM = 2650  # 8.3.1 as amended
K_TIMES_GAMES = 700  # 8.3.3
LIFT_LIST = "2024-03"
POINTS = {"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0)}  # 5.1, 8.3.2

# 8.1.1, as printed: p and dp, six columns of pairs.
TABLE_8_1_1 = """
1.0  800   .83  273   .66  117   .49   -7   .32 -133   .15 -296
.99  677   .82  262   .65  110   .48  -14   .31 -141   .14 -309
.98  589   .81  251   .64  102   .47  -21   .30 -149   .13 -322
.97  538   .80  240   .63   95   .46  -29   .29 -158   .12 -336
.96  501   .79  230   .62   87   .45  -36   .28 -166   .11 -351
.95  470   .78  220   .61   80   .44  -43   .27 -175   .10 -366
.94  444   .77  211   .60   72   .43  -50   .26 -184   .09 -383
.93  422   .76  202   .59   65   .42  -57   .25 -193   .08 -401
.92  401   .75  193   .58   57   .41  -65   .24 -202   .07 -422
.91  383   .74  184   .57   50   .40  -72   .23 -211   .06 -444
.90  366   .73  175   .56   43   .39  -80   .22 -220   .05 -470
.89  351   .72  166   .55   36   .38  -87   .21 -230   .04 -501
.88  336   .71  158   .54   29   .37  -95   .20 -240   .03 -538
.87  322   .70  149   .53   21   .36 -102   .19 -251   .02 -589
.86  309   .69  141   .52   14   .35 -110   .18 -262   .01 -677
.85  296   .68  133   .51    7   .34 -117   .17 -273   .00 -800
.84  284   .67  125   .50    0   .33 -125   .16 -284
"""

# 8.1.2, as printed: the difference from-to, PD of the higher, PD of the lower; four columns.
TABLE_8_1_2 = """
0-3   .50 .50    92-98   .63 .37   198-206 .76 .24   345-357 .89 .11
4-10  .51 .49    99-106  .64 .36   207-215 .77 .23   358-374 .90 .10
11-17 .52 .48    107-113 .65 .35   216-225 .78 .22   375-391 .91 .09
18-25 .53 .47    114-121 .66 .34   226-235 .79 .21   392-411 .92 .08
26-32 .54 .46    122-129 .67 .33   236-245 .80 .20   412-432 .93 .07
33-39 .55 .45    130-137 .68 .32   246-256 .81 .19   433-456 .94 .06
40-46 .56 .44    138-145 .69 .31   257-267 .82 .18   457-484 .95 .05
47-53 .57 .43    146-153 .70 .30   268-278 .83 .17   485-517 .96 .04
54-61 .58 .42    154-162 .71 .29   279-290 .84 .16   518-559 .97 .03
62-68 .59 .41    163-170 .72 .28   291-302 .85 .15   560-619 .98 .02
69-76 .60 .40    171-179 .73 .27   303-315 .86 .14   620-735 .99 .01
77-83 .61 .39    180-188 .74 .26   316-328 .87 .13   >735    1.0 .00
84-91 .62 .38    189-197 .75 .25   329-344 .88 .12
"""


def hundredths(printed: str) -> int:
    """8.1: a printed probability such as .07 or 1.0 as a whole number of hundredths."""
    return int(Fraction(printed) * 100)


@dataclass(frozen=True)
class Step:
    """8.1.2: a printed row; `high` None is the open last row."""

    low: int
    high: int | None
    higher: int
    lower: int

    def holds(self, difference: int) -> bool:
        """8.1.2: whether the row covers this (positive) difference."""
        return self.low <= difference and (self.high is None or difference <= self.high)


@dataclass(frozen=True)
class Tables:
    """8.1: both tables. Tests may hand in wrong tables, to see that a wrong cell is noticed."""

    dp: Mapping[int, int]
    pd: tuple[Step, ...]

    @cached_property
    def _found(self) -> dict[int, Step]:
        return {}

    def step(self, difference: int) -> Step:
        """8.1.2: the row of a difference, whoever is the stronger; looked up once."""
        size = abs(difference)
        if size not in self._found:
            self._found[size] = next(step for step in self.pd if step.holds(size))
        return self._found[size]

    def with_wrong_dp(self, p_hundredths: int, points: int) -> "Tables":
        """8.1.1 with a spoilt cell."""
        return replace(self, dp={**self.dp, p_hundredths: points})

    def with_wrong_pd(self, difference: int, higher: int) -> "Tables":
        """8.1.2 with the row of this difference spoilt."""
        spoilt = [
            replace(step, higher=higher, lower=100 - higher) if step.holds(difference) else step
            for step in self.pd
        ]
        return replace(self, pd=tuple(spoilt))


def read_8_1_1(printed: str) -> dict[int, int]:
    """8.1.1: the printed pairs as p (hundredths) -> dp (points)."""
    words = printed.split()
    return {hundredths(words[i]): int(words[i + 1]) for i in range(0, len(words), 2)}


def read_8_1_2(printed: str) -> tuple[Step, ...]:
    """8.1.2: the printed triples as rows, lowest difference first."""
    words = printed.split()
    steps = []
    for i in range(0, len(words), 3):
        span, higher, lower = words[i : i + 3]
        if span.startswith(">"):
            low, high = int(span[1:]) + 1, None
        else:
            first, last = span.split("-")
            low, high = int(first), int(last)
        steps.append(Step(low, high, hundredths(higher), hundredths(lower)))
    return tuple(sorted(steps, key=lambda step: step.low))


PRINTED = Tables(read_8_1_1(TABLE_8_1_1), read_8_1_2(TABLE_8_1_2))


# ---------------------------------------------------------------------------- roundings and dates


def round_half_away(value: Fraction) -> int:
    """8.3.4: to the nearest whole number; a half moves away from zero."""
    return round_half_up(value) if value >= 0 else -round_half_up(-value)


def round_half_up(value: Fraction) -> int:
    """8.2.3 (reading): to the nearest whole number; a half moves up."""
    return floor(value + Fraction(1, 2))


@cache
def list_date(period: str) -> date:
    """7.1: a list carries the first day of the month."""
    return date.fromisoformat(f"{period}-01")


def month_number(day: date) -> int:
    """7.1.4, 7.2.2: months on a single line, for subtraction."""
    return day.year * 12 + day.month


def months_before(period: str, day: date) -> int:
    """7.1.4, 7.2.2: how many calendar months the month of `day` lies before the list."""
    return month_number(list_date(period)) - month_number(day)


# -------------------------------------------------------------------------------- single articles


def edition_of(start: date) -> str | None:
    """0.1: the edition of a tournament by the first day; None is outside the rulebook."""
    if start < date.fromisoformat(EDITION_2024):
        return None
    if start < date.fromisoformat(EDITION_2025):
        return EDITION_2024
    return EDITION_2025


def played_scores(game: Game) -> tuple[Fraction, Fraction] | None:
    """5.1: the points of white and black, or None for a game not really played."""
    if game.white_result not in POINTS or game.black_result not in POINTS:
        return None
    return POINTS[game.white_result], POINTS[game.black_result]


def initial_rating(
    opponent_ratings: Sequence[int], score: Fraction, tables: Tables = PRINTED
) -> int:
    """8.2.2, 8.2.3: first rating with two added opponents of 1800 drawn; the limit for publication
    is not applied here.
    """
    n = len(opponent_ratings)
    average = Fraction(sum(opponent_ratings) + 2 * 1800, n + 2)
    p = round_half_up(100 * (Fraction(score) + 1) / (n + 2))
    return min(round_half_up(average + tables.dp[p]), HIGHEST_FIRST_RATING)


def rating_difference(own: int, opponent: int, edition: str) -> int:
    """8.3.1: the difference looked up, at most 400 either way; under the edition of October 2025
    the true difference for a player rated 2650 or more.
    """
    difference = own - opponent
    if edition == EDITION_2025 and own >= NO_CAP_FROM:
        return difference
    return max(-400, min(400, difference))


def expected_score_hundredths(
    own: int, opponent: int, edition: str, tables: Tables = PRINTED
) -> int:
    """8.3.2 (a): PD of a game, in hundredths."""
    difference = rating_difference(own, opponent, edition)
    step = tables.step(difference)
    return step.higher if difference >= 0 else step.lower


def sum_of_differences(
    own: int,
    games: Iterable[tuple[int, Fraction]],
    edition: str,
    tables: Tables = PRINTED,
) -> Fraction:
    """8.3.2 (b), (c): score minus expected score, summed over games (opponent's rating, score)."""
    total = Fraction(0)
    for opponent, score in games:
        expected = Fraction(expected_score_hundredths(own, opponent, edition, tables), 100)
        total += Fraction(score) - expected
    return total


def rating_change(
    own: int, games: Iterable[tuple[int, Fraction]], k: int, edition: str
) -> Fraction:
    """8.3.2 (d): K times the sum, not rounded."""
    return k * sum_of_differences(own, games, edition)


def k_factor(list_year: int, birth_year: int | None, peak: int, games: int) -> int:
    """8.3.3: the K printed on a list, from the highest rating ever published, this list's
    included, and the games counted so far. First players who reached 2400, then juniors up to
    the year of the 18th birthday under 2300, then players with fewer than 30 games.
    """
    if peak >= 2400:
        return 10
    if birth_year is not None and list_year - birth_year <= 18 and peak < 2300:
        return 40
    if games < 30:
        return 40
    return 20


def limited_k(k: int, n: int) -> int:
    """8.3.3, last paragraph: with more than 700 for K times n, the largest K that keeps to 700."""
    return K_TIMES_GAMES // n if k * n > K_TIMES_GAMES else k


def lift(rating: int) -> int:
    """Increase of 1 March 2024: two fifths of the distance to 2000, to the nearest."""
    if rating >= 2000:
        return rating
    return round_half_away(rating + Fraction(2, 5) * (2000 - rating))


def is_inactive(last_counted: str | None, period: str) -> bool:
    """7.2.2: no counted game on this list or on the eleven before."""
    return last_counted is None or months_before(period, list_date(last_counted)) > 11


# ---------------------------------------------------------------------------- lists and tournaments


@dataclass(frozen=True)
class Row:
    """7.1.2: the printed row of a player; `games` are those counted on this list."""

    rating: int
    k: int
    games: int
    inactive: bool


@dataclass(frozen=True)
class RatingList:
    """7.1: a list; players outside `rows` have no rating."""

    period: str
    rows: dict[int, Row]


@dataclass(frozen=True)
class Booked:
    """0.1, 7.1.1: a tournament with the edition and the ratings in force at the start."""

    tournament: Tournament
    edition: str
    ratings: Mapping[int, int]


@dataclass(frozen=True)
class Played:
    """8.2.2, 8.3.1: a player's counted games in a tournament: opponent's rating and score."""

    end: date
    edition: str
    own: int | None
    games: tuple[tuple[int, Fraction], ...]

    @property
    def score(self) -> Fraction:
        """8.2.1: points made in the counted games."""
        return sum((score for _, score in self.games), Fraction(0))


def booking_index(world: World, tournament: Tournament) -> int | None:
    """7.1.3: the first closing that knows the tournament and comes three days or more
    after the end.
    """
    for index, period in enumerate(world.periods):
        known = tournament.recorded <= index
        if known and tournament.end <= list_date(period) - timedelta(days=3):
            return index
    return None


def ratings_in_force(world: World, lists: Sequence[RatingList], day: date) -> dict[int, int]:
    """7.1.1: the ratings of the latest list dated up to `day`; before the first list the ratings
    carried over; earlier still, none.
    """
    there = [rating_list for rating_list in lists if list_date(rating_list.period) <= day]
    if there:
        return {player: row.rating for player, row in there[-1].rows.items()}
    carried = world.carried if world.carried_on <= day else ()
    return {each.player: each.rating for each in carried}


def booked_on(world: World, lists: Sequence[RatingList], index: int) -> list[Booked]:
    """7.1.3: the tournaments of a closing, by end, start and id."""
    booked = []
    for tournament in sorted(world.tournaments, key=lambda t: (t.end, t.start, t.id)):
        edition = edition_of(tournament.start)
        if edition is not None and booking_index(world, tournament) == index:
            ratings = ratings_in_force(world, lists, tournament.start)
            booked.append(Booked(tournament, edition, ratings))
    return booked


def counted_games(booked: Booked) -> dict[int, list[tuple[int, Fraction]]]:
    """5.1, 8.3.1: for everybody, the games really played against opponents rated at the start."""
    counted: dict[int, list[tuple[int, Fraction]]] = {}
    for game in booked.tournament.games:
        scores = played_scores(game)
        if scores is None:
            continue
        if game.black in booked.ratings:
            counted.setdefault(game.white, []).append((booked.ratings[game.black], scores[0]))
        if game.white in booked.ratings:
            counted.setdefault(game.black, []).append((booked.ratings[game.white], scores[1]))
    return counted


def tournaments_played(booked: Iterable[Booked]) -> dict[int, list[Played]]:
    """8.2.1, 8.3.1: for everybody, the tournaments with at least one counted game, in order."""
    played: dict[int, list[Played]] = {}
    for each in booked:
        for player, games in counted_games(each).items():
            own = each.ratings.get(player)
            row = Played(each.tournament.end, each.edition, own, tuple(games))
            played.setdefault(player, []).append(row)
    return played


# --------------------------------------------------------------------- one player from list to list


@dataclass(frozen=True)
class Record:
    """What is known of one player between two lists. `k` is the printed one, before 700."""

    rating: int | None = None
    k: int = 40
    games: int = 0
    peak: int = 0
    last_counted: str | None = None
    pool: tuple[Played, ...] = field(default=())


@dataclass(frozen=True)
class Law:
    """The tables, and where the rounding stands; both can be spoilt by a negative control."""

    tables: Tables
    rounding: str


def period_change(record: Record, played: Sequence[Played], law: Law) -> int:
    """8.3.3, 8.3.4: K of the list before, kept to 700, times the sum of the period; one rounding.

    8.2.4: who had no rating at the start plays with the one of the list before this one."""
    assert record.rating is not None
    k = limited_k(record.k, sum(len(each.games) for each in played))
    sums = []
    for each in played:
        own = record.rating if each.own is None else each.own
        sums.append(sum_of_differences(own, each.games, each.edition, law.tables))
    if law.rounding == "per_tournament":
        return sum(round_half_away(k * each) for each in sums)
    return round_half_away(k * sum(sums, Fraction(0)))


def adjusted(rating: int, before: int, adjustment: Adjustment | None, period: str) -> int | None:
    """Adjustment by the rating body, if it starts from the rating of the list before; then, on
    the list of March 2024 only, the increase. None: taken off the list."""
    if adjustment is not None and adjustment.from_rating == before:
        if adjustment.to_rating is None:
            return None
        rating += adjustment.to_rating - before
    return lift(rating) if period == LIFT_LIST else rating


def in_window(played: Played, period: str) -> bool:
    """7.1.4: ended in one of the 26 calendar months before the list."""
    return 1 <= months_before(period, played.end) <= POOL_MONTHS


def admitted(pool: tuple[Played, ...], played: Iterable[Played], period: str) -> tuple[Played, ...]:
    """8.2.1: the newcomer's tournaments that enter the pool; a first tournament without a point
    does not, where first means that no accepted tournament stands in the window.
    """
    accepted: tuple[Played, ...] = ()
    for each in played:
        is_first = not any(in_window(earlier, period) for earlier in pool + accepted)
        if not (is_first and each.score == 0):
            accepted += (each,)
    return accepted


def first_rating(standing: Iterable[Played], tables: Tables) -> int | None:
    """7.1.4: the rating of a pool with at least five games, if not below the floor."""
    games = [game for played in standing for game in played.games]
    if len(games) < FIRST_RATING_GAMES:
        return None
    opponents = [opponent for opponent, _ in games]
    score = sum((score for _, score in games), Fraction(0))
    rating = initial_rating(opponents, score, tables)
    return rating if rating >= FLOOR else None


def entered(
    standing: Iterable[Played], adjustment: Adjustment | None, tables: Tables
) -> int | None:
    """7.1.4: how a player comes onto the list: by decision of the rating body, or by play."""
    if adjustment is not None and adjustment.from_rating is None:
        decided = adjustment.to_rating
        if decided is not None and decided >= FLOOR:
            return decided
    return first_rating(standing, tables)


def next_listed(
    record: Record, played: Sequence[Played], adjustment: Adjustment | None, period: str, law: Law
) -> tuple[Record, int]:
    """8.3, 7.2.1: a listed player on the next list, with the games there. Below the floor the
    player leaves: no rating, an empty pool, a counter at zero.
    """
    assert record.rating is not None
    n = sum(len(each.games) for each in played)
    after_play = record.rating + period_change(record, played, law)
    rating = adjusted(after_play, record.rating, adjustment, period)
    if rating is None or rating < FLOOR:
        return replace(record, rating=None, games=0, pool=()), n
    return replace(record, rating=rating, games=record.games + n), n


def next_newcomer(
    record: Record, played: Sequence[Played], adjustment: Adjustment | None, period: str, law: Law
) -> tuple[Record, int]:
    """8.2, 7.1.4: a player missing on the last list, on the next list, with the games there. On
    entry the counter takes the games in the window, and the pool is emptied.
    """
    accepted = admitted(record.pool, played, period)
    pool = record.pool + accepted
    n = sum(len(each.games) for each in accepted)
    standing = [each for each in pool if in_window(each, period)]
    rating = entered(standing, adjustment, law.tables)
    if rating is None:
        return replace(record, pool=pool), n
    counter = sum(len(each.games) for each in standing)
    return replace(record, rating=rating, games=counter, pool=()), n


def next_record(
    player: Player,
    record: Record,
    played: Sequence[Played],
    adjustment: Adjustment | None,
    period: str,
    law: Law,
) -> tuple[Record, Row | None]:
    """7.1.2: a player's record after a list, and the row there, if any."""
    step = next_newcomer if record.rating is None else next_listed
    record, n = step(record, played, adjustment, period, law)
    if n > 0:
        record = replace(record, last_counted=period)
    rating = record.rating
    if rating is None:
        return record, None
    peak = max(record.peak, rating)
    k = k_factor(list_date(period).year, player.birth_year, peak, record.games)
    row = Row(rating, k, n, is_inactive(record.last_counted, period))
    return replace(record, peak=peak, k=k), row


# ------------------------------------------------------------------------------------------ replay


def carried_records(world: World) -> dict[int, Record]:
    """7.1.1: the records before the first list; a missing K is worked out as on a list of that
    month. K below 40 without stated games: thirty, at least.
    """
    birth_years = {player.id: player.birth_year for player in world.players}
    records = {player.id: Record() for player in world.players}
    for each in world.carried:
        peak = max(each.peak, each.rating)
        k = each.k
        if k is None:
            k = k_factor(world.carried_on.year, birth_years[each.player], peak, each.games)
        games = each.games or (30 if each.k and each.k < 40 else 0)
        records[each.player] = Record(each.rating, k, games, peak, each.last_counted)
    return records


def adjustment_of(world: World, player: int, index: int) -> Adjustment | None:
    """The adjustment of a player booked on a list: the first closing that knows the decision."""
    found = [a for a in world.adjustments if a.player == player and a.recorded == index]
    if len(found) > 1:
        raise ValueError(f"player {player}: more than one adjustment before closing {index}")
    return found[0] if found else None


def replay(
    world: World, *, tables: Tables = PRINTED, rounding: str = "per_period"
) -> list[RatingList]:
    """7.1: every list of the world. `tables` and `rounding="per_tournament"` are for negative
    controls: with them the lists must come out different.
    """
    law = Law(tables, rounding)
    records = carried_records(world)
    lists: list[RatingList] = []
    for index, period in enumerate(world.periods):
        played_by = tournaments_played(booked_on(world, lists, index))
        rows = {}
        for player in world.players:
            played = played_by.get(player.id, [])
            adjustment = adjustment_of(world, player.id, index)
            record, row = next_record(player, records[player.id], played, adjustment, period, law)
            records[player.id] = record
            if row is not None:
                rows[player.id] = row
        lists.append(RatingList(period, rows))
    return lists
