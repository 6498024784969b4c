"""Actors with roles, for tests of access."""

from datetime import date
from pathlib import Path

from ledger.events.access import ApiKeyMade
from ledger.events.access_kinds import Role
from ledger.events.tournament import TournamentRegistered
from ledger.store.api_keys import Secrets
from ledger.store.ledger import Ledger
from ledger.store.places import place
from ledger.store.requests import NewEvent, Request
from ops.access.actors import UNLIMITED, Actor, Limits, actor_on
from ops.access.admission import admission
from ops.access.keys import new_secret
from ops.actors import keys
from ops.actors.recordings import GrantRole, RevokeKey
from ops.house import House
from tests.support.event_samples import SAMPLES
from tests.support.store_facts import event

DAY = date(2026, 1, 1)
ZONE = "Europe/Rome"
POOLS = ("fide-standard", "rubele-italiana")
"""The pools of the sample events."""


def open_pools(ledger: Ledger, *pools: str) -> None:
    """Record an event of each pool, so that roles can be granted on pools."""
    for pool in pools:
        ledger.append(Request(f"pool {pool}", (event("x", pool),)))


def give(ledger: Ledger, actor: str, role: Role, pool: str | None = None) -> None:
    """Grant an actor a role."""
    if pool is not None and ledger.read.stream_version(f"pool-{pool}") < 0:
        open_pools(ledger, pool)
    granted = GrantRole(actor=actor, role=role, pool=pool, in_force_from=DAY, by="council")
    granted.record(House(ledger))


def new_key(
    ledger: Ledger, actor: str, limits: Limits = UNLIMITED, expires: int | None = None
) -> tuple[str, str]:
    """Make a key of an actor; return the id and the text."""
    made = keys.new_key(House(ledger), actor, limits, expires).result
    return made.id, made.text


def expired_key(ledger: Ledger, actor: str, expires: int) -> str:
    """Make a key with an end in the past, as an earlier program run could; return the text."""
    secret, text = new_secret(ledger)
    Secrets(ledger.engine).add(secret)
    made = ApiKeyMade(key=secret.id, actor=actor, expires=expires)
    ledger.append(Request(f"expired {secret.id}", (NewEvent(made),)))
    return text


def revoke(ledger: Ledger, *key_ids: str) -> None:
    """Revoke some keys."""
    for key in key_ids:
        RevokeKey(key=key).record(House(ledger))


def open_keys_at(address: str | Path) -> None:
    """Let the keys of a ledger open in the present place, as if made here."""
    with Ledger.open(str(address)) as ledger:
        secrets = Secrets(ledger.engine)
        secrets.move([*secrets.all()], place(ledger.engine))


def actor_of(ledger: Ledger, actor: str, limits: Limits = UNLIMITED) -> Actor:
    """An actor with the roles of the day."""
    return actor_on(ledger.read, actor, DAY, limits)[0]


def ledger_of(ledger: Ledger, actor: str, limits: Limits = UNLIMITED) -> Ledger:
    """Return the ledger as an actor records there."""
    return ledger.acting(admission(ledger, actor_of(ledger, actor, limits), ZONE))


def announce_samples(ledger: Ledger) -> None:
    """Announce the tournaments of the sample events, for the pools of the samples."""
    named = {str(getattr(fact, "tournament", "")) for fact in SAMPLES}
    for tournament in sorted(named - {"", "None"}):
        announced = TournamentRegistered(
            tournament=tournament, name="x", pools=POOLS, start=DAY, end=DAY, registered_on=DAY
        )
        ledger.append(Request(f"announce {tournament}", (NewEvent(announced),)))
