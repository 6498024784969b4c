"""The hard cases that careers really hold, counted while the oracle replays them."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date

from tests.oracles import fide_editions as law_of
from tests.oracles.fide_booking import (
    Careers,
    Lists,
    Played,
    booking_index,
    last_day_to_report,
    ratings_lent,
)
from tests.oracles.fide_careers import games_of, in_window
from tests.oracles.fide_editions import LAW, STANDARD
from tests.oracles.fide_replay import Seen, replay
from tests.oracles.fide_standard import list_date, months_before, ratings_in_force

Sight = Callable[[Seen], bool]


def sums_differ(seen: Seen, **numbers: int | None) -> bool:
    """Whether a rated player's sum of a tournament is another with other numbers of 8.3.1."""
    for each in seen.played:
        own = each.own or seen.before.rating
        same = all(getattr(each.edition, name) == number for name, number in numbers.items())
        if own is None or same:
            continue
        other = replace(each.edition, **numbers)  # type: ignore[arg-type]
        met = [opponent for opponent, _ in each.games]
        if law_of.differences(own, met, each.edition) == law_of.differences(own, met, other):
            continue
        if law_of.sum_of_differences(own, each.games, each.edition) != law_of.sum_of_differences(
            own, each.games, other
        ):
            return True
    return False


def listed(seen: Seen) -> bool:
    return seen.before.rating is not None and seen.after.rating is not None


def enters(seen: Seen) -> bool:
    return seen.before.rating is None and seen.after.rating is not None


def leaves(seen: Seen) -> bool:
    return seen.before.rating is not None and seen.after.rating is None


def age(seen: Seen) -> int:
    born = seen.player.birth_year
    return 99 if born is None else list_date(seen.month.period).year - born


def seeded(seen: Seen) -> list[Played]:
    return [each for each in seen.played if each.seeded]


def standing(seen: Seen) -> list[Played]:
    return [each for each in seen.after.pool if in_window(each, seen.month)]


def first_share(seen: Seen) -> int:
    """Twice the points less the games of a first rating by play: under, on, over half."""
    accepted = [each for each in (*seen.before.pool, *seen.played) if in_window(each, seen.month)]
    points = sum((each.score for each in accepted), start=0)
    return int(2 * points - games_of(accepted))


def by_play(seen: Seen) -> bool:
    """A first rating by play, old formula or new."""
    return enters(seen) and not seen.adjustment and not seeded(seen)


def drops_out(seen: Seen) -> bool:
    """A result leaves the window of 26 months without having led to a rating."""
    return any(
        months_before(seen.month.period, each.end) == seen.month.edition.pool_months + 1
        for each in seen.after.pool
    )


def printed_k(seen: Seen, before: int, after: int) -> bool:
    return listed(seen) and (seen.before.k, seen.after.k) == (before, after)


SIGHTS: dict[str, Sight] = {
    "400 points: an opponent raised": lambda s: sums_differ(s, limit=4000),
    "once-rule of 2022": lambda s: sums_differ(s, upgrades=None),
    "no limit from 2650": lambda s: sums_differ(s, no_limit_from=None),
    "700 rule": lambda s: listed(s) and s.before.k * games_of(s.played) > 700,
    "K 40 to 20 at thirty games": lambda s: (
        printed_k(s, 40, 20) and age(s) > 19 and s.before.games < 30 <= s.after.games
    ),
    "K 40 to 20 in the year after the 18th birthday": lambda s: (
        printed_k(s, 40, 20) and age(s) == 19 and s.month.period.endswith("-01")
    ),
    "K 40 to 20 of a junior at 2300": lambda s: (
        printed_k(s, 40, 20) and age(s) <= 18 and s.before.peak < 2300 <= s.after.peak
    ),
    "K 20 of a junior who was at 2300 once": lambda s: (
        listed(s) and age(s) <= 18 and s.after.k == 20 and s.after.peak >= 2300 > s.after.rating
        if s.after.rating
        else False
    ),
    "K to 10 at 2400": lambda s: listed(s) and s.before.k > 10 and s.after.k == 10,
    "K 10 below 2400 again": lambda s: (
        listed(s) and s.after.k == 10 and s.after.rating is not None and s.after.rating < 2400
    ),
    "unlisted under 1000": lambda s: leaves(s) and s.month.edition.floor == 1000,
    "unlisted under 1400": lambda s: leaves(s) and s.month.edition.floor == 1400,
    "back after having been unlisted": lambda s: by_play(s) and s.before.peak > 0,
    "first rating under half": lambda s: (
        by_play(s) and s.month.edition.added_draws == 0 and first_share(s) < 0
    ),
    "first rating on half": lambda s: (
        by_play(s) and s.month.edition.added_draws == 0 and first_share(s) == 0
    ),
    "first rating over half": lambda s: (
        by_play(s) and s.month.edition.added_draws == 0 and first_share(s) > 0
    ),
    "first rating with two draws": lambda s: by_play(s) and s.month.edition.added_draws == 2,
    "first rating from several tournaments": lambda s: by_play(s) and bool(s.before.pool),
    "first rating from games before and after March 2024": lambda s: (
        by_play(s) and len({each.edition.added_draws for each in (*s.before.pool, *s.played)}) == 2
    ),
    "zero in the first event": lambda s: (
        s.before.rating is None
        and any(not each.seeded and each.score == 0 for each in s.played)
        and s.before.pool == s.after.pool == ()
        and s.row is None
    ),
    "zero later is kept": lambda s: (
        s.before.rating is None and any(e.score == 0 for e in s.after.pool[len(s.before.pool) :])
    ),
    "five games and under the floor": lambda s: (
        s.after.rating is None and games_of(standing(s)) >= 5
    ),
    "out of the 26 months": drops_out,
    "8.2.4: rated since it began": lambda s: (
        s.before.rating is not None and any(each.own is None for each in s.played)
    ),
    "8.2.4 turned round": lambda s: (
        s.before.rating is None
        and any(each.own is not None and not each.seeded for each in s.played)
    ),
    "lift": lambda s: listed(s) and s.month.period == "2024-03" and not s.played,
    "lift of who played": lambda s: listed(s) and s.month.period == "2024-03" and bool(s.played),
    "raised to standard less 100": lambda s: (
        listed(s)
        and s.month.period == "2022-10"
        and s.after.rating == s.month.standard.get(s.player.id, 0) - 100
    ),
    "begins with the standard rating": lambda s: enters(s) and bool(seeded(s)),
    "plays on with the standard rating he began with": lambda s: (
        s.before.rating is not None and bool(seeded(s))
    ),
    "adjusted": lambda s: (
        listed(s) and s.adjustment is not None and s.adjustment.from_rating == s.before.rating
    ),
    "taken off the list by adjustment": lambda s: (
        leaves(s) and s.adjustment is not None and s.adjustment.to_rating is None
    ),
    "adjustment lapsed": lambda s: (
        s.adjustment is not None and s.adjustment.from_rating != s.before.rating
    ),
    "inactive": lambda s: s.row is not None and s.row.inactive,
    "active again": lambda s: (
        listed(s)
        and bool(s.played)
        and s.before.last_counted is not None
        and months_before(s.month.period, list_date(s.before.last_counted)) > 12
    ),
}


def ratings_at(careers: Careers, lists: Lists, pool: str, day: date) -> dict[int, int]:
    own = ratings_in_force(careers.worlds[pool], lists[pool], day)
    return {**ratings_lent(careers, pool, lists, day), **own}


def tournament_cases(careers: Careers, lists: Lists) -> Counter[str]:
    """Count the cases that show in the tournaments alone."""
    found: Counter[str] = Counter()
    for pool, world in careers.worlds.items():
        for each in world.tournaments:
            index, days = booking_index(world, each), (each.ends - each.begins).days
            edition = LAW.edition_on(pool, each.begins)
            received = each.received or each.end
            late = received > last_day_to_report(each, LAW)
            found["reported too late, but by the world body"] += late and each.official
            began_before = each.begins < world.carried_on
            first = next((i for i, p in enumerate(world.periods) if list_date(p) > each.end), None)
            found["reported too late"] += late and not each.official
            found["reported on the last day"] += received == last_day_to_report(each, LAW)
            found["recorded lists later"] += index is not None and index > (first or 0) + 1
            found["a report in parts"] += each.part == 1
            other = LAW.edition_on(pool, each.start)
            found["a part that began under another edition"] += edition != other
            found["long before 2022"] += each.part == 0 and days > 30
            found["event of the world body in the last days"] += (
                each.official and index is not None and booking_index(world, each) == first
                and (list_date(world.periods[index]) - each.end).days < 3
            )  # fmt: skip
            found["before the ratings carried over"] += began_before
            ratings = ratings_at(careers, lists, pool, each.start)
            found["600 points apart, somebody above 2600"] += edition is not None and any(
                law_of.too_far_apart(ratings[game.white], ratings[game.black], edition)
                for game in each.games
                if game.white in ratings and game.black in ratings
            )
            if edition is not None and index is not None:
                found[f"{pool} {edition.name}"] += 1
    return found


def reached(careers: Careers) -> Counter[str]:
    """Return the number of each named case; every name is listed, also with 0."""
    found = Counter(dict.fromkeys(SIGHTS, 0))

    def look(seen: Seen) -> None:
        for name, sight in SIGHTS.items():
            if name != "raised to standard less 100" or seen.month.pool != STANDARD:
                found[name] += sight(seen)

    found.update(tournament_cases(careers, replay(careers, watch=look)))
    return found
