"""Media for a ledger: read-only media, and disks of little space.

Root mounts them; where that is not allowed, permissions stand for a read-only medium, and nothing
stands for a small disk.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """A folder on a read-only medium."""
    if os.getuid() == 0:
        with _mounted("--bind", folder, folder):
            _run("mount", "-o", "remount,bind,ro", folder)
            yield
        return
    paths = [folder, *folder.rglob("*")]
    modes = {path: path.stat().st_mode for path in paths}
    for path in reversed(paths):
        path.chmod(modes[path] & ~0o222)
    try:
        yield
    finally:
        for path in paths:
            path.chmod(modes[path])


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[None]:
    """A disk of so many kilobytes in a folder. Skips where none may be mounted."""
    try:
        mounted = _mounted("-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", folder)
        mounted.__enter__()
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no disk may be mounted here: {error.stderr.strip()}")
    try:
        yield
    finally:
        mounted.__exit__(None, None, None)


@contextmanager
def filled(folder: Path, leaving: int = 0) -> Iterator[None]:
    """A disk filled up but for so many bytes (in blocks of 4 096)."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4_096))
    os.truncate(filler, filler.stat().st_size - leaving)
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def _mounted(*words: str | Path) -> Iterator[None]:
    _run("mount", *words)
    try:
        yield
    finally:
        _run("umount", "-l", words[-1])


def _run(*words: str | Path) -> None:
    subprocess.run(words, check=True, capture_output=True, text=True)
