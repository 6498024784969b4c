"""A FIDE player from list to list, over all editions and in any of the three pools.

Tournament rules go by the edition of the first day, list rules by that of the list's date. Not
computed here: time controls, registration, matches.

Readings chosen in this file, each in the function named:
* `next_listed`: play first, then an adjustment, then what was done once, then the floor.
* `started`: rapid and blitz: a first rating from the standard one is that at the start of the
  tournament begun last, plus the change of the period, with the K of a newcomer.
* `rated_since`: who was unrated when it began and is rated now plays with that rating, also where
  600 points apart are asked about.
* `entered`: where all events of the pool began before a change of the rules, the old ones hold for
  it, otherwise the new ones (`first_rating_across_changes`); the floor is that of the list. What
  the rules before March 2024 give is lifted on the list of that month, and on no other.
* `left`: leaving the list empties pool and counter; the peak stays.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tests.oracles import fide_editions as law_of
from tests.oracles.fide_booking import (
    Played,
)
from tests.oracles.fide_editions import Edition, Law
from tests.oracles.fide_standard import (
    Row,
    list_date,
    months_before,
    round_half_away,
)
from tests.oracles.world import Adjustment, Player

# --------------------------------------------------------------------- one player from list to list


@dataclass(frozen=True)
class Record:
    """The known facts of a player between two lists. `k` is the printed K, before 700."""

    rating: int | None = None
    k: int = 40
    games: int = 0
    peak: int = 0
    last_counted: str | None = None
    pool: tuple[Played, ...] = ()


@dataclass(frozen=True)
class Month:
    """A list in the making: the edition by the date, and the tournaments taken up."""

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
    """8.3.2 to 8.3.4: K kept to 700, times the sum of the period; a single rounding.

    8.2.4: who had no rating at the start plays with the base.
    """
    if not played:
        return 0
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
    """8.3, 7.2.1: a listed player on the next list, with the games there."""
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
    """8.2.1: the tournaments that enter a newcomer's pool; a first tournament without a point does
    not, where first means that no accepted tournament stands in the window.
    """
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
    rules = max((played.edition for played in standing), key=lambda each: each.day)
    rating = law_of.first_rating(opponents, score, rules, month.law.tables)
    if month.period == month.law.lift_list and not rules.added_draws:
        rating = law_of.lifted(rating, month.law)
    return rating if rating >= edition.floor else None


def started(player: Player, seeded: Sequence[Played], month: Month) -> int | None:
    """Rapid and blitz 7.2.1: a first rating from the standard rating used in play."""
    base = max(seeded, key=lambda each: each.start).own
    assert base is not None
    k = law_of.seeded_k(month.edition, month.period)
    rating = done_once(player, base + change(base, k, seeded, month), month)
    return rating if rating >= month.edition.floor else None


def next_newcomer(
    player: Player,
    record: Record,
    played: Sequence[Played],
    adjustment: Adjustment | None,
    month: Month,
) -> tuple[Record, int]:
    """8.2, 7.1.4: a player missing on the last list, on the next list, with the games there. On
    entry the counter takes the games in the window, and the pool is emptied.
    """
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
    """7.2.2: no counted game on this list or on the eleven before."""
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
    """7.1.2: a player's record after a list, and the row there, if any."""
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
