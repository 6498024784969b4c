"""Competitions on closed lists of a chain: amounts booked, and the present result.

The capitals just before a competition are computed from the present ones, back through all later
entries; no other state is stored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, Final

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Players, Wide
from projections.rating import Rated, rate, undecided
from projections.rating.layout import lay_out
from projections.rulebooks.engine.columns import Edition
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import ChainedCorrections
from projections.state.law import Law
from projections.state.pool import PoolFacts, Revision
from projections.state.reports import Order, Report, tournament_of
from projections.steps import one_step
from projections.steps.booked import Booked, edition_for
from projections.steps.capital_changes import CHAINED, CapitalChange, CapitalChanges, lookup, sum_of
from projections.steps.other_pools import Surroundings
from projections.steps.replay_source import ReplaySource
from projections.steps.standings import Standings

Columns = dict[str, NDArray[Any]]
"""By name, a row for each of some players."""

LAST: Final = (date.max, date.max, "")
"""After every place in the order: whatever is booked then is late."""


@dataclass(frozen=True)
class Chain:
    """A chain after its last list, with the facts known to the next list."""

    facts: PoolFacts
    standings: Standings
    booked: Booked
    """The next list, but for what it books of closed ones."""
    surroundings: Surroundings | None
    birth_year: NDArray[np.int16]
    beginning: Callable[[], Standings]
    """Makes the standings at the beginning of the histories."""
    as_set: Callable[[Edition], Edition]
    """An edition with the parameters in force on the next list."""

    @property
    def law(self) -> ChainedCorrections:
        """The columns compared by a correction."""
        return self.booked.law.chained_corrections

    def edition(self, number: int, begins: date) -> Edition | None:
        """Return the edition of a day, as adopted and set when a list was closed.

        None outside the rulebook, and before histories begin.
        """
        closed = self.facts.closed[number - 1]
        law = Law(self.facts, closed.position)
        return edition_for(law, self.standings, begins, closed.event.through_position)

    @cached_property
    def competitions(self) -> dict[int, list[CapitalChange]]:
        """Entries of each competition by position, in the order of booking."""
        found: dict[int, list[CapitalChange]] = {}
        for entry in self.standings.moved:
            if entry.competition is not None:
                found.setdefault(entry.competition.position, []).append(entry)
        return found

    @cached_property
    def carried_years(self) -> Wide:
        """Carried-over years by register number, as a set of bits."""
        begun = self.beginning()
        begun.grow(len(self.standings.state["rating"]))
        return begun.state[self.law.years]


class Then:
    """How players stood just before something was booked."""

    def __init__(self, standings: Standings, booked: tuple[int, int, Order]) -> None:
        self._now = standings
        self._since = [entry for entry in standings.moved if entry.booked >= booked]
        self._before = [entry for entry in standings.moved if entry.booked < booked]

    def capital(self, players: NDArray[np.integer]) -> Wide:
        """Return capitals, or the later initial capital of a player without one; 0: never rated."""
        held = self._now.state["rating"].take(players) - sum_of(self._since, players, entries=True)
        for entry in self._since:
            held = np.where(held == 0, lookup(players, entry.player, entry.entered), held)
        return held

    def standings(self) -> Standings:
        """Return the standings of that place in the order, used as for a late event."""
        everybody = np.arange(len(self._now.state["rating"]))
        state = {**self._now.state, "rating": self.capital(everybody)}
        return replace(self._now, state=state, moved=CapitalChanges(self._before), booked_to=LAST)


@dataclass(frozen=True)
class ClosedCompetition:
    """A competition on a closed list: amounts booked, and the present result."""

    position: int
    """Under which the list booked its report."""
    tournament: str
    booked: tuple[int, int, Order]
    """When it was booked, among all that was."""
    begins: date
    order: Order
    """As it stands, like the day on which it begins."""
    edition: Edition
    moved: tuple[CapitalChange, ...]
    """What was booked of it."""
    player: Players
    """Everybody who was in it, or is."""
    now: dict[str, Wide]
    """What play comes to as it stands, a row for each: deviation, games, and the capital each
    comes with; where it was played again, whence who had none."""
    undecided: tuple[str, ...] = ()
    """The tournament of each entry that came by the correction and needs a decision."""

    @property
    def year(self) -> int:
        """The year of the last day."""
        return self.order[0].year

    @property
    def redated(self) -> bool:
        """Whether the days were corrected; if so the new place is booked for every player."""
        booked = [(entry.order, entry.competition) for entry in self.moved[-1:]]
        return any(
            of is not None and (order, of.begins) != (self.order, self.begins)
            for order, of in booked
        )

    def so_far(self, players: Players, name: str) -> Wide:
        """Return the amounts booked in a column."""
        total = np.zeros(len(players), dtype=np.int64)
        for entry in self.moved:
            total += lookup(players, entry.player, kept_of(entry)[name])
        return total

    def stands(self, players: Players, name: str) -> Wide:
        """Return the present values of a column; 0 for other players."""
        return lookup(players, self.player, self.now[name])


def kept_of(moved: CapitalChange) -> dict[str, Wide]:
    """Return the columns stored of a competition."""
    assert moved.competition is not None
    return dict(moved.competition.kept)


def as_booked(chain: Chain, position: int) -> ClosedCompetition:
    """Return a competition without corrections."""
    moved = chain.competitions[position]
    players = np.unique(np.concatenate([entry.player for entry in moved]))
    last = moved[-1]
    assert last.competition is not None
    begins = last.competition.begins
    edition = chain.edition(moved[0].number, begins)
    assert edition is not None, "it was rated"
    name, booked = tournament_of(last.order), moved[0].booked
    found = ClosedCompetition(
        position, name, booked, begins, last.order, edition, (*moved,), players, {}
    )
    of = chain.law
    play = {column: found.so_far(players, column) for column in (of.deviation, of.games)}
    return replace(found, now={**play, chain.booked.law.base: np.zeros_like(players)})


def as_it_stands(chain: Chain, revision: Revision) -> ClosedCompetition | None:
    """Return a competition with its present result; None if rated neither then nor now."""
    at, booked = revision.position, chain.competitions.get(revision.position)
    edition = edition_of(chain, revision)
    if booked is None and edition is None:
        return None
    was = as_booked(chain, at) if booked else None
    if revision.now is None or edition is None:
        return was and _uncounted(chain, was)
    report = structs.replace(revision.now, position=at)
    when = was.booked if was else (revision.number, CHAINED, report.order)
    then = Then(chain.standings, when)
    rated = _played(chain, report, edition, then)
    played = {"player": rated.step.players, **_kept_of(chain, rated)}
    players = np.union1d(played["player"], was.player if was else played["player"])
    now = {name: lookup(players, played["player"], values) for name, values in played.items()}
    base = chain.booked.law.base
    now[base] = np.where(now[base] > 0, now[base], then.capital(players))
    moved = was.moved if was else ()
    name, begins, order = report.tournament, report.begins, report.order
    stood = _players_of(revision.was)
    asking = undecided.of_step(chain.booked.law, rated)
    new = tuple(tournament for player, tournament in asking if player not in stood)
    return ClosedCompetition(at, name, when, begins, order, edition, moved, players, now, new)


def edition_of(chain: Chain, revision: Revision) -> Edition | None:
    """Return the edition that rates a corrected competition; None: not rated."""
    now, surroundings = revision.now, chain.surroundings
    if now is None or (surroundings is not None and surroundings.elsewhere((now,))):
        return None
    return chain.edition(revision.number, now.begins)


def _uncounted(chain: Chain, was: ClosedCompetition) -> ClosedCompetition:
    """Return a competition no longer rated."""
    nothing = {name: np.zeros_like(values) for name, values in was.now.items()}
    came = Then(chain.standings, was.booked).capital(was.player)
    return replace(was, now={**nothing, chain.booked.law.base: came})


def _players_of(report: Report | None) -> set[int]:
    return set(columns.read(report.player, columns.PLAYER).tolist()) if report else set()


def _played(chain: Chain, report: Report, edition: Edition, then: Then) -> Rated:
    """Rate a competition as corrected, from the standings just before its booking."""
    alone = replace(
        chain.booked,
        reports=(report,),
        covering={report.begins: edition},
        changes={},
        places={},
        year_end_places={},
    )
    part = lay_out(edition, [report])
    source = ReplaySource(alone, then.standings(), chain.birth_year)
    return rate(
        one_step(source, (part,), {}, edition),
        frozenset({*_wanted(chain), chain.booked.law.entry_reason}),
    )


def _wanted(chain: Chain) -> tuple[str, ...]:
    """Return the UNIT columns read from a rated competition: play, and the source of entries."""
    law = chain.booked.law
    return (chain.law.deviation, chain.law.games, law.base, *whence(law))


def whence(law: Rulebook) -> tuple[str, ...]:
    """Return the UNIT columns with source and day of an entry."""
    return (law.first_ratings.step, law.first_ratings.day) if law.first_ratings else ()


def _kept_of(chain: Chain, rated: Rated) -> Columns:
    return {name: rated.unit[name].astype(np.int64) for name in _wanted(chain)}
