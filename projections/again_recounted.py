"""Corrections of a chain computed again from what is kept, to be explained.

The step itself from what it rested on; and both its sides, the competition as it stood before and
as it stands, with the capitals just before it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from projections import again, again_beside
from projections.again import Again, Loaded
from projections.again_reports import load
from projections.answers import ListRow, Pool, State
from projections.asking_recounts import Recounted, recounts
from projections.bookings import Booked
from projections.corrections import told
from projections.law import Law
from projections.rating import rate
from projections.recounts import CAME_BACK, CEASED, Recount
from projections.reports import Report
from projections.story import Story
from projections.turn_steps import outside_play


def step_of(pool: Pool, on: ListRow, row: Recounted) -> Again:
    """Compute a correction again, for its player."""
    players = np.array([row.player], dtype=np.int64)
    states = pool.states([row.player], on.number, before_place=row.place)
    edition = pool.law.edition(row.edition)
    flags = (CAME_BACK, CEASED)
    recount = Recount(
        position=row.position,
        number=booked(pool, row).number,
        tournament=row.tournament,
        begins=row.order[1],
        order=row.order,
        booked=(0, 0, row.order),
        edition=edition,
        law=pool.law.recounted,
        state=pool.law.state,
        players=players,
        facts={n: np.array([bool(v) if n in flags else v]) for n, v in row.facts.items()},
    )
    listed = again.columns_of(pool, players, states)
    born = pool.official.facts.years_of(players, on.through_position)
    step = outside_play(edition, players, listed, on.list_date, born)
    rated = rate(replace(step, recount=recount))
    return Again(rated, (), {}, {}, {}, again_beside.known_lists(pool, on))


def booked(pool: Pool, row: Recounted) -> Booked:
    """Give what a closed list made of the competition."""
    found = pool.bookings_of(row.tournament)
    return next(each for each in found if each.position == row.position)


def sides(pool: Pool, on: ListRow, row: Recounted) -> tuple[Again, Again]:
    """Compute a competition as it stood when the list before was closed, and as it stands."""
    before = next(each for each in pool.lists() if each.number == on.number - 1)
    of = booked(pool, row)
    return _side(pool, on, row, of, before.through_position), _side(
        pool, on, row, of, on.through_position
    )


def as_it_stands(pool: Pool, booked: Booked, story: Story) -> Again | None:
    """Compute a booked competition as it stands, for everybody; None where it is as it was booked.

    With the capitals just before it, as it was booked: what it comes to more is a correction.
    """
    of = next(each for each in pool.lists() if each.number == booked.number)
    reports, _ = load(pool, [booked.position], of.through_position)
    if [reports[booked.position]] == _reports(pool, story, booked):
        return None
    then = _Then(pool, booked, (pool.lists()[-1].number, EVERY_PLACE))
    return _compute(pool, None, booked, story, then)


def _side(pool: Pool, on: ListRow, row: Recounted, booked: Booked, known: int) -> Again:
    story = told(pool.official.ledger.read.stream(f"tournament-{booked.tournament}"), known)
    then = _Then(pool, booked, (on.number, row.place))
    return _compute(pool, row.player, booked, story, then)


def _compute(pool: Pool, player: int | None, booked: Booked, story: Story, then: _Then) -> Again:
    of = next(each for each in pool.lists() if each.number == booked.number)
    loaded = Loaded([], {}, {}, then=then.states)
    for report in _reports(pool, story, booked):
        edition = Law(pool.facts, of.position).edition_on(report.begins)
        begun = pool.lists()[0].in_force_from <= report.begins
        if edition is not None and begun:
            as_booked = replace(booked, starts=report.start, ends=report.end)
            as_booked = replace(as_booked, edition=edition.name)
            at = report.position
            loaded = Loaded([as_booked], {at: report}, {at: story}, then=then.states)
    return again.compute(pool, player, of, loaded, {}, booked.place)


def _reports(pool: Pool, story: Story, booked: Booked) -> list[Report]:
    """Give what stands for a booked report, where its tournament counts here."""
    here = pool.name in story.announcement.pools
    return story.standing_for(booked.position) if here else []


EVERY_PLACE: Final = 1 << 30
"""After every place in a list's chain."""


class _Then:
    """How players stood just before a competition, as a list booked it."""

    def __init__(self, pool: Pool, booked: Booked, until: tuple[int, int]) -> None:
        self._pool, self._booked, self._until = pool, booked, until

    def states(self, players: list[int]) -> dict[int, State]:
        """Give their states; of who had no rating, the one he entered with since."""
        of = self._booked
        found = self._pool.states(players, of.number, before_place=of.place)
        for player in players:
            if player not in found or not found[player].rating:
                entered = self._entered(player)
                if entered is not None:
                    found[player] = entered
        return found

    def _entered(self, player: int) -> State | None:
        since = (self._booked.number, self._booked.place)
        for each in self._pool.changes(player, self._until[0]):
            if each.rating and since <= (each.number, each.place) <= self._until:
                came_with = each.rating - each.moved
                return replace(each, rating=came_with, fields={"rating": came_with})
        return None


def entered_in(pool: Pool, player: int, before: tuple[int, int]) -> int:
    """Give the year of the event with which a player entered last; 0: he was carried over.

    `before` is a list and a place in its chain.
    """
    entered, rating = (0, 0), 0
    for each in pool.changes(player, before[0]):
        if (each.number, each.place) >= before:
            break
        entered = (each.number, each.place) if each.rating and not rating else entered
        rating = each.rating
    return _year(pool, player, *entered) if entered[0] else 0


def _year(pool: Pool, player: int, number: int, place: int) -> int:
    booked = [each.ends for each in pool.bookings(number) if each.place == place]
    corrected = [each.order[0] for each in recounts(pool, player, number) if each.place == place]
    return next(iter([*booked, *corrected])).year
