"""The values of an event about one player: single values, and the player's row of the columns."""

from datetime import date
from typing import Any, Final

import msgspec
import numpy as np

from ledger import columns
from ledger.events import base
from ledger.events.base import Fact
from ledger.register.people import STAYS, YEAR_STAYS
from ledger.sentences import Sentence, plain
from ops.answers.answer import Instant
from ops.words import states

_IN_OTHER_FIELDS: Final = {
    *("pool", "tournament", "period", "printing", "player", "by", "article", "on"),
    *("part", "last_part", "source", "cause", "ground", "file", "record_digest"),
}
"""Fields of an event that an entry of a trail has by name."""
_LETTERS: Final = {"sex": 1, "federation": columns.FEDERATION}
_UNCHANGED: Final[dict[str, Any]] = {
    "sex": STAYS,
    "federation": STAYS * columns.FEDERATION,
    "birth_year": YEAR_STAYS,
}
"""Signs in a correction or a change of details: the player's value is as it was."""


def values_about(payload: Fact, player: int) -> dict[str, Any]:
    """Return the plain values of an event, and the player's row of its columns."""
    if getattr(payload, "entrants", None) is not None:
        return _as_entrant(payload, player)
    details = getattr(payload, "details", None)
    facts = payload if details is None else details
    return {**_single_values(facts), **_row_values(payload, row_of(payload, player))}


def ground_of(payload: Fact) -> Sentence:
    """Return source, cause and ground of an event, as far as it names them."""
    given = {name: getattr(payload, name, None) or "" for name in ("source", "cause", "ground")}
    source, cause, ground = states.in_words(type(payload), given).values()
    named = [Sentence("source: {source}", source=source)] if source else []
    named += [Sentence("cause: {cause}", cause=cause)] if cause else []
    named += [Sentence("ground: {ground}", ground=ground)] if ground else []
    return plain(named)


def _single_values(facts: msgspec.Struct) -> dict[str, Any]:
    """Return the numbers, days and texts of an event, without columns."""
    columns_of = {*base.widths(type(facts)), *_LETTERS, "commitment"} & {*facts.__struct_fields__}
    if not isinstance(getattr(facts, "player", None), str):
        columns_of -= _LETTERS.keys()
    values = (
        (name, getattr(facts, name))
        for name in facts.__struct_fields__
        if name not in columns_of | _IN_OTHER_FIELDS
    )
    plain = ((name, value) for name, value in values if isinstance(value, int | str | date))
    return {
        name: Instant(value) if isinstance(value, int) and name.endswith("_at") else value
        for name, value in plain
        if value is not False and value != ""
    }


def _row_values(payload: Fact, row: int | None) -> dict[str, Any]:
    if row is None:
        return {}
    found: dict[str, Any] = {}
    for name, width in {**base.widths(type(payload)), **_LETTERS}.items():
        column = getattr(payload, name, None)
        if column and name in _LETTERS:
            found[name] = column[width * row :][:width]
        elif column and name != "player":
            found[name] = int(columns.read(column, width)[row])
    unchanged = _UNCHANGED if getattr(payload, "OTHERWISE", "") else {}
    return {name: value for name, value in found.items() if unchanged.get(name) != value}


def row_of(payload: Any, player: int) -> int | None:
    """Return the player's row in the columns of an event; None: no column, or not in it."""
    column = getattr(payload, "player", None)
    if not isinstance(column, str) or not column:
        return None
    rows = np.flatnonzero(columns.read(column, columns.PLAYER) == player)
    return int(rows[0]) if len(rows) else None


def _as_entrant(payload: Any, player: int) -> dict[str, Any]:
    """Return the days of a report, with start number and rating of the player as reported."""
    found = {"start": payload.start, "end": payload.end, "received_on": payload.received_on}
    row = row_of(payload.entrants, player)
    if row is not None:
        for name in ("number", "rating"):
            column = columns.read(getattr(payload.entrants, name), columns.NUMBER)
            found[f"reported_{name}"] = int(column[row])
    return found
