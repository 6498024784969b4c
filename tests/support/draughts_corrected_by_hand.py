"""The correction of a booked event of draughts: the next booking, by hand.

The event is rated again with the capitals that stood before it. The difference of D is walked from
the capital of now; who has no game in it any more loses what it came to. Bonus and Q change as
points. Not known here: somebody who was put back to the minimum by such an event, who enters by it,
or whose capital ceased since; a correction that is taken back.
"""

from collections.abc import Iterable
from datetime import date
from fractions import Fraction

from tests.oracles.elo_rubele import round_half_up, walk
from tests.support.draughts_files import Event
from tests.support.draughts_pool_by_hand import BONUS, Booked, Part, Pool, deviation


def correct(pool: Pool, corrected: dict[int, Event | None], day: date) -> None:
    """Book the present results of booked events; an invalid event has none."""
    had = _with_bonus(pool)
    for number, event in sorted(corrected.items(), key=lambda pair: _place(pool, pair[0])):
        _correct(pool, pool.booked[number], event)
    has = _with_bonus(pool)
    for player, number in sorted(had ^ has):
        _move(pool, player, pool.booked[number], BONUS if (player, number) in has else -BONUS)
    for number in corrected:
        for player in _players(pool.booked[number]):
            _end_again(pool, player, pool.booked[number].event.end.year, day)


def _place(pool: Pool, number: int) -> tuple[date, date]:
    event = pool.booked[number].event
    return event.end, event.start


def _correct(pool: Pool, booked: Booked, event: Event | None) -> None:
    """Rate an event again, and move everybody by the difference."""
    assert not booked.put_back
    now = {game.own for game in event.games} if event else set()
    for player in sorted(now - booked.before.keys()):
        capital = pool.capitals[player]
        booked.before[player] = pool.at_its_place(player, capital, booked.event)
    booked.parts.append({})
    for player in _players(booked) | now:
        made = deviation(event, booked.before, player) if event and player in now else Fraction(0)
        q = pool.discipline.q if booked.event.start >= pool.q_from else 0
        was = _part(booked, player, -2)
        part = Part(made, _play(pool, booked, player, made, player in now), player in now)
        booked.parts[-1][player] = part
        _move(pool, player, booked, part.play - was.play + q * (part.counts - was.counts))


def _part(booked: Booked, player: str, at: int) -> Part:
    return booked.parts[at].get(player, Part())


def _players(booked: Booked) -> set[str]:
    return {player for parts in booked.parts for player in parts}


def _play(pool: Pool, booked: Booked, player: str, made: Fraction, counts: bool) -> int:
    """Return the points of play in all, as corrected."""
    if not counts:
        return 0
    capital, was = pool.capitals[player], _part(booked, player, -2)
    walked = walk(capital, made - was.made, pool.discipline.name)
    return was.play + round_half_up(walked) - capital


def _move(pool: Pool, player: str, booked: Booked, points: int) -> None:
    if points:
        pool.capitals[player] += points
        pool.moves.setdefault(player, []).append((booked.event.end, points))
        pool.reach(player, pool.capitals[player])


def _with_bonus(pool: Pool) -> set[tuple[str, int]]:
    """Return the event of the year's bonus for each player: the first booked of the
    counted events.

    None where that one is of the text with Q.
    """
    first: dict[tuple[str, int], int] = {}
    for number, booked in pool.booked.items():
        for player, part in booked.parts[-1].items():
            if part.counts:
                first.setdefault((player, booked.event.end.year), number)
    return {
        (player, number)
        for (player, _), number in first.items()
        if pool.booked[number].event.start < pool.q_from
    }


def _end_again(pool: Pool, player: str, year: int, day: date) -> None:
    """Work out again whether a year was idle: the malus is due, or given back."""
    events: Iterable[Booked] = pool.booked.values()
    counting = (event for event in events if _part(event, player, -1).counts)
    if any(tournament.event.end.year == year for tournament in counting):
        pool.years[player].add(year)
        pool.capitals[player] += pool.taken.get(player, {}).pop(year, 0)
    elif year in pool.years[player]:
        pool.years[player].remove(year)
        pool.idle(player, year, pool.minimum(day))
