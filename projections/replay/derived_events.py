"""Derived events: facts computed by replay outside play, recorded with their list.

Bonus points, inactivity penalties, and initial ratings. They inform a reader of the ledger: replay
never reads them, `verify` compares them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
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
from projections.rating.entered_from import category_names, of_award, of_body, of_pool
from projections.replay.closing import Closing
from projections.rulebooks.engine.external_lists import (
    AWARD,
    Conversion,
    ExternalColumn,
    FirstRatings,
    OtherPoolColumn,
)
from projections.rulebooks.engine.terms import PointsEvent, YearEndEvent
from projections.steps.booked import Booked
from projections.steps.other_pools import PoolInMemory

MOST_PLAYERS: Final = limits.EVENT_PLAYERS
Echo = (
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
"""Events that are echoes where their ground is a rule, and how people call them."""

_BY_NAME: Final[Mapping[str, Any]] = {name.rpartition(".")[0]: DEFINITIONS[name] for name in NAMES}
"""Their definitions, by the names that rulebooks give."""


def of_closing(closing: Closing, pool: str) -> list[Echo]:
    """Return the derived events of a list: by tournament, by source of initial ratings, by year."""
    law = closing.booked.law
    granted = [
        echo
        for name, recorded in law.points_events.items()
        for echo in _granted(closing, pool, name, recorded)
    ]
    entering = _entries(closing, pool, law.first_ratings) if law.first_ratings else ()
    turned = [rated for rated in closing.outcomes if rated.step.year_end_inputs is not None]
    ended = (echo for rated in turned for echo in _turned(closing, pool, rated))
    return [*granted, *entering, *ended]


def _entries(
    closing: Closing, pool: str, entering: FirstRatings
) -> Iterator[EntryRatingTaken | ForeignPlayerConverted]:
    """Yield the events of initial ratings, by source list; a decided rating has none."""
    by_source: dict[tuple[int, int], dict[int, int]] = {}
    steps = [outcome for outcome in closing.outcomes if not outcome.step.year_end_inputs]
    played = (entry for rated in steps for entry in _entered(rated, entering))
    for player, step, day, rating in (*played, *_by_correction(closing, entering)):
        if step in entering.sources:
            by_source.setdefault((step, day), {})[player] = rating
        elif step and step == entering.fixed:
            by_source.setdefault((step, 0), {})[player] = rating
    for (step, day), ratings in sorted(by_source.items()):
        source, conversion = entering.sources.get(step), entering.converted.get(step)
        for named, told in _told(closing.booked, source, day, sorted(ratings)):
            players = sorted(told)
            for start in range(0, len(players), MOST_PLAYERS):
                some = players[start : start + MOST_PLAYERS]
                said: dict[str, Any] = {
                    "pool": pool,
                    "period": closing.due.period,
                    **named,
                    "player": columns.write(some, columns.PLAYER),
                    "ground": "rule",
                }
                entered = columns.write((ratings[player] for player in some), columns.RATING)
                if conversion is None:
                    yield EntryRatingTaken(**said, rating=entered, article=entering.article)
                    continue
                held = _held(closing.booked, conversion, day, [told[player] for player in some])
                yield ForeignPlayerConverted(**said, **held, table=conversion.table, result=entered)


def _held(
    booked: Booked, conversion: Conversion, day: int, held: Sequence[int | str]
) -> dict[str, Any]:
    """Return the external rating with its factor, or the name of the external category."""
    if not conversion.factors:
        return {"category": tuple(map(str, held))}
    edition = booked.covering.get(date.fromordinal(day)) or booked.edition
    starts, tenths = zip(*edition.numbers[conversion.factors], strict=True)
    factors = [tenths[bisect_right(starts, rating) - 1] for rating in held]
    return {
        "held": columns.write(map(int, held), columns.RATING),
        "factor_tenths": columns.write(factors, columns.NUMBER),
    }


Told = tuple[dict[str, Any], Mapping[int, int | str]]
"""The name of a list, and what it says of players: a rating, or a category by its name."""


def _told(
    booked: Booked, source: ExternalColumn | OtherPoolColumn | None, day: int, players: list[int]
) -> Iterator[Told]:
    """Yield the list in force on a day with its values by player, or the awards."""
    who = np.array(players, dtype=np.int64)
    if source is None:  # fixed points
        yield {}, dict.fromkeys(players, 0)
        return
    on = date.fromordinal(day)
    if isinstance(source, OtherPoolColumn):
        seen = booked.outside.pools[source.word]
        assert isinstance(seen, PoolInMemory), "its rating was taken"
        yield from _told_by_pool(seen, source.column, on, who)
        return
    known = booked.outside.lists
    assert known is not None, "its rating was taken"
    in_force = known.in_force(source, on)
    assert in_force is not None, "its rating was taken"
    says, _ = in_force.tells(who, source.column, known.through)
    yield of_body(source.body, in_force, source.column).named(), _each(who, says)


def _told_by_pool(
    seen: PoolInMemory, column: str, on: date, who: NDArray[np.int64]
) -> Iterator[Told]:
    """Yield the list of another pool with its values by player, or the awards one by one."""
    if column != AWARD:
        since, names = seen.standings.since[0], category_names(seen.facts, on, seen.through)
        named = of_pool(seen.facts, seen.list_on(on) or 0, since, column).named()
        held = _each(who, seen.values(column, on, who))
        yield named, {player: names[category] for player, category in held.items()}
        return
    for player, name in zip(who.tolist(), seen.awards(on, who).tolist(), strict=True):
        yield of_award(seen.facts, player, on, seen.through).named(), {player: name}


def _each(players: NDArray[np.int64], says: NDArray[Any]) -> dict[int, int]:
    return dict(zip(players.tolist(), says.tolist(), strict=True))


def _entered(rated: Rated, entering: FirstRatings) -> Iterator[tuple[int, int, int, int]]:
    """Yield the entries of a step: player, source, day and rating."""
    found = _whence(rated, entering)
    if not found:
        return
    new = np.flatnonzero((rated.step.listed[entering.had] == 0) & (found[-1] > 0))
    rows = zip(*(values[new].tolist() for values in (rated.step.players, *found)), strict=True)
    yield from rows


def _whence(rated: Rated, entering: FirstRatings) -> list[NDArray[Any]]:
    """Return source, day and rating columns of entries; nothing where no entry is possible."""
    recount, sheet = rated.step.recount, rated.unit
    if recount is None:
        return [np.asarray(sheet[name]) for name in (entering.step, entering.day, entering.rating)]
    if not recount.whence:
        return []
    came_with = np.where(np.asarray(sheet["rating"]) > 0, sheet[recount.law.base], 0)
    return [recount.whence[entering.step], recount.whence[entering.day], came_with]


def _by_correction(closing: Closing, entering: FirstRatings) -> Iterator[tuple[int, int, int, int]]:
    """Yield the entries caused by corrections of closed lists: player, source, day and rating."""
    state = closing.booked.law.entry_fields
    for player, fields in closing.booked.corrections.entering.items():
        step, day, rating = (
            fields[state[column]] for column in (entering.step, entering.day, entering.rating)
        )
        yield player, step, day, rating


def _turned(closing: Closing, pool: str, rated: Rated) -> Iterator[Echo]:
    """Yield the derived events of a year end."""
    for name, echo in closing.booked.law.year_end.events.items():
        if name in rated.unit.values:
            values = np.broadcast_to(rated.unit[name], len(rated.step.players))
            some = np.flatnonzero(values)
            for first in range(0, len(some), MOST_PLAYERS):
                here = some[first : first + MOST_PLAYERS]
                yield _echo(closing, pool, rated, echo, here, np.abs(values[here].astype(np.int64)))


def _echo(
    closing: Closing,
    pool: str,
    rated: Rated,
    echo: YearEndEvent,
    rows: NDArray[np.int64],
    points: NDArray[np.int64],
) -> Echo:
    assert rated.step.year_end_inputs is not None
    said: dict[str, Any] = {
        "pool": pool,
        "period": closing.due.period,
        "player": columns.write(rated.step.players[rows].tolist(), columns.PLAYER),
        "article": echo.article,
        "ground": "rule",
    }
    told = {
        "year": rated.step.year_end_inputs.turn.year,
        "points": columns.write(points.tolist(), columns.NUMBER),
        "by": "rule",
    }
    event = _BY_NAME[echo.event]
    found: Echo = event(
        **said, **{name: told[name] for name in told.keys() & set(event.__struct_fields__)}
    )
    return found


def _granted(closing: Closing, pool: str, name: str, recorded: PointsEvent) -> Iterator[Echo]:
    """Yield the points of a column by tournament, in the order of the chain."""
    found: dict[int, Echo] = {}
    granting = [rated for rated in closing.outcomes if name in rated.unit.values]
    for rated in granting:
        for part, unit in zip(rated.step.parts, rated.unit_of_entry, strict=True):
            points = np.asarray(rated.unit[name])[unit]
            for at, report in enumerate(part.reports):
                span = slice(part.first_entry[at], part.first_entry[at + 1])
                given = _given(part.player[span], points[span])
                if given:
                    place = closing.booked.places[report.position]
                    said = (closing, pool, report.tournament, given, recorded.article)
                    found[place] = _BY_NAME[recorded.granted](**_points(*said))
    yield from _granted_anew(closing, pool, name, recorded)
    yield from (found[place] for place in sorted(found))


def _granted_anew(closing: Closing, pool: str, name: str, recorded: PointsEvent) -> Iterator[Echo]:
    """Yield the points withdrawn and granted by corrected tournaments of closed lists."""
    for rated in closing.outcomes:
        recount = rated.step.recount
        if recount is not None:
            more = np.asarray(rated.unit[recount.law.points[name]])
            for event, sign in ((recorded.withdrawn, -1), (recorded.granted, 1)):
                given = _given(rated.step.players, np.maximum(sign * more, 0))
                if given:
                    said = (closing, pool, recount.tournament, given, recorded.article)
                    yield _BY_NAME[event](**_points(*said))


def _given(players: NDArray[Any], points: NDArray[Any]) -> dict[int, int]:
    return {int(p): int(n) for p, n in zip(players, points, strict=True) if n}


def _points(
    closing: Closing, pool: str, tournament: str, given: Mapping[int, int], article: str
) -> dict[str, Any]:
    """Return the fields of an event about points by player."""
    return {
        "pool": pool,
        "period": closing.due.period,
        "tournament": tournament,
        "player": columns.write(sorted(given), columns.PLAYER),
        "points": columns.write((given[player] for player in sorted(given)), columns.NUMBER),
        "article": article,
        "ground": "rule",
    }
