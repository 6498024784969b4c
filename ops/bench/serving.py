"""T10: the processor time of a served answer, beside an empty answer of the same server.

    python -m ops.bench.serving LEDGER       serve a ledger, and two addresses to compare with

The server is a process of its own with one worker; requests come over the loopback, one after the
other, on one connection.
"""

import json
import random
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

import uvicorn
from litestar import Response, get

from ledger.register import identities
from ledger.store.ledger import Ledger
from ops.actors.keys import new_key
from ops.actors.recordings import GrantRole
from ops.bench.worlds import World
from ops.house import House
from ops.http.app import application
from ops.http.prepared import keep_what_stays
from ops.http.service import Service
from ops.pages import links
from ops.settings import Settings
from ops.words import LANGUAGES

EMPTY, RAW, BARE = "/bench/empty", "/bench/raw", "/bench/bare"
_WARM: Final = 30
_ROWS: Final = 50
_ROWS_OF_A_PAGE: Final = 100
_REQUESTS_PER_MINUTE: Final = 1_000_000
"""No limit here."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of an answer in seconds: of the server's processor, and until it arrives."""

    cpu: float
    wall: float


@dataclass(frozen=True, slots=True)
class Served:
    """The costs of an empty answer, one row by its key, a rating as of a day, a page of 50 rows."""

    empty: Cost
    raw: Cost
    bare: Cost
    """The same row without a framework: plain ASGI."""
    rating: Cost
    page: Cost
    search: Cost
    """A page of the players whose names begin so."""
    answers: Mapping[str, Cost] = field(default_factory=dict, kw_only=True)
    """The one answer of each page that people read, by the name of its question."""
    pages: Mapping[str, Cost] = field(default_factory=dict, kw_only=True)
    """The pages, by the same names."""


def measured(ledger: Ledger, world: World, rounds: int) -> Served:
    """Serve a world, and ask about players and days drawn from a seed.

    Everybody has a name meanwhile: worlds have none.
    """
    draw = random.Random(1)  # noqa: S311 - no secrecy
    pool, days = world.kind.pool, (world.last_day - world.begin).days

    def player() -> int:
        return draw.randint(1, world.players)

    def rating() -> str:
        day = world.begin + timedelta(draw.randrange(days))
        return f"/v1/pools/{pool}/players/{identities.show(player())}/rating?as_of={day}"

    def page() -> str:
        of = draw.randint(1, world.players // _ROWS // 2)
        return f"/v1/pools/{pool}/lists/current?limit={_ROWS}&page={of}"

    def search() -> str:
        return f"/v1/pools/{pool}/lists/current?limit={_ROWS}&search=surname{draw.randint(10, 99)}"

    asks = (
        lambda: EMPTY,
        lambda: f"{RAW}?player={player()}",
        lambda: f"{BARE}?player={player()}",
        *(rating, page, search),
    )
    with (
        _named(ledger, world.players),
        serving(ledger.address) as (process, port),
        closing(HTTPConnection("127.0.0.1", port, timeout=600)) as connection,
    ):
        client = _Client(process, connection, _key_of_an_auditor(ledger, world.begin))
        pages = _of_pages(client, pool, player)
        return Served(
            *(client.cost(ask, rounds) for ask in asks),
            answers={name: client.cost(_answer(name, of), rounds) for name, of in pages.items()},
            pages={
                name: client.cost(_drawn(name, of), rounds)
                for name, of in pages.items()
                if name in links.pages()
            },
        )


Asks = Callable[[], Mapping[str, Any]]
"""Draws what is asked, by the names of inputs."""


def _of_pages(client: "_Client", pool: str, player: Callable[[], int]) -> dict[str, Asks]:
    """Return for each question that a page shows what it asks, about somebody at random."""
    draw = random.Random(2)  # noqa: S311 - no secrecy
    events = [row["tournament"] for row in client.get("/v1/tournaments?limit=1000")["rows"]]
    *_, last = client.get(f"/v1/pools/{pool}/lists")["rows"]

    def of_player(**others: Any) -> Asks:
        return lambda: {"player": identities.show(player()), **others}

    pages = {"pool": pool, "period": "current", "limit": _ROWS_OF_A_PAGE}
    return {
        "show-overview": dict,
        "show-list": lambda: {**pages, "page": draw.randint(1, 50)},
        "search-players": lambda: {"search": _surname(player())},
        "show-player": of_player(),
        "explain-rating": of_player(pool=pool, period=last["list"]),
        "show-tournament": lambda: {"tournament": draw.choice(events)},
        "show-trail": of_player(),
        "show-article-on-day": lambda: {"pool": pool, "article": "8.3.3", "on": last["list_date"]},
    }


def _answer(question: str, asks: Asks) -> Callable[[], str]:
    return lambda: links.filled(links.questions_by_name()[question].path, asks())


def _drawn(question: str, asks: Asks) -> Callable[[], str]:
    path = links.path_of(links.pages()[question])
    return lambda: f"/{LANGUAGES[-1]}{links.filled(path, asks())}"


def _key_of_an_auditor(ledger: Ledger, since: date) -> str:
    house = House(ledger)
    GrantRole(actor="bench", role="auditor", in_force_from=since, by="bench").record(house)
    return new_key(house, "bench").result.text


@dataclass(frozen=True, slots=True)
class _Client:
    """Asks a server with the key of an auditor, over one connection."""

    process: int
    connection: HTTPConnection
    key: str

    def cost(self, ask: Callable[[], str], rounds: int) -> Cost:
        """Return the cost of an answer, as the mean or the median of many."""
        for _ in range(min(_WARM, rounds)):
            self._asked(ask())
        seconds, before = [], processor_seconds(self.process)
        for path in [ask() for _ in range(rounds)]:
            start = perf_counter()
            self._asked(path)
            seconds.append(perf_counter() - start)
        return Cost((processor_seconds(self.process) - before) / rounds, median(seconds))

    def get(self, path: str) -> dict[str, Any]:
        """Return an answer."""
        found: dict[str, Any] = json.loads(self._asked(path))
        return found

    def _asked(self, path: str) -> bytes:
        self.connection.request("GET", path, headers={"Authorization": f"Bearer {self.key}"})
        response = self.connection.getresponse()
        body = response.read()
        assert response.status == 200, (path, response.status, body[:500])  # noqa: PLR2004 - done
        return body


def processor_seconds(process: int) -> float:
    """Return the processor time of the threads of a process so far."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


@contextmanager
def serving(address: str) -> Iterator[tuple[int, int]]:
    """Serve a ledger in a process of its own; yield the process and the port."""
    command = [sys.executable, "-m", __spec__.name, address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own
        assert server.stdout is not None
        try:
            yield server.pid, int(server.stdout.readline())
        finally:
            server.terminate()


@contextmanager
def _named(ledger: Ledger, players: int) -> Iterator[None]:
    """Store words of all players for a while; the random commitments are not theirs."""
    rows = [(player, b"0" * 16, _words(player)) for player in range(1, players + 1)]
    with ledger.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO subject VALUES (?, ?, ?)", rows)
    try:
        yield
    finally:
        with ledger.engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM subject")


def _words(player: int) -> bytes:
    return f'{{"name":"{_surname(player)}, Name{player % 97}"}}'.encode()


def _surname(player: int) -> str:
    return f"Surname{player * 7919 % 99991:05}"


# ------------------------------------------------------------------------------------- the server


def serve(address: str) -> None:
    """Serve a ledger on a free port of the loopback, and print the port."""
    settings = Settings(
        ledger=address,
        key_requests_per_minute=_REQUESTS_PER_MINUTE,
        address_requests_per_minute=_REQUESTS_PER_MINUTE,
    )
    service = Service(settings)
    answering = application(service)
    answering.register(_empty)
    answering.register(_raw(service.ledger))
    config = uvicorn.Config(_or_bare(answering, service.ledger), log_config=None, access_log=False)
    listener = socket.socket(proto=socket.IPPROTO_TCP)  # or asyncio lets it wait for small packets
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    sys.stdout.write(f"{listener.getsockname()[1]}\n")
    sys.stdout.flush()
    keep_what_stays()
    uvicorn.Server(config).run(sockets=[listener])


@get(EMPTY, sync_to_thread=True)
def _empty() -> Response[bytes]:
    return Response(b"")


def _raw(ledger: Ledger) -> Any:
    """Return an address that only asks the driver for a row by its primary key."""

    @get(RAW, sync_to_thread=True)
    def raw(player: int) -> Response[bytes]:
        return Response(_words_of(ledger, player))

    return raw


def _or_bare(answering: Any, ledger: Ledger) -> Any:
    """Return an application that answers one address with the same row, before any framework."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["path"] != BARE:
            await answering(scope, receive, send)
            return
        body = _words_of(ledger, int(scope["query_string"].removeprefix(b"player=")))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})

    return application


def _words_of(ledger: Ledger, player: int) -> bytes:
    connection = ledger.engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute("SELECT body FROM subject WHERE player = ?", (player,))
        [body] = cursor.fetchall()[0]
        return bytes(body)
    finally:
        connection.close()


if __name__ == "__main__":
    serve(sys.argv[1])
