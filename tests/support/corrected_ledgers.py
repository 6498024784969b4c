"""Ledgers of random histories with corrections, recorded once for all processes of a test run."""

import shutil
from pathlib import Path

import pytest

from tests.support.corrected_families import FAMILIES
from tests.support.made_once import made_once
from tests.support.recording import LONG_AFTER, a_ledger


def corrected_ledger(
    temporary: pytest.TempPathFactory, family: str, seed: int, address: Path
) -> bool:
    """Copy the ledger of a history, with the projection; return whether a list was corrected."""

    def record(folder: Path) -> tuple[Path, bool]:
        one, source = FAMILIES[family], folder / "ledger"
        with a_ledger(str(source), LONG_AFTER) as ledger:
            changes = one.record(ledger, one.short(seed), seed, False)
        return source, bool(changes)

    source, is_corrected = made_once(temporary, f"corrected-ledger-{family}-{seed}", record)
    for ending in ("", ".projections"):
        shutil.copy(f"{source}{ending}", f"{address}{ending}")
    return is_corrected
