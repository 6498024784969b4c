"""Events of the stream `ledger`: the ledger itself."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ledger.events.base import Count, Digest, Fact, Id, Number


class LedgerOpened(Fact, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A ledger begins; always position 0."""

    TYPE = "ledger-opened.v1"

    origin: Annotated[Id, Meta(description="who keeps this ledger, e.g. example.org")]
    zone: Annotated[str, Meta(description="time zone of its calendar days, e.g. Europe/Rome")]
    format: Annotated[Number, Meta(description="format of the leaves that follow")]

    def stream(self) -> str:
        """Give `ledger`."""
        return "ledger"


class LedgerRestored(
    Fact, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A copy took the place of the ledger: a new incarnation begins with this event."""

    TYPE = "ledger-restored.v1"

    incarnation: Annotated[
        int, Meta(ge=2, lt=1 << 31, description="the incarnation that begins: 2, 3, …")
    ]
    known_position: Annotated[
        Count, Meta(description="position of the last event known before the restoration")
    ]
    known_hash: Annotated[
        Digest,
        Meta(description="chain hash of that event; not in this chain: it was lost"),
    ]

    def stream(self) -> str:
        """Give `ledger`."""
        return "ledger"
