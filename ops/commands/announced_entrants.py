"""Who takes part in an event before a report says it: players named on the line, or in a file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Final

from ledger.clock import today
from ledger.errors import Refused
from ledger.intake.files import read
from ledger.register import identities
from ledger.wording import counted
from projections.explain import cross_table
from projections.explain.cross_table import Table
from projections.queries import PoolQuery

MOST_BYTES: Final = 1_000_000


def in_file(path: Path) -> list[str]:
    """Give the players of a file: the first word of each line; `#` begins a remark."""
    data = read(path, MOST_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(
            f"{path.name}: not UTF-8 at byte {error.start}; save it as UTF-8",
            code="not-utf-8",
            field="entrants",
            found=path.name,
            expected="UTF-8",
        ) from error
    lines = (line.partition("#")[0].replace(",", " ").split() for line in text.splitlines())
    return [words[0] for words in lines if words]


def find(pool: PoolQuery, texts: Sequence[str], most: int) -> list[int]:
    """Give the players of an event. Raises Refused for too many, too few, and who stands twice."""
    if not 2 <= len(texts) <= most:  # noqa: PLR2004 - a pair
        raise Refused(
            f"an event has from 2 to {counted(most, 'entrant')} here, not {len(texts)}",
            code="number-out-of-range",
            field="players",
            found=len(texts),
            expected=f"2 to {most}",
        )
    players = [identities.find(pool.official.ledger.read, each) for each in texts]
    seen: set[int] = set()
    for player, text in zip(players, texts, strict=True):
        if player in seen:
            raise Refused(
                f"{text}: {identities.show(player)} stands among the entrants twice",
                code="entrant-twice",
                field="players",
                found=text,
            )
        seen.add(player)
    return players


def day_or_today(pool: PoolQuery, day: date | None) -> date:
    """Give a day; without one today where the pool is."""
    return day or today(pool.official.ledger.clock, pool.facts.opened.zone)


def before_play(pool: PoolQuery, texts: Sequence[str], day: date | None, most: int) -> Table:
    """Give the table of players who would meet on a day (None: today)."""
    return cross_table.before_play(pool, find(pool, texts, most), day_or_today(pool, day))
