"""Connections on the loopback: ended when silent, slow, or above the limit of an address."""

import asyncio
import resource
import socket
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from ledger.errors import Refused
from ops.http import connections
from ops.http.connections import Connection
from ops.http.serving import FEWEST_FILES, files_allowed
from ops.http.shares import Shares

IDLE_SECONDS = 0.2
LARGE = 8 << 20
"""Bytes of an answer that no buffer of the system holds."""


async def application(scope, _receive, send):
    """Answer a path with few bytes or many, without reading the body."""
    body = bytes(LARGE) if scope["path"] == "/large" else b"few"
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Listener:
    """The application on a port of the loopback; a call opens a connection."""

    def __init__(self, of_one, proxies):
        self.state, self.clients = ServerState(), []
        self.port = 0
        http: Any = partial(Connection, Shares(1_000, of_one), proxies.__contains__)
        idle: Any = IDLE_SECONDS
        self.config = uvicorn.Config(
            application, http=http, timeout_keep_alive=idle, lifespan="off", log_config=None
        )
        self.config.load()

    def connection(self):
        """A connection, as the server makes it."""
        given = {"config": self.config, "server_state": self.state, "app_state": {}}
        return self.config.http_protocol_class(**given)

    @property
    def connections(self):
        """The connections that are open."""
        return self.state.connections

    @property
    def sent(self):
        """Return the number of answers sent, read or unread."""
        return self.state.total_requests

    async def __call__(self, receive_bytes=0):
        client = socket.socket()
        client.setblocking(False)
        if receive_bytes:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        await asyncio.get_running_loop().sock_connect(client, ("127.0.0.1", self.port))
        reader, writer = await asyncio.open_connection(sock=client, limit=1 << 16)
        self.clients.append(writer)
        return reader, writer


@asynccontextmanager
async def listening(of_one=100, proxies=()):
    """Serve the application for a while; all connections are closed at the end."""
    opened = Listener(of_one, proxies)
    server = await asyncio.get_running_loop().create_server(opened.connection, "127.0.0.1", 0)
    opened.port = server.sockets[0].getsockname()[1]
    try:
        async with asyncio.timeout(60):
            yield opened
    finally:
        server.close()
        for left in (*opened.clients, *opened.connections):
            left.transport.abort()
        await asyncio.sleep(0.01)


async def until(holds):
    """Wait for an action of the server."""
    while not holds():
        await asyncio.sleep(0.001)


async def ended(reader):
    """Wait until the other end closes a connection; return the bytes received before."""
    received = b""
    try:
        while more := await reader.read(1 << 16):
            received += more
    except ConnectionResetError:
        pass
    return received


def get(path="/"):
    return f"GET {path} HTTP/1.1\r\nhost: x\r\n\r\n".encode()


@pytest.mark.parametrize(
    "sent", [b"", b"GET", get()[:-2], get() + b"GET"], ids=["nothing", "word", "half", "second"]
)
def test_a_connection_without_the_whole_head_of_a_request_is_closed(sent):
    async def asked():
        async with listening() as opened:
            reader, writer = await opened()
            for byte in sent:
                writer.write(bytes([byte]))
                await writer.drain()
            received = await ended(reader)
            return received

    assert asyncio.run(asked()).count(b"200 OK") == sent.count(b"\r\n\r\n")


def test_each_byte_gives_half_a_head_no_more_time():
    """A byte every twentieth of the time: without a limit, endless."""

    async def asked():
        async with listening() as opened:
            reader, writer = await opened()
            closed = asyncio.create_task(ended(reader))
            writer.write(get()[:-2])
            while not closed.done():
                writer.write(b"x")
                await asyncio.wait({closed}, timeout=IDLE_SECONDS / 20)
            return closed.result()

    assert asyncio.run(asked()) == b""


def test_an_unfinished_body_after_its_answer_is_closed():
    async def asked():
        async with listening() as opened:
            reader, writer = await opened()
            writer.write(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n")
            closed = asyncio.create_task(ended(reader))
            while not closed.done():
                writer.write(b"x")
                await asyncio.wait({closed}, timeout=IDLE_SECONDS / 20)
            return closed.result()

    assert b"200 OK" in asyncio.run(asked())


def test_a_body_after_its_answer_is_passed_over_up_to_a_limit(monkeypatch):
    """Up to the limit, for the client to read the answer and ask again."""
    monkeypatch.setattr(connections, "UNREAD_BYTES", 1_000_000)

    async def asked(size):
        async with listening() as opened:
            reader, writer = await opened()
            writer.write(f"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: {size}\r\n\r\n".encode())
            await reader.readuntil(b"few")
            writer.write(bytes(size) + get())
            received = await ended(reader)
            return b"200 OK" in received

    assert [asyncio.run(asked(size)) for size in (900_000, 10_000_000)] == [True, False]


def test_one_address_has_so_many_connections_and_then_room_again():
    async def asked():
        async with listening(of_one=2) as opened:
            kept = [await opened() for _ in range(2)]
            reader, _ = await opened()
            assert await ended(reader) == b""
            for reader, writer in kept:
                writer.write(get())
                assert b"200" in await reader.readuntil(b"few")
                writer.close()
                await asyncio.sleep(0.01)
            reader, writer = await opened()
            writer.write(get())
            assert b"200" in await reader.readuntil(b"few")

    asyncio.run(asked())


def test_the_connections_of_a_trusted_proxy_are_of_many_clients():
    async def asked():
        async with listening(of_one=2, proxies=("127.0.0.1",)) as opened:
            for reader, writer in [await opened() for _ in range(5)]:
                writer.write(get())
                assert b"200" in await reader.readuntil(b"few")

    asyncio.run(asked())


def test_who_reads_too_slowly_loses_the_connection(monkeypatch):
    """A byte now and then is too slow."""
    monkeypatch.setattr(connections, "SLOW_SECONDS", 0.2)

    async def asked():
        async with listening() as opened:
            reader, writer = await opened(receive_bytes=4_096)
            writer.write(get("/large"))
            await reader.readuntil(b"200 OK")
            while opened.connections:
                await reader.read(1)
                await asyncio.sleep(0.02)

    asyncio.run(asked())


def test_who_reads_on_gets_all(monkeypatch):
    """Eight times as much in the time as must be read."""
    monkeypatch.setattr(connections, "SLOW_SECONDS", 1)
    monkeypatch.setattr(connections, "SLOW_BYTES", LARGE // 8)

    async def asked():
        async with listening() as opened:
            reader, writer = await opened(receive_bytes=4_096)
            writer.write(get("/large"))
            return len(await ended(reader))

    assert asyncio.run(asked()) > LARGE


def test_one_address_leaves_only_so_much_unread(monkeypatch):
    """A single answer may wait, three are too much; the system itself holds a part of each."""
    monkeypatch.setattr(connections, "UNSENT_BYTES", LARGE * 6 // 5)

    async def asked():
        async with listening() as opened:
            clients = [await opened(receive_bytes=4_096) for _ in range(3)]
            for number, (_, writer) in enumerate(clients, 1):
                writer.write(get("/large"))
                await until(lambda number=number: opened.sent == number)
            return [len(await ended(reader)) > LARGE for reader, _ in clients]

    first, _, third = asyncio.run(asked())
    assert (first, third) == (True, False)


def test_the_number_of_files_is_raised_as_far_as_the_system_allows_or_refused(monkeypatch):
    set_limits = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: set_limits.append(limits))
    for soft, hard, allowed in (
        (256, 1_048_576, 4_096),
        (1_024, 1_024, 1_024),
        (8_192, 8_192, 4_096),
        (512, 512, 512),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, 4_096),
    ):
        monkeypatch.setattr(resource, "getrlimit", lambda _, found=(soft, hard): found)
        assert files_allowed() == allowed
    assert set_limits == [(4_096, 1_048_576)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: (511, FEWEST_FILES - 1))
    with pytest.raises(Refused, match="may have 511 files open, and needs 512") as refused:
        files_allowed()
    assert refused.value.code == "too-few-files"
