"""Recorded lists of other bodies: which are recorded, and the row of a player."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import msgspec

from ledger.intake.external_list.recorded_lists import ExternalList, UnknownList, names_of, on_list
from ledger.register import identities
from ledger.store.reading import Reader
from ops.answers.answer import Answer, Position, known_to


class ExternalListRow(msgspec.Struct, frozen=True):
    """A recorded list; None: recorded in part only."""

    list: str
    date: date | None = None
    rows: int | None = None
    """Rows of the file."""
    ours: int | None = None
    """Players of the register on it."""
    recorded: Position | None = None
    file: str | None = None
    """SHA-256 of the file."""


class PlayerOnList(msgspec.Struct, frozen=True):
    """A player on a recorded list, with the columns of the row."""

    player: str
    name: str
    on_it: bool | None
    """None: not known, since registered after the list was recorded."""
    columns: Mapping[str, int | str]


def external_lists(read: Reader, body: str) -> Answer[ExternalListRow]:
    """Return the lists recorded of a body, oldest first."""
    about = {"body": body, **known_to(read)}
    names = names_of(read, body)
    return Answer(about, tuple(_recorded_or_named(read, body, name) for name in names))


def external_list(read: Reader, body: str, name: str) -> Answer[ExternalListRow]:
    """Return a recorded list. Raises UnknownList."""
    return Answer({"body": body, **known_to(read)}, (_row(name, on_list(read, body, name)),))


def _recorded_or_named(read: Reader, body: str, name: str) -> ExternalListRow:
    try:
        return _row(name, on_list(read, body, name))
    except UnknownList:
        return ExternalListRow(name)


def _row(name: str, recorded: ExternalList) -> ExternalListRow:
    size, position = len(recorded.players), Position(recorded.position)
    return ExternalListRow(
        name, recorded.list_date, recorded.file_rows, size, position, recorded.file
    )


def player_on_list(read: Reader, body: str, name: str, player: int) -> Answer[PlayerOnList]:
    """Return the row of a player on a recorded list. Raises UnknownList."""
    recorded = on_list(read, body, name)
    about = {
        "body": body,
        "list": name,
        "list_date": recorded.list_date,
        "recorded": Position(recorded.position),
        "file": recorded.file,
        **known_to(read),
    }
    row = recorded.row(player)
    is_late = row is None and player > identities.last_player(read, recorded.position)
    on_it = None if is_late else row is not None
    person = (identities.show(player), identities.names(read, [player])[player])
    return Answer(about, (PlayerOnList(*person, on_it, row or {}),))
