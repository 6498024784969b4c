"""Pools proved by eras, one after another, and deleted."""

from pathlib import Path

import pytest

from ops.bench import billion, growth
from ops.bench.worlds import CHESS, World

SMALL = World(CHESS, 600, 25, 12_000)


def test_pools_are_proved_and_deleted(tmp_path):
    said: list[str] = []
    rate, memory = billion.measured(2, tmp_path, said.append, SMALL)
    assert said == [f"{doing} pool {n} of 2" for n in (1, 2) for doing in ("writing", "proving")]
    assert (rate.what, rate.against) == ("24,000 games proved by eras", "12,000 as a whole")
    assert rate.ratio
    assert memory.ratio
    assert list(tmp_path.iterdir()) == []


def test_a_pool_with_a_changed_event_stops_the_measurement(tmp_path, monkeypatch):
    """The absent files are no fault, and a changed digit is."""
    rebuild = growth.rebuild_alone

    def damaged(path):
        rebuild(path)
        ledger = Path(path)
        ledger.write_bytes(ledger.read_bytes().replace(b"Torino", b"Turino", 1))

    monkeypatch.setattr(growth, "rebuild_alone", damaged)
    with pytest.raises(AssertionError):
        list(billion.measured(1, tmp_path, lambda _: None, SMALL))
