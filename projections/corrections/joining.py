"""The merges begun and ended by a list, and the states after them.

See `merged` for the readings, and `chain_merges` for chains.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from projections.rating.standings import Joined, StandIn, Standings, Voided
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import ADD, OWN_OR_OTHER
from projections.state.merges import Merge
from projections.state.pool import PoolFacts

State = tuple[int, ...]


def begun_and_ended(
    facts: PoolFacts, before: Standings, through: int
) -> tuple[list[Merge], list[Joined]]:
    """Return the merges taken in by a list, and the merges ended by it.

    `before` are the standings of the list before; the list takes facts up to position `through`.
    """
    now = {(m.kept, m.merged): m for m in facts.merges if m.holds_at(through)}
    known = {(joined.kept, joined.merged) for joined in before.joins}
    ended = [joined for joined in before.joins if (joined.kept, joined.merged) not in now]
    return [merge for pair, merge in now.items() if pair not in known], ended


@dataclass
class Joining(ABC):
    """The merged and separated players of a list that rates a whole period."""

    facts: PoolFacts
    law: Rulebook
    before: Standings
    """After the last list."""
    through: int
    """The position up to which the list takes facts."""
    states: dict[int, State] = field(init=False, default_factory=dict)
    """State before the step of players whom a merge or a separation changes."""
    others: dict[int, int] = field(init=False, default_factory=dict)
    begun: list[Joined] = field(init=False, default_factory=list)
    ended: list[Joined] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        """Join and part the players."""
        begun, self.ended = begun_and_ended(self.facts, self.before, self.through)
        for joined in reversed(self.ended):
            self._part(joined)
        self.begun = [self._join(merge) for merge in begun]

    @abstractmethod
    def lists_with(self, player: int) -> Iterable[int]:
        """Return the closed lists that may have results of a player."""

    @property
    def last(self) -> int:
        """Number of the last closed list."""
        return len(self.facts.closed)

    @property
    def changes(self) -> bool:
        """Return whether a merge begins or ends with the list."""
        return bool(self.begun or self.ended)

    @property
    def joins(self) -> tuple[Joined, ...]:
        """The merges in force from the list on."""
        ended = {(joined.kept, joined.merged) for joined in self.ended}
        going_on = (j for j in self.before.joins if (j.kept, j.merged) not in ended)
        return (*going_on, *self.begun)

    def _state(self, player: int) -> State:
        if player in self.states:
            return self.states[player]
        return tuple(int(self.before.state[name][player]) for name in self.law.state)

    def _rating(self, state: State) -> int:
        return state[list(self.law.state).index("rating")]

    def _join(self, merge: Merge) -> Joined:
        kept, merged = self._state(merge.kept), self._state(merge.merged)
        takes_over = bool(self._rating(merged)) and not self._rating(kept)
        own, other = (merged, kept) if takes_over else (kept, merged)
        self._set(merge.kept, merge.merged, self.law.joined(own, other))
        self._set(merge.merged, merge.kept, tuple(0 for _ in merged))
        gone = merge.kept if takes_over else merge.merged
        return Joined(
            kept=merge.kept,
            merged=merge.merged,
            carrier=merge.merged if takes_over else merge.kept,
            number=self.last + 1,
            added=bool(self._rating(other)),
            lists=tuple(self.lists_with(gone)),
            kept_state=kept,
            merged_state=merged,
        )

    def _part(self, joined: Joined) -> None:
        """Give both players a state of their own again."""
        now = self._state(joined.kept)
        kept = joined.kept_state
        if joined.carrier == joined.kept:
            rows = zip(self.law.state, now, joined.kept_state, joined.merged_state, strict=True)
            kept = tuple(self._without(name, *values) for name, *values in rows)
        self._set(joined.kept, joined.merged, kept)
        self._set(joined.merged, joined.kept, joined.merged_state)

    def _without(self, name: str, now: int, own: int, other: int) -> int:
        if self.law.joins[name] == ADD:
            return now - other
        is_others = self.law.joins[name] == OWN_OR_OTHER and not own and now == other
        return 0 if is_others else now

    def _set(self, player: int, other: int, state: State) -> None:
        self.states[player], self.others[player] = state, other

    def fields(self) -> dict[int, dict[str, int]]:
        """Return the states by player and field."""
        names = list(self.law.state)
        return {
            player: dict(zip(names, state, strict=True)) for player, state in self.states.items()
        }

    @cached_property
    def stand_ins(self) -> list[StandIn]:
        """Return the players who have another rating on closed lists, as of now."""
        gone = {joined.kept for joined in self.ended if joined.carrier != joined.kept}
        found = [one for one in self.before.stand_ins if one.player not in gone]
        taken_over = (joined for joined in self.begun if joined.carrier != joined.kept)
        found += [StandIn(one.kept, one.merged, 0, one.number) for one in taken_over]
        for joined in self.ended:
            if self._rating(joined.merged_state):
                lists = (joined.number, self.last + 1, joined.number - 1)
                found.append(StandIn(joined.merged, joined.merged, *lists))
        return found

    @property
    def voided(self) -> tuple[Voided, ...]:
        """Return the ceased ratings: ratings of another number, on lists since the merge."""
        return tuple(
            Voided(joined.kept, joined.number, self.last + 1)
            for joined in self.ended
            if joined.carrier != joined.kept
        )
