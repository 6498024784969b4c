"""The course of a player's rating as a chart: from the lists on which it changed."""

from datetime import date
from typing import Final

from markupsafe import Markup

from ledger.sentences import Sentence
from ops.pages import charts
from ops.players.page import PlayerInPool
from ops.words import said

_SIZES: Final = {"wide": (720, 260), "narrow": (340, 220), "paper": (640, 190)}
"""A drawing for wide screens, one for narrow ones (the stylesheet chooses), and one for a PDF."""


def course_of(pool: PlayerInPool, until: date, title: str, shape: str) -> Markup:
    """Draw the official ratings of a player in a pool until a day."""
    steps = [(step.in_force_from, step.rating) for step in pool.course if step.in_force_from]
    corrected = {row.in_force_from for row in pool.history if row.corrected and row.in_force_from}
    course = charts.Course(steps, corrected=frozenset(corrected))
    return charts.ratings(
        course,
        until,
        title=title,
        description=said(described(pool)),
        shape=shape,
        size=_SIZES[shape],
    )


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
