"""Recordings about actors and their API keys."""

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from ledger.events.access_kinds import ActorKind, Role
from ledger.sentences import Sentence
from ops.actors.questions import ActorId
from ops.doors.fields import By, Player, Pool, Text, means
from ops.doors.recordings import Recording, recording

if TYPE_CHECKING:
    from ledger.actors.keys import ApiKey
    from ledger.events.access import RoleFact
    from ops.actors.keys import NewKey
    from ops.actors.roles import Disabled
    from ops.commands.composed import Composed, Recorded
    from ops.doors.outcomes import CommandReceipt
    from ops.house import House


class RoleStep(Recording, frozen=True, kw_only=True):
    """A role of an actor, granted or withdrawn."""

    FOLLOWS = False
    SAYS: ClassVar[Sentence]
    """What was recorded, of an actor and a role."""

    actor: ActorId
    role: Annotated[Role, means("the role; see ops/guide/access.md")]
    pool: Annotated[Pool | None, means("in this pool; by default in all pools")] = None
    in_force_from: Annotated[date | None, means("the first day; by default today")] = None
    by: By

    def receipt(self, _house: "House", done: "Recorded[RoleFact]") -> "CommandReceipt":
        """Return the receipt of the role."""
        from ops.actors.receipts import role_changed

        return role_changed(self, done)


@recording(
    "actor add {actor}",
    "/v1/actors",
    events=("actor-role-granted.v1",),
)
class AddActor(RoleStep, frozen=True, kw_only=True):
    """Add an actor with a first role.

    On a new ledger the command line of the server adds the first administrator.

    Example: ledger actor add club-12 --kind body --role submitter --pool fide-standard
    --in-force-from 2026-04-01 --by council
    """

    SAYS = Sentence("added {actor}: {role}")

    kind: Annotated[ActorKind, means("a person, a program, or a body such as a club")] = "person"
    name: Annotated[Text | None, means("who it is; erasable, and shown to administrators")] = None
    player: Annotated[
        Player | None, means("the player that the actor is, as 572-4 or fide:N; erasable")
    ] = None

    def compose(self, house: "House") -> "Composed[RoleFact]":
        """Return the first role. Raises Refused."""
        from ops.actors.roles import granted

        return granted(house, self)

    def record(self, house: "House") -> "Recorded[RoleFact]":
        """Grant the first role, and store the description in place of the one before."""
        from ops.actors.describing import described, keep

        description = described(house, self)
        done = super().record(house)
        keep(house, description)
        return done


@recording(
    "actor grant {actor} {role}",
    "/v1/actors/{actor}/roles",
    events=("actor-role-granted.v1",),
)
class GrantRole(RoleStep, frozen=True, kw_only=True):
    """Grant an actor a role.

    Example: ledger actor grant club-12 rating-officer --pool fide-standard
    --in-force-from 2026-04-01 --by council
    """

    SAYS = Sentence("granted {actor} the role {role}")

    def compose(self, house: "House") -> "Composed[RoleFact]":
        """Return the role granted. Raises Refused."""
        from ops.actors.roles import granted

        return granted(house, self)


@recording(
    "actor withdraw {actor} {role}",
    "/v1/actors/{actor}/roles/withdrawal",
    events=("actor-role-withdrawn.v1",),
)
class WithdrawRole(RoleStep, frozen=True, kw_only=True):
    """Withdraw a role of an actor; without a pool in every pool.

    Example: ledger actor withdraw club-12 rating-officer --pool fide-standard
    --in-force-from 2026-04-01 --by council
    """

    SAYS = Sentence("withdrew the role {role} from {actor}")

    def compose(self, house: "House") -> "Composed[RoleFact]":
        """Return the role withdrawn. Raises Refused."""
        from ops.actors.roles import withdrawn

        return withdrawn(house, self)


class EndOfKeys(Recording, frozen=True, kw_only=True):
    """The end of keys: an older copy of the ledger must not have them again."""

    FOLLOWS = False

    def record(self, house: "House") -> "Recorded[Any]":
        """Record the end, and keep the head beside at once. Raises NotAllowed."""
        from ops.access.seeing import check_may_see
        from projections.official import furthest_head

        check_may_see(house.actor, "key")
        done = super().record(house)
        if house.writes_beside:
            furthest_head.keep(house.ledger)
        return done


@recording(
    "actor disable {actor}",
    "/v1/actors/{actor}/disabling",
    events=("actor-role-withdrawn.v1", "api-key-revoked.v1"),
    needs="key",
)
class DisableActor(EndOfKeys, frozen=True, kw_only=True):
    """Revoke every key of an actor and withdraw every role, from today.

    Example: ledger actor disable club-12 --by council
    """

    actor: ActorId
    by: By

    def compose(self, house: "House") -> "Composed[Disabled]":
        """Return the end of all roles and keys. Raises Refused for an unknown actor."""
        from ops.actors.roles import disabled

        return disabled(house, self)

    def receipt(self, _house: "House", done: "Recorded[Disabled]") -> "CommandReceipt":
        """Return the receipt, with the ids of the revoked keys."""
        from ops.actors.receipts import actor_disabled

        return actor_disabled(self.actor, done)


@recording(
    "key create {actor}",
    "/v1/keys",
    events=("api-key-made.v1",),
    needs="key",
)
class CreateKey(Recording, frozen=True, kw_only=True):
    """Make an API key of an actor; its text is shown only now.

    The text is stored nowhere: a repeated request makes another key. Revoke the key whose text did
    not arrive.

    Example: ledger key create club-12 --pool fide-standard --expires 2099-12-31
    """

    FOLLOWS = False
    GROUNDED = False

    actor: ActorId
    role: Annotated[
        tuple[Role, ...],
        means("limit the key to this role; repeat for more; by default all of the actor's"),
    ] = ()
    pool: Annotated[
        tuple[Pool, ...],
        means("limit the key to this pool; repeat for more; by default all of the actor's"),
    ] = ()
    expires: Annotated[date | None, means("the last day of the key; by default none")] = None

    def record(self, house: "House") -> "Recorded[NewKey]":
        """Make the key. Raises NotAllowed, Refused for limits that leave no role."""
        from ops.actors.keys import create_key

        return create_key(house, self)

    def receipt(self, _house: "House", done: "Recorded[NewKey]") -> "CommandReceipt":
        """Return the receipt, with the text of the key, which is shown only now."""
        from ops.actors.receipts import key_made

        return key_made(done)


@recording(
    "key revoke {key}",
    "/v1/keys/{key}/revocation",
    events=("api-key-revoked.v1",),
    needs="key",
)
class RevokeKey(EndOfKeys, frozen=True, kw_only=True):
    """Revoke an API key, for ever.

    Example: ledger key revoke 0123456789ab
    """

    key: Annotated[
        Text,
        means("the id of the key: the part between the first and the last `_`", "0123456789ab"),
    ]

    def compose(self, house: "House") -> "Composed[ApiKey]":
        """Return the revocation. Raises Refused for an unknown key."""
        from ops.actors.keys import revoked

        return revoked(house, self.key)

    def receipt(self, _house: "House", done: "Recorded[ApiKey]") -> "CommandReceipt":
        """Return the receipt of the revocation."""
        from ops.actors.receipts import key_revoked

        return key_revoked(done)
