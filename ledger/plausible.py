"""Possible values that are most likely slips: a rating of 9999, a tournament of 1700.

The limits are dated data (`plausible.toml`). Whoever is sure says so, and the value is recorded.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from ledger import columns
from ledger.errors import Refused
from ledger.events.base import Fact, quantities
from ledger.events.external import ExternalListRecorded
from ledger.events.pool import ParameterSet
from ledger.sentences import Remedy

Today = Callable[[], date]

OPTION: Final = "--values-are-right"

_AS_IT_WAS: Final = 9_999
"""In a column of years: the year is not changed."""

_ENCODED: Final = re.compile(r"(?:[0-9]+/)?([0-9]+)(?:\+([0-9]+))?")
"""One period of an encoded time control: moves, seconds, seconds added."""

_LEAST_SECONDS: Final = 180
"""A smaller number in a time control counts minutes (reading `seconds_or_minutes`)."""

_NO_RATINGS: Final = re.compile("_k$|_games$|^inactive$")
"""Columns of a list of another body that hold no ratings."""


class Limit(NamedTuple):
    """The plausible range of a quantity from a day on."""

    since: date
    least: int
    most: int
    unit: str
    says: str


class Implausible(Refused):
    """A value is most likely a slip; `--values-are-right` records the value all the same."""

    def __init__(self, field: str, found: object, limit: Limit) -> None:
        least = f"{limit.least} to" if limit.least >= 0 else "at most"
        expected = f"{least} {limit.most} {limit.unit}"
        super().__init__(
            f"{field}: {found} is not plausible, expected {expected} ({limit.says}); "
            f"correct it, or add {OPTION} if it is right",
            field=field,
            found=found,
            expected=expected,
            remedy=Remedy("", f"correct it, or add {OPTION} if it is right"),
        )


@cache
def limits_of(quantity: str) -> tuple[Limit, ...]:
    """Return the limits of a quantity, the oldest first."""
    stated = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    rows = stated[quantity]
    made = (Limit(row["from"], row["least"], row["most"], row["unit"], row["says"]) for row in rows)
    return tuple(sorted(made))


def limit_on(quantity: str, day: date) -> Limit:
    """Return the limit in force on a day; before the earliest limit, the earliest."""
    dated = limits_of(quantity)
    return max((limit for limit in dated if limit.since <= day), default=dated[0])


def check(fact: Fact, today: Today) -> None:
    """Check every value of a fact; `today` is asked only about a far day. Raises Implausible."""
    day = fact.valid_on() or date.max
    _check_struct(fact, "", day, today)
    if isinstance(fact, ParameterSet) and fact.unit == "points":
        for name, number in fact.rows or ():
            if number:
                _check("rating", number, f"rows {name}", day)
    if isinstance(fact, ExternalListRecorded):
        for name, text in fact.values.items():
            if not _NO_RATINGS.search(name):
                _check_column("rating", text, f"values {name}", day)


def check_day(value: date, field: str, today: Today) -> None:
    """Check a day derived from a fact. Raises Implausible."""
    _check_day(value, field, date.max, today)


def _check_struct(struct: msgspec.Struct, place: str, day: date, today: Today) -> None:
    known = quantities(type(struct))
    for name, value in _fields(struct):
        field = f"{place} {name}".strip()
        if name in known and name != "before":  # what is to be put right may be anything
            _check_column(known[name], value, field, day)
        elif name == "time_control":
            _check_time_control(value, field, day)
        else:
            _check_value(value, field, day, today)
    start, end = getattr(struct, "start", None), getattr(struct, "end", None)
    if isinstance(start, date) and isinstance(end, date):
        _check("tournament_days", (end - start).days + 1, f"{place} end".strip(), day)


def _check_value(value: Any, field: str, day: date, today: Today) -> None:
    match value:
        case date():
            _check_day(value, field, day, today)
        case msgspec.Struct():
            _check_struct(value, field, day, today)
        case tuple() if value and isinstance(value[0], date | msgspec.Struct):
            for number, inner in enumerate(value, 1):
                _check_value(inner, f"{field} {number}", day, today)


def _check_day(value: date, field: str, day: date, today: Today) -> None:
    age, ahead = limit_on("year", day), limit_on("days_ahead", day)
    if not age.least <= value.year <= age.most:
        raise Implausible(field, value, age)
    if (value - ahead.since).days > ahead.most and (value - today()).days > ahead.most:
        raise Implausible(field, value, ahead)


def _fields(struct: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    for name in struct.__struct_fields__:
        value = getattr(struct, name)
        if value is not None and value != "":
            yield name, value


def _check(quantity: str, value: int, field: str, day: date) -> None:
    limit = limit_on(quantity, day)
    if not limit.least <= value <= limit.most:
        raise Implausible(field, value, limit)


def _check_column(quantity: str, text: str, field: str, day: date) -> None:
    """Check a column of four digits; zero is none."""
    limit, values = limit_on(quantity, day), columns.read(text, columns.NUMBER)
    wrong = (values != 0) & ((values < limit.least) | (values > limit.most))
    if quantity == "birth_year":
        wrong &= values != _AS_IT_WAS
    if wrong.any():
        row = int(np.argmax(wrong))
        raise Implausible(f"{field}, row {row + 1}", int(values[row]), limit)


def _check_time_control(text: str, field: str, day: date) -> None:
    """Check the seconds of an encoded time control; any other text passes."""
    periods = re.split("[:-]", text.replace("W", "").replace("B", ""))
    encoded = [_ENCODED.fullmatch(period) for period in periods]
    for found in encoded if all(encoded) else ():
        assert found is not None
        period = int(found[1])
        seconds = period if period >= _LEAST_SECONDS else period * 60
        _check("period_seconds", seconds, f"{field} {text}", day)
        _check("increment_seconds", int(found[2] or 0), f"{field} {text}", day)
