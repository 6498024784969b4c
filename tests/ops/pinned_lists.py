"""The sealed lists of a season, and the file that pins them."""

from collections.abc import Iterable
from pathlib import Path

from ledger.store.ledger import Ledger
from tests.projections.kept import closings_in


def sealed(address: Path, pools: Iterable[str]) -> list[str]:
    """Give each sealed list as it stands in the file of pinned lists."""
    with Ledger.open(str(address)) as ledger:
        return [
            f"{pool} {each.period} {each.rows} {each.list_digest}"
            for pool in pools
            for each in closings_in(ledger, pool)
        ]


def pinned(file: str) -> list[str]:
    """Give the lists that a file beside this one pins."""
    lines = Path(__file__).with_name(file).read_text().splitlines()
    return [line for line in lines if not line.startswith("#")]
