"""Seasons of UISP chess drawn from a seed, with frequent hard cases, and the cases
held.

The same seed gives the same season: ten quarters from January 2019 on, lists that are published
late or never, reports received on the last day or the day after, tournaments across a publication,
newcomers who stand on some of the lists of other bodies, and cadences on every edge.
"""

from collections import Counter
from datetime import date, timedelta
from random import Random

from tests.oracles import uisp
from tests.oracles.random_worlds import forfeits_of, rounds
from tests.oracles.uisp import SOURCES, Cadence, ExternalList
from tests.oracles.uisp_replay import (
    Event,
    Quarter,
    RatingList,
    Season,
    booking_index,
    counted,
    cut_off,
    due_index,
    replay,
    standing_on,
)
from tests.oracles.world import Tournament

CARRIED_ON = date(2018, 10, 6)
QUARTERS = 10
PLAYERS = 26
CARRIED = 16
PER_QUARTER = 5

CADENCES = (
    (180, 2), (300, 0), (240, 6), (600, 0), (300, 5),  # blitz
    (601, 0), (600, 5), (1500, 10), (1800, 5), (2700, 0), (1799, 10), (1800, 9), (3599, 0),
    (1800, 10), (1800, 30), (3600, 0), (5400, 30), (3000, 10),  # standard, or long enough
    (60, 0), (180, 0), (60, 2),  # nothing that FIDE rates
)  # fmt: skip


# ------------------------------------------------------------------------------- lists and bodies


def quarters(random: Random) -> tuple[Quarter, ...]:
    """Return lists announced for one of the first ten days; some published weeks later,
    some never.
    """
    found = []
    for number in range(QUARTERS):
        year, quarter = 2019 + number // 4, number % 4
        issue = date(year, 3 * quarter + 1, random.randint(1, 10))
        delay = random.choice([0, 0, 0, 0, 3, 20, 45, 100, None])
        day = None if delay is None else issue + timedelta(days=delay)
        found.append(Quarter(f"{year}-Q{quarter + 1}", issue, day))
    return tuple(found)


def months(first: date, count: int) -> list[date]:
    """First days of consecutive months."""
    return [
        date(first.year + (first.month - 1 + i) // 12, (first.month - 1 + i) % 12 + 1, 1)
        for i in range(count)
    ]


def externals(random: Random, players: tuple[int, ...]) -> tuple[ExternalList, ...]:
    """Return FIDE's lists of every month and the Italian lists of every quarter. A player stands
    on some cadences, from some month on, now and then with 0.
    """
    since = {
        (player, source): random.choice([None, None, None, 0, 0, random.randint(1, 34)])
        for player in players
        for source in SOURCES
    }
    found = []
    for number, day in enumerate(months(date(2018, 7, 1), 6 + 3 * QUARTERS)):
        for body in ("fide", "fsi") if day.month % 3 == 1 else ("fide",):
            ratings: dict[str, dict[int, int]] = {}
            for (player, (whose, cadence)), first in since.items():
                if whose == body and first is not None and first <= number:
                    rating = random.choice([0, *(random.randint(1000, 2300) for _ in range(7))])
                    ratings.setdefault(cadence, {})[player] = rating
            found.append(ExternalList(body, day, ratings))
    return tuple(found)


# ------------------------------------------------------------------------------- tournaments


def days_of(random: Random, quarter: Quarter) -> tuple[date, date]:
    """Return first and last day: near the cut-off, near the day of issue, on or next to the day of
    publication, anywhere in the quarter before.
    """
    start = quarter.issue + timedelta(days=random.choice([-80, -50, -30, -20, -12, -9, -1, 0, 1]))
    if quarter.published is not None and random.random() < 0.3:
        start = quarter.published + timedelta(days=random.choice([-1, 0, 1]))
    start = max(start, CARRIED_ON)
    return start, start + timedelta(days=random.choice([0, 0, 1, 2, 8, 30]))


def received(random: Random, end: date, lists: tuple[Quarter, ...]) -> date:
    """Soon after the end; or on the last day for a list, the day before or after; or much later."""
    last = [cut_off(each) for each in lists if cut_off(each) > end]
    if last and random.random() < 0.5:
        return last[0] + timedelta(days=random.choice([-1, 0, 0, 1, 1]))
    return end + timedelta(days=random.choice([0, 1, 5, 5, 120]))


def event(
    random: Random, lists: tuple[Quarter, ...], players: tuple[int, ...], number: int
) -> Event:
    """Return a tournament; now and then recorded only after the list of the tournament."""
    start, end = days_of(random, lists[number % len(lists)])
    came = received(random, end, lists)
    entrants = random.sample(players, random.randint(2, 8))
    played = rounds(random, entrants, random.choice([1, 2, 3, 5, 7]), frozenset(), True)
    if random.random() < 0.1:
        played = forfeits_of(played, random.choice(entrants))
    known = sum(1 for each in lists if each.issue < came)
    delay = random.choice([0, 0, 0, 0, 0, 1, 2])
    whole = Tournament(f"U-{number:06d}", start, end, played, known + delay, received=came)
    return Event(whole, Cadence(*random.choice(CADENCES), online=random.random() < 0.3))


def season(seed: int) -> Season:
    """The season of a seed."""
    random = Random(f"uisp {seed}")
    players = tuple(range(1, PLAYERS + 1))
    carried = {player: random.randint(1000, 2300) for player in players[:CARRIED]}
    lists = quarters(random)
    events = [event(random, lists, players, at) for at in range(PER_QUARTER * QUARTERS)]
    random.shuffle(events)
    others = externals(random, players)
    return Season(players, carried, CARRIED_ON, tuple(events), lists, others)


# ------------------------------------------------------------------------------- what they hold

CASES = (
    *(f"K {k}" for k in ("5", "10", "15", "20", "30")),
    "K 30 by thirty minutes and ten seconds",
    "no K",
    *(f"first rating from list {at}" for at in range(len(SOURCES) + 1)),
    "a 0 passed over in the cascade",
    "first rating that moved between his first two tournaments",
    "an earlier tournament of a newcomer arrives after his first list",
    "a first rating before the first game that counts",
    "a newcomer's second list before his first is in force",
    "received on the last day",
    "received on the day after",
    "in time, recorded after the closing",
    "booked two lists after its end",
    "begun on the day of publication",
    "begun before the publication of a closed list",
    "a list never published",
    "more than 400 apart",
    "a game not played that gave points",
    "a half down in the expected points",
    "an index of a half, fallen",
    "an index of a half, risen",
    "one of two exact halves carried on",
)


def reached(drawn: Season) -> Counter[str]:
    """How often each case occurs."""
    lists = replay(drawn)
    found = Counter(dict.fromkeys(CASES, 0))
    for each in drawn.events:
        found.update(told_by_days(drawn, each, lists))
        found.update(told_by_games(drawn, each, lists))
    found.update(told_by_entries(drawn, lists))
    found["a list never published"] += sum(each.published is None for each in drawn.quarters)
    exact = [each.rows for each in replay(drawn, "exact")]
    found["one of two exact halves carried on"] += exact != [each.rows for each in lists]
    return found


def told_by_days(drawn: Season, each: Event, lists: list[RatingList]) -> list[str]:
    """Cases of cadence, receipt and publication."""
    k = uisp.k_factor(each.cadence)
    if k is None:
        return ["no K"]
    found = [f"K {k}"]
    if k == 30 and each.cadence.base + 60 * each.cadence.increment < 3600:
        found.append("K 30 by thirty minutes and ten seconds")
    at = booking_index(drawn, each)
    if at is None:
        return found
    start = each.played.start
    last_days = [cut_off(quarter) for quarter in drawn.quarters]
    found += ["received on the last day"] * (each.received == last_days[at])
    found += ["received on the day after"] * (
        each.received - timedelta(days=1) in last_days and each.received > each.played.end
    )
    found += ["in time, recorded after the closing"] * (
        at > 0 and each.received <= last_days[at - 1]
    )
    found += ["booked two lists after its end"] * (at > 1 and each.played.end <= last_days[at - 2])
    for quarter in drawn.quarters[:at]:
        if quarter.published == start:
            found.append("begun on the day of publication")
        if quarter.issue <= start and (quarter.published is None or start < quarter.published):
            found.append("begun before the publication of a closed list")
    return found


def told_by_games(drawn: Season, each: Event, lists: list[RatingList]) -> list[str]:
    """Cases of single games and of a tournament's sum."""
    if booking_index(drawn, each) is None:
        return []
    standing = standing_on(drawn, each.played.start, lists)
    found = [
        "a game not played that gave points"
        for game in each.played.games
        if uisp.points(game) is None and game.white_result in "+W"
    ]
    sums: dict[int, int] = {}
    for player, opponent, _ in counted(each):
        if player in standing and opponent in standing:
            own, met = standing[player], standing[opponent]
            found += ["more than 400 apart"] * (abs(own - met) > 400)
            sums[player] = sums.get(player, 0) + uisp.expected_hundredths(own, met)
    found += ["a half down in the expected points"] * sum(raw % 10 == 5 for raw in sums.values())
    return found


def told_by_entries(drawn: Season, lists: list[RatingList]) -> list[str]:
    """Cases of newcomers and of publications."""
    found = []
    for player in drawn.players:
        if player in drawn.carried:
            continue
        mine = [each for each in drawn.events if played_in(player, each)]
        booked = [(due_index(drawn, each), each.played.start) for each in mine]
        known = sorted((at, start) for at, start in booked if at is not None)
        if known:
            first, day = known[0]
            found += of_entry(drawn, player, day)
            days = [start for at, start in known if at == first]
            others = [uisp.entry_rating(player, each, drawn.externals) for each in days]
            found += ["first rating that moved between his first two tournaments"] * (
                len(set(others)) > 1
            )
            found += ["an earlier tournament of a newcomer arrives after his first list"] * any(
                at > first and start < day for at, start in known
            )
            found += ["a first rating before the first game that counts"] * (
                player not in lists[first].rows
            )
            found += ["a newcomer's second list before his first is in force"] * any(
                at > first and player not in standing_on(drawn, start, lists) for at, start in known
            )
    return found + halves(lists)


def played_in(player: int, each: Event) -> bool:
    """Whether a player played a game of a tournament, rated or not."""
    return any(player == who for who, _, _ in counted(each))


def of_entry(drawn: Season, player: int, day: date) -> list[str]:
    """Which list a first rating came from, and whether a 0 was passed over."""
    at = uisp.entry_source(player, day, drawn.externals)[1]
    found = [f"first rating from list {at}"]
    for body, cadence in SOURCES[:at]:
        there = uisp.in_force(body, day, drawn.externals)
        if there is not None and there.ratings.get(cadence, {}).get(player) == 0:
            return [*found, "a 0 passed over in the cascade"]
    return found


def halves(lists: list[RatingList]) -> list[str]:
    """Indices that had to be rounded."""
    return [
        f"an index of a half, {'risen' if row.difference > 0 else 'fallen'}"
        for made in lists
        for player, row in made.rows.items()
        if made.index[player].denominator == 2 and row.previous is not None
    ]
