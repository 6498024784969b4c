"""Derived events: facts computed by replay outside play, recorded with their list.

Bonus points, inactivity penalties, and initial ratings. They inform a reader of the ledger: replay
never reads them, `verify` compares them.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns, limits
from ledger.events.catalogue import DEFINITIONS
from ledger.events.entering import EntryRatingTaken, ForeignPlayerConverted
from ledger.events.outside_play import BonusGranted, BonusWithdrawn, MalusApplied, MalusWithdrawn
from ledger.events.pool import RatingsAnnulled
from projections.rating import Rated
from projections.rating.booked import Booked
from projections.rating.entered_from import category_names, of_award, of_body, of_pool
from projections.rating.layout import spans
from projections.rating.other_pools import PoolInMemory
from projections.replay.closing import Closing
from projections.rulebooks.engine.external_lists import (
    AWARD,
    Conversion,
    ExternalColumn,
    FirstRatings,
    OtherPoolColumn,
)
from projections.rulebooks.engine.terms import PointsEvent

MOST_PLAYERS: Final = limits.EVENT_PLAYERS

DerivedEvent = (
    BonusGranted
    | BonusWithdrawn
    | EntryRatingTaken
    | ForeignPlayerConverted
    | MalusApplied
    | MalusWithdrawn
    | RatingsAnnulled
)
NAMES: Final = {
    BonusGranted.TYPE: "bonus",
    BonusWithdrawn.TYPE: "bonus withdrawn",
    EntryRatingTaken.TYPE: "entries",
    ForeignPlayerConverted.TYPE: "conversions",
    MalusApplied.TYPE: "malus",
    MalusWithdrawn.TYPE: "malus withdrawn",
    RatingsAnnulled.TYPE: "ratings annulled",
}
"""Types of derived events (with ground `rule`), and their names in messages."""

_BY_NAME: Final[Mapping[str, Any]] = {name.rpartition(".")[0]: DEFINITIONS[name] for name in NAMES}
"""Event classes by the names in rulebooks."""

Entry = tuple[int, int, int, int]
"""Player, source (a step of `FirstRatings`), day (ordinal), rating."""

Listed = tuple[dict[str, Any], Mapping[int, int | str]]
"""The fields that name a list, and its values by player: a rating, or the name of a category."""


def of_closing(closing: Closing, pool: str) -> list[DerivedEvent]:
    """Return the derived events of a list: by tournament, by source of initial ratings, by year."""
    law, derived = closing.booked.law, _Derived(closing, pool)
    events = [event for points in law.points_events.items() for event in derived.points(*points)]
    if law.first_ratings:
        events += derived.entries(law.first_ratings)
    return [*events, *derived.year_ends()]


@dataclass(frozen=True)
class _Derived:
    """The derived events of a list."""

    closing: Closing
    pool: str

    def _about(self, players: Sequence[int]) -> dict[str, Any]:
        return {
            "pool": self.pool,
            "period": self.closing.due.period,
            "player": columns.write(players, columns.PLAYER),
            "ground": "rule",
        }

    def entries(self, law: FirstRatings) -> Iterator[EntryRatingTaken | ForeignPlayerConverted]:
        """Yield the events of initial ratings, by source list; a decided rating has none."""
        booked = self.closing.booked
        for (step, day), ratings in sorted(self._by_source(law).items()):
            source, conversion = law.sources.get(step), law.converted.get(step)
            for named, values in _listed(booked, source, day, sorted(ratings)):
                for players in _batches(sorted(values)):
                    fields = {**self._about(players), **named}
                    entered = columns.write((ratings[player] for player in players), columns.RATING)
                    if conversion is None:
                        yield EntryRatingTaken(**fields, rating=entered, article=law.article)
                        continue
                    fields |= _external(
                        booked, conversion, day, [values[player] for player in players]
                    )
                    fields |= {"table": conversion.table, "result": entered}
                    yield ForeignPlayerConverted(**fields)

    def _by_source(self, law: FirstRatings) -> dict[tuple[int, int], dict[int, int]]:
        """Return ratings of entries by player, by source and day; 0: fixed points."""
        found: dict[tuple[int, int], dict[int, int]] = {}
        state = self.closing.booked.law.entry_fields
        corrected = self.closing.booked.corrections.entering.items()
        steps = (
            rated
            for rated in self.closing.outcomes
            if rated.step.year_end_inputs is None and rated.step.handover is None
        )
        entries = [entry for rated in steps for entry in _entered(rated, law)]
        entries += [
            (player, fields[state[law.step]], fields[state[law.day]], fields[state[law.rating]])
            for player, fields in corrected
        ]
        for player, step, day, rating in entries:
            if step in law.sources or (step and step == law.fixed):
                key = (step, day if step in law.sources else 0)
                found.setdefault(key, {})[player] = rating
        return found

    def year_ends(self) -> Iterator[DerivedEvent]:
        """Yield the events of year ends: points by player."""
        for rated in self.closing.outcomes:
            if rated.step.year_end_inputs is not None:
                year = rated.step.year_end_inputs.year_end.year
                for name, recorded in self.closing.booked.law.year_end.events.items():
                    if name in rated.unit.values:
                        points = np.broadcast_to(rated.unit[name], len(rated.step.players))
                        about = {"article": recorded.article, "year": year, "by": "rule"}
                        of = (recorded.event, rated.step.players, np.abs(points), about)
                        yield from self._of_points(*of)

    def points(self, name: str, recorded: PointsEvent) -> Iterator[DerivedEvent]:
        """Yield the points of a column by tournament: corrections first, then by the chain."""
        found: dict[int, DerivedEvent] = {}
        for rated in self.closing.outcomes:
            recount = rated.step.recount
            if recount is not None:
                more = np.asarray(rated.unit[recount.law.chained_corrections.points[name]])
                about = {"tournament": recount.tournament, "article": recorded.article}
                for kind, sign in ((recorded.withdrawn, -1), (recorded.granted, 1)):
                    points = np.maximum(sign * more, 0)
                    yield from self._of_points(kind, rated.step.players, points, about)
            elif name in rated.unit.values:
                for part, unit in zip(rated.step.parts, rated.unit_of_entry, strict=True):
                    points = np.asarray(rated.unit[name])[unit]
                    for report, span in spans(part):
                        about = {"tournament": report.tournament, "article": recorded.article}
                        of = (recorded.granted, part.player[span], points[span], about)
                        for event in self._of_points(*of):
                            found[self.closing.booked.places[report.position]] = event
        yield from (found[place] for place in sorted(found))

    def _of_points(
        self, name: str, players: NDArray[Any], points: NDArray[Any], about: dict[str, Any]
    ) -> Iterator[DerivedEvent]:
        """Yield the events of the points of players, if any are given, in the order of players."""
        event, order = _BY_NAME[name], np.argsort(players)
        players, points = players[order], points[order].astype(np.int64)
        for rows in _batches(np.flatnonzero(points)):
            given = columns.write(points[rows].tolist(), columns.NUMBER)
            fields = {**about, **self._about(players[rows].tolist()), "points": given}
            yield event(**{n: fields[n] for n in event.__struct_fields__ if n in fields})


def _batches(rows: Sequence[Any] | NDArray[Any]) -> Iterator[Any]:
    return (rows[at : at + MOST_PLAYERS] for at in range(0, len(rows), MOST_PLAYERS))


def _external(
    booked: Booked, conversion: Conversion, day: int, values: Sequence[int | str]
) -> dict[str, Any]:
    if not conversion.factors:
        return {"category": tuple(map(str, values))}
    edition = booked.covering.get(date.fromordinal(day)) or booked.edition
    starts, tenths = zip(*edition.numbers[conversion.factors], strict=True)
    factors = [tenths[bisect_right(starts, rating) - 1] for rating in values]
    return {
        "held": columns.write(values, columns.RATING),
        "factor_tenths": columns.write(factors, columns.NUMBER),
    }


def _listed(
    booked: Booked, source: ExternalColumn | OtherPoolColumn | None, day: int, players: list[int]
) -> Iterator[Listed]:
    """Yield the list in force on a day with its values by player, or the awards."""
    if source is None:  # fixed points
        yield {}, dict.fromkeys(players, 0)
        return
    on, everybody = date.fromordinal(day), np.array(players, dtype=np.int64)
    if isinstance(source, OtherPoolColumn):
        other = booked.outside.pools[source.word]
        assert isinstance(other, PoolInMemory), "an entry has a source"
        yield from _listed_by_pool(other, source.column, on, everybody)
        return
    lists = booked.outside.lists
    assert lists is not None, "an entry has a source"
    in_force = lists.in_force(source, on)
    assert in_force is not None, "an entry has a source"
    values, _ = lists.tells(in_force, source.column, everybody)
    named = of_body(in_force, source.column).named()
    yield named, dict(zip(players, values.tolist(), strict=True))


def _listed_by_pool(
    other: PoolInMemory, column: str, on: date, players: NDArray[np.int64]
) -> Iterator[Listed]:
    """Yield a list of another pool with values by player, or single awards."""
    if column == AWARD:
        for player, name in zip(players.tolist(), other.awards(on, players).tolist(), strict=True):
            yield of_award(other.facts, player, on, other.horizon.facts).named(), {player: name}
        return
    since, names = other.standings.since[0], category_names(other.facts, on, other.horizon.facts)
    named = of_pool(other.facts, other.list_on(on) or 0, since, column).named()
    values = other.values(column, on, players).tolist()
    yield named, {who: names[value] for who, value in zip(players.tolist(), values, strict=True)}


def _entered(rated: Rated, law: FirstRatings) -> Iterator[Entry]:
    recount, sheet = rated.step.recount, rated.unit
    if recount is None:
        found = [np.asarray(sheet[name]) for name in (law.step, law.day, law.rating)]
    elif recount.whence:
        rating = np.where(
            np.asarray(sheet["rating"]) > 0, sheet[recount.law.chained_corrections.base], 0
        )
        found = [recount.whence[law.step], recount.whence[law.day], rating]
    else:
        return
    new = np.flatnonzero((rated.step.listed[law.had] == 0) & (found[-1] > 0))
    yield from zip(*(values[new].tolist() for values in (rated.step.players, *found)), strict=True)
