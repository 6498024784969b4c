"""G7: the cost of a report recorded over HTTP by one client, and by 64 at once.

No file names its tournament: the recording gives the numbers. All players are known. A report of
each client ends on a day of its own, so that no two are of the same event.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date, timedelta
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Final
from urllib.parse import urlencode

from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.options import ImportOptions
from ledger.store.ledger import Ledger
from ops.actors.keys import new_key
from ops.actors.recordings import GrantRole
from ops.bench import operations
from ops.bench.serving import processor_seconds, serving
from ops.bench.table import Line
from ops.house import House
from ops.pools.recordings import OpenPool

CLIENTS: Final = 64
_POOL: Final = "fide-standard"
_RECORDER: Final = "bench"
_CREATED: Final = 201

Files = Sequence[tuple[str, bytes]]
"""Address and body of each request."""


@dataclass(frozen=True, slots=True)
class Cost:
    """A recorded report: seconds of the server's processor, and reports in a second."""

    cpu: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Recorded:
    """The costs with one client, and with CLIENTS."""

    alone: Cost
    together: Cost


def measured(folder: Path, reports: int) -> Recorded:
    """Serve a new ledger; let one client record a number of reports, and then many clients."""
    address, ends = str(folder / "recorded"), count()
    with Ledger.create(address, "bench.example", "UTC") as ledger:
        headers = {"Authorization": f"Bearer {_begun(ledger)}"}
        today = date.today()  # noqa: DTZ011 - the clock of the server is that of the machine
    files = [_file(next(ends), today) for _ in range(2 * reports + 2 * CLIENTS)]
    with serving(address) as (process, port):
        _record(port, headers, 1, files[:CLIENTS])
        alone = _cost(process, port, headers, 1, files[CLIENTS : CLIENTS + reports])
        _record(port, headers, CLIENTS, files[CLIENTS + reports : 2 * CLIENTS + reports])
        together = _cost(process, port, headers, CLIENTS, files[2 * CLIENTS + reports :])
    return Recorded(alone, together)


def lines(cost: Recorded) -> Iterator[Line]:
    """Yield the lines of the report."""
    alone, together = cost.alone, cost.together
    what = f"a report without an id, {CLIENTS} clients"
    numbers = f"{1_000 * together.cpu:.1f}; {1_000 * alone.cpu:.1f} ms of processor time"
    yield Line("G7", what, "one client", together.cpu / alone.cpu, numbers, at_most=1.3)
    numbers = f"{together.per_second:.0f}; {alone.per_second:.0f} reports/s"
    ratio = together.per_second / alone.per_second
    yield Line("G7", f"{what}, throughput", "one client", ratio, numbers, at_least=2)


def _begun(ledger: Ledger) -> str:
    """Open a pool, register the players; return a key that may record."""
    house = House(ledger)
    ends = date.today()  # noqa: DTZ011
    OpenPool(pool=_POOL, first_period=f"{ends:%Y-%m}").record(house)
    options = ImportOptions(pools=(_POOL,), register_new=True, facts=operations.facts(ends))
    import_report(ledger, operations.report(0, ends), options)
    GrantRole(
        actor=_RECORDER, role="rating-officer", in_force_from=date(2020, 1, 1), by="council"
    ).record(house)
    return new_key(house, _RECORDER).result.text


def _file(number: int, today: date) -> tuple[str, bytes]:
    """Return the address and the body of a request."""
    ends = today - timedelta(days=number + 1)
    facts = operations.facts(ends)
    asked = [("pool", _POOL), *(("set", f"{name}={value}") for name, value in facts.items())]
    return f"/v1/reports?{urlencode(asked)}", operations.report(number + 1, ends)


def _cost(
    process: int,
    port: int,
    headers: dict[str, str],
    clients: int,
    files: Sequence[tuple[str, bytes]],
) -> Cost:
    before, start = processor_seconds(process), perf_counter()
    _record(port, headers, clients, files)
    seconds = perf_counter() - start
    return Cost((processor_seconds(process) - before) / len(files), len(files) / seconds)


def _record(port: int, headers: dict[str, str], clients: int, files: Files) -> None:
    """Send requests on as many connections as there are clients."""
    sent = {**headers, "Content-Type": "application/octet-stream"}

    def client(number: int) -> None:
        connection = HTTPConnection("127.0.0.1", port, timeout=600)
        for path, body in files[number::clients]:
            connection.request("POST", path, body, sent)
            response = connection.getresponse()
            answer = response.read()
            assert response.status == _CREATED, (response.status, answer[:500])
        connection.close()

    with ThreadPoolExecutor(clients) as threads:
        list(threads.map(client, range(clients)))
