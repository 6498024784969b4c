"""What the OpenAPI document says of all addresses: tags, headers, keys and roles."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from ops.access.roles import MAY_SEE
from ops.http.address import Address
from ops.http.addresses import NOUNS

Document = dict[str, Any]

KEY: Final[Document] = {
    "type": "http",
    "scheme": "bearer",
    "description": "An API key, made by `ledger key create`: what it allows depends on the roles "
    "of its actor.",
}


def _header(text: str, kind: str = "string") -> Document:
    return {"description": text, "schema": {"type": kind}}


_CACHE: Final = {"Cache-Control": _header("How long a copy may be used.")}
_TAG: Final = {"ETag": _header("Send it as If-None-Match: 304 where the answer is still right.")}
_RETRY: Final = {"Retry-After": _header("Seconds after which to repeat the request.", "integer")}
_SCHEME: Final = {"WWW-Authenticate": _header("The scheme of the key: Bearer.")}
_OF_STATUS: Final[Mapping[int, Document]] = {401: _SCHEME, 429: _RETRY, 503: _RETRY}

IDEMPOTENCY_KEY: Final[Document] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A key of the client for this request. The same request with the same key gives "
    "the first receipt; another request with this key is refused (409).",
    "schema": {"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[ -~]+$"},
}


def tags(addresses: Iterable[Address]) -> list[Document]:
    """Return the tags of addresses with their descriptions."""
    nouns = dict.fromkeys(address.noun for address in addresses)
    return [{"name": noun, "description": NOUNS.get(noun.replace("-", "_"), "")} for noun in nouns]


def headers(address: Address) -> Document:
    """Return the headers of an answer."""
    return _CACHE if address.records else _TAG | _CACHE


def headers_of(status: int) -> Document:
    """Return the headers of a problem document."""
    return _CACHE | _OF_STATUS.get(status, {})


def security(address: Address) -> Document:
    """Return whether an address needs a key, with the roles that may ask there.

    What an actor may record depends on the events: the guide has the table of roles.
    """
    roles = MAY_SEE[address.shows].roles if address.shows else frozenset()
    if address.shows and not roles:
        return {"security": [{}, {"key": []}]}
    return {"security": [{"key": []}], **({"x-roles": sorted(roles)} if roles else {})}
