"""Recording the decisions of a file, JSON Lines: checked together, recorded all or none."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from hashlib import sha256
from typing import Any, Final, TypeVar

import msgspec

from ledger import canonical, columns, limits
from ledger.errors import BadEvent, LimitExceeded, Refusal, Refused
from ledger.events.base import EventId, Fact, PoolFact, TournamentFact
from ledger.events.complaints import bad_event
from ledger.register import identities
from ledger.sentences import Lines, Sentence, plain
from ledger.store.requests import NewEvent, Request
from ops.access.two_persons import approver_stated
from ops.commands.composed import Composed
from ops.commands.decision_checks import Present, check
from ops.events.record_decision import BY_HAND, last_contrary
from ops.house import House

MOST_BYTES: Final = limits.REQUEST_BYTES * 2
"""Largest file; the events of a request have a limit of their own."""

T = TypeVar("T", bound=msgspec.Struct)


class LinesRefused(Refused):
    """Wrong lines of a file, with the refusal of each."""

    def __init__(self, problems: list[tuple[int, Refused]]) -> None:
        """Number each wrong line."""
        self.problems = tuple(problems)
        wrong = Sentence(
            "nothing was recorded; {number} line is wrong",
            "nothing was recorded; {number} lines are wrong",
            number=len(problems),
        )
        lines = (
            Sentence("line {line}: {problem}", line=line, problem=refused.words)
            for line, refused in problems
        )
        super().__init__(plain(Lines((wrong, *lines))))

    def refusals(self) -> Iterator[Refusal]:
        """Yield the refusals of each line."""
        for line, refused in self.problems:
            yield from (replace(refusal, line=line) for refusal in refused.refusals())


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision: type, payload and fields around an event."""

    type: str
    payload: dict[str, Any]
    valid_on: date | None = None
    causation: EventId | None = None
    supersedes: EventId | None = None


def composed(house: House, data: bytes) -> Composed[tuple[NewEvent, ...]]:
    """Compose the decisions of a file as one request; a repeated file gives the first receipt.

    A file counts as new if a decision contrary to one of its own was recorded since. Raises
    LinesRefused with all wrong lines, LimitExceeded.
    """
    decisions = sum(1 for _ in lines_of(data))
    if decisions > limits.REQUEST_EVENTS:  # before any line is read, for each needs a look-up
        raise LimitExceeded(Sentence("decisions of one file"), decisions, limits.REQUEST_EVENTS)
    key = f"record-file:{sha256(data).hexdigest()}"
    fingerprint = sha256(f"{key}\n{house.by}".encode()).digest()
    before = house.read.requests(key)
    if before:
        events = tuple(_read(line) for _, line in lines_of(data))
        since = last_contrary(house.read, *(new.fact for new in events))
        if since <= before[-1].last_position:
            return Composed(Request(before[-1].key, events, fingerprint), events)
        key = f"{key}:{since}"
    versions, events = _checked(house, data)
    return Composed(Request(key, events, fingerprint, versions), events)


def _checked(house: House, data: bytes) -> tuple[dict[str, int], tuple[NewEvent, ...]]:
    """Return the checked events of a file, and the stream versions on which the checks rest."""
    versions: dict[str, int] = {}
    events: list[NewEvent] = []
    problems: list[tuple[int, Refused]] = []
    lines: dict[tuple[str, str, int], int] = {}
    present = Present(house)
    for number, line in lines_of(data):
        try:
            new = _read(line)
            _note_version(house, new.fact, versions)
            check(present, new.fact)
            _refuse_second(new.fact, lines, number)
            events.append(new)
        except Refused as refusal:
            problems.append((number, refusal))
    if not events and not problems:
        problems.append((1, BadEvent(Sentence("the file holds no decision"))))
    if problems:
        raise LinesRefused(problems)
    return versions, tuple(events)


def lines_of(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines with content, numbered from 1."""
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            yield number, line


def _read(data: bytes) -> NewEvent:
    document = canonical.decode(data)
    if isinstance(document, dict) and "approved_by" in document:
        raise approver_stated(str(document["approved_by"]))
    line = converted(Line, document)
    fact = converted(definition_of(line.type), line.payload)
    return NewEvent(fact, line.valid_on, causation=line.causation, supersedes=line.supersedes)


def converted(kind: type[T], document: Any) -> T:
    """Convert a document. Raises BadEvent, naming the wrong field."""
    try:
        return msgspec.convert(document, kind, strict=True)
    except (msgspec.ValidationError, ValueError) as error:
        of = kind.TYPE if issubclass(kind, Fact) else ""
        raise bad_event(error, document, kind, of=of) from error


def definition_of(name: str) -> type[Fact]:
    """Return the definition of a decision, by name with or without version. Raises BadEvent."""
    for known, definition in BY_HAND.items():
        if name in (known, known.partition(".")[0]):
            return definition
    names = ", ".join(sorted(BY_HAND))
    problem = Sentence(
        "type '{type}': only decisions are recorded from a file ({types})", type=name, types=names
    )
    raise BadEvent(problem, field="type", found=name, expected=names)


def _note_version(house: House, fact: Fact, versions: dict[str, int]) -> None:
    """Note the version of a decision's stream. Raises Refused for an unknown pool."""
    stream = fact.stream()
    if isinstance(fact, PoolFact | TournamentFact) and stream not in versions:
        version = house.read.stream_version(stream)  # before anything is read from it
        if isinstance(fact, PoolFact):
            house.pool_opened(fact.pool)
        versions[stream] = version


def _refuse_second(fact: Fact, lines: dict[tuple[str, str, int], int], number: int) -> None:
    """Refuse a second decision of a type about a player in a stream; `lines` holds the first.

    A player may have several exemptions, each from one article.
    """
    decided = getattr(fact, "player", None)
    if not isinstance(decided, str):  # a column, unlike the one player of an exemption
        return
    players = columns.read(decided, columns.PLAYER).tolist()
    for player in players:
        key, shown = (fact.TYPE, fact.stream(), player), identities.show(player)
        if key in lines:
            raise BadEvent(
                Sentence(
                    "player {player}: line {line} decides the same already",
                    player=shown,
                    line=lines[key],
                ),
                field="player",
                found=shown,
            )
    lines |= {(fact.TYPE, fact.stream(), player): number for player in players}
