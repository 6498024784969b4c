"""Descriptions of actors: kind, name and player. Erasable; no event holds a name."""

from typing import Any, Final, NamedTuple, get_args

from sqlalchemy import Engine, Select, delete, insert, select

from ledger import limits, visible
from ledger.errors import BadEvent, check_at_most
from ledger.events.access_kinds import ActorKind
from ledger.sentences import Sentence
from ledger.store.changing import changing
from ledger.store.schema import actor

KINDS: Final[tuple[ActorKind, ...]] = get_args(ActorKind)


class Described(NamedTuple):
    """The description of an actor."""

    actor: str
    kind: str
    name: str | None = None
    player: int | None = None
    """Register number of the player that the actor is."""


class Descriptions:
    """The descriptions of the actors of a ledger."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def put(self, described: Described) -> None:
        """Store a description in place of the former description.

        Raises BadEvent for an unknown kind or an invisible character, LimitExceeded, Unavailable.
        """
        check_described(described)
        with changing(self._engine) as connection:
            connection.execute(delete(actor).where(actor.c.actor == described.actor))
            connection.execute(insert(actor).values(described._asdict()))

    def of(self, actor_id: str) -> Described | None:
        """Return the description of an actor; None if absent."""
        return next(iter(self._found(_IN_ORDER.where(actor.c.actor == actor_id))), None)

    def all(self) -> dict[str, Described]:
        """Return all descriptions by actor, in the order of ids."""
        return {described.actor: described for described in self._found(_IN_ORDER)}

    def _found(self, statement: Select[Any]) -> list[Described]:
        with self._engine.connect().execution_options(reading=True) as connection:
            return [Described(*row) for row in connection.execute(statement)]


_IN_ORDER: Final = select(actor).order_by(actor.c.actor)


def check_described(described: Described) -> None:
    """Raise BadEvent for an unknown kind or an invisible character, LimitExceeded."""
    if described.kind not in KINDS:
        expected = ", ".join(KINDS)
        raise BadEvent(
            f"--kind {described.kind}: an actor is one of {expected}",
            field="kind",
            found=described.kind,
            expected=expected,
        )
    name = described.name or ""
    check_at_most(Sentence("characters of an actor's name"), len(name), limits.ID_CHARACTERS)
    visible.check_label(name, "name")
