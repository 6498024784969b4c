"""Wording of counts, positions and fractions, the same everywhere."""

from fractions import Fraction


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
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    plus = "+" if sign and value > 0 else ""
    if rest != 1:
        return f"{plus}{value}"
    places = 0 if value.denominator == 1 else max(2, len(str(value.denominator)) - 1)
    while (value * 10**places).denominator != 1:
        places += 1
    whole = abs(value) * 10**places
    digits = f"{whole.numerator:0{places + 1}d}"
    number = digits if not places else f"{digits[:-places]}.{digits[-places:]}"
    return f"{'-' if value < 0 else plus}{number}"
