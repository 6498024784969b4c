"""Wording of counts and positions, the same everywhere."""


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
