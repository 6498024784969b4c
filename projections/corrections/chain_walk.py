"""Competitions of some players of a chain: what a list books for the present results.

See `chained` for the readings.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from ledger.columns import Players, Wide
from projections.corrections.competitions import (
    Chain,
    ClosedCompetition,
    Columns,
    Share,
    columns_of,
)
from projections.rating.capital_changes import CapitalChange, Places, find, lookup
from projections.rating.chain_steps import CAME_BACK, ENTERING, PLAY, Recount, Recounts
from projections.rating.standings import YEARS_IN_A_SET
from projections.rulebooks.engine.columns import ENTRY, UNIT
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS


@dataclass
class Walk:
    """Competitions of some players, in the order of booking."""

    chain: Chain
    players: Players
    years: Wide
    """Years with counted games in the competitions so far, as a set of bits."""
    found: list[Recount] = field(default_factory=list)
    years_before: dict[int, Wide] = field(default_factory=dict)
    """By position, the years with counted games in the competitions before."""

    def add(self, competition: ClosedCompetition, *, corrected: bool) -> None:
        """Compare the next competition; without `corrected` only the points given once a year."""
        self.years_before[competition.position] = self.years
        places = find(self.players, competition.player)
        games, mine = places.take(competition.now[self.chain.law.games]), places.known
        if mine.any():
            share = Share(competition, self.players[mine])
            facts = self._facts(share, self.years[mine])
            differ = self._differ(facts, corrected=corrected) | competition.redated
            if differ.any():
                self.found.append(self._recount(share, differ, facts))
        at = competition.order[0].year - FIRST_YEAR_OF_SETS
        year = np.int64(1 << at if 0 <= at < YEARS_IN_A_SET else 0)
        self.years = np.where(games > 0, self.years | year, self.years)

    def recounts(self) -> Recounts:
        """Return the corrections in the order of competitions, with the corrected sets of years."""
        name = f"corrected_{self.chain.law.years}"
        placed = sorted(self.found, key=attrgetter("order"))
        known = [
            replace(e, facts={**e.facts, name: lookup(e.players, self.players, self.years)})
            for e in placed
        ]
        were = self.chain.standings.state[self.chain.law.years][self.players]
        return Recounts(
            tuple(known),
            _by_year(self.players, self.years & ~were),
            _by_year(self.players, were & ~self.years),
        )

    def _facts(self, share: Share, years: Wide) -> Columns:
        law = self.chain.law
        facts = {f"booked_{name}": share.booked(name) for name in law.compared}
        facts |= {f"corrected_{name}": share.present(name) for name in (law.deviation, law.games)}
        facts |= self._points(share, years, facts)
        facts |= self._came_back(share, facts)
        unrated = self.chain.standings.state["rating"][share.players] == 0
        played, capital = share.present(law.games), self.chain.booked.law.base
        facts[ENTERING] = np.where(unrated & (played > 0), share.present(capital), 0)
        return facts

    def _points(self, share: Share, years: Wide, facts: Columns) -> Columns:
        """Return corrected extra points; the booked ones where D is unchanged."""
        law, rulebook = self.chain.law, self.chain.booked.law
        of, size = share.of, len(share.players)
        play = {name: facts[f"corrected_{name}"] for name in (law.deviation, law.games)}
        asked = {
            **play,
            rulebook.base: share.present(rulebook.base),
            f"listed_{law.years}": years,
            "step_year": np.full(size, of.order[0].year),
            "unit": np.arange(size),
            "units": np.array(size),
            "ceased_later": np.zeros(size, dtype=bool),
        }
        sheet = of.edition.evaluate(
            [ENTRY, UNIT], asked, [n for n in law.points if n in of.edition.columns]
        )
        same = facts[f"corrected_{law.deviation}"] == facts[f"booked_{law.deviation}"]
        found = {}
        for name in law.points:
            points = np.broadcast_to(np.asarray(sheet.values.get(name, 0)), size)
            as_booked = same & (name not in rulebook.points_events)
            found[f"corrected_{name}"] = np.where(as_booked, facts[f"booked_{name}"], points)
        return found

    def _came_back(self, share: Share, facts: Columns) -> Columns:
        """Return the amount booked for the present value of D, if a list ever booked this value."""
        law = self.chain.law
        names = (law.deviation, PLAY, *law.points)
        so_far = dict.fromkeys(names, np.zeros(len(share.players), dtype=np.int64))
        then = dict(so_far)
        came_back = facts[f"corrected_{law.deviation}"] == 0  # as before it was booked
        for entry, places in share.bookings:
            more = _booked_with(entry, law.points, places)
            so_far = {name: so_far[name] + more.get(name, 0) for name in names}
            same = so_far[law.deviation] == facts[f"corrected_{law.deviation}"]
            then = {name: np.where(same, so_far[name], then[name]) for name in names}
            came_back |= same
        return {
            f"booked_{PLAY}": so_far[PLAY],
            **{f"then_{name}": then[name] for name in (PLAY, *law.points)},
            CAME_BACK: came_back,
        }

    def _differ(self, facts: Columns, *, corrected: bool) -> NDArray[np.bool_]:
        law, derived = self.chain.law, self.chain.booked.law.points_events
        names = law.compared if corrected else [name for name in law.points if name in derived]
        both = [facts[f"corrected_{name}"] != facts[f"booked_{name}"] for name in names]
        return np.logical_or.reduce(both)

    def _recount(self, share: Share, differ: NDArray[np.bool_], facts: Columns) -> Recount:
        of = share.of
        entries = {name: share.present(name) for name in self.chain.entry_columns if name in of.now}
        return Recount(
            of.position,
            of.booked[0],
            of.tournament,
            of.begins,
            of.order,
            of.booked,
            of.edition,
            self.chain.booked.law,
            share.players[differ],
            {name: values[differ] for name, values in facts.items()},
            {name: values[differ] for name, values in entries.items()},
        )


def _booked_with(moved: CapitalChange, points: Iterable[str], places: Places) -> Columns:
    """Return the booked columns of an entry, and the part due to play alone."""
    kept = {name: places.take(column) for name, column in columns_of(moved).items()}
    besides = sum(kept[name] for name in points)
    return {**kept, PLAY: places.take(moved.points) - besides}


def _by_year(players: Players, years: Wide) -> dict[int, Players]:
    sets = ((at, years >> at & 1 == 1) for at in range(YEARS_IN_A_SET))
    return {FIRST_YEAR_OF_SETS + at: players[member] for at, member in sets if member.any()}
