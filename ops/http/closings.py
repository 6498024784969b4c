"""Addresses of closings: what is due, when, and what it waits for."""

from typing import Annotated

from msgspec import Meta

from ops.answers.answer import Answer
from ops.answers.closings_due import ClosingDue, closings_due
from ops.house import House
from ops.http.address import question
from ops.http.asked import Asked, Text


class Closings(Asked, frozen=True, kw_only=True):
    """Closings due."""

    pool: Annotated[Text | None, Meta(description="Only this pool.")] = None


@question("/v1/closings", Closings, Answer[ClosingDue], shows="closing")
def list_closings(house: House, asked: Closings) -> Answer[ClosingDue]:
    """Show the next list of every pool: when it is due, and what its closing waits for.

    Lists that are due are computed on trial, with the whole checklist.
    """
    return closings_due(house, pool=asked.pool)
