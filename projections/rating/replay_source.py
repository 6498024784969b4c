"""Step inputs from memory: the content of a list, and the standings before a step."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from projections.rating import guests
from projections.rating.booked import Booked
from projections.rating.capital_changes import by_player, capitals_at
from projections.rating.chain_steps import ENTERING, NOBODY, Recount, YearEnd
from projections.rating.layout import Batch, lay_out, spans
from projections.rating.official_lists import OfficialLists
from projections.rating.source import NONE_CEASED, OfficialRatings, Starts
from projections.rating.standings import Standings
from projections.rating.waiting import Waiting
from projections.rulebooks.engine.columns import Values
from projections.rulebooks.engine.terms import Basis
from projections.state.adjustments import DecidedChange
from projections.state.reports import Report


@dataclass
class ReplaySource:
    """The inputs of the steps of a list; standings are read when a step is requested."""

    booked: Booked
    standings: Standings
    birth_year: NDArray[np.int16]
    """By register number."""
    official: OfficialLists | None = None
    """On the revised track, the lists of the official one."""

    def __post_init__(self) -> None:
        self.law, self.list_date = self.booked.law, self.booked.due.list_date
        self.outside, self.corrections = self.booked.outside, self.booked.corrections
        self.since = self.booked.since

    @property
    def waiting(self) -> Waiting:
        """Return the results that wait for a first rating."""
        return self.standings.waiting

    @property
    def asks_again(self) -> bool:
        """Return whether a player of an earlier list has no known entry rating yet."""
        return bool(self.standings.awaiting)

    def state(self, players: NDArray[np.int64]) -> dict[str, Values]:
        """Return the state columns of players."""
        return {name: values.take(players) for name, values in self.standings.state.items()}

    def birth_years(self, players: NDArray[np.int64]) -> Values:
        """Return years of birth; 0: unknown."""
        return self.birth_year.take(players).astype(np.int32)

    def decided_ratings(self, players: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return entry ratings by decision; 0: none."""
        return by_player(players, self.booked.decided)

    def entry_days(self, _: NDArray[np.int64], days: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the first days on which players enter: all tournaments are at hand."""
        return days

    def starts(self, part: Batch) -> Starts:
        """Return the ratings at start of the entries of a part, by the rulebook's basis."""
        if self.law.basis is not Basis.PREVIOUS_STEP:
            return self.standings.at_start(part), NONE_CEASED
        if self.standings.none_is_late(part.reports):
            return self.present(part)
        capital, moved = self.standings.state["rating"], self.standings.moved
        found = [
            capitals_at(report.order, part.player[span], capital.take(part.player[span]), moved)
            for report, span in spans(part)
        ]
        ratings, ceased = zip(*found, strict=True)
        return np.concatenate(ratings), np.concatenate(ceased)

    def official_ratings(self, part: Batch) -> OfficialRatings | None:
        """Return the official ratings of the entries of a part; None: those of `starts` are."""
        if self.official is None:
            return None
        return self.official.ratings(part, len(self.standings.since))

    def present(self, part: Batch) -> Starts:
        """Return the present capitals, for a part without late tournaments."""
        return self.standings.state["rating"].take(part.player), NONE_CEASED

    def guests(self, part: Batch) -> Iterable[guests.GuestFacts]:
        """Return the facts about the guests of a part, by the list that booked each report."""
        if self.booked.guests is not None:
            return self.booked.guests(part)
        everybody = np.ones(len(part.player), dtype=bool)
        return [guests.GuestFacts(everybody, self.outside.lists, self.decided_ratings(part.player))]

    def year_end_points(self, year_end: YearEnd, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the points that earlier lists booked for the same year end."""
        if not year_end.again:
            return np.zeros_like(players)
        return self.standings.moved_at(year_end.order, players)

    def left_year(self, year: int, players: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return for each player whether corrections removed all counted games of a year."""
        return np.isin(players, self.booked.corrections.recounts.left.get(year, NOBODY))

    def entered_in(self, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the year of the event with which each player entered; 0: carried over."""
        return self.standings.entered_in(players)

    def ceased(self, recount: Recount) -> NDArray[np.bool_]:
        """Return for each player of a recount whether the capital ceased since booking."""
        none = self.standings.state["rating"].take(recount.players) == 0
        gone = np.isin(
            recount.players, self.standings.moved.ceased_since(recount.booked, recount.position)
        )
        return gone | (none & (recount.facts[ENTERING] == 0))

    def parts(self, reports: Sequence[Report]) -> tuple[Batch, ...]:
        """Lay out reports by the edition of their first day, with the body's parameters."""
        editions = {
            id(edition): edition for edition in self.booked.covering.values() if edition is not None
        }
        if len(editions) == 1:
            return tuple(lay_out(edition, reports) for edition in editions.values() if reports)
        portions = by_edition(self.booked, reports)
        return tuple(lay_out(editions[which], some) for which, some in portions.items())

    def concerned(
        self, parts: Sequence[Batch], changes: Mapping[int, DecidedChange]
    ) -> NDArray[np.int64]:
        """Return the players of a step, growing.

        Players with games, decisions, corrections or waiting results, and players concerned by the
        list without games.
        """
        if self.law.chained:  # where nobody stands in a step twice
            by_decision = np.array(list(changes), dtype=np.int64)
            return np.sort(np.concatenate([by_decision, *(part.player for part in parts)]))
        rating = self.standings.state["rating"]
        mark = np.zeros(len(rating), dtype=bool)
        for part in parts:
            mark[part.player] = True
        mark[list(changes)] = True
        mark[self.corrections.concerned()] = True
        mark[self.waiting.player] = True
        mark |= self.booked.also & (rating > 0)
        return np.flatnonzero(mark)


def by_edition(booked: Booked, reports: Sequence[Report]) -> dict[int, list[Report]]:
    """Group reports by the identity of their edition."""
    found: dict[int, list[Report]] = {}
    for report in reports:
        found.setdefault(id(booked.edition_of(report)), []).append(report)
    return found
