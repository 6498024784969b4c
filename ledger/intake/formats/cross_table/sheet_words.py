"""The words of a cross table: its columns and the keys of its first rows, English and Italian."""

from __future__ import annotations

from typing import Final

from ledger.intake.formats.players import (
    BIRTH,
    FEDERATION,
    NAME,
    NUMBER,
    POINTS,
    RANK,
    RATING,
    SEX,
    START_NUMBER,
    TITLE,
    points_in,
)
from ledger.intake.formats.text import composed

PO: Final = points_in("po")

COLUMNS: Final = {
    "number": START_NUMBER.name,
    "player": NUMBER.name,
    "name": NAME.name,
    "title": TITLE.name,
    "ci": RATING.name,
    "federation": FEDERATION.name,
    "birth": BIRTH.name,
    "birth_year": BIRTH.name,
    "sex": SEX.name,
    "points": POINTS.name,
    "rank": RANK.name,
    "po": PO.name,
}
"""Columns about a player, and the fields they are."""

REQUIRED: Final = ("number", "name")

LEFT_ALONE: Final = frozenset({"category", "club", "pa", "d", "s", "v", "q", "cf"})
"""Columns that a cross table often has and the ledger works out, or does not need."""

KEYS: Final = {
    "name": "012",
    "place": "022",
    "federation": "032",
    "start": "042",
    "end": "052",
    "type": "092",
    "time_control": "122",
    "arbiter": "102",
    "deputy": "112",
}
"""What the rows before the players' can say of the tournament, by TRF's record of the same."""

ITALIAN: Final = {
    "n": "number",
    "n.": "number",
    "numero": "number",
    "tessera": "player",
    "nome": "name",
    "giocatore": "name",
    "titolo": "title",
    "capitale": "ci",
    "federazione": "federation",
    "nascita": "birth",
    "anno": "birth_year",
    "sesso": "sex",
    "punti": "points",
    "posto": "rank",
    "categoria": "category",
    "società": "club",
    "luogo": "place",
    "inizio": "start",
    "fine": "end",
    "tipo": "type",
    "cadenza": "time_control",
    "arbitro": "arbiter",
    "collaboratore": "deputy",
}
"""Names of columns and keys in Italian."""


def word_of(cell: str) -> str:
    """Give the English name of a column or a key, in small letters; others as they are."""
    word = composed(cell).lower().rstrip(":")
    return ITALIAN.get(word, word)
