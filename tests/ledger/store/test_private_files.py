"""Files with names of persons are private to the owner, under any umask."""

import os
from pathlib import Path

import pytest

from ledger.errors import NotALedger
from ledger.store.ledger import Ledger
from projections.official import Official


@pytest.fixture(autouse=True)
def open_handed():
    """Set a permissive umask."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


def test_a_new_ledger_and_all_beside_it_are_its_owners_alone(tmp_path):
    """The file, the files of SQLite beside, and the projections."""
    with Ledger.create(str(tmp_path / "a"), "example.org", "UTC") as ledger:
        official = Official(ledger)
        official.catch_up()
        found = modes(tmp_path)
        official.close()
    assert set(found) >= {"a", "a-wal", "a-shm", "a.projections", "a.projections-wal"}
    assert set(found.values()) == {0o600}
    assert set(modes(tmp_path).values()) == {0o600}


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_a_file_that_is_there_keeps_its_mode(tmp_path, mode):
    """The mode was set on purpose."""
    path = tmp_path / "a"
    Ledger.create(str(path), "example.org", "UTC").close()
    path.chmod(mode)
    with Ledger.open(str(path)) as ledger:
        assert ledger.zone() == "UTC"
        assert set(modes(tmp_path).values()) == {mode}
    assert modes(tmp_path) == {"a": mode}


def test_behind_a_link_the_new_file_is_private_as_well(tmp_path):
    """A link may exist before the file behind."""
    (tmp_path / "link").symlink_to(tmp_path / "a")
    Ledger.create(str(tmp_path / "link"), "example.org", "UTC").close()
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o600


def test_where_no_file_can_be_made_sqlite_says_so(tmp_path):
    """A folder is no database."""
    with pytest.raises(NotALedger, match="unable to open"):
        Ledger.create(str(tmp_path), "example.org", "UTC")
    assert list(tmp_path.iterdir()) == []
