"""Recorded lists of other bodies as rows: which there are, and what one says of a player."""

from __future__ import annotations

from ledger import columns
from ledger.events.register import PlayersRegistered
from ledger.intake.external_list.recorded_lists import UnknownList, names_of, on_list
from ledger.register import identities
from ledger.store.reading import Reader
from ops.answers.rows import Row


def lists_of(read: Reader, body: str) -> list[Row]:
    """Give a row for each list recorded of a body, oldest first."""
    return [_described(read, body, name) for name in names_of(read, body)]


def _described(read: Reader, body: str, name: str) -> Row:
    try:
        listed = on_list(read, body, name)
    except UnknownList:
        return {"list": name, "date": "", "rows": "", "ours": "", "recorded": "in part", "file": ""}
    return {
        "list": name,
        "date": listed.list_date,
        "rows": listed.file_rows,
        "ours": len(listed.players),
        "recorded": f"#{listed.position}",
        "file": listed.file,
    }


def said_of(read: Reader, body: str, name: str, player: int | None) -> tuple[Row, Row]:
    """Give what a list says of a player (None: of nobody), and what the answer rests on.

    Raises UnknownList.
    """
    listed = on_list(read, body, name)
    about = {
        "body": body,
        "list": name,
        "list_date": listed.list_date,
        "recorded": f"#{listed.position}",
        "file": listed.file,
    }
    if player is None:
        return {"rows": listed.file_rows, "ours": len(listed.players)}, about
    who: Row = {
        "player": identities.show(player),
        "name": identities.names(read, [player])[player],
    }
    row = listed.row(player)
    if row is not None:
        return {**who, "on_it": True, **row}, about
    if _registered_at(read, player) > listed.position:
        return {**who, "on_it": "not known: registered after it was recorded"}, about
    return {**who, "on_it": False}, about


def _registered_at(read: Reader, player: int) -> int:
    """Give the position of the event that registered a player."""
    for each in read.stream("register"):
        said = each.decoded().payload
        if isinstance(said, PlayersRegistered):
            players = columns.read(said.player, columns.PLAYER)
            if players[0] <= player <= players[-1]:
                return each.position
    return -1
