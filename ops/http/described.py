"""The parts of the OpenAPI document about all addresses: tags, headers, keys and roles."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from ledger.events.access_kinds import Role
from ops.access.roles import MAY_RECORD, MAY_SEE, Reach, Rule
from ops.http.address import Address
from ops.http.addresses import NOUNS

Document = dict[str, Any]

WHOLE: Final = (
    "Ratings of sports federations, each explained down to its article. The examples were asked of "
    "the sample that `ops/run` brings in, whose persons are invented; recordings, of a copy. In "
    "the answers, lists end after two entries, and all instants are one. Every problem has a code."
)

PROPOSED: Final = "Two persons are needed: `about` and Location name the proposal to be approved."

KEY: Final[Document] = {
    "type": "http",
    "scheme": "bearer",
    "description": "An API key, made by `ledger key create`: what it allows depends on the roles "
    "of its actor.",
}


def _header(text: str, kind: str = "string") -> Document:
    return {"description": text, "schema": {"type": kind}}


ABOUT: Final = (
    "What the answer rests on: the pool, the list with its printing and editions, and the position "
    "known (`known_to`)."
)

_CACHE: Final = {"Cache-Control": _header("How long a copy may be used.")}
_TAG: Final = {"ETag": _header("Send it as If-None-Match: 304 where the answer is still right.")}
_RETRY: Final = {"Retry-After": _header("Seconds after which to repeat the request.", "integer")}
_SCHEME: Final = {"WWW-Authenticate": _header("The scheme of the key: Bearer.")}
STATUSES: Final = (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
"""Statuses of problems."""

_OF_STATUS: Final[Mapping[int, Document]] = {401: _SCHEME, 429: _RETRY, 503: _RETRY}

IDEMPOTENCY_KEY: Final[Document] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A key of the client for this request. The same request with the same key gives "
    "the first receipt; another request with this key is refused (409).",
    "schema": {"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[ -~]+$"},
}


def sentence(meaning: str) -> str:
    """Return the meaning of an input as a sentence."""
    return f"{meaning[:1].upper()}{meaning[1:].removesuffix('.')}." if meaning else ""


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


def roles_of(address: Address) -> frozenset[Role]:
    """Return the roles for an address: any of them is enough; none: no key is needed."""
    return frozenset().union(*(rule.roles for rule in _rules(address)))


def statuses(address: Address) -> list[int]:
    """Return the statuses of problems at an address."""
    left_out = set()
    if not address.records:
        left_out.add(409)
    if address.body is None:
        left_out.add(415)
    return [status for status in STATUSES if status not in left_out]


def security(address: Address) -> Document:
    """Return whether an address needs a key, and the roles that may ask or record there."""
    roles = sorted(roles_of(address))
    needed: list[Document] = [{"key": []}]
    return {"security": needed, "x-roles": roles} if roles else {"security": [{}, *needed]}


def roles_in_words(address: Address) -> str:
    """Return sentences about the roles of an address; empty: everybody may ask."""
    roles = roles_of(address)
    if not roles:
        return ""
    rules = _rules(address)
    reaches = " or ".join(dict.fromkeys(_REACHES[rule.reach] for rule in rules))
    sentences = [f"Needs the role {_any_of(roles)}, {reaches}."]
    if any(rule.roles != roles for rule in rules):
        sentences = [f"{sentences[0][:-1]}, as each event asks."]
    for event in address.beside:
        allowed = MAY_RECORD[event.TYPE].roles
        if not roles <= allowed:
            sentences.append(f"Where it also records {event.TYPE}: {_any_of(allowed)}.")
    return " ".join(sentences)


_REACHES: Final[Mapping[Reach, str]] = {
    "pools": "in every pool concerned",
    "shown": "in the pools shown",
    "any": "in any pool",
    "all": "for all pools",
}


def _rules(address: Address) -> list[Rule]:
    seen = address.shows or address.needs
    return [MAY_SEE[seen]] if seen else [MAY_RECORD[event.TYPE] for event in address.events]


def _any_of(roles: Iterable[Role]) -> str:
    *others, last = sorted(roles)
    return f"{', '.join(others)} or {last}" if others else last
