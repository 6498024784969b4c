"""Where no ledger is made, no file is left; earlier files, and files of others, stay."""

from pathlib import Path
from typing import Any

import pytest

from ledger.errors import NotALedger
from ledger.store import drivers
from ledger.store.ledger import Ledger
from ledger.store.tables import in_new_tables


class Fails(Exception):
    """An error during the making of a ledger."""


def fail_to_make(path: Path, meanwhile: Any = lambda: None) -> None:
    engine = drivers.engine(str(path))
    with drivers.reaching(engine), in_new_tables(engine, "a"):
        meanwhile()
        raise Fails


def test_a_file_that_was_not_there_is_taken_away(tmp_path):
    """With all files beside; the name is free again."""
    path = tmp_path / "a"
    with pytest.raises(Fails):
        fail_to_make(path)
    assert list(tmp_path.iterdir()) == []
    Ledger.create(str(path), "example.org", "UTC").close()


def test_a_file_that_was_there_stays(tmp_path):
    path = tmp_path / "a"
    path.touch(0o640)
    with pytest.raises(Fails):
        fail_to_make(path)
    assert [each.name for each in tmp_path.iterdir()] == ["a"]
    Ledger.create(str(path), "example.org", "UTC").close()


def test_a_ledger_that_is_there_stays(tmp_path):
    """Refused, and untouched."""
    path = tmp_path / "a"
    Ledger.create(str(path), "example.org", "UTC").close()
    before = path.read_bytes()
    with pytest.raises(NotALedger, match="here already"):
        Ledger.create(str(path), "example.org", "UTC")
    assert path.read_bytes() == before


def test_a_file_that_somebody_else_has_open_stays(tmp_path):
    """The others may be about to make a ledger of the file."""
    path = tmp_path / "a"
    others = drivers.engine(str(path))
    with pytest.raises(Fails):
        fail_to_make(path, lambda: others.connect().close())
    assert path.exists()
    with in_new_tables(others, "a"):
        pass
    others.dispose()
    with pytest.raises(NotALedger, match="here already"):
        Ledger.create(str(path), "example.org", "UTC")


@pytest.mark.parametrize("name", ["a", "missing"])
def test_only_an_empty_database_is_removed(tmp_path, name):
    """A database with tables stays; a missing database is not made."""
    Ledger.create(str(tmp_path / "a"), "example.org", "UTC").close()
    drivers.remove_if_empty(tmp_path / name)
    assert [each.name for each in tmp_path.iterdir()] == ["a"]
    Ledger.open(str(tmp_path / "a")).close()
