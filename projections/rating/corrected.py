"""Corrections of closed lists, as booked on the next list (`next-list`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from projections.rating.capital_changes import by_player
from projections.rating.chain_steps import NO_RECOUNTS, Recounts
from projections.rating.handovers import Handover
from projections.rating.standings import Joined, StandIn, Standings, Voided
from projections.rating.waiting import Waiting

BOOKED, LAPSED, VOID, MERGED = OF_UNITS = ("booked", "lapsed", "void", "merged")
"""Effect of a correction: a line on the list; none (the player left the list); a void rating; a
line because two players are one, or are two again."""
POOL, ENTERED, ASKED = "pool", "entered", "asked"
"""Corrections without a unit: other waiting results; an entry rating on a closed list; another
day for asking external lists."""


@dataclass(frozen=True, slots=True)
class Correction:
    """The correction of a unit: a player on a closed list, or in a competition on it.

    Amounts are in points times `per`.
    """

    player: int
    number: int
    """Of the list."""
    kind: str
    """BOOKED, LAPSED, VOID or MERGED."""
    booked: int
    """By all lists so far."""
    due: int
    """By the facts known now."""
    booked_games: int
    due_games: int
    booked_tournaments: int = 0
    due_tournaments: int = 0
    booked_results: Waiting | None = None
    """Of an initial rating: the results behind it."""
    due_results: Waiting | None = None
    per: int = 1
    """Denominator of the amounts."""

    @property
    def booked_points(self) -> Fraction:
        """Amount booked by all lists so far, in points."""
        return Fraction(self.booked, self.per)

    @property
    def due_points(self) -> Fraction:
        """Amount by the facts known now, in points."""
        return Fraction(self.due, self.per)


Entries = Mapping[int, Mapping[str, int]]
"""State fields of entries, by player."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """Corrections of closed lists booked on a list."""

    units: tuple[Correction, ...] = ()
    waiting: Mapping[int, Waiting] = field(default_factory=dict)
    """New waiting results, by unlisted player."""
    withdrawn: Mapping[int, int] = field(default_factory=dict)
    """Void ratings, by player."""
    voided: tuple[Voided, ...] = ()
    entering: Entries = field(default_factory=dict)
    """Entries on closed lists."""
    asked: Entries = field(default_factory=dict)
    """Changed days for asking external lists."""
    awaiting: Mapping[int, NDArray[np.int64]] | None = None
    """By closed list: players without a known entry rating, and the report; None: unchanged."""
    recounts: Recounts = NO_RECOUNTS
    """Corrected competitions, in a pool with chained ratings."""
    handover: Handover | None = None
    """Merges and separations, in a pool with chained ratings."""
    undecided: tuple[str, ...] = ()
    """Tournament of each such entry."""
    results: Mapping[int, NDArray[np.int64]] = field(default_factory=dict)
    """By closed list: players with results that may wait for a first rating, and the report; in
    addition to those known."""
    states: Entries = field(default_factory=dict)
    """All state fields of merged and separated players before the step; in a chain `handover`."""
    others: Mapping[int, int] = field(default_factory=dict)
    """For each of these players, the other one."""
    joins: tuple[Joined, ...] | None = None
    """The merges in force from the list on; None: unchanged."""
    stand_ins: tuple[StandIn, ...] | None = None
    """The players with another rating on closed lists, from the list on; None: unchanged."""

    def carriers(self, number: int) -> dict[int, int]:
        """Return the numbers whose rating goes on for a kept player from a list on."""
        begun = (joined for joined in self.joins or () if joined.number == number)
        return {joined.merged: joined.kept for joined in begun if joined.carrier != joined.kept}

    def of_player(self, number: int, player: int) -> Corrections:
        """Return the corrections of a register number as those of a player."""

        def called(who: int) -> int:
            return player if who == number else who

        waiting = {
            called(who): rows.renamed({number: player}) for who, rows in self.waiting.items()
        }
        results = {on: pairs.copy() for on, pairs in self.results.items()}
        for pairs in results.values():
            pairs[pairs[:, 0] == number, 0] = player
        return replace(
            self,
            units=tuple(replace(unit, player=called(unit.player)) for unit in self.units),
            waiting=waiting,
            withdrawn={called(who): rating for who, rating in self.withdrawn.items()},
            results=results,
        )

    def concerned(self) -> list[int]:
        """Return the players with a unit changed by corrections."""
        return sorted(
            {unit.player for unit in self.units}
            | {*self.waiting, *self.entering, *self.asked, *self.states}
        )

    def move_on(self, standings: Standings) -> None:
        """Apply corrections to standings: waiting results, void ratings, entries."""
        for number, pairs in self.results.items():
            known = standings.results.get(number, pairs[:0])
            standings.results[number] = np.unique(np.concatenate([known, pairs]), axis=0)
        if self.waiting:
            others = ~np.isin(standings.waiting.player, list(self.waiting))
            standings.waiting = standings.waiting.rows(others)
            for rows in self.waiting.values():
                standings.waiting = standings.waiting.joined(rows)
        standings.voided.extend(self.voided)
        if self.awaiting is not None:
            standings.awaiting = dict(self.awaiting)
        if self.stand_ins is not None:
            standings.stand_ins = list(self.stand_ins)
        if self.joins is not None:
            standings.joins = list(self.joins)
        if self.withdrawn or self.entering or self.asked or self.states:
            self.apply_to(standings.state, np.arange(len(standings.state["rating"])))

    def apply_to(self, state: Mapping[str, NDArray[Any]], players: NDArray[np.int64]) -> None:
        """Apply merges, void ratings and entries to state columns of `players`."""
        for player, fields in self.states.items():
            for name, value in fields.items():
                state[name][players == player] = value
        void = np.isin(players, list(self.withdrawn))
        for name in ("rating", "games"):
            state[name][void] = 0
        for player, fields in (*self.entering.items(), *self.asked.items()):
            for name, value in fields.items():
                state[name][players == player] = value

    def facts(self, players: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        """Return the corrections of players as columns, as in `rating.NOT_CHANGED`."""
        if not self.units:  # nearly always: a step costs nothing for it
            return {}
        booked = [unit for unit in self.units if unit.kind in (BOOKED, MERGED)]
        points, merged = Counter[int](), Counter[int]()
        games, tournaments = Counter[int](), Counter[int]()
        for unit in booked:
            (merged if unit.kind == MERGED else points)[unit.player] += unit.due - unit.booked
            games[unit.player] += unit.due_games - unit.booked_games
            tournaments[unit.player] += unit.due_tournaments - unit.booked_tournaments
        return {
            "corrected_points": by_player(players, points),
            "merged_points": by_player(players, merged),
            "corrected_games": by_player(players, games),
            "corrected_tournaments": by_player(players, tournaments),
            "withdrawn_rating": by_player(players, self.withdrawn),
        }


NOTHING_CORRECTED: Final = Corrections()


def together(found: Sequence[Corrections]) -> Corrections:
    """Return the corrections of different players as one."""
    results: dict[int, NDArray[np.int64]] = {}
    for part in found:
        for number, pairs in part.results.items():
            results[number] = np.concatenate([results.get(number, pairs[:0]), pairs])
    return Corrections(
        units=tuple(unit for part in found for unit in part.units),
        waiting={player: rows for part in found for player, rows in part.waiting.items()},
        withdrawn={player: rating for part in found for player, rating in part.withdrawn.items()},
        voided=tuple(span for part in found for span in part.voided),
        results=results,
    )


def in_words(points: Fraction, *, sign: bool = True) -> str:
    """Return points as a decimal number."""
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    return f"{exact:+}" if sign else f"{exact}"
