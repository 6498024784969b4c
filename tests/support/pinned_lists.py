"""The sealed lists of a season, and the file of their digests."""

from collections.abc import Iterable
from pathlib import Path

from ledger.store.ledger import Ledger
from tests.support.kept_state import closings_in


def sealed(address: Path, pools: Iterable[str]) -> list[str]:
    """Return each sealed list as in the file of pinned lists."""
    with Ledger.open(str(address)) as ledger:
        return [
            f"{pool} {closing.period} {closing.rows} {closing.list_digest}"
            for pool in pools
            for closing in closings_in(ledger, pool)
        ]


def pinned(file: str) -> list[str]:
    """Return the lists in a file of the folder tests/ops."""
    lines = (Path(__file__).parents[1] / "ops" / "sample" / file).read_text().splitlines()
    return [line for line in lines if not line.startswith("#")]
