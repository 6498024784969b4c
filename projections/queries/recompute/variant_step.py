"""The step of all variants of a list: copies of tournaments, and the inputs of each unit."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from projections.queries.recompute.rows import changes_decided, waiting_before
from projections.queries.recompute.source import StoredSource
from projections.rating import Rated, rate
from projections.rating.assembler import group_over, step_of
from projections.rating.guests import GuestFacts
from projections.rating.layout import Batch, Index, spans
from projections.rating.source import OfficialRatings, OutsideFacts, Starts
from projections.rating.waiting import Waiting, nothing_waiting
from projections.rulebooks.engine.columns import ENTRY, UNIT, WAITING, Values
from projections.rulebooks.engine.edition import Edition
from projections.state.adjustments import DecidedChange

Concerned = list[set[int]]
"""By variant, the players with a computed rating; at the end the players of the unchanged list."""


class Copies(NamedTuple):
    """Copies of tournaments under one edition, laid out."""

    part: Batch
    variant: NDArray[np.int64]
    """The variant of each copy; shape (tournaments,)."""

    @property
    def of_entry(self) -> NDArray[np.int64]:
        """Return the variant of each entry; shape (entries,)."""
        return self.variant.take(self.part.tournament)

    def as_it_is(self) -> Index:
        """Return for each entry the same entry of the tournament as it is; shape (entries,)."""
        last, first = int(self.variant.max()), self.part.first_entry[:-1]
        of_list = np.flatnonzero(self.variant == last)
        known = dict(zip(self.part.position[of_list].tolist(), first[of_list], strict=True))
        same = np.array([known[at] for at in self.part.position.tolist()], dtype=np.intp)
        return np.arange(len(self.part.player)) + (same - first).take(self.part.tournament)


class VariantStep:
    """The step of all variants. A unit is a player in a variant."""

    def __init__(
        self,
        stored: StoredSource,
        laid_out: Sequence[Copies],
        concerned: Concerned,
        edition: Edition,
    ) -> None:
        self.stored, self.laid_out, self.concerned = stored, laid_out, concerned
        self.edition, self._width = edition, stored.pool.official.facts.players + 1
        keys = [one.of_entry * self._width + one.part.player for one in laid_out]
        self.units = np.unique(np.concatenate(keys))
        """Variant times the width, plus register number; growing."""
        self.unit_of_entry = tuple(np.searchsorted(self.units, key) for key in keys)
        wanted = [at * self._width + player for at, of in enumerate(concerned) for player in of]
        self.at_hand = np.isin(self.units, np.array(wanted, dtype=np.int64))
        """Units of players concerned: all their tournaments on the list are copied."""
        self.rated = self._rated()

    def rating(self, variant: int, player: int) -> int:
        """Return the rating of a player concerned in a variant; 0: none."""
        unit = np.searchsorted(self.units, variant * self._width + player)
        return int(self._ratings[unit])

    @cached_property
    def _ratings(self) -> Values:
        column = self.rated.unit[self.stored.law.state["rating"]]
        return np.broadcast_to(column, len(self.units))

    def _rated(self) -> Rated:
        players, source = self.units % self._width, _VariantSource(self)
        parts = tuple(one.part for one in self.laid_out)
        group = group_over(source, parts, players, self.unit_of_entry)
        step = step_of(source, group, self.edition, self._changes())
        numbered = [
            replace(part, player=unit.astype(part.player.dtype))
            for part, unit in zip(parts, self.unit_of_entry, strict=True)
        ]
        step = replace(step, players=np.arange(len(players)), parts=tuple(numbered))
        return rate(step, self.stored.law.booked_columns)

    def _changes(self) -> dict[int, DecidedChange]:
        pool, on, chained = self.stored.pool, self.stored.on, self.stored.law.chained
        found: dict[int, DecidedChange] = {}
        for player in () if chained else self.concerned[-1]:
            found |= changes_decided(pool, player, on)
        return found

    def further(self) -> Iterator[tuple[int, int]]:
        """Yield (variant, player) for players not concerned whose entries differ in a variant."""
        kept = self.edition.needed(ENTRY, [WAITING, UNIT]).union(self.edition.waiting, ["waits"])
        for one, unit, sheet in zip(
            self.laid_out, self.unit_of_entry, self.rated.sheets, strict=True
        ):
            same, differs = one.as_it_is(), ~self.at_hand.take(unit)
            changed = np.zeros(len(unit), dtype=bool)
            for name in kept & sheet.values.keys():
                values = np.asarray(sheet[name])
                if values.ndim:
                    changed |= values != values.take(same)
            for key in np.unique(self.units.take(unit[changed & differs])).tolist():
                yield divmod(key, self._width)


class _VariantSource:
    """Inputs of the step of all variants: each unit has the inputs of its player."""

    def __init__(self, step: VariantStep) -> None:
        self._step, self._stored = step, step.stored
        self.law, self.list_date = self._stored.law, self._stored.list_date
        self.outside: OutsideFacts = self._stored.outside
        self.corrections = self._stored.corrections
        self.asks_again = self._stored.asks_again
        self._starts: dict[int, Starts] = {}

    @property
    def waiting(self) -> Waiting:
        """Return the results waiting for a first rating of the players concerned, by unit."""
        found = nothing_waiting(self.law.editions[0].waiting)
        if not len(found.sums):
            return found
        pool, on, step = self._stored.pool, self._stored.on, self._step
        units = np.flatnonzero(step.at_hand)
        players = (step.units[units] % step._width).tolist()
        known = {player: waiting_before(pool, player, on) for player in set(players)}
        for unit, player in zip(units.tolist(), players, strict=True):
            rows = known[player]
            if len(rows):
                of_unit = np.full(len(rows), unit, dtype=rows.player.dtype)
                found = found.joined(replace(rows, player=of_unit))
        return found

    def state(self, players: NDArray[np.int64]) -> dict[str, Values]:
        """Return the state columns of players before the step."""
        different, which = np.unique(players, return_inverse=True)
        return {name: values.take(which) for name, values in self._stored.state(different).items()}

    def starts(self, part: Batch) -> Starts:
        """Return the ratings at start of the entries: equal in all copies of a tournament."""
        for report, span in spans(part):
            if report.position not in self._starts:
                self._starts[report.position] = self._stored.start_of(report, part.player[span])
        of_copies = [self._starts[report.position] for report in part.reports]
        ratings, ceased = zip(*of_copies, strict=True)
        return np.concatenate(ratings), np.concatenate(ceased)

    def official_ratings(self, part: Batch) -> OfficialRatings | None:
        """Return the official ratings of the entries; None: those of `starts` are."""
        return self._stored.official_ratings(part)

    def birth_years(self, players: NDArray[np.int64]) -> Values:
        """Return years of birth; 0: unknown."""
        return self._stored.birth_years(players)

    def decided_ratings(self, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return entry ratings by decision; 0: none."""
        return self._stored.decided_ratings(players)

    def entry_days(self, players: NDArray[np.int64], days: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the first days of entering: of players concerned all tournaments are at hand."""
        asked = (days > 0) & ~self._step.at_hand
        pairs, which = np.unique(
            np.column_stack([players[asked], days[asked]]), axis=0, return_inverse=True
        )
        found = days.copy()
        found[asked] = self._stored.entry_days(pairs[:, 0], pairs[:, 1]).take(which.ravel())
        return found

    def guests(self, part: Batch) -> Iterator[GuestFacts]:
        """Yield the facts about the guests of a part, by the list that booked each report."""
        return self._stored.guests(part)
