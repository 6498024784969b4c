"""The service in a process with loaded modules: loading takes longer than a test.

Forked from the server of `processes`. What an operator starts is tested with the program itself
(tests/ops/cli/test_serving.py, tests/ops/deploy), and so is the service in long runs.
"""

import os
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TextIO

import uvicorn.lifespan.on
import uvicorn.protocols.http.auto  # noqa: F401 - loaded here once, not in every process

from ledger.store import drivers
from ops import cli
from ops.cli import serving  # noqa: F401 - as above
from ops.http import serving as answering  # noqa: F401 - as above
from tests.support.processes import START


class Forked:
    """A process with the methods of `subprocess.Popen` used in tests of the service."""

    def __init__(
        self,
        words: Sequence[str],
        variables: Mapping[str, str],
        log: Path,
        lock_timeout_ms: int | None = None,
    ) -> None:
        """Run `ledger serve WORDS`; `lock_timeout_ms`: the time to wait for other writers."""
        read, write = START.Pipe(duplex=False)
        given = (words, dict(variables), log, lock_timeout_ms, write)
        self._process = START.Process(target=_serve, args=given)
        self._process.start()
        write.close()
        self.stdout: TextIO = os.fdopen(os.dup(read.fileno()))
        read.close()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def send_signal(self, number: int) -> None:
        """Send a signal to the process, if running."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask the process to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill the process."""
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        """Return the exit code; None as long as the process runs."""
        return self._process.exitcode

    def wait(self) -> int:
        """Return the exit code, at the end of the process."""
        self._process.join()
        assert self._process.exitcode is not None
        return self._process.exitcode

    def communicate(self) -> None:
        """Wait for the end of the process, and close the output."""
        self.wait()
        self.stdout.close()


def _serve(
    words: Sequence[str],
    variables: Mapping[str, str],
    log: Path,
    lock_timeout_ms: int | None,
    output: Connection,
) -> None:
    sys.stdout = _instead_of(1, output.fileno())
    with log.open("w") as errors:
        sys.stderr = _instead_of(2, errors.fileno())
    os.environ.clear()
    os.environ.update(variables)
    drivers.LOCK_TIMEOUT_MS = lock_timeout_ms or drivers.LOCK_TIMEOUT_MS
    sys.argv = ["ledger", "serve", *words]
    cli.main()


def _instead_of(standard: int, stream: int) -> TextIO:
    """Put a stream in the place of a standard stream; return the stream."""
    os.dup2(stream, standard)
    return os.fdopen(standard, "w", buffering=1, closefd=False)
