"""An attacking address of a service on this machine for some seconds.

    python -m tests.support.attackers PORT SECONDS PAUSE PATH...

Everything begins at once, ends by itself after the time, and never leaves the loopback. A refused
question is asked again after PAUSE seconds. A document of counts is written at the end: by kind of
attack, how many times each thing happened.
"""

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

HOST, ADDRESS = "127.0.0.1", "127.0.0.3"
"""Of the service, and of the attackers."""
ASKING, BODIES, SILENT, ABORTED, SLOW, HALF = 40, 60, 1_100, 5, 20, 20
"""Connections of each kind: questions, bodies, silence, broken uploads, readers, half headers."""
BODY_BYTES, BLOCK_BYTES = 20_000_000, 262_144
AGAIN_SECONDS = 3
"""Time until a connection that was closed is opened again."""
MOST_A_SECOND = 2_000
"""Requests for each second of a run, on the average."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Attack:
    """An attack in progress."""

    port: int
    seconds: float
    pause: float
    began: float = field(default_factory=time.monotonic)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def goes_on(self) -> bool:
        """Whether the time is not over, and not too many requests were sent."""
        return self.left > 0 and self.counts["requests"] < MOST_A_SECOND * self.seconds

    @property
    def left(self) -> float:
        """Seconds until the end."""
        return max(0.0, self.began + self.seconds - time.monotonic())

    async def all(self, paths: list[str]) -> None:
        """Attack in all ways until the end; every connection is closed."""
        ways: list[tuple[int, Callable[[int], Awaitable[None]]]] = [
            (ASKING, lambda number: self.ask(paths[number % len(paths)])),
            (BODIES, self.send_body),
            (SILENT, self.say_nothing),
            (ABORTED, self.break_off),
            (SLOW, lambda _: self.read_slowly(paths[-1])),
            (HALF, self.send_half),
        ]
        tasks = [
            asyncio.create_task(self._again(way, number))
            for times, way in ways
            for number in range(times)
        ]
        await asyncio.wait(tasks, timeout=self.left)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _again(self, way: Callable[[int], Awaitable[None]], number: int) -> None:
        while self.goes_on:
            try:
                await way(number)
            except (OSError, asyncio.IncompleteReadError):
                self.counts["connections broken"] += 1
            await asyncio.sleep(AGAIN_SECONDS)

    async def _open(self, receive_bytes: int = 0) -> Streams:
        made = socket.socket()
        made.setblocking(False)
        made.bind((ADDRESS, 0))
        if receive_bytes:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        await asyncio.get_running_loop().sock_connect(made, (HOST, self.port))
        return await asyncio.open_connection(sock=made, limit=1 << 16)

    async def ask(self, path: str) -> None:
        """Ask the same without a pause, on a single connection."""
        reader, writer = await self._open()
        try:
            while self.goes_on:
                self.counts["requests"] += 1
                writer.write(f"GET {path} HTTP/1.1\r\nHost: ledger\r\n\r\n".encode())
                status, length = await _head(reader)
                self.counts[f"asked {status}"] += 1
                if length is None:
                    break
                await reader.readexactly(length)
                await asyncio.sleep(0 if status == "200" else self.pause)
        finally:
            writer.transport.abort()

    async def send_body(self, number: int) -> None:
        """Send a body without the end, as far as taken."""
        path = ("/v1/calculator", "/v1/reports", "/v1/ratings/query")[number % 3]
        reader, writer = await self._open()
        try:
            self.counts["requests"] += 1
            writer.write(_post(path, BODY_BYTES))
            answered = asyncio.create_task(_head(reader))
            while not answered.done():
                if writer.transport.get_write_buffer_size() < BLOCK_BYTES:
                    writer.write(bytes(BLOCK_BYTES))
                await asyncio.wait({answered}, timeout=0.01)
            status, _ = await answered
            self.counts[f"body {status}"] += 1
        finally:
            writer.transport.abort()

    async def say_nothing(self, _: int) -> None:
        """Open a connection, and wait for the end."""
        reader, writer = await self._open()
        try:
            await reader.read()
            self.counts["silent connections closed"] += 1
        finally:
            writer.transport.abort()

    async def break_off(self, _: int) -> None:
        """Break off an upload in the middle."""
        _reader, writer = await self._open()
        self.counts["requests"] += 1
        writer.write(_post("/v1/calculator", 20_000) + b" " * 10_000)
        await writer.drain()
        await asyncio.sleep(0.2)
        writer.transport.abort()
        self.counts["uploads broken off"] += 1

    async def read_slowly(self, path: str) -> None:
        """Ask for much, and read a byte a second."""
        reader, writer = await self._open(receive_bytes=4_096)
        try:
            self.counts["requests"] += 1
            writer.write(f"GET {path} HTTP/1.1\r\nHost: ledger\r\n\r\n".encode())
            while await reader.read(1):
                await asyncio.sleep(1)
            self.counts["slow readers closed"] += 1
        finally:
            writer.transport.abort()

    async def send_half(self, _: int) -> None:
        """Send the headers of a request, a byte a second and without their end."""
        reader, writer = await self._open()
        closed = asyncio.create_task(reader.read())
        try:
            writer.write(b"GET /v1/pools HTTP/1.1\r\nHost: ledger\r\nX-Half: ")
            while not closed.done():
                writer.write(b"x")
                await writer.drain()
                await asyncio.wait({closed}, timeout=1)
            self.counts["half headers closed"] += 1
        finally:
            closed.cancel()
            writer.transport.abort()


def _post(path: str, length: int) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: ledger\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {length}\r\n\r\n".encode()


async def _head(reader: asyncio.StreamReader) -> tuple[str, int | None]:
    """Return the status and the length of an answer; None: without length."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    lengths = [line[15:] for line in head.split("\r\n") if line.startswith("content-length:")]
    return head.split()[1], int(lengths[0]) if lengths else None


@contextmanager
def attacking(
    port: int, seconds: float, paths: Sequence[str], pause: float = 0
) -> Iterator[subprocess.Popen[str]]:
    """Attack for so long, in another process, but not after the block."""
    words = (sys.executable, "-m", __spec__.name, str(port), str(seconds), str(pause), *paths)
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def main() -> None:
    """Attack as the command line says."""
    port, seconds, pause, *paths = sys.argv[1:]
    attack = Attack(int(port), float(seconds), float(pause))
    asyncio.run(attack.all(paths))
    sys.stdout.write(json.dumps(attack.counts))


if __name__ == "__main__":
    main()
