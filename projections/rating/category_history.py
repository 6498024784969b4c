"""Categories of a pool seen by another pool, from the capitals of its chain.

Where the body set how long a category is kept, the categories on a day follow from the history of
ratings (`projections.categories`); otherwise the rulebook has a column for them.

Reading `permanence_seen`: another pool sees the permanence in force here on the day asked about,
from what was recorded by the position up to which its list takes facts. Proposed and lost
categories do not count. Decisions about a player do not count either: awards are seen separately
(`awards_seen`), a withdrawal needs a decision in the other pool. A player carried over is placed
by the highest capital known.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from ledger.columns import Wide
from projections.categories.ladder import SETTABLE, days_of_law, ladder_on
from projections.categories.timeline import NUMBER, PLAYER, RATING, DatedList, Timeline
from projections.rating.capital_changes import CHAINED, DEVIATING, CapitalChange
from projections.rating.standings import Standings
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.law import known_parameters
from projections.state.pool import PoolFacts
from projections.state.printings import sealed_by


@dataclass(slots=True)
class Chain:
    """The lists of a chained pool and the changes of capital on them (a `RatingHistory`)."""

    facts: PoolFacts
    known: int
    standings: Standings
    law: Rulebook

    def lists(self) -> list[DatedList]:
        """Return the lists closed at or before the position known, in force from their dates."""
        closed = sealed_by(self.facts, self.known)
        days = enumerate(self.standings.since[: closed + 1])
        return [DatedList(number, day, in_force_from=day) for number, day in days]

    def year_end_places(self, last: int, player: int | None = None) -> set[tuple[int, int]]:
        """Return (list, place) of the year ends up to a list, or of those that moved a player."""
        return {
            (step.number, place)
            for place, step in self._steps(last)
            if step.phase == CHAINED and step.competition is None
            if player is None or player in step.player
        }

    def rating_changes(self, number: int, player: int | None = None) -> Wide:
        """Return (player, list, place, capital, change) rows up to a list, in order."""
        capital = np.zeros(len(self.standings.state["rating"]), dtype=np.int64)
        carried = self.standings.ratings[0]
        capital[: len(carried)] = carried
        players = np.flatnonzero(carried)
        placing = capital[players] - self._highest(players, capital)
        found = [_rows(players, capital, 0, 0, placing)]
        for place, step in self._steps(number):
            capital[step.player] += step.points + step.entered
            if step.phase == DEVIATING:
                _add_to_last(found, step, capital, place)
                continue
            changed = self._is_changed(step)
            of = (capital, step.number, place, step.points[changed])
            found.append(_rows(step.player[changed], *of))
        rows = np.concatenate(found)
        return rows if player is None else rows[rows[:, PLAYER] == player]

    def _highest(self, players: Wide, capital: Wide) -> Wide:
        """Return the lowest possible peaks of players carried over, from their categories."""
        ladder = ladder_on(self.facts, self.standings.since[0], self.known)
        if ladder is None:
            return capital[players]
        thresholds = np.array([threshold for _, threshold in ladder.categories], dtype=np.int64)
        carried = self.standings.shown[self.law.category][0].take(players)
        return np.maximum(capital[players], thresholds.take(carried))

    def _steps(self, last: int) -> Iterator[tuple[int, CapitalChange]]:
        steps = enumerate(self.standings.moved.on_their_lists())
        return ((place, step) for place, step in steps if step.number <= last)

    def _is_changed(self, step: CapitalChange) -> NDArray[np.bool_]:
        changed = (step.points != 0) | (step.entered > 0)
        if step.competition is None:
            return changed
        return changed | (step.competition.columns[self.law.chained_corrections.games] != 0)


def _rows(players: Wide, capital: Wide, number: int, place: int, change: Wide | int) -> Wide:
    columns = (players, number, place, capital[players], change)
    return np.stack(np.broadcast_arrays(*columns), axis=1).astype(np.int64)


def _add_to_last(found: list[Wide], deviation: CapitalChange, capital: Wide, place: int) -> None:
    """Add the points of a deviation to the last row of each player on the list."""
    for player, points in zip(deviation.player.tolist(), deviation.points.tolist(), strict=True):
        for rows in reversed(found):
            of_player = (rows[:, PLAYER] == player) & (rows[:, NUMBER] == deviation.number)
            if of_player.any():
                rows[of_player, RATING] += points
                break
        else:
            found.append(_rows(np.array([player]), capital, deviation.number, place, points))


def is_set(facts: PoolFacts, known: int) -> bool:
    """Return whether the body set the categories, or how long one is kept."""
    return bool(known_parameters(facts, SETTABLE, known))


def law_of(facts: PoolFacts, day: date, known: int) -> date:
    """Return the last change of law on or before a day: afterwards only lists change categories."""
    return max((start for start in days_of_law(facts, known) if start <= day), default=date.min)


def places_on(chain: Chain, number: int, day: date) -> Wide:
    """Return the places of categories on a day with a list, by register number; -1 is none."""
    timeline = Timeline(chain, len(chain.standings.state["rating"]))
    known = chain.lists()[: number + 1]
    timeline.advance([(row.in_force_from, row) for row in known if row.in_force_from <= day], day)
    return timeline.categories.places()
