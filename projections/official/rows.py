"""Rows of a closing for the projection file: history, bookings, entries, what waits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections.rating import Rated
from projections.rating.recounts import Recount, fact_names
from projections.rating.waiting import Waiting
from projections.replay.closing import Closing
from projections.rulebooks.rulebook import Rulebook
from projections.steps import ADJUSTED_PLACE
from projections.steps.corrected import ASKED, ENTERED, POOL
from projections.steps.standings import Standings

Row = tuple[Any, ...]


def of_history(pool: int, closing: Closing) -> list[Row]:
    """Give a row for each player whose state changed or who played."""
    law = closing.booked.law
    played = [row for rated in closing.outcomes for row in _history(pool, closing, law, rated)]
    return [*played, *_held(pool, closing, law)]


def _held(pool: int, closing: Closing, law: Rulebook) -> Iterator[Row]:
    """Give a row for each player whom only the list as it was sealed concerns."""
    for player, fields in closing.held.items():
        rating = fields[list(law.state).index("rating")]
        state = np.array(fields, dtype="<i8").tobytes()
        yield (pool, player, closing.number, 0, rating, 0, 0, state)


def _history(pool: int, closing: Closing, law: Rulebook, rated: Rated) -> Iterator[Row]:
    after = np.stack(
        [np.asarray(rated.unit[column], np.int64) for column in law.state.values()], axis=1
    )
    before = np.stack([rated.step.listed[name] for name in law.state], axis=1)
    before[:, 0] = rated.step.rating_before
    games = np.asarray(rated.unit["period_games"])
    changed = (after != before).any(axis=1) | (games > 0)
    found = closing.booked.corrections
    if found.entering or found.asked:
        changed |= np.isin(rated.step.players, [*found.entering, *found.asked])
    kept = np.flatnonzero(changed)
    moved = rated.unit["moved"] if law.chained else after[:, 0] - before[:, 0]
    states = np.ascontiguousarray(after[kept].astype("<i8"))
    return zip(
        [pool] * len(kept),
        rated.step.players[kept].tolist(),
        [closing.number] * len(kept),
        _places(closing, rated)[kept].tolist(),
        rated.unit["rating"][kept].tolist(),
        games[kept].tolist(),
        moved[kept].tolist(),
        [row.tobytes() for row in states],
        strict=True,
    )


def _places(closing: Closing, rated: Rated) -> NDArray[np.int64]:
    """Give each unit's place in the chain: that of its tournament; 0 in a frozen period.

    What was decided of a chained list comes before all, then what it books of closed ones.
    """
    if not closing.booked.law.chained:
        return np.zeros(len(rated.step.players), dtype=np.int64)
    if rated.step.turning is not None:
        place = closing.booked.turn_places[rated.step.turning.turn.year]
        return np.full(len(rated.step.players), place, dtype=np.int64)
    if rated.step.recount is not None:
        place = closing.booked.recounts.place(rated.step.recount)
        return np.full(len(rated.step.players), place, dtype=np.int64)
    places = np.full(len(rated.step.players), ADJUSTED_PLACE, dtype=np.int64)
    for part, unit in zip(rated.step.parts, rated.unit_of_entry, strict=True):
        of_report = np.array([closing.booked.places[each.position] for each in part.reports])
        places[unit] = of_report[part.tournament]
    return places


def of_turns(pool: int, closing: Closing) -> list[Row]:
    """Give a row for each end of a year on the list."""
    booked = closing.booked
    return [
        (pool, closing.number, booked.turn_places[each.year], each.year, each.edition.name)
        for each in booked.turns
    ]


def of_recounts(pool: int, closing: Closing) -> list[Row]:
    """Give a row for each player in each competition of a closed list that was corrected."""
    steps = [rated.step for rated in closing.outcomes if rated.step.recount is not None]
    return [row for step in steps for row in _recounts(pool, closing, step.recount)]


def _recounts(pool: int, closing: Closing, recount: Recount | None) -> Iterator[Row]:
    assert recount is not None
    place = closing.booked.recounts.place(recount)
    end, start, _ = recount.order
    facts = np.stack([np.asarray(recount.facts[n]) for n in fact_names(recount.law)], axis=1)
    for player, row in zip(recount.players.tolist(), facts.astype("<i8"), strict=True):
        days = (start.isoformat(), end.isoformat(), recount.order[2])
        edition = recount.edition.name
        of = (recount.position, edition, *days, row.tobytes())
        yield (pool, player, closing.number, place, *of)


def of_bookings(pool: int, closing: Closing) -> list[Row]:
    """Give a row for each report the list took, rated or not."""
    booked = closing.booked
    editions = {each.position: booked.edition_of(each) for each in booked.reports}
    return [
        (
            pool,
            each.position,
            closing.number,
            booked.places[each.position],
            edition.name if (edition := editions[each.position]) else "",
            each.tournament,
            each.start.isoformat(),
            each.end.isoformat(),
            each.part,
        )
        for each in booked.reports
    ]


def of_entries(pool: int, closing: Closing) -> list[Row]:
    """Give a row for each player in each report the list took."""
    return [
        (pool, player, closing.number, report.position)
        for report in closing.booked.reports
        for player in columns.read(report.player, columns.PLAYER).tolist()
    ]


def of_carried(pool: int, standings: Standings) -> list[Row]:
    """Give a row for each player carried over: list 0."""
    players = np.flatnonzero(standings.state["rating"] > 0)
    states = np.stack([values[players] for values in standings.state.values()], axis=1).astype(
        "<i8"
    )
    return [
        (pool, player, 0, 0, rating, 0, 0, state.tobytes())
        for player, rating, state in zip(
            players.tolist(), standings.state["rating"][players].tolist(), states, strict=True
        )
    ]


def of_waiting(pool: int, closing: Closing) -> list[Row]:
    """Give a row for each result of an unlisted player that this list booked."""
    return [row for rated in closing.outcomes for row in _waiting(pool, closing.number, rated)]


def _waiting(pool: int, number: int, rated: Rated) -> Iterator[Row]:
    if not len(rated.waiting):
        return
    accepted = np.broadcast_to(rated.unit["accepted"], len(rated.waiting))
    new = np.flatnonzero(~rated.unit["was_accepted"])
    sums = np.stack([values[new] for values in rated.waiting.sums.values()], axis=1).astype("<i8")
    for at, row in zip(new.tolist(), sums, strict=True):
        yield (
            pool,
            int(rated.waiting.player[at]),
            number,
            int(rated.waiting.position[at]),
            int(rated.waiting.ended[at]),
            int(accepted[at]),
            row.tobytes(),
        )


def of_corrections(pool: int, closing: Closing) -> list[Row]:
    """Give a row for each unit of a closed list that was corrected, and each pool."""
    found = closing.booked.corrections
    units = [
        (
            *(each.number, each.kind, each.was, each.now, each.games_were, each.games_are),
            *(each.tournaments_were, each.tournaments_are, each.player),
        )
        for each in found.units
    ]
    pools = [(0, POOL, *[0] * 6, player) for player in found.waiting]
    entering = [(0, ENTERED, *[0] * 6, player) for player in found.entering]
    asked = [
        (0, ASKED, 0, day, *[0] * 4, player)
        for player, fields in found.asked.items()
        for day in fields.values()
    ]
    every = (*units, *pools, *entering, *asked)
    return [(pool, player, closing.number, *unit) for *unit, player in every]


def of_restated(pool: int, closing: Closing) -> list[Row]:
    """Give a row for each result behind a correction."""
    found = closing.booked.corrections
    behind = [
        (each.player, each.number, anew, results)
        for each in found.units
        for anew, results in enumerate((each.rested, each.rests))
        if results is not None
    ]
    waiting = [(player, 0, 1, each) for player, each in found.waiting.items()]
    return [
        (pool, player, closing.number, unit, anew, *row)
        for player, unit, anew, results in (*behind, *waiting)
        for row in _results(results)
    ]


def _results(results: Waiting) -> Iterator[Row]:
    for at in range(len(results)):
        sums = np.array([values[at] for values in results.sums.values()], dtype="<i8")
        yield at, int(results.position[at]), int(results.ended[at]), sums.tobytes()
