"""Two closed lists of a pool compared row by row: players who entered, left, or changed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import numpy as np
from msgspec.structs import replace

from ledger.errors import Refused
from ledger.register import identities
from ledger.register.words import names_on
from ledger.sentences import ListName, Position, Sentence
from ops.answers.abouts import AboutTrack
from ops.answers.answer import Answer
from ops.answers.asked_players import player_on
from ops.answers.causes import ChangeCause
from ops.answers.clocks import pool_known_at
from ops.answers.differences import Difference
from ops.answers.list_order import Asked
from ops.answers.rating_lists import chosen, printing_of
from ops.house import House, TrackName
from ops.lists.causes_of_columns import CausesOfColumns
from projections.queries import PoolQuery
from projections.queries.changed_rows import Cell, Changed, ClosedList, changes, players_of


class Page(NamedTuple):
    """A page of the players who differ: so many (None: all), which page from 1."""

    limit: int | None = None
    number: int = 1

    def of(self, players: Sequence[int]) -> Sequence[int]:
        """Return the players of the page. Raises Refused for a page out of range."""
        Asked(self.limit, self.number).check()
        return players[self._start(players) :][: self.limit or None]

    def next(self, players: Sequence[int]) -> int | None:
        """Return the next page; None: this is the last one."""
        last = not self.limit or self._start(players) + self.limit >= len(players)
        return None if last else self.number + 1

    def _start(self, players: Sequence[int]) -> int:
        return min((self.number - 1) * (self.limit or len(players)), len(players))


_ALL: Final = Page()


Only = Literal["entered", "left", "inactive", "active"]
"""Who entered or left, turned inactive or active."""


class AboutComparison(AboutTrack, frozen=True):
    """Two closed lists that are compared."""

    earlier_list: str
    later_list: str
    earlier_printing: int | None
    later_printing: int | None
    earlier_digest: str
    later_digest: str
    players_earlier: int
    """Players on the earlier list."""
    players_later: int
    differences: Mapping[str, int]
    """How many, by `what`."""
    players: int
    """Players who differ, on all pages."""
    next_page: int | None = None
    """None: this is the last page."""
    other_track: TrackName | None = None
    """Track of the later list; None: of the same history as the earlier one."""
    other_known_to: Position | None = None
    """The last event known for the later list."""
    unexplained: int | None = None
    """Players of the page with a difference without a known cause; None: no causes asked for."""


class ListChange(Difference, frozen=True, omit_defaults=True):
    """A difference of a player between two lists, with the name on the day of the later list."""

    causes: tuple[ChangeCause, ...] | None = None
    """The causes that act on this column; None: not asked for."""
    change: int | None = None
    """Of the rating; None: of something else."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison as asked: of which player, with which other list, with or without causes."""

    player: str | None = None
    """A number of the player; None: all players."""
    other_track: TrackName | None = None
    """Track of the later list; None: that of the earlier one."""
    other_known_at: str | None = None
    """As known then, for the later list; None: as for the earlier one."""
    printings: tuple[int | None, int | None] = (None, None)
    """Of the earlier and the later list; None: the last ones."""
    only: Only | None = None
    """Only players who did so; None: every difference."""
    causes: bool = False
    page: Page = _ALL


_EVERYTHING: Final = Compared()


def compared(
    house: House,
    one: tuple[PoolQuery, str | None],
    later: str | None,
    asked: Compared,
    known_at: str | None,
) -> Answer[ListChange, AboutComparison]:
    """Return the differences between a list and another one, as `list_changes` does.

    `known_at` is the moment of the earlier list.
    """
    pool, _ = one
    moment = asked.other_known_at or known_at
    track = asked.other_track or pool.track
    other = pool_known_at(house, pool.name, moment, track)
    return list_changes(one, (other, later), asked)


def list_changes(
    one: tuple[PoolQuery, str | None],
    other: tuple[PoolQuery, str | None],
    asked: Compared = _EVERYTHING,
) -> Answer[ListChange, AboutComparison]:
    """Return the differences between two closed lists, in the order of `what`, then of players.

    Each list is a pool, on a track as known at a moment, and a period (None: the last in force).
    `about` counts the players of each list, the differences of each kind, the players who differ,
    and on the page those with an unexplained difference. Asked about a merged number: its row on
    the lists before the merge, and the row of the kept player on those after it. Raises NotCovered
    for a list that is not closed, Refused for the ratings carried over, and for lists of one
    history in another order.
    """
    before, after = (
        _closed(*of, printing, field)
        for of, printing, field in zip(
            (one, other), asked.printings, ("period", "other"), strict=True
        )
    )
    _check_order(before, after)
    found = [*_wanted(before, after, asked)]
    players = players_of(found).tolist()
    rows = tuple(_rows(before, after, found, asked))
    about = _about(before, after)
    return Answer(
        replace(
            about,
            differences={changed.what: len(changed.players) for changed in found},
            players=len(players),
            next_page=asked.page.next(players),
            unexplained=_unexplained(rows) if asked.causes else None,
        ),
        rows,
    )


def _wanted(before: ClosedList, after: ClosedList, asked: Compared) -> Iterator[Changed]:
    """Yield the differences that are asked for, without kinds that nobody has."""
    meant = None
    if asked.player is not None:
        meant = [player_on(of.pool, asked.player, of.row) for of in (before, after)]
    for changed in changes(before, after):
        of = changed if meant is None else changed.of(np.isin(changed.players, meant))
        if asked.only is not None:
            of = of.only(asked.only)
        if len(of.players):
            yield of


def _rows(
    before: ClosedList, after: ClosedList, found: Sequence[Changed], asked: Compared
) -> Iterator[ListChange]:
    on_page = asked.page.of(players_of(found).tolist())
    names = names_on(after.pool.official.ledger.read, on_page, after.row.list_date)
    why = None
    if asked.causes:
        why = CausesOfColumns((before.pool, before.row), (after.pool, after.row))
    for changed in found:
        for what, who, was, now in changed.of(np.isin(changed.players, on_page)).rows():
            causes = why.of(what, who) if why else None
            yield ListChange(
                identities.show(who),
                names.get(who, ""),
                what,
                was,
                now,
                causes,
                _rating_change(what, was, now),
            )


def _rating_change(what: str, was: Cell, now: Cell) -> int | None:
    if what == "rating" and isinstance(was, int) and isinstance(now, int):
        return now - was
    return None


def _about(before: ClosedList, after: ClosedList) -> AboutComparison:
    """Return what a comparison rests on, before its differences are counted."""
    same = _same_history(before, after)
    return AboutComparison(
        after.pool.name,
        before.pool.track,
        earlier_list=before.row.period,
        later_list=after.row.period,
        earlier_printing=printing_of(before.pool, before.row),
        later_printing=printing_of(after.pool, after.row),
        earlier_digest=before.row.digest,
        later_digest=after.row.digest,
        players_earlier=len(before.values["player"]),
        players_later=len(after.values["player"]),
        differences={},
        players=0,
        known_to=Position(before.pool.known),
        other_track=None if same else after.pool.track,
        other_known_to=None if same else Position(after.pool.known),
    )


def _same_history(before: ClosedList, after: ClosedList) -> bool:
    one, other = before.pool, after.pool
    return (one.track, one.known) == (other.track, other.known)


def _check_order(before: ClosedList, after: ClosedList) -> None:
    if _same_history(before, after) and before.row.number >= after.row.number:
        earlier, later = before.row.period, after.row.period
        raise Refused(
            Sentence(
                "{pool}: list {earlier:of} is not earlier than list {later:of}: name the earlier "
                "first",
                pool=before.pool.name,
                earlier=ListName(earlier),
                later=ListName(later),
            ),
            code="lists-out-of-order",
            field="other",
            found=later,
            expected=Sentence("a list after {earlier}", earlier=earlier),
        )


def _unexplained(rows: Sequence[ListChange]) -> int:
    """Return how many players have a difference without a known cause."""
    without = (
        row.player for row in rows if any(one.kind == "unexplained" for one in row.causes or ())
    )
    return len(set(without))


def _closed(pool: PoolQuery, period: str | None, printing: int | None, field: str) -> ClosedList:
    pool, row = chosen(pool, period, None, printing)
    if not row.number:
        problem = Sentence("{pool}: the ratings carried over are not a closed list", pool=pool.name)
        raise Refused(problem, code="no-list", field=field, found=row.period)
    return ClosedList(pool, row)
