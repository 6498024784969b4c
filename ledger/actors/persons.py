"""Who an actor is: a player of the register, or nobody else than the actor."""

from collections.abc import Iterable
from dataclasses import dataclass

from ledger.actors.described import Descriptions
from ledger.register.merges import kept_player, merges
from ledger.store.ledger import Ledger

Person = int | str
"""The register number of a player; of an actor who is no known player, the id in small letters."""


@dataclass(frozen=True, slots=True)
class Persons:
    """The persons behind the actors of a ledger: two actors who are one player are one person."""

    ledger: Ledger

    def player_of(self, actor: str) -> int | None:
        """Return the player that an actor is, through merges; None if not known."""
        described = Descriptions(self.ledger.engine).of(actor)
        if described is None or described.player is None:
            return None
        return self.kept(described.player)

    def of(self, actor: str) -> Person:
        """Return the person that an actor is."""
        player = self.player_of(actor)
        return actor.lower() if player is None else player

    def are_one(self, actor: str, other: str) -> bool:
        """Return whether two actors are one person."""
        return actor.lower() == other.lower() or self.of(actor) == self.of(other)

    def is_one_of(self, actor: str, players: Iterable[int]) -> bool:
        """Return whether an actor is one of some players."""
        player = self.player_of(actor)
        if player is None:
            return False
        merged = merges(self.ledger.read)
        return any(kept_player(merged, other) == player for other in players)

    def kept(self, player: int) -> int:
        """Return the player to whom a register number leads."""
        return kept_player(merges(self.ledger.read), player)
