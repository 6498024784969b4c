"""Kinds of personal data, the roles that see each, and answers without what a role may not see.

A field of an answer is declared where its type is: `recorded_by: Annotated[str, RECORDER]`. What an
actor may not see is left out of the fields declared so, and of no others.
"""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, Self, TypeVar, get_args

from msgspec import Struct, structs

from ledger.sentences import Sentence
from ops.access.actors import Actor
from ops.access.roles import (
    ADMINISTRATOR,
    AUDITOR,
    COMMITTEE,
    EVERYBODY,
    OFFICER,
    PLAYER,
    SUBMITTER,
    Rule,
)

_READERS: Final = Rule(frozenset({OFFICER, COMMITTEE, AUDITOR, ADMINISTRATOR}), "any")
_REPORTERS: Final = Rule(frozenset({SUBMITTER, *_READERS.roles}), "any")
_PARTIES: Final = Rule(frozenset({PLAYER, *_REPORTERS.roles}), "any")
_ADMINISTRATORS: Final = Rule(frozenset({ADMINISTRATOR}), "any")


class Personal(NamedTuple):
    """A kind of personal data. Beside the type of a field it is a declaration of the field."""

    what: str
    rule: Rule
    """Roles that see it."""
    reason: str


# a player
NAME: Final = Personal("name", EVERYBODY, "printed on lists")
FEDERATION: Final = Personal("federation", EVERYBODY, "printed on lists")
TITLE: Final = Personal("title", EVERYBODY, "printed on lists")
LOCAL_COMMITTEE: Final = Personal("local committee", EVERYBODY, "printed on lists")
SEX: Final = Personal("sex", EVERYBODY, "printed on lists; entry ratings depend on it")
BIRTH_YEAR: Final = Personal("birth year", EVERYBODY, "printed on lists; K depends on it")
LIST_NUMBER: Final = Personal("number of the list", EVERYBODY, "printed on lists")
OTHER_NUMBERS: Final = Personal(
    "other numbers", _REPORTERS, "identifies the player to another body; no list prints it"
)
DAY_OF_BIRTH: Final = Personal("day of birth", _READERS, "no list prints it")
EARLIER_NAMES: Final = Personal("earlier names", _READERS, "no list prints them any more")
SUSPENSIONS: Final = Personal("suspensions", _READERS, "no list prints them")
DAY_OF_DEATH: Final = Personal("day of death", _READERS, "no list prints it")
# a report as received
NOTES: Final = Personal("notes", _READERS, "free text: names of arbiters, reasons of decisions")
ATTACHMENTS: Final = Personal(
    "attachments", _READERS, "files of any content; answers hold only their digests"
)
IMPORT_SLIP: Final = Personal(
    "import slip", _REPORTERS, "repeats names; a submitter sees only the slips of the own files"
)
# an appeal
PARTIES: Final = Personal("parties of an appeal", _PARTIES, "appellants see only their own appeals")
# those who decide
BODY: Final = Personal("name of a body", EVERYBODY, "bodies are public; no person has such a name")
# those who record
RECORDER: Final = Personal("recorder", _READERS, "an opaque id")
ACTOR: Final = Personal("actor", _ADMINISTRATORS, "who an opaque id is")

PERSONAL_DATA: Final = (
    *(NAME, FEDERATION, TITLE, LOCAL_COMMITTEE, SEX, BIRTH_YEAR, LIST_NUMBER, OTHER_NUMBERS),
    *(DAY_OF_BIRTH, EARLIER_NAMES, SUSPENSIONS, DAY_OF_DEATH),
    *(NOTES, ATTACHMENTS, IMPORT_SLIP, PARTIES, BODY, RECORDER, ACTOR),
)
"""Every kind of personal data. The body of an event holds several: see the object `event-body`."""

BodyName = Annotated[Sentence, BODY]
"""The name of a body, in the language of the reader; without a name, the id."""


class PartlyPublic(str):
    """A text of a declared field with a part that is public."""

    public: str

    def __new__(cls, whole: str, public: str) -> Self:
        """Return the whole text with its public part."""
        text = super().__new__(cls, whole)
        text.public = public
        return text


@cache
def declared(kind: type[Struct]) -> Mapping[str, Personal]:
    """Return the fields of a type of answers that hold personal data."""
    return {
        field.name: personal
        for field in structs.fields(kind)
        for personal in getattr(field.type, "__metadata__", ())
        if isinstance(personal, Personal)
    }


def hidden_from(actor: Actor) -> frozenset[Personal]:
    """Return the kinds of personal data that an actor may not see."""
    return frozenset(personal for personal in PERSONAL_DATA if not actor.fits(personal.rule))


def seen_by(actor: Actor, answer: Any) -> Any:
    """Return an answer without the personal data that an actor may not see.

    A hidden text becomes empty, or its public part; a hidden list or object becomes empty, any
    other hidden value None.
    """
    hidden = hidden_from(actor)
    return _without(answer, hidden) if hidden else answer


def _without(value: Any, hidden: Collection[Personal]) -> Any:
    if isinstance(value, Struct):
        personal = declared(type(value))
        shown = {
            name: _emptied(of) if personal.get(name) in hidden else _without(of, hidden)
            for name in _looked_into(type(value))
            for of in (getattr(value, name),)
        }
        return structs.replace(value, **shown) if shown else value
    if isinstance(value, Mapping):
        return {name: _without(of, hidden) for name, of in value.items()}
    if isinstance(value, list | tuple):
        return tuple(_without(part, hidden) for part in value)
    return value


@cache
def _looked_into(kind: type[Struct]) -> tuple[str, ...]:
    """Return the fields of a type with personal data that is not public, also in their parts."""
    return tuple(field.name for field in structs.fields(kind) if _can_be_hidden(field.type))


def _can_be_hidden(kind: Any) -> bool:
    if isinstance(kind, Personal):  # beside the type of a field
        return bool(kind.rule.roles)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return bool(_looked_into(kind))
    return (
        kind in (Any, object)
        or isinstance(kind, TypeVar)
        or any(map(_can_be_hidden, get_args(kind)))
    )


def _emptied(value: Any) -> Any:
    if isinstance(value, PartlyPublic):
        return value.public
    kinds: tuple[type[Any], ...] = (str, list, tuple, dict)
    return next((kind() for kind in kinds if isinstance(value, kind)), None)
