"""The service as a program of its own: started, asked and ended as an operator does."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

PROGRAM = (sys.executable, "-c", "import sys; from ops.cli import main; sys.exit(main())")
"""The command `ledger`, by the Python of the tests."""


class Running:
    """A running service: its address, its process, what it wrote."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self.process, self.log = process, log
        assert process.stdout is not None
        found = re.fullmatch(r"serving at http://([\w.:\[\]]+):(\d+)\n", process.stdout.readline())
        assert found, log.read_text()
        self.host, self.port = found[1].strip("[]"), int(found[2])
        self.url = f"http://{found[1]}:{found[2]}"

    def end(self) -> int:
        """Ask it to end as systemd does; give its exit code."""
        self.process.terminate()
        return self.process.wait()


@contextmanager
def running(
    folder: Path, *words: str | Path, program: Sequence[str] = PROGRAM, **variables: str
) -> Iterator[Running]:
    """Run `ledger serve` on a free port, with a log in a folder; at the end it is gone."""
    log = folder / "log.jsonl"
    environment = {key: value for key, value in os.environ.items() if "LEDGER" not in key}
    with log.open("w") as errors:
        process = subprocess.Popen(
            [*program, "serve", "--port", "0", *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**environment, **variables},
        )
    try:
        yield Running(process, log)
    finally:
        process.kill()
        process.communicate()
