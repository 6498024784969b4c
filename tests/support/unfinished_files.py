"""Files begun by another process."""

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import ForkServerProcess
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import NamedTuple

from ops.commands.written_files import database
from tests.support.processes import START


class Writing(NamedTuple):
    """A process with a file being written until the end is asked for."""

    process: ForkServerProcess
    end: Event


@contextmanager
def writing(file: Path) -> Iterator[Writing]:
    """Start a process, which begins to write a SQLite file."""
    begun, end = START.Event(), START.Event()
    process = START.Process(target=_write, args=(file, begun, end))
    process.start()
    try:
        assert begun.wait(60)
        yield Writing(process, end)
    finally:
        process.kill()
        process.join()


def _write(file: Path, begun: Event, end: Event) -> None:
    with database(file) as temporary:
        temporary.write_bytes(b"half")
        Path(f"{temporary}-journal").write_bytes(b"half")
        begun.set()
        end.wait()
