"""The service for clients: in this process, over a ledger on disk."""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from ledger.clock import Clock
from ledger.errors import Refused
from ledger.events.access_kinds import Role
from ledger.store.ledger import Ledger
from ops.access.sessions import Sessions
from ops.actors.recordings import GrantRole
from ops.house import House
from ops.http.address import Address
from ops.http.answering import admitted, answered, failed
from ops.http.app import application
from ops.http.replies import Reply
from ops.http.request import Request
from ops.http.service import Service
from ops.settings import Settings
from tests.support.actors import new_key

Client = TestClient[Litestar]

ROLES: tuple[Role, ...] = (
    "player",
    "submitter",
    "rating-officer",
    "auditor",
    "committee",
    "administrator",
)

MANY = 1_000_000
"""No test of something else meets a limit of requests."""


_OF_OFFICE: tuple[Role, ...] = ("rating-officer", "administrator")

SINCE = date(2020, 1, 1)
"""The day from which the actors have their roles."""


@contextmanager
def served(
    address: str | Path,
    clock: Clock | None = None,
    key: str = "",
    sessions: Sessions | None = None,
    **settings: Any,
) -> Iterator[Client]:
    """Serve a ledger, closed at the end; each request of the client shows the key.

    With `sessions` also the forms of recordings.
    """
    service = Service(settings_of(address, **settings), clock, sessions)
    with TestClient(application(service)) as client:
        if key:
            client.headers["Authorization"] = f"Bearer {key}"
        yield client


def replied(service: Service, address: Address, request: Request) -> Reply:
    """Return the reply to a request with the body, without a network."""
    try:
        return answered(service, address, admitted(service, address, request))
    except Refused as refusal:
        return failed(refusal)


def settings_of(address: str | Path, **settings: Any) -> Settings:
    """Return the settings of a service over a ledger, by default without a limit of requests."""
    limits = {"key_requests_per_minute": MANY, "address_requests_per_minute": MANY}
    return Settings(ledger=str(address), **{**limits, **settings})


@dataclass(frozen=True)
class Keyed:
    """A ledger with an actor of each role, by the name of the role, and their keys."""

    address: str
    keys: dict[Role, str]


def with_keys(ledger: Path, folder: Path, pool: str | None = None) -> Keyed:
    """Copy a ledger and add actors with keys; their roles are for a pool, or for all."""
    address = shutil.copy(ledger, folder / "keyed.ledger")
    return Keyed(str(address), keys_of(address, ROLES, pool))


def keys_of(address: str | Path, roles: Iterable[Role], pool: str | None = None) -> dict[Role, str]:
    """Give a ledger an actor of each of some roles, by the name of the role; return their keys."""
    keys = {}
    with Ledger.open(str(address)) as opened, House(opened) as house:
        for role in roles:
            granted = GrantRole(actor=role, role=role, pool=pool, in_force_from=SINCE, by="council")
            granted.record(house)
            keys[role] = new_key(opened, role)[1]
    return keys


def office_key(address: str | Path, roles: Iterable[Role] = _OF_OFFICE) -> str:
    """Give a ledger an actor with roles, by default for every recording; return the key."""
    with Ledger.open(str(address)) as opened, House(opened) as house:
        for role in roles:
            GrantRole(actor="office", role=role, in_force_from=SINCE, by="council").record(house)
        return new_key(opened, "office")[1]


def headers_of(key: str | None) -> dict[str, str]:
    """Return the headers of a request with a key, or without."""
    return {"Authorization": f"Bearer {key}"} if key else {}


def answer(client: Client, path: str, **parameters: Any) -> Any:
    """Ask an address for an answer; return the JSON."""
    response = client.get(path, params=parameters)
    assert response.status_code == 200, response.text
    return response.json()
