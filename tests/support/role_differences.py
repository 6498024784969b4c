"""The table of differences between the answers to two roles, and a ledger for the
questions.

Fields of personal data are declared where the types of answers are: their rows are derived. An
object that not everybody may see has its row here, with the places where an answer shows it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import update

from ledger import canonical
from ledger.store.ledger import Ledger
from ledger.store.schema import subject
from ops.access.roles import MAY_RECORD, MAY_SEE, Thing
from ops.house import House
from ops.http.address import Address
from ops.players.recordings import ChangePlayer
from ops.proposals.rows import ProposalRow
from tests.support.declared_fields import places
from tests.support.private_facts import (
    NOON,
    UNPUBLISHED,
    appeal,
    close_unpublished,
    hand_in,
    leave,
    publish_revised,
    schedule_unpublished,
)
from tests.support.served import Client, served, with_keys
from tests.support.two_persons import propose_sample

OWNER: Final = "submitter"
"""The actor, and the role, that hands in the report, appeals against it and proposes."""
KNOWN: Final = "fide:99000463"
"""A player of whom every word is known that the register can keep."""
PRIVATE: Final = {"numbers": "X77Q99", "birth": "1999/05/17", "earlier": "Gravuzzago"}
"""Their words that not everybody may see, by the field of `Words`: the number is a national one."""
TITLES: Final = {
    "title": "FM",
    "women_title": "WFM",
    "other_titles": "IA,FST",
    "online_title": "AFM",
}
PRINTED: Final[Mapping[str, Any]] = {"name": "Nuovonome, Ivo", "committee": "Valbruna", **TITLES}
"""Their other words."""


class Reason(NamedTuple):
    """A reason why two roles get different answers: some roles are shown more."""

    why: str
    roles: frozenset[str]

    def separates(self, one: str, other: str) -> bool:
        """Return whether only one of two roles is shown more."""
        return (one in self.roles) != (other in self.roles)


def _of_object(thing: Thing, *owners: str) -> Reason:
    return Reason(thing, MAY_SEE[thing].roles | set(owners))


def _of_address(address: Address) -> Reason:
    thing = address.shows or address.needs
    if thing is not None:
        return _of_object(thing)
    roles = [MAY_RECORD[definition.TYPE].roles for definition in address.events]
    return Reason("may record", frozenset().union(*roles))


WHOLE: Final = ""
"""The whole answer: to others, as if nothing were there."""
_BASIS: Final = (".about.list", ".about.in_force_from", ".about.digest", ".about.sealed_by")
_UNPUBLISHED: Final = _of_object("unpublished-list")
_OF_TABLES: Final = (".tables[].about.booked", ".tables[].entrants[]")

_LAST = ("in_force", "last_list", "last_list_date")
_NEXT = ("next_list", "next_list_date", "next_cut_off")

OBJECTS: Final[Mapping[str, tuple[Reason, tuple[str, ...]]]] = {
    "list-pools": (
        _UNPUBLISHED,
        tuple(f".rows[].{name}" for name in ("lists", "players", *_LAST, *_NEXT)),
    ),
    "show-list": (
        _UNPUBLISHED,
        tuple(f".about.head.{name}" for name in ("list_after", "replaced_on", *_NEXT)),
    ),
    **dict.fromkeys(("write-histories-csv", "write-histories-jsonl"), (_UNPUBLISHED, (WHOLE,))),
    "show-overview": (
        _UNPUBLISHED,
        (
            *(".about.tournaments[].lists", ".about.tournaments[].state"),
            ".about.decisions[].lists[].list",
            *(".rows[].leaders[].rating_before", ".rows[].leaders[].change"),
            *(f".rows[].{name}" for name in ("lists", "players", "gains", *_LAST, *_NEXT)),
        ),
    ),
    **dict.fromkeys(("list-closed-lists", "list-news"), (_UNPUBLISHED, (".rows",))),
    "list-decisions": (_UNPUBLISHED, (".rows[].lists[].list",)),
    **dict.fromkeys(
        ("list-category-holders", "list-player-categories", "show-history"), (_UNPUBLISHED, _BASIS)
    ),
    "show-rating": (_UNPUBLISHED, (*_BASIS, ".rows[].list", ".rows[].in_force_from")),
    "query-ratings": (_UNPUBLISHED, (".rows[].list", ".rows[].in_force_from")),
    "show-player": (_UNPUBLISHED, (".rows[].ratings[]", ".rows[].pools[]")),
    "search-players": (_UNPUBLISHED, (".rows[].ratings[]",)),
    "list-tournaments": (_UNPUBLISHED, (".rows[].lists", ".rows[].state")),
    "show-tournament": (
        _UNPUBLISHED,
        (
            ".reports[].booked",
            ".pools[].row",
            *(f".pools[]{place}" for place in _OF_TABLES),
        ),
    ),
    "show-cross-table": (_UNPUBLISHED, _OF_TABLES),
    "list-findings": (_of_object("personal-finding"), (".rows",)),
    "list-import-slips": (_of_object("import-slip"), (".rows",)),
    "show-import-slip": (_of_object("import-slip"), (WHOLE,)),
    "show-appeal": (_of_object("appeal-file", OWNER), (WHOLE,)),
}
"""By address: an object that only some roles see, and the places of its answer that show it."""

FURTHER: Final[Mapping[str, tuple[tuple[Reason, tuple[str, ...]], ...]]] = {
    "show-tournament": (
        (_of_object("report-file"), (".files",)),
        (_of_object("personal-finding"), (".pools[].findings",)),
    ),
}
"""By address: the further objects of an answer with several."""

ABOUT: Final[Mapping[str, type]] = {"show-proposal": ProposalRow}
"""Addresses whose `about` holds the fields of a row."""


def reasons(address: Address) -> Iterator[tuple[str, Reason]]:
    """Yield the places where answers of an address may differ, with the reason of each."""
    about = places(ABOUT[address.name], ".about") if address.name in ABOUT else ()
    for place, personal in (*places(address.answers), *about):
        yield place, Reason(personal.what, personal.rule.roles)
    yield WHOLE, _of_address(address)
    yield from of_objects(address)


def of_objects(address: Address) -> Iterator[tuple[str, Reason]]:
    """Yield the places of an object."""
    objects = [OBJECTS[address.name]] if address.name in OBJECTS else []
    for reason, shown in (*objects, *FURTHER.get(address.name, ())):
        yield from ((place, reason) for place in shown)


def differences(one: Any, other: Any, at: str = "") -> Iterator[str]:
    """Yield the places where two documents differ; lists of equal length differ in parts."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in {**one, **other}:
            yield from differences(one.get(name), other.get(name), f"{at}.{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for part, of_other in zip(one, other, strict=True):
            yield from differences(part, of_other, f"{at}[]")
    elif one != other:
        yield at


@contextmanager
def served_to_roles(sample: Path, folder: Path) -> Iterator[tuple[Client, Mapping[str, str]]]:
    """Serve the sample season with private facts; yield a client, and the key of each role."""
    keyed = with_keys(sample, folder)
    with Ledger.open(keyed.address) as opened, House(opened, by=OWNER) as house:
        _tell_all(house)
        publish_revised(house, UNPUBLISHED)
        schedule_unpublished(house)
        hand_in(house)
        appeal(house)
        close_unpublished(house)
        leave(house)
    propose_sample(keyed.address, OWNER)
    with served(keyed.address, clock=lambda: NOON) as client:
        yield client, {"public": "", **{str(role): key for role, key in keyed.keys.items()}}


def _tell_all(house: House) -> None:
    """Record every word about a player: another name from a day on, and facts from files alone."""
    told = dict(PRINTED, number=f"ita:{PRIVATE['numbers']}")
    player = ChangePlayer(player=KNOWN, **told, on=date(2025, 8, 1)).record(house).after.player
    _, body = house.read.subjects([player])[player]
    words = {**canonical.decode(body), "birth": PRIVATE["birth"]}
    with house.ledger.engine.begin() as connection:
        row = update(subject).where(subject.c.player == player)
        connection.execute(row.values(body=canonical.encode(words)))
