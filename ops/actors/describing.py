"""Descriptions of actors: kind, name, player; erasable, stored beside the events."""

from ledger.actors.described import Described, Descriptions, check_described
from ledger.register import identities
from ops.access.seeing import check_may_see
from ops.actors.recordings import AddActor
from ops.commands.decision_checks import not_a_body
from ops.house import House


def described(house: House, asked: AddActor) -> Described:
    """Return the description of an actor to be added.

    Raises NotAllowed, BadEvent, UnknownPlayer, and Refused for a person with the id of a named
    body.
    """
    check_may_see(house.actor, "actor")
    player = None if asked.player is None else identities.find(house.read, asked.player)
    found = Described(asked.actor, asked.kind, asked.name, player)
    check_described(found)
    if found.kind != "body" and found.actor in house.body_names:
        raise not_a_body(found.actor, found.kind)
    return found


def keep(house: House, described: Described) -> None:
    """Store a description in place of the one before."""
    if house.writes_beside:
        Descriptions(house.ledger.engine).put(described)
