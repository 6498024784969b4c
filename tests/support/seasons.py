"""The seasons with names: required contents, and the ledger, brought in once for all."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from ops.sample import commands
from tests.support.made_once import made_once

MONTHS = [f"{2022 + at // 12}-{at % 12 + 1:02d}" for at in range(1, 49)]
YEARS = [f"{year}-01-15" for year in range(2009, 2025)]
QUARTERS = [f"{2018 + at // 4}-Q{at % 4 + 1}" for at in range(12)]


@dataclass(frozen=True)
class Season:
    """A season: the name, the lists of each pool, and the size of guide and files."""

    name: str
    lists: dict[str, list[str]]
    fewest_rows: int
    most_bytes: int

    @property
    def pinned(self) -> str:
        """Return the file of the pinned lists."""
        return f"{self.name.replace('-', '_')}_lists.txt"


FIDE = Season(
    "fide-2022-2025",
    dict.fromkeys(("fide-standard", "fide-rapid", "fide-blitz"), MONTHS),
    fewest_rows=90,
    most_bytes=700_000,
)
DRAUGHTS = Season(
    "draughts-2008-2021",
    dict.fromkeys(("rubele-italiana", "rubele-internazionale"), YEARS),
    fewest_rows=80,
    most_bytes=400_000,
)
UISP = Season(
    "uisp-2017-2019",
    {"uisp": QUARTERS, "uisp-exact": ["2020-Q2", "2020-Q3"]},
    fewest_rows=60,
    most_bytes=400_000,
)
SEASONS = (FIDE, DRAUGHTS, UISP)


def brought_in(temporary: pytest.TempPathFactory, name: str = "") -> Path:
    """Return a ledger with a season, by default the sample; not to be written to."""

    def bring_in(folder: Path) -> Path:
        address = folder / "season.ledger"
        assert commands.season(str(address), name) == 0
        return address

    return made_once(temporary, f"season-{name}", bring_in)
