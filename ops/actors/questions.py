"""Questions about actors with their roles, and about API keys."""

from typing import TYPE_CHECKING, Annotated, Any

from ledger.sentences import Sentence
from ops.doors.declare import Question, question
from ops.doors.fields import Text, means

if TYPE_CHECKING:
    from ops.actors.rows import AboutActor, ActorRow, KeyRow, RoleChange
    from ops.answers.abouts import About, Known
    from ops.answers.answer import Answer
    from ops.house import House

ActorId = Annotated[
    Text, means("the actor: an opaque id of your own choice, never a name", "club-12")
]


class OfAccess(Question, frozen=True, kw_only=True):
    """A question about access, for administrators at every door."""

    FOLLOWS = False
    GUARDED = True


@question("actor list", "/v1/actors", shows="actor")
class ListActors(OfAccess, frozen=True, kw_only=True):
    """Show all actors with their roles and the number of their keys.

    Example: ledger actor list
    """

    def answer(self, house: "House") -> "Answer[ActorRow, Known]":
        """Return every actor with a role, a description or a public name."""
        from ops.actors.register import actors

        return actors(house)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("actors")


@question("actor show {actor}", "/v1/actors/{actor}", shows="actor", forms=("json",))
class ShowActor(OfAccess, frozen=True, kw_only=True):
    """Show the roles granted to an actor and withdrawn.

    Example: ledger actor show club-12
    """

    actor: ActorId

    def answer(self, house: "House") -> "Answer[RoleChange, AboutActor]":
        """Return the roles in the order of recording. Raises Refused for an unknown actor."""
        from ops.actors.register import role_changes

        return role_changes(house, self.actor)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("roles of {actor}", actor=self.actor)


@question("key list {actor}", "/v1/keys", shows="key")
class ListKeys(OfAccess, frozen=True, kw_only=True):
    """Show API keys, without their secrets.

    Example: ledger key list club-12
    """

    actor: Annotated[Text | None, means("only keys of this actor", "club-12")] = None

    def answer(self, house: "House") -> "Answer[KeyRow, About]":
        """Return the keys, the oldest first. Raises Refused for an unknown actor."""
        from ops.actors.register import keys

        return keys(house, self.actor)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("keys")
