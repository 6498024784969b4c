"""What to look at before a list of another body is recorded for ever."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from ledger.errors import Refused
from ledger.intake.external_list.recorded_lists import ExternalList, lists_of_day, on_list
from ledger.store.reading import Reader
from ops.house import House
from projections.rulebooks import NAMES, rulebook

_MONTH: Final = re.compile(r"(\d{4}-\d{2})(?!\d).*")
"""A list that is named by its month."""


def check_day(house: House, list_date: date) -> None:
    """Raise Refused for a list of a day that is still to come."""
    now = house.today()
    if list_date > now:
        raise Refused(
            f"--list-date: {list_date} is still to come (today is {now})",
            code="day-to-come",
            field="list-date",
            found=list_date,
            expected=f"{now} or before",
        )


def doubts(read: Reader, body: str, name: str, list_date: date) -> Iterator[str]:
    """Say of a list that is recorded what may be a slip.

    A body that no rulebook consults, a kind of rating that none does, a month other than the day's,
    another list of the same day.
    """
    asked = [
        one
        for law in map(rulebook, NAMES)
        for one in (*law.external_lists.consulted, *law.external_lists.guests)
    ]
    consulted = sorted({one.body for one in asked})
    columns = sorted({one.column for one in asked if one.body == body})
    listed = on_list(read, body, name)
    if body not in consulted:
        yield f"no rulebook consults lists of {body!r}: they consult those of {_and(consulted)}"
    elif listed.values.keys().isdisjoint(columns):
        yield (
            f"no rulebook consults its ratings: they consult {_and(columns)}; if it is a list of "
            f"one kind, record it under another name and say which: --kind {columns[-1]}"
        )
    month = _MONTH.fullmatch(name)
    if month is not None and month[1] != f"{list_date:%Y-%m}":
        yield f"--list {name} is in force from {list_date}: another month than its name"
    yield from _taking_the_place(read, listed)


def _taking_the_place(read: Reader, listed: ExternalList) -> Iterator[str]:
    """Say of which lists of its day a list takes the place, and for which ratings."""
    for other in lists_of_day(read, listed.body, listed.list_date):
        same = [column for column in other.values if column in listed.values]
        if same and other.position < listed.position:
            yield (
                f"it takes the place of list {other.name} of the same day (#{other.position}), for "
                f"{_and(same)}: of several lists of one day the one recorded last is consulted"
            )


def _and(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
