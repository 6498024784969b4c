"""What is held of a pool's categories, walked from its standings: what lists moved, and the law.

A text's own column keeps what capitals have come to, for good. Where the body set how long a
category is kept, the categories on a day follow from its
history of ratings (`projections.categories`).

Reading `permanence_seen`: a pool beside sees the permanence in force there on the day asked about,
among what was recorded by the position up to which its list takes facts. A category that is only
proposed, or that was lowered again, is not held. Decisions about a player are not walked: what was
awarded is seen by itself (`awards_seen`), what was withdrawn is for a decision to say. Who was
carried over is placed by the highest capital told of him.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger.columns import Wide
from projections.categories.ladder import SETTABLE, days_of_law, ladder_on
from projections.categories.timeline import NUMBER, PLAYER, RATING, Walk
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.parameters import known_parameters
from projections.state.pool import PoolFacts
from projections.steps.capital_changes import CHAINED, HELD, Moved
from projections.steps.standings import Standings


class Listed(NamedTuple):
    """A list of a chain, in force from its date."""

    number: int
    list_date: date

    @property
    def in_force_from(self) -> date:
        """Give its date."""
        return self.list_date


class Ended(NamedTuple):
    """The end of a year on a list."""

    number: int
    place: int


@dataclass(frozen=True, slots=True)
class Chain:
    """The lists of a chained pool, and what changed the capitals on each list."""

    facts: PoolFacts
    known: int
    standings: Standings
    law: Rulebook

    def lists(self) -> list[Listed]:
        """Give the lists that were sealed at or before the position known."""
        sealed = sum(each.position <= self.known for each in self.facts.closed)
        return [Listed(*each) for each in enumerate(self.standings.since[: sealed + 1])]

    def turns(self, last: int, player: int | None = None) -> list[Ended]:
        """Give the ends of years on the lists up to one; or, of these, those of a player."""
        return [
            Ended(each.number, place)
            for place, each in self._moved(last)
            if each.phase == CHAINED and each.competition is None
            if player is None or player in each.player
        ]

    def moves(self, number: int, player: int | None = None) -> Wide:
        """Give (player, list, place, capital, moved) for each change up to a list, in order."""
        capital = np.zeros(len(self.standings.state["rating"]), dtype=np.int64)
        carried = self.standings.ratings[0]
        capital[: len(carried)] = carried
        there = np.flatnonzero(carried)
        found = [_rows(there, capital, 0, 0, capital[there] - self._highest(there, capital))]
        for place, each in self._moved(number):
            capital[each.player] += each.points + each.entered
            if each.phase == HELD:
                _hold(found, each, capital, place)
                continue
            some = self._changed(each)
            who = each.player[some]
            found.append(_rows(who, capital, each.number, place, each.points[some]))
        rows = np.concatenate(found)
        return rows if player is None else rows[rows[:, PLAYER] == player]

    def _highest(self, players: Wide, capital: Wide) -> Wide:
        """Give the capitals by which players carried over are placed: the least of what is told."""
        ladder = ladder_on(self.facts, self.standings.since[0], self.known)
        if ladder is None:
            return capital[players]
        thresholds = np.array([each for _, each in ladder.categories], dtype=np.int64)
        told = self.standings.shown[self.law.category][0].take(players)
        return np.maximum(capital[players], thresholds.take(told))

    def _moved(self, last: int) -> Iterator[tuple[int, Moved]]:
        return ((at, each) for at, each in enumerate(self.standings.moved) if each.number <= last)

    def _changed(self, moved: Moved) -> NDArray[np.bool_]:
        """Tell whose capital changed, or was come to by a game that counts."""
        changed = (moved.points != 0) | (moved.entered > 0)
        of = moved.competition
        return changed if of is None else changed | (of.kept[self.law.recounted.games] != 0)


def _rows(players: Wide, capital: Wide, number: int, place: int, moved: Wide | int) -> Wide:
    columns = (players, number, place, capital[players], moved)
    return np.stack(np.broadcast_arrays(*columns), axis=1).astype(np.int64)


def _hold(found: list[Wide], sealed: Moved, capital: Wide, place: int) -> None:
    """Let the last row of each player on a list come to what it was sealed with."""
    for player, points in zip(sealed.player.tolist(), sealed.points.tolist(), strict=True):
        for rows in reversed(found):
            mine = (rows[:, PLAYER] == player) & (rows[:, NUMBER] == sealed.number)
            if mine.any():
                rows[mine, RATING] += points
                break
        else:
            found.append(_rows(np.array([player]), capital, sealed.number, place, points))


def is_set(facts: PoolFacts, known: int) -> bool:
    """Tell whether the body set which categories there are, or how long one is kept."""
    return bool(known_parameters(facts, SETTABLE, known))


def law_of(facts: PoolFacts, day: date, known: int) -> date:
    """Give the last day of law on or before a day: from it on what is held goes by lists alone."""
    return max((each for each in days_of_law(facts, known) if each <= day), default=date.min)


def held(chain: Chain, number: int, day: date) -> Wide:
    """Give by register number the place of the category held on a day with a list; -1: none."""
    walk = Walk(chain, len(chain.standings.state["rating"]))
    known = chain.lists()[: number + 1]
    walk.go([(each.in_force_from, each) for each in known if each.in_force_from <= day], day)
    return walk.holding.held()
