"""A request repeated with its key: the header Idempotency-Key is stored with the recording.

The same key with the same request gives the first receipt; with another request it is refused.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ledger.errors import Refusal, Refused
from ledger.sentences import Sentence
from ledger.store import client_keys
from ledger.store.requests import ClientKey, Receipt
from ops.access.recording import NotAllowed
from ops.doors import outcomes
from ops.doors.outcomes import Outcome
from ops.doors.reading import BadQuestion

if TYPE_CHECKING:
    from ops.house import House
    from ops.http.address import Address
    from ops.http.request import Request

HEADER: Final = "idempotency-key"

MOST_CHARACTERS: Final = 100
"""Characters of a key."""


def answered_once(address: Address, request: Request, given: tuple[Any, ...]) -> Any:
    """Return the answer to a recording; a repeated key gives the first receipt.

    Raises KeyReused for a key that stands for another request.
    """
    house: House = given[0]
    client = _client(address, request, house)
    if client is None:
        return address.work(*given)
    first = house.read.of_client(client)
    house.ledger.client = client  # type: ignore[attr-defined]
    try:
        answer = address.work(*given)
    except NotAllowed:
        raise
    except Refused:
        first = house.read.of_client(client)  # another thread may have recorded it meanwhile
        if first is None or client.several:
            raise
        return outcomes.done([first])
    if isinstance(answer, Outcome) and answer.recorded:
        return _with_first_receipt(house, client, first, answer)
    return answer


def _with_first_receipt(
    house: House, client: ClientKey, first: Receipt | None, answer: Outcome
) -> Outcome:
    if first is None and house.read.of_client(client) is None:
        client_keys.keep(house.ledger.engine, client, _first_of(answer))
    if first is not None and not client.several:
        return msgspec.structs.replace(answer, recorded=(outcomes.recorded(first),))
    return answer


def _first_of(answer: Outcome) -> Receipt:
    request = answer.recorded[0]
    return Receipt(request.request, request.first_position, request.last_position, 0)


def _client(address: Address, request: Request, house: House) -> ClientKey | None:
    key = request.headers.get(HEADER)
    if key is None:
        return None
    if not (0 < len(key) <= MOST_CHARACTERS and key.isascii() and key.isprintable()):
        expected = Sentence("1 to {most} characters of printable ASCII", most=MOST_CHARACTERS)
        words = Sentence("{header}: {expected}", header="Idempotency-Key", expected=expected)
        problem = Refusal.of("key-wrong", words, "Idempotency-Key", expected=expected)
        raise BadQuestion([problem])
    return ClientKey(house.by, key, _fingerprint(address, request), address.several)


def _fingerprint(address: Address, request: Request) -> bytes:
    """Return the SHA-256 of address, parameters, body and attached files."""
    body = request.body
    parts = [body] if isinstance(body, bytes) else body.parts
    digests = [sha256(part).hexdigest() for part in (*parts, *request.attached)]
    sent = [address.method, address.path, sorted(request.path.items()), [*request.query], digests]
    return sha256(msgspec.json.encode(sent)).digest()
