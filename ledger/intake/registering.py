"""Persons enter the register: the event that numbers them, and the erasable words beside it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ledger import canonical, columns
from ledger.events.register import PlayersRegistered
from ledger.store.requests import Subject, commitment

Salts = Callable[[], bytes]
"""Gives a fresh salt at each call."""

_SALT_BYTES: Final = 16
_FEDERATION: Final = re.compile("[A-Z]{3}")
_NO_FEDERATION: Final = "---"


def new_salt() -> bytes:
    """Give 16 random bytes."""
    return secrets.token_bytes(_SALT_BYTES)


@dataclass(frozen=True, slots=True)
class Person:
    """What is known of somebody who enters the register; "" and 0 are unknown."""

    number: str
    """Under the scheme of the file."""
    name: str
    birth: str = ""
    birth_year: int = 0
    sex: str = ""
    federation: str = ""
    title: str = ""


def federation_in(text: str) -> str:
    """Give a federation as three capital letters; "" where the text is none."""
    code = text.upper()
    return code if _FEDERATION.fullmatch(code) else ""


def registration(
    people: Sequence[Person], first: int, scheme: str, salts: Salts
) -> tuple[PlayersRegistered, tuple[Subject, ...]]:
    """Number people from `first` on; give the event and what lies beside it."""
    subjects = tuple(
        Subject(player, salts(), _body(person, scheme), {scheme: person.number})
        for player, person in enumerate(people, first)
    )
    fact = PlayersRegistered(
        player=columns.write((each.player for each in subjects), columns.PLAYER),
        birth_year=columns.write((each.birth_year for each in people), columns.YEAR),
        sex="".join(each.sex or "-" for each in people),
        federation="".join(each.federation or _NO_FEDERATION for each in people),
        commitment="".join(commitment(each.salt, each.body) for each in subjects),
    )
    return fact, subjects


def _body(person: Person, scheme: str) -> bytes:
    said: dict[str, Any] = {"name": person.name, "numbers": {scheme: person.number}}
    optional = {"birth": person.birth, "title": person.title}
    return canonical.encode(said | {key: text for key, text in optional.items() if text})
