"""Merged and separated players: the state of two numbers on a list, and the units booked again.

Reading `merged_players`: from the list that takes in a merge, the merged number is off the list.
Its games on closed lists count for the kept player, whose changes are computed again with the games
of both and with the rating of the kept player; if only the other one was rated, that rating goes
on (`carrier`). An initial rating is computed again from the results of both. Counters add, unless
the changes bring the games of an unrated number; the peak is the higher. Opponents book nothing: on
closed lists they met the number that stood there.

Reading `separated_players`: the list that takes in a separation books the opposite. The merged
number returns with the rating of the last list with it, with the changes of its own reports since,
and with corrections of its older reports in the meantime; a player whose rating was that of the
other number begins anew.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ledger import columns
from ledger.columns import Players
from projections.corrections.corrected_reports import Recall, Side
from projections.corrections.joining import Joining
from projections.rating.standings import Joined, Standings
from projections.state.merges import Names, names_at, names_of_player


@dataclass
class Merging(Joining):
    """The merged players of a list to come: as of the last closing, and as of now."""

    recall: Recall | None

    def lists_with(self, player: int) -> Iterator[int]:
        """Yield the closed lists that may have results of a player.

        These are the lists with games of the player, the first list after the player left, and
        lists with waiting results.
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
            found.setdefault(joined.merged, {}).update(self._corrected_meanwhile(joined))
        return found

    def _corrected_meanwhile(self, joined: Joined) -> Iterator[tuple[int, list[int]]]:
        """Yield by list the reports of a separated number changed since its last list."""
        assert self.recall is not None
        player = joined.merged
        for number in self.lists_with(player):
            if number < joined.number and self.before.rating_of(number - 1, player):
                booked, known = self.facts.booked[number - 1], self.known(number, player, "was")
                sides = (self.recall.reports(booked, at) for at in (known, self.through))
                was, now = ({report.position: report for report in side} for side in sides)
                changed = [at for at in was.keys() | now.keys() if was.get(at) != now.get(at)]
                if changed:
                    yield number, sorted(changed)

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
        players = sorted(player for player, lists in self.reports.items() if number in lists)
        return np.array(players, dtype=np.int64)

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

    def known(self, number: int, player: int, side: Side) -> int:
        """Return the position up to which facts are known for the unit of a player.

        What is booked for a separated number was booked before the merge.
        """
        if side == "now":
            return self.through
        for joined in self.ended:
            if joined.merged == player and number < joined.number:
                return self.facts.closed[joined.number - 2].event.through_position
        return self.facts.closed_through()

    def names(self, number: int, player: int, side: Side) -> Names:
        """Return the merged numbers on a list, for the unit of one player.

        All others are called as when the list was closed.
        """
        now = names_at(self.facts.merges, self.known(number, player, side))
        return names_of_player(self._names_booked(number), now, player, self.row(player, number))

    def _names_booked(self, number: int) -> dict[int, int]:
        if number > self.last:
            return {}
        return names_at(self.facts.merges, self.facts.closed[number - 1].event.through_position)

    def groups(
        self, number: int, players: Players, side: Side
    ) -> Iterator[tuple[Players, Players, Names, int]]:
        """Yield indices among `players`, their numbers on a list, and the merged numbers.

        With the position up to which facts are known for these players.
        """
        special = np.array([who in self.special for who in players.tolist()], dtype=bool)
        plain = np.flatnonzero(~special)
        if len(plain):
            known = self.through if side == "now" else self.facts.closed_through()
            yield plain, players[plain], self._names_booked(number), known
        for at in np.flatnonzero(special).tolist():
            player = int(players[at])
            row = np.array([self.row(player, number)], dtype=np.int64)
            known = self.known(number, player, side)
            yield np.array([at]), row, self.names(number, player, side), known

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
