"""A file is written whole or not at all."""

import os

import pytest

from ledger.errors import Refused
from ops.commands.written_files import FileThere, database, into, privately


def write_half(path, *, overwrite=False):
    with into(path, overwrite=overwrite) as out:
        out.write("half")
        raise RuntimeError


def write_after(path, text):
    """Write a file while the name is taken by another before the end."""
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


@pytest.mark.parametrize("write", [into, privately, database])
def test_a_folder_that_is_not_there_is_named(tmp_path, write):
    with (
        pytest.raises(Refused, match=r"x/list\.csv: there is no folder .*/x$"),
        write(tmp_path / "x" / "list.csv"),
    ):
        raise AssertionError


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


def test_a_private_file_is_its_owners_alone_from_the_start(tmp_path):
    path = tmp_path / "all.jsonl"
    before = os.umask(0)
    try:
        with privately(path) as out:
            out.write(b"one")
            [unfinished] = tmp_path.iterdir()
            assert unfinished.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_bytes() == b"one"


def test_a_private_file_overwrites_nothing_however_late_it_came(tmp_path):
    path = tmp_path / "all.jsonl"
    with pytest.raises(FileThere, match="nothing is overwritten"):
        write_privately_after(path)
    assert path.read_text() == "theirs"
    assert [each.name for each in tmp_path.iterdir()] == ["all.jsonl"]


def write_privately_after(path):
    """Write a private file while the name is taken by another before the end."""
    with privately(path) as out:
        out.write(b"mine")
        path.write_text("theirs")


def test_what_was_taken_away_unfinished_is_not_said_to_be_written(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_and_lose(tmp_path / "all.jsonl")


def write_and_lose(path):
    """Write a private file that is removed by another before the end."""
    with privately(path) as out:
        out.write(b"mine")
        for each in path.parent.iterdir():
            each.unlink()


@pytest.mark.parametrize("overwrite", [False, True])
def test_no_file_takes_the_place_of_a_pipe_or_a_device(tmp_path, overwrite):
    """Not of /dev/null either, which root could replace."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with (
        pytest.raises(Refused, match="is a pipe or a device"),
        into(path, overwrite=overwrite) as out,
    ):
        out.write("text")
    assert path.is_fifo()
