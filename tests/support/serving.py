"""The service as a program: started, asked and ended as an operator does."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.forked import Forked

PROGRAM = (sys.executable, "-c", "import sys; from ops.cli import main; sys.exit(main())")
"""The command `ledger`, by the Python of the tests."""


class Running:
    """A running service: the address, the process, the log."""

    def __init__(self, process: subprocess.Popen[str] | Forked, log: Path) -> None:
        self.process, self.log = process, log
        assert process.stdout is not None
        found = re.fullmatch(r"serving at http://([\w.:\[\]]+):(\d+)\n", process.stdout.readline())
        assert found, "the service did not start"
        self.host, self.port = found[1].strip("[]"), int(found[2])
        self.url = f"http://{found[1]}:{found[2]}"
        self._killed = 0

    def end(self) -> int:
        """Ask the service to end as systemd does; return the exit code."""
        self.process.terminate()
        return self.process.wait()

    def kill_a_worker(self, number: int) -> None:
        """Kill a worker; all workers answer, so wait until another takes the place."""
        workers = children(self.process.pid)
        self._until_answering(len(workers))
        os.kill(workers[number % len(workers)], signal.SIGKILL)
        self._killed += 1
        self._until_answering(len(workers))

    def _until_answering(self, workers: int) -> None:
        wanted = workers + self._killed
        until(lambda: self.log.read_text().count('"event": "answering"') >= wanted, self)


def until(holds: Callable[[], bool], service: Running) -> None:
    """Wait for something done by a service, while the service runs."""
    while not holds():
        assert service.process.poll() is None, service.log.read_text()
        time.sleep(0.01)


def children(pid: int) -> list[int]:
    """Return the processes started by a service of several processes."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in found if "spawn_main" in command_of(int(child))]


def command_of(pid: int) -> str:
    """Return the command line of a process; empty once the process is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


@contextmanager
def running(
    folder: Path, *words: str | Path, program: Sequence[str] = PROGRAM, **variables: str
) -> Iterator[Running]:
    """Run `ledger serve` on a free port, with a log in a folder; at the end the service is
    gone.

    A failure of the test has the exit code and the log as a note.
    """
    log = folder / "log.jsonl"
    with log.open("w") as errors:
        process = subprocess.Popen(
            [*program, "serve", *_on_a_free_port(words)],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=_environment(variables),
        )
    with _ended(process, log) as service:
        yield service


@contextmanager
def running_forked(
    folder: Path, *words: str | Path, lock_timeout_ms: Any = None, **variables: str
) -> Iterator[Running]:
    """Run the service as `running`, forked from a process with loaded modules.

    `lock_timeout_ms`: it waits so long for other writers, by default as the program does.
    """
    log = folder / "log.jsonl"
    process = Forked(_on_a_free_port(words), _environment(variables), log, lock_timeout_ms)
    with _ended(process, log) as service:
        yield service


def _on_a_free_port(words: Sequence[str | Path]) -> list[str]:
    return ["--port", "0", *map(str, words)]


def _environment(variables: Mapping[str, str]) -> dict[str, str]:
    others = {key: value for key, value in os.environ.items() if "LEDGER" not in key}
    return {**others, **variables}


@contextmanager
def _ended(process: subprocess.Popen[str] | Forked, log: Path) -> Iterator[Running]:
    try:
        yield Running(process, log)
    except BaseException as failed:
        failed.add_note(f"exit code of the service: {process.poll()}; its log:\n{log.read_text()}")
        raise
    finally:
        process.kill()
        process.communicate()
