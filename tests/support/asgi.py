"""Requests to an ASGI application without a network."""

import asyncio
from typing import NamedTuple


class Answered(NamedTuple):
    """Status, headers and body of an answer."""

    status: int
    headers: dict[str, str]
    body: bytes


def asked(application, method, path, query="", headers=None, receive=None):
    """Ask once; give status, headers and body."""
    return asyncio.run(answered(application, method, path, query, headers, receive))


async def answered(
    application, method, path, query="", headers=None, receive=None, *, body=b"", peer="127.0.0.1"
):
    """Ask once, by default from an address kept until the whole answer came."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(key.encode(), str(value).encode()) for key, value in (headers or {}).items()],
        "client": (peer, 50_000),
        "server": ("127.0.0.1", 80),
        "state": {},
    }
    sent, complete = [], asyncio.Event()

    async def send(message):
        sent.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            complete.set()

    await application(scope, receive or sending({"body": body}, until=complete), send)
    start, *rest = sent
    fields = {key.decode().lower(): value.decode() for key, value in start["headers"]}
    return Answered(start["status"], fields, b"".join(one.get("body", b"") for one in rest))


def sending(*messages, until=None):
    """Receive these messages, and then none: the client waits, for ever or until an event."""
    waiting = [{"type": "http.request", **message} for message in messages]

    async def receive():
        if waiting:
            return waiting.pop(0)
        await (until or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    return receive
