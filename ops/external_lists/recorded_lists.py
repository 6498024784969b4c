"""Recorded lists of other bodies: which are recorded, and the row of a player."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import msgspec

from ledger.intake.external_list.recorded_lists import ExternalList, UnknownList, names_of, on_list
from ledger.register import identities
from ledger.register.merges import merges
from ledger.sentences import Body, Position, plain
from ledger.store.reading import Reader
from ops.access.personal_data import BodyName
from ops.answers.abouts import Known
from ops.answers.answer import Answer, known_to


class AboutBody(Known, frozen=True):
    """An answer from the lists of another body."""

    body: str
    body_name: BodyName


class AboutExternalList(AboutBody, frozen=True):
    """An answer from a list of another body."""

    list: str
    list_date: date
    recorded: Position
    file: str
    """SHA-256 of the file."""


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
    """None: not known, since registered after the list was recorded, and never looked up on it."""
    columns: Mapping[str, int | str]


def external_lists(read: Reader, body: str) -> Answer[ExternalListRow, AboutBody]:
    """Return the lists recorded of a body, oldest first."""
    about = AboutBody(body, plain(Body(body)), known_to=known_to(read))
    names = names_of(read, body)
    return Answer(about, tuple(_recorded_or_named(read, body, name) for name in names))


def external_list(read: Reader, body: str, name: str) -> Answer[ExternalListRow, AboutBody]:
    """Return a recorded list. Raises UnknownList."""
    about = AboutBody(body, plain(Body(body)), known_to=known_to(read))
    return Answer(about, (_row(name, on_list(read, body, name)),))


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


def player_on_list(
    read: Reader, body: str, name: str, asked: str
) -> Answer[PlayerOnList, AboutExternalList]:
    """Return the row of a player on a recorded list, or of a number merged into the player's.

    Raises UnknownPlayer, UnknownList.
    """
    player = identities.find(read, asked)
    recorded = on_list(read, body, name)
    about = AboutExternalList(
        body,
        plain(Body(body)),
        list=name,
        list_date=recorded.list_date,
        recorded=Position(recorded.position),
        file=recorded.file,
        known_to=known_to(read),
    )
    person = (identities.show(player), identities.names(read, [player])[player])
    merged = [merge.merged for merge in merges(read).values() if merge.kept == player]
    on_it = [recorded.on_it(number) for number in (player, *merged)]
    row = next(filter(None, map(recorded.row, (player, *merged))), {})
    is_on_it = True if any(on_it) else None if None in on_it else False
    return Answer(about, (PlayerOnList(*person, is_on_it, row),))
