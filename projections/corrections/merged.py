"""Merged and separated players: what a list takes over of two numbers, and what it books again.

Reading `merged_players`: from the list that takes in a merge, the merged number is off the list.
Its games on closed lists count for the kept player, whose changes are computed again with the games
of both and with the rating of the kept player; if only the other one was rated, that rating goes
on (`carrier`). An initial rating is computed again from the results of both. Counters add, unless
the changes bring the games of an unrated number; the peak is the higher. Opponents book nothing: on
closed lists they met the number that stood there.

Reading `separated_players`: the list that takes in a separation books the opposite. The merged
number returns with the rating of the last list with it, and with the changes of its own reports
since; a player whose rating was that of the other number begins anew.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from ledger import columns
from ledger.columns import Players
from projections.corrections.corrected_reports import Recall, Side
from projections.rating.standings import Joined, StandIn, Standings, Voided
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import ADD, OWN_OR_OTHER
from projections.state.merges import Merge, Names, names_at, names_of_player
from projections.state.pool import PoolFacts

State = tuple[int, ...]


@dataclass
class Merging:
    """The merged players of a list to come: as of the last closing, and as of now."""

    facts: PoolFacts
    law: Rulebook
    before: Standings
    """After the last list."""
    recall: Recall | None
    through: int
    """The position up to which the list takes facts."""
    states: dict[int, State] = field(init=False, default_factory=dict)
    """State before the step of players whom a merge or a separation changes."""
    others: dict[int, int] = field(init=False, default_factory=dict)
    begun: list[Joined] = field(init=False, default_factory=list)
    ended: list[Joined] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        """Join and part the players."""
        now = {(m.kept, m.merged): m for m in self.facts.merges if m.holds_at(self.through)}
        known = {(joined.kept, joined.merged) for joined in self.before.joins}
        self.ended = [j for j in self.before.joins if (j.kept, j.merged) not in now]
        for joined in self.ended:
            self._part(joined)
        self.begun = [self._join(merge) for pair, merge in now.items() if pair not in known]

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

    # ------------------------------------------------------------------------------------- states

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
            lists=tuple(self._lists_with(gone)),
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
        return {who: dict(zip(names, state, strict=True)) for who, state in self.states.items()}

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
        """Return the ratings that cease: those of another number, on lists since the merge."""
        return tuple(
            Voided(joined.kept, joined.number, self.last + 1)
            for joined in self.ended
            if joined.carrier != joined.kept
        )

    # -------------------------------------------------------------------------------------- lists

    def _lists_with(self, player: int) -> Iterator[int]:
        """Yield the closed lists that may have results of a player.

        Those that print games, those that the player left, and those with waiting results.
        """
        assert self.recall is not None or not self.last
        was_listed = self.before.rating_of(0, player) > 0
        for number in range(1, self.last + 1):
            waits = (self.before.results.get(number), self.before.awaiting.get(number))
            sealed = self.recall.listed(number)  # type: ignore[union-attr]  # checked above
            games = sealed["period_games"][sealed["player"] == player]
            left, was_listed = was_listed and not len(games), bool(len(games))
            waited = any(pairs is not None and player in pairs[:, 0] for pairs in waits)
            if waited or left or (games > 0).any():
                yield number

    @cached_property
    def reports(self) -> dict[int, dict[int, list[int]]]:
        """Return by changed player and list the reports that change with the merge."""
        found: dict[int, dict[int, list[int]]] = {}
        for joined in self.begun:
            gone = joined.merged if joined.carrier == joined.kept else joined.kept
            self._add(found, (joined.kept,), gone, joined.lists)
        for joined in self.ended:
            if joined.carrier == joined.kept:
                self._add(found, (joined.kept,), joined.merged, joined.lists)
            since = range(joined.number, self.last + 1)
            if joined.carrier != joined.kept:
                self._add(found, (joined.kept,), joined.kept, since)
            self._add(found, (joined.kept, joined.merged), joined.merged, since)
            found.setdefault(joined.merged, {})
        return found

    def _add(
        self,
        found: dict[int, dict[int, list[int]]],
        players: Sequence[int],
        named: int,
        lists: Sequence[int],
    ) -> None:
        for number in lists:
            positions = self._naming(named, number)
            for player in players if positions else ():
                of_player = found.setdefault(player, {})
                of_player[number] = [*of_player.get(number, ()), *positions]

    def _naming(self, player: int, number: int) -> list[int]:
        """Return the reports of a list that name a register number."""
        assert self.recall is not None
        reports = self.recall.reports(self.facts.booked[number - 1], self.through)
        return [
            report.position
            for report in reports
            if (columns.read(report.player, columns.PLAYER) == player).any()
        ]

    def lists(self) -> set[int]:
        """Return the closed lists that are computed again for changed players."""
        return {number for of_player in self.reports.values() for number in of_player}

    def changed_on(self, number: int) -> Players:
        """Return the changed players of a closed list."""
        players = sorted(who for who, lists in self.reports.items() if number in lists)
        return np.array(players, dtype=np.int64)

    # -------------------------------------------------------------------------------------- names

    @cached_property
    def special(self) -> set[int]:
        """Return the players who are not called as on the closed lists."""
        every = (*self.before.joins, *self.begun)
        return {j.kept for j in every} | {j.merged for j in self.ended}

    def row(self, player: int, number: int) -> int:
        """Return the number under which a player was rated on a closed list."""
        for joined in self.joins:
            if joined.kept == player != joined.carrier and number < joined.number:
                return joined.carrier
        return player

    def names(self, number: int, player: int, side: Side) -> Names:
        """Return the merged numbers on a list, for the unit of one player.

        All others are called as when the list was closed.
        """
        known = self.facts.closed_through() if side == "was" else self.through
        now = names_at(self.facts.merges, known)
        return names_of_player(self._names_booked(number), now, player, self.row(player, number))

    def _names_booked(self, number: int) -> dict[int, int]:
        if number > self.last:
            return {}
        return names_at(self.facts.merges, self.facts.closed[number - 1].event.through_position)

    def groups(
        self, number: int, players: Players, side: Side
    ) -> Iterator[tuple[Players, Players, Names]]:
        """Yield indices among `players`, their numbers on a list, and the merged numbers."""
        special = np.array([who in self.special for who in players.tolist()], dtype=bool)
        plain = np.flatnonzero(~special)
        if len(plain):
            yield plain, players[plain], self._names_booked(number)
        for at in np.flatnonzero(special).tolist():
            player = int(players[at])
            row = np.array([self.row(player, number)], dtype=np.int64)
            yield np.array([at]), row, self.names(number, player, side)

    def counts_games(self, player: int, number: int) -> bool:
        """Return whether the change of a player's unit brings games that no counter added.

        Of a merge that ends the counter of the other number, as it stood before the merge, is
        subtracted: games of that number on lists since the merge are not in it.
        """
        added = (joined for joined in self.begun if joined.added)
        subtracted = (one for one in self.ended if one.added and number < one.number)
        return all(joined.kept != player for joined in (*added, *subtracted))


def standings_now(merging: Merging, standings: Standings) -> Standings:
    """Return the standings after the last list, with the merges of the list to come."""
    if not merging.changes:
        return standings
    state = {name: values.copy() for name, values in standings.state.items()}
    for player, fields in merging.fields().items():
        for name, value in fields.items():
            state[name][player] = value
    return replace(
        standings,
        state=state,
        stand_ins=merging.stand_ins,
        voided=[*standings.voided, *merging.voided],
        awaiting=_awaiting(merging, standings.awaiting),
    )


def _awaiting(merging: Merging, awaiting: Mapping[int, Players]) -> dict[int, Players]:
    """Return the unrated entries of closed lists, under the numbers of now."""
    names = names_at(merging.facts.merges, merging.through)
    found = {}
    for number, pairs in awaiting.items():
        called = pairs.copy()
        for merged, kept in names.items():
            called[pairs[:, 0] == merged, 0] = kept
        found[number] = called
    for joined in merging.ended:
        if joined.carrier != joined.kept:
            for number in range(joined.number, merging.last + 1):
                positions = merging._naming(joined.kept, number)
                new = np.array([(joined.kept, at) for at in positions], dtype=np.int64)
                known = found.get(number, np.zeros((0, 2), dtype=np.int64))
                found[number] = np.concatenate([known, new.reshape(-1, 2)])
    return {number: pairs for number, pairs in found.items() if len(pairs)}
