"""Recording of a whole list of another body: rows of registered players, and all others.

The rows of players who are not registered are kept beside, by number; who is registered later is
looked up there (`recorded_lists.look_up`).

Nothing is recorded of a file with faults. A list is one request, or several where very many of
its players are registered; then it is whole with the last, and repeating takes up where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Final

from ledger import canonical, columns, limits
from ledger.errors import Refused, StreamMoved
from ledger.events.external import ExternalListRecorded
from ledger.intake.external_list.matching import Matched
from ledger.intake.formats.manual_facts import check_id
from ledger.intake.formats.problems import Place, Problem, Problems
from ledger.intake.formats.rating_list.reading import ListFile, ListRefused, Progress, Written
from ledger.intake.recording import ATTEMPTS
from ledger.register import identities
from ledger.sentences import Position, Sentence
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader
from ledger.store.requests import Document, NewEvent, Receipt, Request

PART_ROWS: Final = limits.EVENT_PLAYERS

REQUEST_PARTS: Final = 8
"""Parts in one request: of 10 000 rows and twelve columns each, they stay within REQUEST_BYTES."""


class ListRecordedAlready(Refused):
    """The list is recorded from another file, or with other options."""


@dataclass(frozen=True, slots=True)
class ListOptions:
    """Body, name and day of a list, and the format of the file."""

    body: str
    list: str
    list_date: date
    written: Written = field(default_factory=Written)
    recorded_by: str = "local"

    @property
    def stream(self) -> str:
        """Stream of the list."""
        return f"external-{self.body}-{self.list}"

    @property
    def digest(self) -> str:
        """SHA-256 of the identity of the recording, apart from the file."""
        written = self.written
        identity = [self.body, self.list, self.list_date.isoformat(), self.recorded_by]
        return canonical.digest([*identity, written.scheme, written.kind, dict(written.columns)])


@dataclass(frozen=True, slots=True)
class ListReceipt:
    """Result of recording a list; `replayed` if everything was recorded before."""

    options: ListOptions
    file: str
    """SHA-256 of the file."""
    file_rows: int
    players: int
    """Registered players on the list."""
    receipts: tuple[Receipt, ...]
    warnings: tuple[Problem, ...]

    @property
    def replayed(self) -> bool:
        """Whether everything was recorded before."""
        return all(receipt.replayed for receipt in self.receipts)


def record_list(
    ledger: Ledger, path: Path, options: ListOptions, progress: Progress | None = None
) -> ListReceipt:
    """Record a list from a file: rows of registered players, digest, number of rows.

    The same file again gives the first receipts. Raises ListRefused with everything that is wrong
    with the file and the options; ListRecordedAlready for another file; StreamMoved where the
    register or the list moved on five times.
    """
    for _ in range(ATTEMPTS - 1):
        try:
            return _record(ledger, path, options, progress)
        except StreamMoved:
            continue  # new players may be on the list: the file is read again
    return _record(ledger, path, options, progress)


def compose_list(ledger: Ledger, path: Path, options: ListOptions) -> Request | Receipt:
    """Compose the next request of a list; the last receipt if the list is whole.

    Raises ListRefused, ListRecordedAlready.
    """
    recording, _ = _read(ledger, path, options, None)
    return recording.next_request()


def _record(
    ledger: Ledger, path: Path, options: ListOptions, progress: Progress | None
) -> ListReceipt:
    recording, warnings = _read(ledger, path, options, progress)
    return recording.receipt(warnings)


def _read(
    ledger: Ledger, path: Path, options: ListOptions, progress: Progress | None
) -> tuple[_Recording, tuple[Problem, ...]]:
    """Read a file; return the recording of its list, with the warnings. Raises ListRefused."""
    problems = Problems()
    for what in ("body", "list"):
        check_id(what, getattr(options, what), problems)
    check_id("recorded by", options.recorded_by, problems)
    if "-" in options.body:  # the name of the stream would be another body's too
        expected, remedy = Sentence("a name without hyphens"), Sentence("write a dot")
        problems.refuse(Place("issuer"), options.body, expected, remedy)
    registered = identities.last(ledger.read).version
    scheme = options.written.scheme
    matched = Matched(ledger.read.numbers_of(scheme) if identities.is_scheme(scheme) else {})
    file = ListFile(path, options.written, problems, progress)
    matched.take(file.rows(), problems)
    file.check_month(options.list_date, Sentence("the day of the list"))
    if problems.refused:
        raise ListRefused(problems.all())
    return _Recording(ledger, options, file, matched, registered), problems.all()


@dataclass(frozen=True)
class _Recording:
    ledger: Ledger
    options: ListOptions
    file: ListFile
    matched: Matched
    registered: int
    """The version of the register at which its players were looked up."""

    @property
    def key(self) -> str:
        """Key of the requests, without their number."""
        return f"external-list:{self.file.digest}:{self.options.digest}:"

    def receipt(self, warnings: tuple[Problem, ...]) -> ListReceipt:
        """Record the missing parts; raises ListRecordedAlready."""
        receipts, parts = self._recorded()
        if not (parts and parts[-1].last_part):
            missing = self._requests(parts, len(receipts))
            receipts += [self.ledger.append(request) for request in missing]
            parts = _parts(self.ledger.read, self.options.stream)
        return ListReceipt(
            self.options,
            self.file.digest,
            self.file.count,
            sum(len(part.player) for part in parts) // columns.PLAYER,
            tuple(receipts),
            warnings,
        )

    def next_request(self) -> Request | Receipt:
        """Return the request of the first missing parts, or the last receipt."""
        receipts, parts = self._recorded()
        if parts and parts[-1].last_part:
            return receipts[-1]
        return next(self._requests(parts, len(receipts)))

    def _recorded(self) -> tuple[list[Receipt], list[ExternalListRecorded]]:
        """Return what is recorded of the list. Raises ListRecordedAlready for another file."""
        receipts = self.ledger.read.requests(self.key)
        stream = self.ledger.read.stream(self.options.stream)
        first = stream[0].position if stream else -1
        if stream and not any(receipt.first_position == first for receipt in receipts):
            name, body = self.options.list, self.options.body
            raise ListRecordedAlready(
                Sentence(
                    "list {list} of {body} is recorded from another file or with other options "
                    "({event}): a list is recorded once; a corrected one needs another name",
                    list=name,
                    body=body,
                    event=Position(first),
                ),
                field="list",
                found=name,
                expected=Sentence("a name that no list has yet"),
            )
        return receipts, _parts(self.ledger.read, self.options.stream)

    def _requests(self, before: Sequence[ExternalListRecorded], done: int) -> Iterator[Request]:
        """Yield the requests of the missing parts, each once the one before is recorded."""
        rows = self.matched.others(self.options.written.scheme)
        others = Document("list-rows", rows.as_document()) if rows.numbers.size else None
        facts = [*self._facts(before, others)]
        for number, start in enumerate(range(0, len(facts), REQUEST_PARTS), done + 1):
            version = self.ledger.read.stream_version(self.options.stream)
            yield Request(
                key=f"{self.key}{number}",
                events=tuple(map(NewEvent, facts[start : start + REQUEST_PARTS])),
                fingerprint=sha256(self.key.encode()).digest(),
                expected={self.options.stream: version, "register": self.registered},
                recorded_by=self.options.recorded_by,
                documents=(others,) if others and start == 0 and not before else (),
            )

    def _facts(
        self, before: Sequence[ExternalListRecorded], others: Document | None
    ) -> Iterator[ExternalListRecorded]:
        """Yield the events of players not recorded yet; the first names the other rows."""
        done = columns.read("".join(part.player for part in before), columns.PLAYER)
        players, values = self.matched.in_order(done)
        starts = range(0, max(len(players), 1), PART_ROWS)
        for part, start in enumerate(starts, len(before) + 1):
            rows = slice(start, start + PART_ROWS)
            texts = {
                name: columns.write(column[rows].tolist(), columns.NUMBER)
                for name, column in values.items()
            }
            yield ExternalListRecorded(
                body=self.options.body,
                list=self.options.list,
                list_date=self.options.list_date,
                file=self.file.digest,
                file_rows=self.file.count,
                player=columns.write(players[rows].tolist(), columns.PLAYER),
                values=texts or {"rating": ""},
                part=part,
                last_part=start == starts[-1],
                others=others.digest if others and part == 1 else None,
            )


def _parts(read: Reader, stream: str) -> list[ExternalListRecorded]:
    return [
        recorded.decoded().payload
        for recorded in read.stream(stream)
        if recorded.type == ExternalListRecorded.TYPE
    ]
