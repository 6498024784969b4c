"""The service as a client sees it: in this process, over a ledger on disk."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from ledger.clock import Clock
from ops.http.app import application
from ops.http.service import Service

Client = TestClient[Litestar]


@contextmanager
def served(address: str | Path, clock: Clock | None = None) -> Iterator[Client]:
    """Serve a ledger, and close it at the end."""
    with TestClient(application(Service(str(address), clock))) as client:
        yield client


def answer(client: Client, path: str, **parameters: Any) -> Any:
    """Ask an address that must answer; return the JSON."""
    response = client.get(path, params=parameters)
    assert response.status_code == 200, response.text
    return response.json()
