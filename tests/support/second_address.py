"""A quiet client at a second address: ten questions a second, and whether the service is ready."""

import http.client
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from threading import Thread

ADDRESS = "127.0.0.2"
A_SECOND = 10
"""Questions, each by a thread of its own on a connection of its own."""
READY = "/health/ready"
TIMEOUT_SECONDS = 60


@dataclass
class SecondAddress:
    """Questions at fixed instants; the time of an answer counts from the fixed instant on."""

    host: str
    port: int
    paths: Sequence[str]
    seconds: list[float] = field(default_factory=list)
    """Times of all answers to questions."""
    answers: Counter[str] = field(default_factory=Counter)
    """By kind of question and status."""
    began: float = 0.0
    stopped: bool = False

    def ask(self, number: int) -> None:
        """Ask a question each second until stopped, the readiness too with number 0."""
        at, turn = self.began + number / A_SECOND, number
        while not self.stopped:
            time.sleep(max(0, at - time.monotonic()))
            status = self._status(self.paths[turn % len(self.paths)])
            self.seconds.append(time.monotonic() - at)
            self.answers[f"question {status}"] += 1
            if number == 0:
                self.answers[f"ready {self._status(READY)}"] += 1
            at, turn = at + 1, turn + 1

    def _status(self, path: str) -> str:
        made = http.client.HTTPConnection(
            self.host, self.port, timeout=TIMEOUT_SECONDS, source_address=(ADDRESS, 0)
        )
        try:
            made.request("GET", path)
            answer = made.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException) as error:
            return type(error).__name__
        else:
            return str(answer.status)
        finally:
            made.close()

    @property
    def p99(self) -> float:
        """Seconds in which 99 of 100 questions were answered."""
        return quantiles(self.seconds * 2, n=100)[98]


@contextmanager
def asking(host: str, port: int, paths: Sequence[str]) -> Iterator[SecondAddress]:
    """Ask until the end of the block."""
    client = SecondAddress(host, port, paths, began=time.monotonic())
    threads = [Thread(target=client.ask, args=(number,)) for number in range(A_SECOND)]
    for thread in threads:
        thread.start()
    try:
        yield client
    finally:
        client.stopped = True
        for thread in threads:
            thread.join()


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process with all threads so far."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9
