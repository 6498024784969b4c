"""How numbers of things and positions are said, wherever people read them."""

from __future__ import annotations


def counted(number: int, thing: str, things: str = "") -> str:
    """Say how many there are of a thing: `1 game`, `1,500 games`; `things` where no s does it."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def positions(first: int, last: int) -> str:
    """Name the positions from one to another: `#9 to #12`, and a single one as `#9`."""
    return f"#{first}" if first == last else f"#{first} to #{last}"


def duration(duration_us: int) -> str:
    """Write microseconds as whole seconds, from two hours on as hours, from two days on as days."""
    seconds = duration_us // 1_000_000
    for unit, size in (("days", 86_400), ("hours", 3_600)):
        if seconds >= 2 * size:
            return f"{seconds // size:,} {unit}"
    return f"{seconds:,} s"
