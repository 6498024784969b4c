"""Rows beside tentative events, in memory: documents, words about persons, notes."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from sqlalchemy import Engine

from ledger.store import name_pages
from ledger.store.name_pages import NamePage
from ledger.store.one_reading import OneReading
from ledger.store.reading import Reader, Recorded
from ledger.store.remembered import Remembered
from ledger.store.requests import NoteKind, Request, Subject

_MEMORY_BYTES: Final = 64 << 20


class TentativeBeside(Reader):
    """Reader of the rows beside recorded and tentative events."""

    def __init__(self, engine: Engine, within: OneReading, memory: Remembered[Any] | None) -> None:
        """Begin without tentative rows; see `Tentative`."""
        super().__init__(engine, within=within, memory=Remembered(_MEMORY_BYTES, memory))
        self._documents: dict[str, bytes] = {}
        self._subjects: dict[int, Subject] = {}
        self._names: dict[int, dict[int, tuple[bytes, bytes]]] = {}
        self._notes: dict[tuple[str, str], tuple[bytes, str]] = {}
        self._attachments: dict[str, bytes] = {}

    def _take_beside(self, request: Request, events: Sequence[Recorded]) -> None:
        for document in request.documents:
            is_attached = document.kind == "attachment"
            kept = self._attachments if is_attached else self._documents
            kept[document.digest] = document.data
        self._subjects |= {person.player: person for person in request.subjects}
        for name in request.reported_names:
            of_report = self._names.setdefault(events[name.event].position, {})
            of_report[name.entrant] = name.salt, name.body
        for index, kind, salt, text in request.all_notes():
            self._notes[events[index].event_id, kind] = salt, text

    def document(self, digest: str) -> bytes | None:
        """Return the bytes of a document; None if absent."""
        return self._documents.get(digest) or super().document(digest)

    def attachment(self, digest: str) -> bytes | None:
        """Return the bytes of an attachment, none of an erased one; None if absent."""
        return self._attachments.get(digest) or super().attachment(digest)

    def attachment_sizes(self, digests: Collection[str]) -> dict[str, int]:
        """Return the bytes of some attachments as a number; 0: erased."""
        new = {one: len(self._attachments[one]) for one in digests if one in self._attachments}
        return super().attachment_sizes(digests) | new

    def documents(self, digests: Collection[str]) -> Iterator[tuple[str, bytes]]:
        """Yield digest and bytes of some documents, in any order."""
        new = self._documents.keys() & set(digests)
        yield from ((digest, self._documents[digest]) for digest in new)
        yield from super().documents(set(digests) - new)

    def players_by_number(self, scheme: str, numbers: Collection[str]) -> dict[str, int]:
        """Return the players known under numbers of a scheme."""
        found = super().players_by_number(scheme, numbers)
        return self._with_new_numbers(scheme, found, set(numbers))

    def numbers_of(self, scheme: str) -> dict[str, int]:
        """Return all players known under a scheme, by their numbers."""
        return self._with_new_numbers(scheme, super().numbers_of(scheme), None)

    def _with_new_numbers(
        self, scheme: str, stored: dict[str, int], asked: set[str] | None
    ) -> dict[str, int]:
        found = {number: who for number, who in stored.items() if who not in self._subjects}
        for player, person in self._subjects.items():
            number = person.numbers.get(scheme)
            if number is not None and (asked is None or number in asked):
                found[number] = player
        return found

    def holders_of(self, number: str) -> list[tuple[str, int]]:
        """Return scheme and player of a number under any scheme."""
        stored = [one for one in super().holders_of(number) if one[1] not in self._subjects]
        new = [
            (scheme, player)
            for player, person in self._subjects.items()
            for scheme, own in person.numbers.items()
            if own == number
        ]
        return sorted([*stored, *new])

    def name_pages(self, pages: Collection[int]) -> dict[int, NamePage]:
        """Return pages of the index of names; a page that is missing there is made."""
        new = {*name_pages.pages_of(self._subjects)} & {*pages}
        found = super().name_pages([page for page in pages if page not in new])
        return found | {page: self._made_page(page) for page in new}

    def has_words(self, player: int) -> bool:
        """Return whether words about a player are stored, or would be."""
        return player in self._subjects or super().has_words(player)

    def subjects(self, players: Collection[int]) -> dict[int, tuple[bytes, bytes]]:
        """Return salt and body of players; erased players are absent."""
        new = {player: self._subjects[player] for player in players if player in self._subjects}
        return super().subjects(players) | {
            player: (one.salt, one.body) for player, one in new.items()
        }

    def all_subjects(self) -> Iterator[list[tuple[int, bytes, bytes]]]:
        """Yield player, salt and body of all players with words, in pages."""
        for page in super().all_subjects():
            yield [one for one in page if one[0] not in self._subjects]
        yield [(player, one.salt, one.body) for player, one in sorted(self._subjects.items())]

    def note(self, event_id: str, kind: NoteKind = "officials") -> tuple[bytes, str] | None:
        """Return salt and text of a note to an event; None where none is kept."""
        return self._notes.get((event_id, kind)) or super().note(event_id, kind)

    def notes(self, event_ids: Collection[str], kind: NoteKind = "officials") -> dict[str, str]:
        """Return the texts of the notes of a kind to some events, by the id of the event."""
        new = {(one, kind) for one in event_ids} & self._notes.keys()
        return super().notes(event_ids, kind) | {one: self._notes[one, kind][1] for one, _ in new}

    def names_reported(
        self, positions: Collection[int]
    ) -> dict[int, dict[int, tuple[bytes, bytes]]]:
        """Return salt and body of the words in reports about entrants, by position and row."""
        new = {at: self._names[at] for at in positions if at in self._names}
        return super().names_reported(positions) | new

    def numbers_by_player(self, players: Collection[int]) -> dict[int, set[tuple[str, str]]]:
        """Return scheme and number of all numbers of players; players without words are absent."""
        new = {player: set(self._subjects[player].numbers.items()) for player in self._subjects}
        found = super().numbers_by_player(players)
        return found | {player: new[player] for player in players if player in new}
