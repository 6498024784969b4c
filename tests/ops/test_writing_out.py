"""A file is written whole or not at all."""

import os

import pytest

from ops.writing_out import FileThere, into


def write_half(path, *, overwrite=False):
    with into(path, overwrite=overwrite) as out:
        out.write("half")
        raise RuntimeError


def write_after(path, text):
    """Write a file whose name somebody takes before it is whole."""
    with into(path) as out:
        out.write("mine")
        path.write_text(text)


def test_a_file_has_its_name_only_when_it_is_whole(tmp_path):
    path = tmp_path / "list.csv"
    with into(path) as out:
        out.write("one\r\n")
        assert not path.exists()
    assert path.read_bytes() == b"one\r\n"
    assert os.listdir(tmp_path) == ["list.csv"]  # noqa: PTH208 - hidden files too


def test_where_writing_fails_nothing_is_left(tmp_path):
    with pytest.raises(RuntimeError):
        write_half(tmp_path / "list.csv")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_failed_leaves_the_old_one(tmp_path):
    path = tmp_path / "list.csv"
    path.write_text("old")
    with pytest.raises(RuntimeError):
        write_half(path, overwrite=True)
    assert path.read_text() == "old"


def test_who_takes_the_name_meanwhile_keeps_it(tmp_path):
    path = tmp_path / "list.csv"
    with pytest.raises(FileThere):
        write_after(path, "theirs")
    assert path.read_text() == "theirs"
    assert [each.name for each in tmp_path.iterdir()] == ["list.csv"]


def test_a_written_file_can_be_read_by_whom_the_umask_lets(tmp_path):
    path = tmp_path / "list.csv"
    before = os.umask(0o027)
    try:
        with into(path) as out:
            out.write("one")
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o640
