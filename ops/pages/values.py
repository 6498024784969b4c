"""Values as pages write them: days, numbers, names of lists, words of codes."""

from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Final

from ledger.sentences import Amount, Sentence, tabled
from ops.words import said, states, written

NOTHING: Final = "–"
"""In place of a value that is not there."""

_MONTH, _DAY = 2, 3
"""Parts of the name of a list: of a month, as 2026-03, or of a day."""


def words(of: str, code: object) -> str:
    """Return the words of a code of a table (`ops.words.states`)."""
    return said(states.word(of, str(code)))


def day(text: str) -> str:
    """Return a day as typed, in words; another moment as typed."""
    try:
        return written(date.fromisoformat(text))
    except ValueError:
        return text


def instant(microseconds: int) -> str:
    """Return an instant (microseconds since 1970) by day and minute, in UTC."""
    at = datetime.fromtimestamp(microseconds // 1_000_000, UTC)
    return f"{written(at.date())}, {at:%H:%M} UTC"


def edition(name: str) -> date | str:
    """Return the day since which an edition is in force, by its name."""
    try:
        return date.fromisoformat(name)
    except ValueError:
        return name


def number(value: int | Fraction | None) -> str:
    """Return a number with its thousands apart, or with its decimals."""
    if value is None:
        return NOTHING
    return written(Amount(value) if value == int(value) else value)


def article(stated: str) -> str:
    """Return articles as stated, in words: `VI.10, table 17`."""
    return said(tabled(stated))


def list_name(name: str) -> str:
    """Return the name of a list in words: `2026-03` is a month, `2025-12-05` a day."""
    numbers = _numbers(name)
    if len(numbers) == _DAY:
        return written(date(numbers[0], numbers[1], numbers[2]))
    return (
        written(date(numbers[0], numbers[1], 1)).partition(" ")[2]
        if len(numbers) == _MONTH
        else name
    )


def list_of(name: str) -> str:
    """Return the same after the word for a list."""
    numbers = _numbers(name)
    if len(numbers) == _DAY:
        return said(Sentence("list of {day}", day=date(numbers[0], numbers[1], numbers[2])))
    if len(numbers) == _MONTH:
        return said(Sentence("list of {month}", month=list_name(name)))
    return said(Sentence("list {list}", list=name))


def _numbers(name: str) -> tuple[int, ...]:
    """Return the numbers of a name; none of another name, such as `carried over`."""
    parts = name.split("-")
    return tuple(map(int, parts)) if all(part.isdigit() for part in parts) else ()
