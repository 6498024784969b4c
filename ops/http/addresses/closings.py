"""Address of closings: what is due."""

from typing import Annotated

from msgspec import Meta

from ops.answers.answer import Answer
from ops.answers.closings_due import AboutClosings, ClosingDue, closings_due
from ops.doors.declare import Asked
from ops.doors.fields import Text
from ops.house import House
from ops.http.address import question


class Closings(Asked, frozen=True, kw_only=True):
    """Closings due."""

    pool: Annotated[Text | None, Meta(description="Only this pool.")] = None


@question("/v1/closings", Closings, Answer[ClosingDue, AboutClosings], shows="closing")
def list_closings(house: House, asked: Closings) -> Answer[ClosingDue, AboutClosings]:
    """Show the next list of every pool, with its due day and the conditions of its closing.

    Lists that are due are computed on trial, with the whole checklist.
    """
    return closings_due(house, pool=asked.pool)
