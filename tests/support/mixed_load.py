"""Mixed load on a running service: questions, reports, closings, with their times and sizes."""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from threading import Event, Thread

import httpx

from ops.sample import commands
from tests.support.recorders import CHESS, connection
from tests.support.serving import children

REPORT = commands.FOLDER / CHESS / "2025-09-07-festival-borgolieto.trf"
FACTS = (
    "registered_on=2025-07-21", "received_on=2025-09-09", "announced_as_rated=true",
    "official_event=false", "norms_possible=false", "hybrid=false", "online=false",
)  # fmt: skip
PLAYER = f"/v1/pools/{CHESS}/players/fide:99000463"
READERS = 2
PAUSE_SECONDS = 0.02

Ask = Callable[[httpx.Client, int], httpx.Response]


def _question(path: str, **parameters: str) -> Ask:
    return lambda http, _: http.get(path, params=parameters)


def report(http: httpx.Client, number: int) -> httpx.Response:
    """Upload a report of a tournament with another name."""
    data = REPORT.read_bytes().replace(b"estival", f"iera {number}".encode())
    said = dict.fromkeys(("register_new", "another_event"), "true")
    given = {"pool": CHESS, "set": list(FACTS), "file_name": "open.trf", **said}
    kind = {"Content-Type": "application/octet-stream", "Idempotency-Key": f"report {number}"}
    return http.post("/v1/reports", content=data, params=given, headers=kind)


def closing(http: httpx.Client, _: int, preview: str = "false") -> httpx.Response:
    """Close the next list; refused when none is due."""
    return http.post(f"/v1/pools/{CHESS}/closings", json={}, params={"preview": preview})


QUESTIONS: dict[str, Ask] = {
    "list": _question(f"/v1/pools/{CHESS}/lists/2026-02"),
    "list as CSV": _question(f"/v1/pools/{CHESS}/lists/2026-02.csv"),
    "players": _question("/v1/players", search="Grav"),
    "rating": _question(f"{PLAYER}/rating"),
    "rating known": _question(f"{PLAYER}/rating", as_of="2026-02-15", known_at="60"),
    "history": _question(f"{PLAYER}/history"),
    "explanation": _question(f"{PLAYER}/lists/2026-02/explanation"),
    "tournaments": _question("/v1/tournaments"),
    "closings due": _question("/v1/closings"),
    "closing preview": lambda http, number: closing(http, number, "true"),
    "metrics": _question("/metrics"),
}
RECORDINGS: dict[str, Ask] = {"report": report, "closing": closing}


@dataclass
class Load:
    """Threads that ask and record until the end of the block."""

    url: str
    key: str
    seed: str
    every_seconds: Mapping[str, float]
    """The interval of each kind of recording."""
    began: float = field(default_factory=time.monotonic)
    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Times of answers, by kind of request."""
    statuses: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    sizes: defaultdict[int, list[tuple[float, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """By process, resident kilobytes at seconds since the start."""
    stopped: Event = field(default_factory=Event)

    def read(self, reader: int) -> None:
        """Ask questions of all kinds, in an order given by the seed."""
        random, number = Random(f"{self.seed}-{reader}"), 0
        kinds: list[str] = []
        with connection(self.key) as http:
            http.base_url = httpx.URL(self.url)
            while not self.stopped.wait(PAUSE_SECONDS):
                kinds = kinds or random.sample([*QUESTIONS], len(QUESTIONS))
                kind = kinds.pop()
                self._ask(http, kind, QUESTIONS[kind], number := number + 1)

    def record(self, kind: str) -> None:
        """Upload reports, or close lists, at intervals."""
        number = 0
        with connection(self.key) as http:
            http.base_url = httpx.URL(self.url)
            while not self.stopped.is_set():
                self._ask(http, kind, RECORDINGS[kind], number)
                number += 1
                self.stopped.wait(self.every_seconds[kind])

    def _ask(self, http: httpx.Client, kind: str, ask: Ask, number: int) -> None:
        began = time.perf_counter()
        try:
            answer = ask(http, number)
        except httpx.TransportError as broken:
            self.wrong.append(f"{kind}: {broken!r}")
            return
        self.seconds[kind].append(time.perf_counter() - began)
        self.statuses[f"{kind} {answer.status_code}"] += 1
        refused = "clos" in kind and answer.status_code == 422
        if answer.status_code not in (200, 201) and not refused:
            self.wrong.append(f"{kind}: {answer.status_code} {answer.text[:300]}")

    def measure(self, pid: int) -> None:
        """Note the resident size of each process of the service."""
        at = time.monotonic() - self.began
        for process in (pid, *children(pid)):
            self.sizes[process].append((at, resident_kilobytes(process)))

    def growth(self, since_seconds: float, over_seconds: float) -> dict[int, float]:
        """Return by process the growth from an instant on, as a share of the size then.

        The medians of the first and of the last `over_seconds` are compared.
        """
        found = {}
        for process, sizes in self.sizes.items():
            last = sizes[-1][0] - over_seconds
            first = [
                size for at, size in sizes if since_seconds <= at < since_seconds + over_seconds
            ]
            found[process] = median(size for at, size in sizes if at >= last) / median(first) - 1
        return found

    @property
    def covers_all(self) -> bool:
        """Whether all kinds were answered, and two reports and two closings are recorded."""
        recorded = min(self.statuses[f"{kind} 201"] for kind in RECORDINGS)
        return recorded > 1 and self.seconds.keys() == QUESTIONS.keys() | RECORDINGS.keys()

    def times(self) -> Iterator[str]:
        """Yield a line for each kind of request: number, p50 and p99 in milliseconds."""
        for kind, seconds in sorted(self.seconds.items()):
            cuts = quantiles([one * 1_000 for one in seconds * 2], n=100)
            yield f"{kind}: {len(seconds)} answers, p50 {cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms"


def resident_kilobytes(pid: int) -> int:
    """Return the resident size of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError(f"process {pid} has ended")


@contextmanager
def mixed_load(url: str, key: str, seed: str, every_seconds: Mapping[str, float]) -> Iterator[Load]:
    """Run the threads of a load until the end of the block."""
    load = Load(url, key, seed, every_seconds)
    threads = [Thread(target=load.read, args=(reader,), daemon=True) for reader in range(READERS)]
    threads += [Thread(target=load.record, args=(kind,), daemon=True) for kind in RECORDINGS]
    for thread in threads:
        thread.start()
    try:
        yield load
    finally:
        load.stopped.set()
    for thread in threads:
        thread.join(120)
    assert not any(thread.is_alive() for thread in threads)
