"""Commitments to words about persons; the latest of each player; names and notes of the events.

The words lie in erasable tables. A player's words may change: the events `players-registered`,
`player-details-changed` and `player-details-corrected` each commit to all words from then on, so
the stored words are compared with the latest commitment. A report says how many words there must be
beside it: a name for each entrant whose commitment is not zero, a note where it commits to one.
Any event may commit to a reason, which is a note too.
"""

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection, exists, select

from ledger import columns
from ledger.events.base import Fact
from ledger.events.catalogue import Body
from ledger.events.register import (
    PersonalDataErased,
    PlayerDetailsChanged,
    PlayerDetailsCorrected,
    PlayersRegistered,
)
from ledger.events.report import ReportFact
from ledger.sentences import Sentence
from ledger.store.faults import (
    COMMITTED,
    NONE,
    NOTHING,
    OTHER,
    SAID_GONE,
    STILL_THERE,
    Erased,
    Fault,
    beside,
    of_name,
    of_note,
)
from ledger.store.requests import commitment
from ledger.store.schema import event, note, reported_name
from ledger.store.snapshots import Merged, stream

ABOUT_PLAYERS: Final = (PlayersRegistered, PlayerDetailsChanged, PlayerDetailsCorrected)
"""The events that commit to the words kept of players."""

TO_PLAYERS: Final = (*(fact.TYPE for fact in ABOUT_PLAYERS), PersonalDataErased.TYPE)
"""Their types, and that of the events that take the words back."""

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

    They are stored in pages of 64 players, since register numbers follow one another.
    """

    def __init__(self) -> None:
        self._pages: dict[int, bytearray] = {}

    def take(self, fact: Fact) -> None:
        """Add the next event; after an erasure a player has no commitment."""
        for player, commitment_hex in to_players(fact):
            self._set(player, bytes.fromhex(commitment_hex))
        if isinstance(fact, PersonalDataErased):
            for player in columns.read(fact.player, columns.PLAYER).tolist():
                self.forget(player)

    def forget(self, player: int) -> None:
        """Remove the commitment to a player's words."""
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


NO_COMMITMENT: Final = "0" * columns.COMMITMENT
"""In a column of commitments: nothing is kept."""

_NO_SUCH_EVENT: Final = Sentence("none: no such event")
_NAMES: Final = select(reported_name).order_by(reported_name.c.position, reported_name.c.entrant)
_NOTES: Final = (
    select(event.c.position, note.c.kind, note.c.salt, note.c.text)
    .join(note, note.c.event_id == event.c.event_id)
    .order_by(event.c.position, note.c.kind)
)
_NAMES_OF_NOTHING: Final = _NAMES.where(
    ~exists().where(event.c.position == reported_name.c.position)
)
_NOTES_OF_NOTHING: Final = select(note.c.event_id).where(
    ~exists().where(event.c.event_id == note.c.event_id)
)

Place = int | str
"""Row of an entrant, or kind of a note."""


def to_notes(body: Body[Any]) -> dict[Place, str]:
    """Return the commitments of an event to its notes, by kind of note."""
    officials = body.payload.officials if isinstance(body.payload, ReportFact) else None
    reason = body.grounds.reason if body.grounds else None
    stated = {"officials": officials, "reason": reason}
    return {kind: digest for kind, digest in stated.items() if digest}


class ReportedWords:
    """The names and notes of a ledger, checked event by event."""

    def __init__(self, connection: Connection, erased: Erased, first: int, last: int) -> None:
        """Begin before an event; no words behind the event `last` are looked at."""
        self._erased = erased
        names, notes = reported_name.c.position, event.c.position
        self._names = Merged(connection, _NAMES.where(names >= first, names <= last))
        self._notes = Merged(connection, _NOTES.where(notes >= first, notes <= last))

    def check(self, position: int, body: Body[Any]) -> Iterator[Fault]:
        """Check the words of the next event."""
        expected = to_notes(body)
        if isinstance(body.payload, ReportFact):
            names = to_entrants(body.payload).items()
            expected |= {entrant: digest for entrant, digest in names if digest != NO_COMMITMENT}
        for entrant, digest in self._stored(position):
            committed = expected.pop(entrant, None)
            if digest != committed:
                yield beside(_place(position, entrant), OTHER, COMMITTED if committed else NONE)
            elif self._is_erased(position, entrant):
                yield beside(_place(position, entrant), STILL_THERE, SAID_GONE)
        for entrant in expected if self._erased.persons else ():
            if not self._is_erased(position, entrant):
                yield beside(_place(position, entrant), NOTHING, COMMITTED)

    def _stored(self, position: int) -> Iterator[tuple[Place, str]]:
        for row in self._names.through(position):
            if row.position == position:
                yield row.entrant, commitment(bytes(row.salt), bytes(row.body))
        for row in self._notes.through(position):
            if row.position == position:
                yield row.kind, commitment(bytes(row.salt), row.text.encode())

    def _is_erased(self, position: int, entrant: Place) -> bool:
        if isinstance(entrant, str):
            return position in self._erased.notes
        return (position, entrant) in self._erased.names


def of_nothing(connection: Connection) -> Iterator[Fault]:
    """Yield the names and notes of no event."""
    for row in stream(connection, _NAMES_OF_NOTHING):
        yield beside(_place(row.position, row.entrant), STILL_THERE, _NO_SUCH_EVENT)
    for row in stream(connection, _NOTES_OF_NOTHING):
        yield beside(of_note(repr(row.event_id)), STILL_THERE, _NO_SUCH_EVENT)


def _place(position: int, entrant: Place) -> Sentence:
    return of_note(position) if isinstance(entrant, str) else of_name(position, entrant)
