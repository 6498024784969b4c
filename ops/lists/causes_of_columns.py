"""The causes of each changed column of a row: those of the player that act on this column.

A rating changes by what is played, corrected and decided. The activity changes by games, or by the
rules alone where nothing is played; the K-factor and the category by the rules from the same facts.
"""

from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from typing import Final

import numpy as np
from msgspec import structs

from ledger.sentences import Position
from ops.answers.causes import ChangeCause, Kind, causes_between
from projections.categories.change import Change
from projections.queries import PoolQuery, RatingList
from projections.queries.categories import on_list
from projections.queries.printed import sealed_list

_RATED: Final = ("entered", "left", "rating")
_FACTS: Final[tuple[Kind, ...]] = ("played", "late-report", "correction", "decision")
_OF_TOURNAMENTS: Final[tuple[Kind, ...]] = ("played", "late-report", "correction")
_OF_PERSONS: Final = ("players-merged", "players-separated")
"""Decisions that change the activity; others are about ratings and categories."""
_Side = tuple[PoolQuery, RatingList]


class CausesOfColumns:
    """The causes of the differences between two closed lists, by column and player."""

    def __init__(self, earlier: _Side, later: _Side) -> None:
        self._earlier, self._later = earlier, later
        (one, self._first), (other, self._last) = earlier, later
        self._one_history = (one.track, one.known) == (other.track, other.known)
        self._of_players: dict[int, tuple[ChangeCause, ...]] = {}

    def of(self, what: str, player: int) -> tuple[ChangeCause, ...]:
        """Return the causes of a difference in the order of lists; `unexplained` where none is."""
        if player not in self._of_players:
            self._of_players[player] = causes_between(self._earlier, self._later, player)
        known = self._of_players[player]
        found = (
            tuple(dict.fromkeys(self._within(what, player, known)))
            if self._one_history
            else _of_histories(what, known)
        )
        named = tuple(map(self._with_name, found))
        return named or (ChangeCause("unexplained", self._last.period),)

    def _with_name(self, cause: ChangeCause) -> ChangeCause:
        """Return a cause with the name of its tournament, where it is about one."""
        announced = self._later[0].official.facts.announcements
        if cause.kind not in _OF_TOURNAMENTS or cause.about not in announced:
            return cause
        return structs.replace(cause, name=announced[cause.about].name)

    def _within(
        self, what: str, player: int, known: Sequence[ChangeCause]
    ) -> Iterator[ChangeCause]:
        """Yield the causes in one history, on the lists on which the column changed."""
        if what in ("category", "title"):
            changes = [*self._of_category(player, known, title=what == "title")]
            yield from changes or [ChangeCause("law", self._last.period, what)]
        elif what in _RATED:
            changed = self._changed_on("rating", player)
            yield from _rated(known, changed, pooled=what == "entered")
        else:
            for on, now in [*self._changed_on(what, player).items()][-1:]:  # what holds since then
                yield from _facts(what, [one for one in known if one.list == on], now)
                yield ChangeCause("law", on, what)

    def _changed_on(self, column: str, player: int) -> dict[str, int]:
        """Return the lists on which a column of a player changed, each with the new value."""
        found: dict[str, int] = {}
        lists = self._later[0].lists()[self._first.number : self._last.number + 1]
        before = self._value(self._first, column, player)
        for row in lists[1:]:
            now = self._value(row, column, player)
            if now != before:
                found[row.period] = now
            before = now
        return found

    def _value(self, row: RatingList, column: str, player: int) -> int:
        """Return a value on a list; 0 of a player who is not on it."""
        values = sealed_list(self._later[0], row).values
        at = int(np.searchsorted(values["player"], player))
        listed = at < len(values["player"]) and int(values["player"][at]) == player
        return int(values[column][at]) if listed else 0

    def _of_category(
        self, player: int, known: Sequence[ChangeCause], *, title: bool
    ) -> Iterator[ChangeCause]:
        periods = {row.number: row.period for row in self._later[0].lists()}
        for change in self._category_changes.get(player, ()):
            if change.title != title or not change.is_effective:
                continue
            if change.number is not None and change.number > self._first.number:
                on = periods[change.number]
                yield from (one for one in known if one.list == on and one.kind in _FACTS)
                yield ChangeCause("law", on, "title" if title else "category")
            elif change.decided_at is not None and change.decided_at > self._first.through_position:
                yield _decision(change, self._last.period)

    @cached_property
    def _category_changes(self) -> dict[int, list[Change]]:
        found = on_list(*self._later)
        by_player: dict[int, list[Change]] = {}
        for change in found.changes if found else ():
            by_player.setdefault(change.player, []).append(change)
        return by_player


def _rated(
    known: Sequence[ChangeCause], changed: Container[str], *, pooled: bool
) -> Sequence[ChangeCause]:
    """Return the causes on some lists; of who enters also the facts of the lists before."""
    on = [one for one in known if one.list in changed or (pooled and one.kind in _FACTS)]
    return on or [one for one in known if one.kind == "law"]


def _facts(what: str, known: Sequence[ChangeCause], now: int) -> Iterator[ChangeCause]:
    """Yield the facts that act on a column which the rules compute."""
    for one in known:
        active = what != "inactive" or _acts_on_activity(one)
        nothing_played = what == "inactive" and now and one.kind == "played"
        if one.kind in _FACTS and active and not nothing_played:
            yield one


def _acts_on_activity(cause: ChangeCause) -> bool:
    return cause.kind in _FACTS and (cause.kind != "decision" or cause.about in _OF_PERSONS)


def _of_histories(what: str, known: tuple[ChangeCause, ...]) -> tuple[ChangeCause, ...]:
    """Return the causes of a difference between two histories; of the activity the facts."""
    facts = tuple(one for one in known if _acts_on_activity(one))
    return facts if what == "inactive" and facts else known


def _decision(change: Change, on: str) -> ChangeCause:
    about = f"{'title' if change.title else 'category'} {change.how}"
    return ChangeCause("decision", on, about, Position(change.decided_at or 0))
