"""The next list of a pool without requests and with them, closed in memory on a track."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from ledger.errors import words_of
from ledger.sentences import Sentence
from ledger.store.requests import Request
from projections.official.stopping import ReplayStopped
from projections.official.tentative import with_next_list
from projections.official.track import Track
from projections.queries import NotCovered, PoolQuery, changed_rows
from projections.queries.changed_rows import ENTERED, LEFT, ClosedList, Found
from projections.queries.coming_lists import next_list
from projections.rulebooks import rulebook
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.rulebook import OutsideRulebook
from projections.rulebooks.engine.whole import Incomputable
from projections.state.law import LawChanged

Tracks = list[Track]
"""A track without the requests, and one with them. A next list is on a track of its own, which
takes the place of the one before: pools that close later look at it."""


class NoNextList(Exception):
    """The next list cannot be computed yet, with the reason."""

    def __init__(self, words: Sentence) -> None:
        self.words = words
        super().__init__(str(words))


@dataclass(frozen=True, slots=True)
class NextLists:
    """The next list of a pool without requests and with them."""

    before: ClosedList
    after: ClosedList

    @property
    def period(self) -> str:
        """The period of the list."""
        return self.after.row.period

    def differences(self) -> Iterator[Found]:
        """Yield the differences of players: rows and categories."""
        yield from changed_rows.differences(self.before, self.after)

    def promotions(self) -> Iterator[tuple[str, int, str | None, str | None]]:
        """Yield the promotions that are others: list, player, categories before and after.

        Also those of closed lists, which can be others on the revised track.
        """
        were, are = _promotions(self.before), _promotions(self.after)
        for number, player in sorted({*were, *are}):
            was, now = (found.get((number, player)) for found in (were, are))
            if was != now:
                yield self.after.pool.lists()[number].period, player, was, now

    def ratings(self, player: int) -> tuple[int | None, int | None]:
        """Return the ratings of a player on both lists; None: not listed."""
        return _rating(self.before, player), _rating(self.after, player)


def _promotions(closed: ClosedList) -> dict[tuple[int, int], str]:
    """Return by list and player the category to which ratings promoted, up to a list."""
    found = closed.categories
    return {
        (change.number, change.player): change.after
        for change in (found.changes if found else ())
        if change.number is not None and change.how == "promoted" and not change.title
    }


def _rating(closed: ClosedList, player: int) -> int | None:
    found = closed.values["rating"][closed.values["player"] == player]
    return int(found[0]) if len(found) else None


def next_lists(tracks: Tracks, name: str) -> NextLists:
    """Return the next lists of a pool; a list that no request closes is closed in memory.

    Raises NoNextList.
    """
    number = len(closed_lists(tracks[0], name)) + 1
    return NextLists(*(_next(tracks, side, name, number) for side in (0, 1)))


def _next(tracks: Tracks, side: int, name: str, number: int) -> ClosedList:
    track = tracks[side]
    if name in track.stopped:
        raise NoNextList(track.stopped[name].words)
    if name not in track.facts.pools:
        raise NoNextList(Sentence("the pool is not opened yet"))
    try:
        pool = PoolQuery(track, name)
        if len(pool.lists()) <= number:
            tracks[side] = with_next_list(track, name, next_list(pool, pool.facts))
            pool = PoolQuery(tracks[side], name)
        return ClosedList(pool, pool.lists()[number])
    except (OutsideRulebook, Incomputable, LawChanged, NotCovered) as error:
        raise NoNextList(words_of(error)) from error


def in_order_of_closing(official: Track) -> list[str]:
    """Return all pools in the order in which lists of one date are closed."""
    pools = official.facts.pools
    return sorted(pools, key=lambda name: (len(rulebook(pools[name].rulebook).closes_after), name))


def closed_lists(track: Track, name: str) -> list[ClosedList]:
    """Return the closed lists of a pool, oldest first; none before it begins."""
    if name in track.stopped or name not in track.facts.pools:
        return []
    pool = PoolQuery(track, name)
    try:
        return [ClosedList(pool, row) for row in pool.lists()[1:]]
    except NotCovered:
        return []


def moved_lists(tracks: Tracks, name: str) -> dict[str, int]:
    """Return the closed lists that are others with the requests, and how many players differ."""
    found = {}
    for was, now in zip(*(closed_lists(track, name) for track in tracks), strict=False):
        if was.row.digest != now.row.digest:
            found[now.row.period] = changed_rows.players_that_differ(was, now)
    return found


# ------------------------------------------------------------------------------ ratings that move

MOST_LISTS: Final = 12
"""Lists to come that are compared. A pool that is further behind is taken to have moved."""

_MOVING: Final = (ENTERED, LEFT, "rating", "k")


def pools_moved(tracks: Tracks, request: Request, pools: Collection[str], today: date) -> list[str]:
    """Return those of some pools in which a request moves a rating on a list to come.

    `tracks` are without and with the request. A K-factor counts too: the ratings after that list
    rest on it. So many lists are closed in memory that every report, and every day that the
    request names, is on one. Where they cannot be computed, a rating is taken to have moved.
    """
    named = [day for new in request.events if (day := new.fact.valid_on()) is not None]
    moved = [
        name
        for name in in_order_of_closing(tracks[1])
        if _moves(tracks, name, min(today, _last_day(tracks, name, named)))
    ]
    return [name for name in moved if name in pools]


def _last_day(officials: Tracks, name: str, named: Iterable[date]) -> date:
    """Return the last of some days and of those of the reports that wait for a list."""
    known = [one.facts.pools[name] for one in officials if name in one.facts.pools]
    ends = (report.end for facts in known for report in facts.waiting())
    return max((*ends, *named), default=date.min)


def _moves(officials: Tracks, name: str, last: date) -> bool:
    """Return whether a rating of a pool moves on its lists to come, up to that of a day.

    The lists are closed in both histories, since pools that close later look at them.
    """
    first = len(closed_lists(officials[0], name)) + 1
    try:
        for number in range(first, first + MOST_LISTS):
            days = _days(officials[1], name)
            pair = NextLists(*(_next(officials, side, name, number) for side in (0, 1)))
            if any(what in _MOVING for what, *_ in pair.differences()):
                return True
            if min(days.cut_off, days.last_official_day) >= last:
                return False
    except NoNextList:
        pass
    return True


def _days(track: Track, name: str) -> Due:
    """Return the days of the next list of a pool. Raises NoNextList."""
    try:
        pool = PoolQuery(track, name)
        return next_list(pool, pool.facts)
    except (OutsideRulebook, LawChanged, NotCovered, ReplayStopped) as error:
        raise NoNextList(words_of(error)) from error
