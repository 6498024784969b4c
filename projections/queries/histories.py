"""States of players, list after list, from the records of closings."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from projections.official.track import Track
from projections.queries.rows import NOBODY, State
from projections.rulebooks import rulebook
from projections.state.printings import closed_under


class PlayerHistories:
    """The states of the players of a pool on its closed lists."""

    def __init__(self, official: Track, name: str) -> None:
        """Read for a pool that is opened."""
        self.official, self.name = official, name
        self.facts = official.facts.pools[name]
        self._has_closed = bool(self.facts.closed)
        self.law = rulebook(self.facts.rulebook)
        self.records = official.records(name)

    def rows(self, number: int, sheet: str, player: int | None = None) -> Iterable[tuple[Any, ...]]:
        """Return the rows of a sheet of a list; with a player, those about the player."""
        if player is not None:
            return self.records.rows_about(number, sheet, [player])
        found = self.records.every(number, sheet)
        return found.rows() if found else ()

    def state(self, player: int, number: int) -> State:
        """Return the state of a player after a list; rating 0: not on the list."""
        return self.states([player], number).get(player, NOBODY)

    def states(
        self, players: Sequence[int], number: int, before_place: int | None = None
    ) -> dict[int, State]:
        """Return the states after a list, or just before a place in its chain; by player.

        `number` may be the key of an earlier printing.
        """
        if not self._has_closed:
            return dict(self._carried(players))
        if number < 0:
            return self._states_printed(players, number)
        found: dict[int, State] = {}
        if before_place is not None:
            for state in self._rows_of(number, players):
                if state.place < before_place:
                    found[state.player] = state
            number -= 1
        missing = [player for player in players if player not in found]
        found |= self._last_states(missing, number)
        return {player: found[player] for player in sorted(found)}

    def states_on(self, players: Sequence[int], number: int) -> dict[int, State]:
        """Return the states that a list itself, or an earlier printing, gives to some players."""
        if not self._has_closed:
            return {}
        return {state.player: state for state in self._rows_of(number, players)}

    def has_row(self, player: int, number: int) -> bool:
        """Return whether a list, or an earlier printing by its key, has a row about a player."""
        return self._has_closed and next(self._rows_of(number, [player]), None) is not None

    def changes(self, player: int, number: int, since: int = 0) -> list[State]:
        """Return every state of a player from list `since` to list `number`, oldest first."""
        if not self._has_closed:
            return [state for _, state in self._carried([player])]
        lists = takewhile(lambda touched: touched >= since, self.touched(player, number))
        of_lists = [list(self._rows_of(touched, [player])) for touched in lists]
        return [state for states in reversed(of_lists) for state in states]

    def last_rated(self, player: int, number: int) -> int:
        """Return the last list up to `number` with a rating of a player, or -1."""
        lists = self.touched(player, number)
        rated = (n for n in lists if any(state.rating for state in self._rows_of(n, [player])))
        return next(rated, -1)

    def touched(self, player: int, number: int) -> Iterator[int]:
        """Yield the lists up to `number` with rows about a player, newest first."""
        if not self._has_closed:
            return
        players = np.array([player], dtype=np.int64)
        while number > 0:
            (latest,) = self.records.latest(number, players).tolist()
            if latest < 0:
                return
            yield latest
            number = latest - 1
        if number == 0 and next(self._rows_of(0, [player]), None) is not None:
            yield 0

    def rating_changes(self, number: int, player: int | None = None) -> NDArray[np.int64]:
        """Return (player, list, place, rating, change) rows up to a list, in order of lists."""
        if not self._has_closed:
            players = range(1, self.official.facts.players + 1) if player is None else [player]
            rows = [(one, 0, 0, state.rating, 0) for one, state in self._carried(players)]
            return np.array(rows, dtype=np.int64).reshape(-1, 5)
        if player is not None:
            states = self.changes(player, number)
            rows = [(player, s.number, s.place, s.rating, s.moved) for s in states]
            return np.array(rows, dtype=np.int64).reshape(-1, 5)
        return np.concatenate([self._rating_changes_on(n) for n in range(number + 1)])

    def _states_printed(self, players: Sequence[int], key: int) -> dict[int, State]:
        """Return the states after an earlier printing of a list."""
        number, asked = closed_under(self.facts, key).number, np.array(sorted(set(players)))
        of_list = asked[self.records.latest(key, asked) == number].tolist()
        found = {state.player: state for state in self._rows_of(key, of_list)}
        return found | self._last_states(
            [player for player in players if player not in found], number - 1
        )

    def _last_states(self, players: Sequence[int], number: int) -> dict[int, State]:
        found: dict[int, State] = {}
        to_read = {number: np.array(sorted(set(players)), dtype=np.int64)} if number >= 0 else {}
        while to_read:
            number, asked = to_read.popitem()
            latest = self.records.latest(number, asked) if number else np.zeros_like(asked)
            lists = sorted(set(latest[latest >= 0].tolist()))
            by_list = {last: asked[latest == last].tolist() for last in lists}
            if len(lists) > 1:
                changed = {last: of_last for last, of_last in by_list.items() if last}
                self.records.read_ahead("history", changed)
            for last, of_last in by_list.items():
                found |= {state.player: state for state in self._rows_of(last, of_last)}
                missing = [player for player in of_last if player not in found]
                if missing and last > 0:
                    before = to_read.get(last - 1, np.zeros(0, dtype=np.int64)).tolist()
                    to_read[last - 1] = np.array(sorted({*before, *missing}), dtype=np.int64)
        return found

    def _rows_of(self, number: int, players: Iterable[int]) -> Iterator[State]:
        if not number:
            for player, fields in self.records.rows_about(1, "carried", players):
                yield State(0, 0, fields[0], 0, 0, self._fields_by_name(fields), player)
            return
        for row in self.records.rows_about(number, "history", players):
            player, place, rating, games, moved, fields = row
            yield State(number, place, rating, games, moved, self._fields_by_name(fields), player)

    def _rating_changes_on(self, number: int) -> NDArray[np.int64]:
        sheet = self.records.every(max(number, 1), "history" if number else "carried")
        if sheet is None:
            return np.zeros((0, 5), dtype=np.int64)
        nothing = np.zeros(len(sheet), dtype=np.int64)
        if not number:
            rating = sheet.number("state")[:, 0]
            return np.stack([sheet.keys, nothing, nothing, rating, nothing], axis=1)
        wanted = (sheet.number(name) for name in ("place", "rating", "moved"))
        found = np.stack([sheet.keys, nothing + number, *wanted], axis=1)
        return found[np.lexsort((sheet.keys, found[:, 2]))]

    def _fields_by_name(self, fields: Sequence[int]) -> dict[str, int]:
        return dict(zip(self.law.state, fields, strict=True))

    def _carried(self, players: Iterable[int]) -> Iterator[tuple[int, State]]:
        state = self.official.replay(self.name).begun().state
        for player in players:
            fields = {
                name: int(values[player]) for name, values in state.items() if player < len(values)
            }
            if fields.get("rating"):
                yield player, State(0, 0, fields["rating"], 0, 0, fields, player)
