"""The table of personal data: the roles with access, and the fields of answers."""

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

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


class Datum(NamedTuple):
    """A kind of personal data: roles with access, fields of answers, reason."""

    rule: Rule
    fields: tuple[str, ...]
    reason: str


PERSONAL_DATA: Final[dict[str, Datum]] = {
    # a player
    "name": Datum(
        EVERYBODY,
        (
            "name",
            "first_name",
            "player_name",
            "other_name",
            "white_player_name",
            "black_player_name",
        ),
        "printed on lists",
    ),
    "federation": Datum(EVERYBODY, ("federation", "other_federation"), "printed on lists"),
    "title": Datum(EVERYBODY, ("title", "awarded_title", "category"), "printed on lists"),
    "card": Datum(EVERYBODY, ("card", "committee"), "printed on lists"),
    "sex": Datum(
        EVERYBODY, ("sex", "flag", "other_sex"), "printed on lists; entry ratings depend on it"
    ),
    "birth year": Datum(
        EVERYBODY, ("birth_year", "other_birth_year"), "printed on lists; K depends on it"
    ),
    "number of the list": Datum(EVERYBODY, ("number",), "printed on lists"),
    "day of birth": Datum(_READERS, ("birth",), "no list prints it"),
    "earlier names": Datum(_READERS, ("earlier",), "no list prints them any more"),
    "suspensions": Datum(_READERS, ("suspensions",), "no list prints them"),
    "day of death": Datum(_READERS, ("deaths",), "no list prints it"),
    "other numbers": Datum(_REPORTERS, ("numbers",), "identifies the player to another body"),
    # a report as received
    "reported names": Datum(_REPORTERS, ("reported_name", "reported_names"), "as in the file"),
    "notes": Datum(
        _READERS,
        ("note", "notes", "officials", "stated_reason"),
        "free text: names of arbiters, reasons of decisions",
    ),
    "attachments": Datum(
        _READERS,
        ("attachments", "erased_attachments"),
        "files of any content; answers hold only their digests",
    ),
    "import slip": Datum(
        _REPORTERS,
        ("file_name", "handed_in_by", "lines"),
        "repeats names; a submitter sees only the slips of the own files",
    ),
    # an appeal
    "parties of an appeal": Datum(
        _PARTIES, ("party", "statement"), "appellants see only their own appeals"
    ),
    # those who record
    "recorder": Datum(
        _READERS, ("recorded_by", "approved_by", "proposed_by", "withdrawn_by"), "an opaque id"
    ),
    "actor": Datum(_ADMINISTRATORS, ("actor_name", "actor_kind"), "who an opaque id is"),
    "use of a key": Datum(_ADMINISTRATORS, ("last_used",), "when somebody worked"),
}
"""Every kind of personal data. The body of an event holds several: see the object `event-body`."""


def hidden_fields(actor: Actor) -> frozenset[str]:
    """Return the fields of answers hidden from an actor."""
    hidden = (datum for datum in PERSONAL_DATA.values() if not actor.fits(datum.rule))
    return frozenset(field for datum in hidden for field in datum.fields)


def redacted(document: Any, hidden: Collection[str]) -> Any:
    """Return a document of plain JSON values with the values of hidden fields emptied.

    A text becomes empty, a list or an object too, and any other value None.
    """
    if isinstance(document, Mapping):
        return {
            name: _emptied(value) if name in hidden else redacted(value, hidden)
            for name, value in document.items()
        }
    if isinstance(document, list | tuple):
        return [redacted(value, hidden) for value in document]
    return document


def _emptied(value: Any) -> Any:
    kinds: tuple[type[Any], ...] = (str, list, tuple, dict)
    return next((kind() for kind in kinds if isinstance(value, kind)), None)
