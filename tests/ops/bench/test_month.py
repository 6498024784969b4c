"""A month of the world in small: every step is a command that succeeds."""

from dataclasses import replace

import pytest

from ops.bench import month
from tests.support.counts import FULL

pytestmark = pytest.mark.skipif(not FULL, reason="ten commands: with --full")


def test_a_month_is_done_and_measured(tmp_path):
    said: list[str] = []
    small = replace(month.MONTH, players=600, games=300)
    whole, largest, closing = month.measured(tmp_path, said.append, small)
    assert [line.target for line in (whole, largest, closing)] == ["G6"] * 3
    assert said[-3:] == ["verify", "txt", "xml"]
    assert whole.what.startswith("300 games in 8 files, 600 players")
    assert closing.ratio
    texts = [(tmp_path / form).read_text("utf-8") for form in ("txt", "xml")]
    assert all("Babebe" in text for text in texts)
