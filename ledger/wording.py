"""Wording of counts, positions and fractions, the same everywhere."""

from fractions import Fraction
from functools import lru_cache


def counted(number: int, thing: str, things: str = "") -> str:
    """Return a count with its noun: `1 game`, `1,500 games`; `things` for irregular plurals."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def positions(first: int, last: int) -> str:
    """Return the range of positions: `#9 to #12`, or `#9` alone."""
    return f"#{first}" if first == last else f"#{first} to #{last}"


def duration(duration_us: int) -> str:
    """Write microseconds as whole seconds, from two hours on as hours, from two days on as days."""
    seconds = duration_us // 1_000_000
    for unit, size in (("days", 86_400), ("hours", 3_600)):
        if seconds >= 2 * size:
            return f"{seconds // size:,} {unit}"
    return f"{seconds:,} s"


def decimal(value: Fraction, *, sign: bool = False) -> str:
    """Write a fraction exactly: as a decimal of few places, else as n/d."""
    over, under = value.as_integer_ratio()
    plus = "+" if sign and over > 0 else ""
    if under == 1:
        return f"{plus}{over}"
    places = _places(under)
    if not places:
        return f"{plus}{over}/{under}"
    digits = f"{abs(over) * 10**places // under:0{places + 1}d}"
    return f"{'-' if over < 0 else plus}{digits[:-places]}.{digits[-places:]}"


@lru_cache(maxsize=1_000)
def _places(under: int) -> int:
    """Return how many decimal places, two or more, fractions over a number need; 0: no end."""
    rest = under
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return 0
    places = max(2, len(str(under)) - 1)
    while 10**places % under:
        places += 1
    return places
