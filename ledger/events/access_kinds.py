"""The codes of access: roles, kinds of actors. Quick to load."""

from typing import Final, Literal, get_args

Role = Literal["player", "submitter", "rating-officer", "auditor", "committee", "administrator"]

ROLES: Final[tuple[Role, ...]] = get_args(Role)
"""Every role that an actor can be granted; the public has none."""

ActorKind = Literal["person", "program", "body"]
