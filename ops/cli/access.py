"""Commands about actors and API keys: actor add, show, grant, …; key create, list, revoke."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal

from ledger.sentences import Sentence
from ledger.wording import counted
from ops.cli import output
from ops.cli.app import By, actor_app, key_app, option
from ops.cli.shared_options import Acting, Changing, Reading

if TYPE_CHECKING:
    from ledger.actors.keys import ApiKey
    from ops.commands.composed import Recorded

ActorId = Annotated[str, option("the actor: an opaque id of your own choice, never a name")]
RoleName = Literal["player", "submitter", "rating-officer", "auditor", "committee", "administrator"]
TheRole = Annotated[RoleName, option("the role; see ops/guide/access.md")]
InPool = Annotated[str | None, option("in this pool; by default in all pools")]
FromDay = Annotated[date | None, option("the first day; by default today")]
ActorKind = Literal["person", "program", "body"]


@actor_app.command
def add(
    actor: ActorId,
    *,
    kind: Annotated[ActorKind, option("a person, a program, or a body such as a club")] = "person",
    name: Annotated[str | None, option("who it is; erasable, and shown to administrators")] = None,
    player: Annotated[
        str | None, option("the player that the actor is, as 572-4 or fide:N; erasable")
    ] = None,
    role: TheRole,
    pool: InPool = None,
    in_force_from: FromDay = None,
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Add an actor with a first role.

    On a new ledger the command line of the server adds the first administrator.

    Example: ledger actor add club-12 --kind body --name "Circolo di Borgolieto" --role submitter
    --pool fide-standard --by the-council
    """
    from ledger.actors.described import Described
    from ledger.register import identities
    from ops.commands.manage_actors import add_actor
    from ops.commands.receipts.actors import role_changed

    with acting.opened() as house:
        number = None if player is None else identities.find(house.read, player)
        described = Described(actor, kind, name, number)
        done = add_actor(house, described, role, pool, in_force_from, by=by)
    line = f"added {actor}: {role}{_place(pool)} ({output.at(done.receipt)})"
    output.receipt(acting.format, role_changed(actor, role, pool, done), [line])


@actor_app.command
def show(
    actor: Annotated[str | None, option("the actor; by default all actors")] = None,
    *,
    reading: Reading = Reading(),
) -> None:
    """Show all actors with their roles, or the roles granted to an actor and withdrawn.

    Example: ledger actor show club-12
    """
    from ops.access.seeing import check_may_see
    from ops.answers.actors import actors, role_changes

    with reading.opened() as house:
        check_may_see(house.actor, "actor")
        if actor is None:
            output.answer(actors(house), reading.format, title=Sentence("actors"))
        else:
            title = Sentence("roles of {actor}", actor=actor)
            output.answer(role_changes(house, actor), reading.format, title=title)


@actor_app.command
def grant(
    actor: ActorId,
    role: TheRole,
    *,
    pool: InPool = None,
    in_force_from: FromDay = None,
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Grant an actor a role.

    Example: ledger actor grant person-7 rating-officer --pool uisp --by the-council
    """
    from ops.commands.change_roles import grant_role
    from ops.commands.receipts.actors import role_changed

    with acting.opened() as house:
        done = grant_role(house, actor, role, pool, in_force_from, by=by)
    line = f"granted {actor} the role {role}{_place(pool)} ({output.at(done.receipt)})"
    output.receipt(acting.format, role_changed(actor, role, pool, done), [line])


@actor_app.command
def withdraw(
    actor: ActorId,
    role: TheRole,
    *,
    pool: InPool = None,
    in_force_from: FromDay = None,
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Withdraw a role; without --pool in every pool.

    Example: ledger actor withdraw person-7 rating-officer --pool uisp --by the-council
    """
    from ops.commands.change_roles import withdraw_role
    from ops.commands.receipts.actors import role_changed

    with acting.opened() as house:
        done = withdraw_role(house, actor, role, pool, in_force_from, by=by)
    line = f"withdrew the role {role}{_place(pool)} from {actor} ({output.at(done.receipt)})"
    output.receipt(acting.format, role_changed(actor, role, pool, done), [line])


@actor_app.command
def disable(actor: ActorId, *, by: By, acting: Acting = Acting()) -> None:
    """Revoke every key of an actor and withdraw every role, from today.

    Example: ledger actor disable person-7 --by the-council
    """
    from ops.commands.manage_actors import disable_actor
    from ops.commands.receipts.actors import actor_disabled

    with acting.opened() as house:
        done = disable_actor(house, actor, by=by)
    keys = counted(len(done.result.keys), "key")
    line = f"disabled {actor} ({output.at(done.receipt)}): {keys} revoked"
    output.receipt(acting.format, actor_disabled(actor, done), [line])


@key_app.command
def create(
    actor: ActorId,
    *,
    role: Annotated[
        tuple[RoleName, ...],
        option("limit the key to this role; repeat for more; by default all of the actor's"),
    ] = (),
    pool: Annotated[
        tuple[str, ...],
        option("limit the key to this pool; repeat for more; by default all of the actor's"),
    ] = (),
    expires: Annotated[date | None, option("the last day of the key; by default none")] = None,
    acting: Changing = Changing(),
) -> None:
    """Make an API key of an actor; its text is shown only now.

    Example: ledger key create club-12 --pool fide-standard --expires 2027-08-31
    """
    from ops.commands.manage_keys import create_key
    from ops.commands.receipts.actors import key_made

    with acting.opened() as house:
        made = create_key(house, actor, role, pool, expires)
    key, at = made.result, output.at(made.receipt)
    lines = [f"made key {key.id} of {actor} ({at}); it is shown now and never again:"]
    lines.append(f"  {key.text}")
    output.receipt(acting.format, key_made(made), lines)


@key_app.command(name="list")
def key_list(
    actor: Annotated[str | None, option("only keys of this actor")] = None,
    *,
    reading: Reading = Reading(),
) -> None:
    """Show API keys, without their secrets.

    Example: ledger key list club-12
    """
    from ops.access.seeing import check_may_see
    from ops.answers.actors import keys

    with reading.opened() as house:
        check_may_see(house.actor, "key")
        output.answer(keys(house, actor), reading.format, title=Sentence("keys"))


KeyIds = Annotated[tuple[str, ...], option("the ids of the keys")]


@key_app.command
def revoke(key: KeyIds, *, acting: Acting = Acting()) -> None:
    """Revoke API keys, for ever.

    Example: ledger key revoke 0123456789ab
    """
    from ops.commands.manage_keys import revoke_keys

    with acting.opened() as house:
        done = revoke_keys(house, key)
    _changed(acting, "revoked", done)


@key_app.command
def reopen(
    key: KeyIds = (),
    *,
    all_closed: Annotated[bool, option("every closed key whose secret the copy has")] = False,
    acting: Acting = Acting(),
) -> None:
    """Let API keys open again after a restoration: on the server, without a key.

    A key opens nothing once a copy took the ledger's place. `ledger actor show` names the roles
    that it would open.

    Example: ledger key reopen 0123456789ab
    """
    from ledger.errors import Refused
    from ops.commands.manage_keys import reopen_keys

    if bool(key) == all_closed:
        raise Refused("name the keys, or type --all-closed alone", code="key-needed", field="key")
    with acting.opened() as house:
        done = reopen_keys(house, key)
    _changed(acting, "opened again", done)


def _changed(acting: Acting, what: str, done: Sequence[Recorded[ApiKey]]) -> None:
    """Write the receipt of keys revoked, or opened again."""
    from ops.commands.receipts.actors import keys_changed

    lines = [f"{what}: {one.result.id} of {one.result.actor} ({output.at(one.receipt)})"
             for one in done] or ["no key was closed"]  # fmt: skip
    output.receipt(acting.format, keys_changed(done), lines)


def _place(pool: str | None) -> str:
    return f" in {pool}" if pool else " for all pools"
