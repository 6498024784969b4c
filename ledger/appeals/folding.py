"""An appeal folded from its stream `appeal-A`: status, recused members, suspension."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Final, Literal

from ledger.clock import local_day
from ledger.events.appeals import (
    CLOSED_BY,
    OF_APPEALS,
    AppealAdmitted,
    AppealAnswered,
    AppealDecided,
    AppealDeclaredInadmissible,
    AppealFact,
    AppealFiled,
    AppealNotified,
    EffectSuspended,
    MemberRecused,
)
from ledger.store.reading import Reader
from ledger.store.recorded import Recorded

Status = Literal["filed", "admitted", "inadmissible", "decided"]

OPEN: Final[frozenset[Status]] = frozenset({"filed", "admitted"})


@dataclass(frozen=True, slots=True)
class Step:
    """A recorded event of an appeal."""

    recorded: Recorded
    fact: AppealFact

    def taken_on(self, zone: str) -> date:
        """Return the day of the step: that stated for the decision, else of the recording."""
        grounds = self.recorded.decoded().grounds
        if grounds is not None and grounds.decided_on is not None:
            return grounds.decided_on
        return local_day(self.recorded.recorded_at, zone)


@dataclass(slots=True)
class Appeal:
    """The state of an appeal after some of its events."""

    filed: AppealFiled
    first: Recorded
    steps: list[Step] = field(default_factory=list)
    status: Status = "filed"
    admitted: Step | None = None
    inadmissible: AppealDeclaredInadmissible | None = None
    answers: list[AppealAnswered] = field(default_factory=list)
    recused: list[MemberRecused] = field(default_factory=list)
    suspension: EffectSuspended | None = None
    """The suspension in force; it ends with the decision."""
    decided: AppealDecided | None = None
    notified: AppealNotified | None = None
    """The last notice, which replaces earlier ones."""

    @property
    def id(self) -> str:
        """The id of the appeal, such as A-000001."""
        return self.filed.appeal

    @property
    def stream(self) -> str:
        """The name of its stream."""
        return self.filed.stream()

    @property
    def version(self) -> int:
        """The version of its stream."""
        return self.steps[-1].recorded.stream_version

    @property
    def received_at(self) -> int:
        """The instant (µs) at which the appeal was made: received by the body, else recorded."""
        return self.first.recorded_at if self.filed.received_at is None else self.filed.received_at

    @property
    def is_open(self) -> bool:
        """Whether the appeal still awaits its decision."""
        return self.status in OPEN

    @property
    def ended(self) -> Step | None:
        """The decision, or the declaration as inadmissible; None while the appeal is open."""
        return next((one for one in self.steps if one.fact.TYPE in CLOSED_BY), None)

    @property
    def other_side(self) -> tuple[str, ...]:
        """The other side, as named at the examination; empty: nobody was named."""
        fact = self.admitted.fact if self.admitted else None
        return fact.other_side if isinstance(fact, AppealAdmitted) else ()

    @property
    def is_answered(self) -> bool:
        """Whether the other side stated a view; if bodies are named, one of these."""
        named = self.other_side
        return any(
            answered.of_other_side and (not named or answered.side in named)
            for answered in self.answers
        )

    @property
    def recused_members(self) -> set[str]:
        """The actors who take no part."""
        return {recusal.member for recusal in self.recused}

    def take(self, recorded: Recorded) -> None:
        """Add the next event of the stream."""
        fact = recorded.decoded().payload
        step = Step(recorded, fact)
        self.steps.append(step)
        match fact:
            case AppealAdmitted():
                self.status, self.admitted = "admitted", step
            case AppealDeclaredInadmissible():
                self.status, self.inadmissible, self.suspension = "inadmissible", fact, None
            case AppealAnswered():
                self.answers.append(fact)
            case MemberRecused():
                self.recused.append(fact)
            case EffectSuspended():
                self.suspension = None if fact.effect == "lifted" else fact
            case AppealDecided():
                self.status, self.decided, self.suspension = "decided", fact, None
            case AppealNotified():
                self.notified = fact


def stream_of(appeal: str) -> str:
    """Return the name of the stream of an appeal."""
    return f"appeal-{appeal}"


def appeal_of(events: Iterable[Recorded], known: int | None = None) -> Appeal | None:
    """Return an appeal from the events of its stream, up to a position (None: all).

    None: it was not filed yet.
    """
    appeal: Appeal | None = None
    for recorded in events:
        if known is not None and recorded.position > known:
            break
        if appeal is None:
            appeal = Appeal(recorded.decoded().payload, recorded)
        appeal.take(recorded)
    return appeal


def read_appeal(read: Reader, appeal: str, known: int | None = None) -> Appeal | None:
    """Return an appeal as known at a position; None if there is none."""
    return appeal_of(read.stream(stream_of(appeal)), known)


def all_appeals(read: Reader, known: int | None = None) -> list[Appeal]:
    """Return all appeals as known at a position, in the order of filing; one statement."""
    streams: dict[str, list[Recorded]] = defaultdict(list)
    for recorded in read.of_types(OF_APPEALS):
        streams[recorded.stream].append(recorded)
    found = (appeal_of(events, known) for events in streams.values())
    return [appeal for appeal in found if appeal is not None]


def open_appeals(read: Reader, pool: str, known: int | None = None) -> list[Appeal]:
    """Return the open appeals of a pool, as known at a position (None: now)."""
    found = all_appeals(read, known)
    return [appeal for appeal in found if appeal.is_open and appeal.filed.pool == pool]
