"""The course of a player's rating as a chart: from the lists on which it changed."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from markupsafe import Markup

from ledger.sentences import Sentence
from ops.pages import charts
from ops.players.page import PlayerInPool, RatingStep
from ops.words import said

_SIZES: Final = {"wide": (720, 260), "narrow": (340, 220), "paper": (640, 190)}
"""A drawing for wide screens, one for narrow ones (the stylesheet chooses), and one for a PDF."""

Step = tuple[date, int | None]
"""A rating from a day on; None: without one."""


def course_of(pool: PlayerInPool, until: date, title: str, shape: str) -> Markup:
    """Draw the ratings of a player in a pool until a day: the official ones, and revised ones."""
    steps = _days(pool.course)
    revised = _from_difference(steps, _days(pool.revised.course)) if pool.revised else ()
    corrected = {row.in_force_from for row in pool.history if row.corrected and row.in_force_from}
    course = charts.Course(steps, revised, frozenset(corrected))
    return charts.ratings(
        course,
        until,
        title=title,
        description=said(described(pool)),
        shape=shape,
        size=_SIZES[shape],
    )


def _days(course: Sequence[RatingStep]) -> list[Step]:
    return [(step.in_force_from, step.rating) for step in course if step.in_force_from]


def _from_difference(official: Sequence[Step], revised: Sequence[Step]) -> Sequence[Step]:
    """Return the revised ratings from the first day on which they differ."""
    days = sorted({day for day, _ in (*official, *revised)})
    first = next((day for day in days if _on(official, day) != _on(revised, day)), None)
    if first is None:
        return ()
    return [(first, _on(revised, first)), *(step for step in revised if step[0] > first)]


def _on(course: Sequence[Step], day: date) -> int | None:
    return next((rating for since, rating in reversed(course) if since <= day), None)


def described(pool: PlayerInPool) -> Sentence:
    """Return the whole course in a sentence: the first, the highest and the last rating."""
    rated = [step for step in pool.course if step.rating]
    highest = max(rated, key=lambda step: step.rating or 0)
    return Sentence(
        "from {first} on {start}, highest {peak}, now {last}; the table below has every list",
        first=rated[0].rating,
        start=rated[0].in_force_from,
        peak=highest.rating,
        last=pool.course[-1].rating,
    )
