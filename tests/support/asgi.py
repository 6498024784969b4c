"""Requests to an ASGI application without a network."""

import asyncio


def asked(application, method, path, query="", headers=None, receive=None):
    """Ask once; give status, headers and body."""
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
        "headers": [(key.encode(), value.encode()) for key, value in (headers or {}).items()],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 80),
        "state": {},
    }
    sent = []

    async def nothing():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    asyncio.run(application(scope, receive or nothing, send))
    start, *rest = sent
    fields = {key.decode().lower(): value.decode() for key, value in start["headers"]}
    return start["status"], fields, b"".join(message.get("body", b"") for message in rest)
