"""Decisions recorded from JSON Lines: checked all at once, recorded together or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from hashlib import sha256
from typing import Any, Final, TypeVar

import msgspec

from ledger import canonical, columns, limits
from ledger.errors import BadEvent, LimitExceeded, Refusal, Refused
from ledger.events import catalogue
from ledger.events.base import EventId, Fact, Id, PoolFact, TournamentFact
from ledger.events.complaints import bad_event
from ledger.register import identities
from ledger.store.preparing import check_approval
from ledger.store.requests import NewEvent, Receipt, Request
from ledger.wording import counted
from ops.cli.by_hand import BY_PROGRAMS
from ops.commands.decision_checks import Present, check
from ops.commands.repetition import said_otherwise
from ops.house import House

_BYTES: Final = limits.REQUEST_BYTES * 2
"""Of a file: what is recorded of it has a limit of its own."""


T = TypeVar("T", bound=msgspec.Struct)


class LinesRefused(Refused):
    """Lines of a file cannot be recorded; each is told."""

    def __init__(self, problems: list[tuple[int, Refused]]) -> None:
        """Say each line and what is wrong with it."""
        self.problems = tuple(problems)
        told = "\n".join(f"line {line}: {what}" for line, what in problems)
        wrong = counted(len(problems), "line is", "lines are")
        super().__init__(f"nothing was recorded; {wrong} wrong\n{told}")

    def refusals(self) -> Iterator[Refusal]:
        """Yield what is wrong with each line."""
        for line, refused in self.problems:
            yield from (replace(refusal, line=line) for refusal in refused.refusals())


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One decision: its type and what it says, and what stands around it."""

    type: str
    payload: dict[str, Any]
    valid_on: date | None = None
    approved_by: Id | None = None
    causation: EventId | None = None
    supersedes: EventId | None = None


def record_lines(house: House, data: bytes, *, by: str = "local") -> Receipt:
    """Record the decisions of a file in one request; the same file again gives the first receipt.

    The key is the file's digest, and what answered one of its decisions since, if anything did.
    Raises LinesRefused with all lines that are wrong, LimitExceeded.
    """
    if len(data) > _BYTES:
        raise LimitExceeded("bytes of a file of decisions", len(data), _BYTES)
    decisions = sum(1 for _ in lines_of(data))
    if decisions > limits.REQUEST_EVENTS:  # before any is read: each is looked up in the ledger
        raise LimitExceeded("decisions of one file", decisions, limits.REQUEST_EVENTS)
    return house.append(lambda: _request(house, data, by))


def _request(house: House, data: bytes, by: str) -> Request:
    key = f"record-file:{sha256(data).hexdigest()}"
    mark = sha256(f"{key}\n{by}".encode()).digest()
    before = house.read.requests(key)
    if before:
        again = tuple(_read(line) for _, line in lines_of(data))
        since = said_otherwise(house.read, *(new.fact for new in again))
        if since <= before[-1].last_position:
            return Request(before[-1].key, again, mark, recorded_by=by)
        key = f"{key}:{since}"
    streams, events = _decisions(house, data, by)
    return Request(key, events, mark, streams, by)


def _decisions(house: House, data: bytes, by: str) -> tuple[dict[str, int], tuple[NewEvent, ...]]:
    """Give the events of a file, checked, and the versions on which the checks rest."""
    versions: dict[str, int] = {}
    events: list[NewEvent] = []
    problems: list[tuple[int, Refused]] = []
    said: dict[tuple[str, str, int], int] = {}
    present = Present(house)
    for number, line in lines_of(data):
        try:
            new = _read(line)
            check_approval(new.approved_by, by)
            _note_version(house, new.fact, versions)
            check(present, new.fact)
            _once(new.fact, said, number)
            events.append(new)
        except Refused as refusal:
            problems.append((number, refusal))
    if not events and not problems:
        problems.append((1, BadEvent("the file holds no decision")))
    if problems:
        raise LinesRefused(problems)
    return versions, tuple(events)


def lines_of(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Give the lines that are not empty, with their numbers."""
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            yield number, line


def _read(data: bytes) -> NewEvent:
    """Read one line. Raises BadEvent."""
    line = _fitting(Line, canonical.decode(data))
    fact = _fitting(_definition(line.type), line.payload)
    return NewEvent(fact, line.valid_on, line.approved_by, line.causation, line.supersedes)


def _fitting(kind: type[T], document: Any) -> T:
    """Give what a document says. Raises BadEvent, saying which field is wrong, and how."""
    try:
        return msgspec.convert(document, kind, strict=True)
    except (msgspec.ValidationError, ValueError) as error:
        of = kind.TYPE if issubclass(kind, Fact) else ""
        raise bad_event(error, document, of=of) from error


def _definition(name: str) -> type[Fact]:
    """Give the definition of a decision, by its name with or without the version."""
    by_hand = {
        each: definition
        for each, definition in catalogue.DEFINITIONS.items()
        if each.partition(".")[0] not in BY_PROGRAMS
    }
    found = by_hand.get(name) or next(
        (by_hand[each] for each in by_hand if each.partition(".")[0] == name), None
    )
    if found is None:
        known = ", ".join(sorted(by_hand))
        raise BadEvent(
            f"type {name!r}: only decisions are recorded from a file ({known})",
            field="type",
            found=name,
            expected=known,
        )
    return found


def _note_version(house: House, fact: Fact, versions: dict[str, int]) -> None:
    """Note the version of the fact's stream. Raises Refused for a pool that was never opened."""
    stream = fact.stream()
    if isinstance(fact, PoolFact | TournamentFact) and stream not in versions:
        version = house.read.stream_version(stream)  # before anything is looked up in it
        if isinstance(fact, PoolFact):
            house.pool_opened(fact.pool)
        versions[stream] = version


def _once(fact: Fact, said: dict[tuple[str, str, int], int], number: int) -> None:
    """Refuse a second decision of one type about the same player in the same stream.

    Of exceptions a player may have several, from one article each.
    """
    decided = getattr(fact, "player", None)
    if not isinstance(decided, str):  # a column, unlike the one player of an exception
        return
    for player in columns.read(decided, columns.PLAYER).tolist():
        key = (fact.TYPE, fact.stream(), player)
        if key in said:
            raise BadEvent(
                f"player {identities.show(player)}: line {said[key]} decides the same already",
                field="player",
                found=identities.show(player),
            )
    for player in columns.read(decided, columns.PLAYER).tolist():
        said[fact.TYPE, fact.stream(), player] = number
