"""Keys that clients choose: each a further row of `append_request` for the events of a request."""

from sqlalchemy import Engine

from ledger.errors import KeyReused
from ledger.store import drivers
from ledger.store.preparing import check_client
from ledger.store.requests import ClientKey, Receipt, Request
from ledger.store.statements import Known, Row, Statements


def first_answer(request: Request, known: Known, stored: Statements) -> Receipt | KeyReused | None:
    """Return the answer to a client's key that is known; None: the request's own key decides."""
    client = request.client
    if client is None or client.stored not in known:
        return None
    first_print, first, last, recorded_at = known[client.stored]
    if first_print != client.fingerprint:
        return KeyReused(client.key)
    if client.several:
        return None
    own = known.get(request.key)
    key = request.key if own and own[1] == first else stored.own_key(first)
    return Receipt(key, first, last, recorded_at, replayed=True)


def row(client: ClientKey, receipt: Receipt) -> Row:
    """Return the row of a client's key for recorded events."""
    return (client.stored, client.fingerprint, receipt.first_position, receipt.last_position)


def keep(engine: Engine, client: ClientKey, receipt: Receipt) -> None:
    """Keep a client's key for events that were recorded before.

    A key that is kept already for the same is left as it is. Raises KeyReused, Unavailable.
    """
    check_client(client)
    with drivers.writing(engine) as cursor:
        stored = Statements(cursor, engine.dialect.name)
        stored.head(locked=True)
        known = stored.by_keys([client.stored]).get(client.stored)
        if known is None:
            stored.insert("append_request", [row(client, receipt)])
        elif known[0] != client.fingerprint:
            raise KeyReused(client.key)
