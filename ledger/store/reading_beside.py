"""Rows beside the events: documents, receipts of requests, words about persons, notes."""

from collections.abc import Collection, Iterator
from typing import Any, Final

from sqlalchemy import Select, bindparam, func, select

from ledger.errors import KeyReused
from ledger.store import name_pages
from ledger.store.name_pages import NamePage
from ledger.store.requests import ClientKey, NoteKind, Receipt
from ledger.store.schema import (
    append_request,
    document,
    event,
    keys_of_clients,
    name_page,
    note,
    reported_name,
    subject,
    subject_number,
)
from ledger.store.snapshots import Tables, having, stream

_SUBJECTS: Final = 1_000
"""Players of one page."""

_BEFORE_ALL: Final = -1 << 63

_IS_ATTACHMENT: Final = document.c.kind == "attachment"
_BY_DIGEST: Final = select(document.c.bytes).where(document.c.digest == bindparam("digest"))
_DOCUMENT: Final = _BY_DIGEST.where(~_IS_ATTACHMENT)
_ATTACHMENT: Final = _BY_DIGEST.where(_IS_ATTACHMENT)
_ASKED: Final = append_request.c
_RECEIPTS: Final = (
    select(_ASKED.key, _ASKED.first_position, _ASKED.last_position, event.c.recorded_at)
    .join(event, event.c.position == _ASKED.first_position)
    .order_by(_ASKED.first_position)
)
_RECEIPT: Final = _RECEIPTS.where(_ASKED.key == bindparam("key"))
_NUMBERS: Final = select(subject_number).where(subject_number.c.scheme == bindparam("scheme"))
_OF_NUMBERS: Final = having(_NUMBERS, subject_number.c.number)
_HOLDERS: Final = select(subject_number).where(subject_number.c.number == bindparam("number"))
_PAGES: Final = having(select(name_page), name_page.c.page)
_WORDS: Final = having(select(subject), subject.c.player)
_NUMBERS_OF_PLAYERS: Final = having(
    select(subject.c.player, subject_number.c.scheme, subject_number.c.number).outerjoin(
        subject_number, subject_number.c.player == subject.c.player
    ),
    subject.c.player,
)
_NAMES_REPORTED: Final = having(select(reported_name), reported_name.c.position)
_NOTES: Final = having(select(note).where(note.c.kind == bindparam("kind")), note.c.event_id)
_SIZES: Final = having(
    select(document.c.digest, func.length(document.c.bytes).label("size")).where(_IS_ATTACHMENT),
    document.c.digest,
)


class Beside(Tables):
    """Reader of the rows beside the events."""

    def document(self, digest: str) -> bytes | None:
        """Return the bytes of a list, an edition, a report or rows; None if absent."""
        data: bytes | None = self._value(_DOCUMENT, digest=digest)
        return data

    def attachment(self, digest: str) -> bytes | None:
        """Return the bytes of an attachment, none of an erased one; None if absent."""
        data: bytes | None = self._value(_ATTACHMENT, digest=digest)
        return data

    def attachment_sizes(self, digests: Collection[str]) -> dict[str, int]:
        """Return the bytes of some attachments as a number; 0: erased."""
        return {row.digest: row.size for row in self._rows_of(_SIZES, digests)}

    def documents(self, digests: Collection[str]) -> Iterator[tuple[str, bytes]]:
        """Yield digest and bytes of some documents besides attachments, in any order."""
        wanted = document.c.digest.in_(digests) & ~_IS_ATTACHMENT
        some = select(document.c.digest, document.c.bytes).where(wanted)
        with self._reading() as connection:
            for row in stream(connection, some, 1):
                yield row.digest, bytes(row.bytes)

    def requests(self, beginning: str) -> list[Receipt]:
        """Return the receipts, marked replayed, of requests whose keys share a beginning."""
        key = _ASKED.key
        keys = key >= beginning, key < beginning + "\x7f"  # keys are ASCII
        return self._receipts(_RECEIPTS.where(*keys))

    def request(self, key: str) -> Receipt | None:
        """Return the receipt, marked replayed, of the request with a key; None if absent."""
        return next(iter(self._receipts(_RECEIPT, key=key)), None)

    def request_at(self, position: int) -> Receipt:
        """Return the receipt, marked replayed, of the request that recorded a position."""
        around = _ASKED.first_position <= position, _ASKED.last_position >= position
        [receipt] = self._receipts(_RECEIPTS.where(*around, ~keys_of_clients))
        return receipt

    def of_client(self, client: ClientKey) -> Receipt | None:
        """Return the receipt, marked replayed, of the events recorded under a client's key.

        None if the key is new. Raises KeyReused for a key of another request.
        """
        known = select(_ASKED.fingerprint, _ASKED.first_position).where(_ASKED.key == client.stored)
        for fingerprint, first in self._rows(known):
            if bytes(fingerprint) != client.fingerprint:
                raise KeyReused(client.key)
            beginning = _ASKED.first_position == first
            (receipt,) = self._receipts(_RECEIPTS.where(beginning, ~keys_of_clients))
            return receipt
        return None

    def _receipts(self, statement: Select[Any], **values: str) -> list[Receipt]:
        return [
            Receipt(key, first, last, instant, replayed=True)
            for key, first, last, instant in self._rows(statement, **values)
        ]

    def players_by_number(self, scheme: str, numbers: Collection[str]) -> dict[str, int]:
        """Return the players known under numbers of a scheme."""
        found = self._rows_of(_OF_NUMBERS, numbers, scheme=scheme)
        return {row.number: row.player for row in found}

    def numbers_of(self, scheme: str) -> dict[str, int]:
        """Return all players known under a scheme, by their numbers."""
        return {row.number: row.player for row in self._rows(_NUMBERS, scheme=scheme)}

    def holders_of(self, number: str) -> list[tuple[str, int]]:
        """Return scheme and player of a number under any scheme."""
        found = self._rows(_HOLDERS, number=number)
        return sorted((row.scheme, row.player) for row in found)

    def name_pages(self, pages: Collection[int]) -> dict[int, NamePage]:
        """Return pages of the index of names; one that is missing or damaged is made."""
        rows = self._rows_of(_PAGES, pages)
        stored = {row.page: NamePage(bytes(row.signs), bytes(row.keys), row.crc) for row in rows}
        whole = {page: found for page, found in stored.items() if found.is_whole}
        return {page: whole.get(page) or self._made_page(page) for page in pages}

    def _made_page(self, page: int) -> NamePage:
        words = self.subjects(name_pages.players_of(page))
        return name_pages.made(page, {player: body for player, (_, body) in words.items()})

    def has_words(self, player: int) -> bool:
        """Return whether words about a player are stored: erased players have none."""
        found = select(subject.c.player).where(subject.c.player == player)
        return self._value(found) is not None

    def subjects(self, players: Collection[int]) -> dict[int, tuple[bytes, bytes]]:
        """Return salt and body of players; erased players are absent."""
        found = self._rows_of(_WORDS, players)
        return {row.player: (row.salt, row.body) for row in found}

    def all_subjects(self) -> Iterator[list[tuple[int, bytes, bytes]]]:
        """Yield player, salt and body of all players with words, by register number, in pages."""
        words, after = subject.c, _BEFORE_ALL
        page = select(words.player, words.salt, words.body).order_by(words.player).limit(_SUBJECTS)
        while rows := self._rows(page.where(words.player > after)):
            yield [(player, salt, body) for player, salt, body in rows]
            after = rows[-1].player

    def note(self, event_id: str, kind: NoteKind = "officials") -> tuple[bytes, str] | None:
        """Return salt and text of a note to an event; None where none is kept."""
        rows = list(self._rows_of(_NOTES, [event_id], kind=kind))
        return (bytes(rows[0].salt), rows[0].text) if rows else None

    def notes(self, event_ids: Collection[str], kind: NoteKind = "officials") -> dict[str, str]:
        """Return the texts of the notes of a kind to some events, by the id of the event."""
        return {row.event_id: row.text for row in self._rows_of(_NOTES, event_ids, kind=kind)}

    def names_reported(
        self, positions: Collection[int]
    ) -> dict[int, dict[int, tuple[bytes, bytes]]]:
        """Return salt and body of the words in reports about entrants, by position and row."""
        names: dict[int, dict[int, tuple[bytes, bytes]]] = {}
        for row in self._rows_of(_NAMES_REPORTED, positions):
            names.setdefault(row.position, {})[row.entrant] = bytes(row.salt), bytes(row.body)
        return names

    def reported_names(self, position: int) -> dict[int, tuple[bytes, bytes]]:
        """Return salt and body of the words in a report about the entrants."""
        return self.names_reported([position]).get(position, {})

    def numbers_by_player(self, players: Collection[int]) -> dict[int, set[tuple[str, str]]]:
        """Return scheme and number of all numbers of players; players without words are absent."""
        numbers: dict[int, set[tuple[str, str]]] = {}
        for row in self._rows_of(_NUMBERS_OF_PLAYERS, sorted(players)):
            of_player = numbers.setdefault(row.player, set())
            if row.scheme is not None:
                of_player.add((row.scheme, row.number))
        return numbers
