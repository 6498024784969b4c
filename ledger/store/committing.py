"""Commitments to words about persons, and the latest commitment of each player.

The words lie in erasable tables. A player's words may change: the events `players-registered`,
`player-details-changed` and `player-details-corrected` each commit to all words from then on, so
the stored words are compared with the latest commitment.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger import columns
from ledger.events.base import Fact
from ledger.events.erasure import PersonalDataErased
from ledger.events.register import PlayerDetailsChanged, PlayerDetailsCorrected, PlayersRegistered
from ledger.events.report import ReportFact

ABOUT_PLAYERS: Final = (PlayersRegistered, PlayerDetailsChanged, PlayerDetailsCorrected)
"""The events that commit to the words kept of players."""

_DIGEST: Final = columns.COMMITMENT // 2
_PAGE: Final = 64
_NONE: Final = bytes(_DIGEST)


def to_players(fact: Fact) -> Iterator[tuple[int, str]]:
    """Yield the players with a commitment in an event, each with the commitment in hex."""
    if isinstance(fact, ABOUT_PLAYERS):
        players = columns.read(fact.player, columns.PLAYER).tolist()
        yield from zip(players, _each(fact.commitment), strict=True)


def to_entrants(report: ReportFact) -> dict[int, str]:
    """Return the commitments of a report to the words about each entrant, by row."""
    return dict(enumerate(_each(report.entrants.commitment)))


def _each(column: str) -> list[str]:
    width = columns.COMMITMENT
    return [column[start : start + width] for start in range(0, len(column), width)]


class Latest:
    """The latest commitment to each player: 32 bytes a player (500 000 players: 16 MB).

    They lie in pages of 64 players, since register numbers follow one another.
    """

    def __init__(self) -> None:
        self._pages: dict[int, bytearray] = {}

    def take(self, fact: Fact) -> None:
        """Add the next event; after an erasure a player has no commitment."""
        for player, said in to_players(fact):
            self._set(player, bytes.fromhex(said))
        if isinstance(fact, PersonalDataErased):
            for player in columns.read(fact.player, columns.PLAYER).tolist():
                self._set(player, _NONE)

    def players(self) -> Iterator[int]:
        """Yield the players with a commitment, by register number."""
        for page, kept in sorted(self._pages.items()):
            for place in range(_PAGE):
                if kept[place * _DIGEST : (place + 1) * _DIGEST] != _NONE:
                    yield page * _PAGE + place

    def _set(self, player: int, digest: bytes) -> None:
        page, place = divmod(player, _PAGE)
        kept = self._pages.setdefault(page, bytearray(_PAGE * _DIGEST))
        kept[place * _DIGEST : (place + 1) * _DIGEST] = digest

    def of(self, player: int) -> str | None:
        """Return the latest commitment to a player's words, in hex; None if absent."""
        page, place = divmod(player, _PAGE)
        kept = self._pages.get(page)
        digest = kept[place * _DIGEST : (place + 1) * _DIGEST] if kept else _NONE
        return None if digest == _NONE else digest.hex()
