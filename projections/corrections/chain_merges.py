"""Merges and separations on a list of a chain: the capital of each player from this list on.

Reading `merged_capitals`: from the list that takes in a merge, the capital of the merged number has
ended, as by an annulment. If only that number was rated, its capital goes on as that of the kept
player, with its history. What was carried over of the other number (games, years of valid events)
and its category are facts about the person: they are joined.

Reading `separated_capitals`: the list that takes in a separation takes back what the merge did. The
capital of the merged number goes on as if it had not ended; a kept player whose capital it was has
none and begins anew. A category reached since stays.

`merged_capitals` finds which competitions the list books otherwise.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from projections.corrections.joining import begun_and_ended
from projections.rating.capital_changes import HandedOver
from projections.rating.handovers import Handover
from projections.rating.standings import Joined, Standings
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import ADD, UNION
from projections.state.merges import Merge
from projections.state.pool import PoolFacts
from projections.state.reports import Order

State = dict[str, int]


@dataclass
class ChainMerges:
    """The merges begun and ended by a list of a chain, and the states after them."""

    facts: PoolFacts
    law: Rulebook
    before: Standings
    """After the last list."""
    carried: Callable[[], Mapping[str, NDArray[Any]]]
    """Returns the state where the histories begin."""
    order: Order
    """The place where capitals end."""
    through: int
    """The position up to which the list takes facts."""
    states: dict[int, State] = field(init=False, default_factory=dict)
    """By player, the state after the step."""
    others: dict[int, int] = field(init=False, default_factory=dict)
    begun: list[Joined] = field(init=False)
    ended: list[Joined] = field(init=False)
    _capitals: list[tuple[int, int]] = field(init=False, default_factory=list)
    """The merged numbers whose capital ends, with the capital."""

    def __post_init__(self) -> None:
        """Separate and merge the players."""
        begun, self.ended = begun_and_ended(self.facts, self.before, self.through)
        for joined in reversed(self.ended):
            self._separate(joined)
        self.begun = [self._merge(merge) for merge in begun]

    @property
    def number(self) -> int:
        """Number of the list."""
        return len(self.facts.closed) + 1

    @property
    def changes(self) -> bool:
        """Return whether a merge begins or ends with the list."""
        return bool(self.begun or self.ended)

    @property
    def joins(self) -> tuple[Joined, ...]:
        """The merges in force from the list on."""
        going_on = (joined for joined in self.before.joins if joined not in self.ended)
        return (*going_on, *self.begun)

    @property
    def taken_over(self) -> list[Joined]:
        """The new merges with which the capital of the merged number goes on."""
        return [joined for joined in self.begun if joined.carrier != joined.kept]

    @property
    def dropped(self) -> list[Joined]:
        """The separations after which the kept player has no capital."""
        return [joined for joined in self.ended if joined.carrier != joined.kept]

    def _state(self, player: int) -> State:
        if player in self.states:
            return self.states[player]
        return {name: int(values[player]) for name, values in self.before.state.items()}

    def _state_by_name(self, state: tuple[int, ...]) -> State:
        return dict(zip(self.law.state, state, strict=True))

    def _merge(self, merge: Merge) -> Joined:
        kept, merged = self._state(merge.kept), self._state(merge.merged)
        takes_over = not kept["rating"] and self._has_history(merge.merged)
        own, other = (merged, kept) if takes_over else (kept, self._carried(merge.merged))
        together = self.law.joined(tuple(own.values()), tuple(other.values()))
        self._set(merge.kept, merge.merged, self._state_by_name(together))
        self._set(merge.merged, merge.kept, {**merged, "rating": 0})
        if merged["rating"]:
            self._capitals.append((merge.merged, merged["rating"]))
        return Joined(
            kept=merge.kept,
            merged=merge.merged,
            carrier=merge.merged if takes_over else merge.kept,
            number=self.number,
            added=False,
            lists=(),
            kept_state=tuple(kept.values()),
            merged_state=tuple(merged.values()),
        )

    def _has_history(self, player: int) -> bool:
        touched = self.before.touched
        listed = player < len(touched) and touched[player] > 0
        return bool(listed or self._state(player)["rating"])

    def _carried(self, player: int) -> State:
        """Return the state of a merged number without its competitions on closed lists.

        These become competitions of the kept player, who has a capital.
        """
        begun, now = self.carried(), self._state(player)
        return {
            name: int(begun[name][player]) if self.law.joins[name] in (ADD, UNION) else value
            for name, value in now.items()
        }

    def _separate(self, joined: Joined) -> None:
        kept = self._state_by_name(joined.kept_state)
        if joined.carrier == joined.kept:
            kept = self._without(joined, self._state(joined.kept))
        self._set(joined.kept, joined.merged, kept)
        self._set(joined.merged, joined.kept, self._state_by_name(joined.merged_state))

    def _without(self, joined: Joined, now: State) -> State:
        """Return the state of a kept player without the joined state of the other number.

        The years of valid events are found with the competitions (`with_years`).
        """
        other = self._carried(joined.merged)
        return {
            name: value - other[name] if self.law.joins[name] == ADD else value
            for name, value in now.items()
        }

    def _set(self, player: int, other: int, state: State) -> None:
        self.states[player], self.others[player] = state, other

    @cached_property
    def handover(self) -> Handover:
        """The step that sets the states."""
        players = np.array(sorted(self.states), dtype=np.int64)
        some = players.tolist()
        return Handover(
            players,
            np.array([self.others[player] for player in some], dtype=np.int64),
            {
                name: np.array([self.states[player][name] for player in some], dtype=np.int64)
                for name in self.law.state
            },
            self._change(players),
        )

    def _change(self, players: NDArray[np.int64]) -> HandedOver:
        before = self.before.state["rating"].take(players).astype(np.int64)
        after = np.array([self.states[player]["rating"] for player in players.tolist()])
        rows = np.flatnonzero(before != after)
        before, after, players = before[rows], after[rows], players[rows]
        return HandedOver(
            self.number,
            self.order,
            players,
            np.where(before > 0, after - before, 0),
            np.where(before == 0, after, 0),
            players[after == 0],
            tuple(self._capitals),
            tuple((joined.kept, joined.merged) for joined in self.taken_over),
            tuple((joined.merged, joined.number) for joined in self.ended),
            tuple((joined.kept, joined.number) for joined in self.dropped),
        )

    def standings(self) -> Standings:
        """Return the standings after the step."""
        if not self.changes:
            return self.before
        state = {name: values.copy() for name, values in self.before.state.items()}
        for name, values in self.handover.state.items():
            state[name][self.handover.players] = values
        moved = self.before.moved.fork()
        assert self.handover.change is not None
        moved.add([self.handover.change])
        return replace(self.before, state=state, moved=moved, joins=list(self.joins))
