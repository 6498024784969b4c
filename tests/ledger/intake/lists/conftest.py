"""A list in a file."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def kept(tmp_path: Path) -> Callable[[bytes], Path]:
    """Write bytes into a file and give its path."""

    def keep(data: bytes) -> Path:
        path = tmp_path / "list"
        path.write_bytes(data)
        return path

    return keep
