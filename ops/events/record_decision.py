"""Recording a decision by hand, with the checks before a permanent record."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from ledger import canonical, columns
from ledger.errors import Refused
from ledger.events.access import BodyNamed
from ledger.events.base import Fact, PoolFact, TournamentFact
from ledger.events.catalogue import DEFINITIONS
from ledger.events.counting import (
    ExemptionGranted,
    GameAdmitted,
    GameDecision,
    GameExcluded,
    ReportCompared,
    TournamentCancelled,
    TournamentRefused,
    TournamentReinstated,
)
from ledger.events.external import ExternalListCompleted
from ledger.events.outside_play import BonusGranted
from ledger.events.pool import (
    AdjustmentWithdrawn,
    CategoryAwarded,
    CategoryDecided,
    CategoryWithdrawn,
    EntryCapitalDecided,
    ParameterSet,
    PeriodClosed,
    RatingsAdjusted,
    RatingsAnnulled,
)
from ledger.events.publication import PublicationPolicySet
from ledger.events.rules import RulesCompared
from ledger.store.reading import Reader
from ledger.store.reading import Recorded as RecordedEvent
from ledger.store.requests import NewEvent, Request
from ops.commands.composed import Composed, Recorded
from ops.commands.decision_checks import Present, check
from ops.doors.recordings import Recording
from ops.house import House
from projections.queries.recompute.rows import decided_entries
from projections.state.closed_list import Horizon
from projections.state.decisions import is_decision

BY_HAND: Final[dict[str, type[Fact]]] = {
    kind.TYPE: kind
    for kind in (
        TournamentRefused,
        TournamentCancelled,
        TournamentReinstated,
        ExemptionGranted,
        GameExcluded,
        GameAdmitted,
        ReportCompared,
        ExternalListCompleted,
        ParameterSet,
        RatingsAdjusted,
        RatingsAnnulled,
        AdjustmentWithdrawn,
        EntryCapitalDecided,
        CategoryAwarded,
        CategoryWithdrawn,
        RulesCompared,
        BodyNamed,
        PublicationPolicySet,
    )
}
"""Definitions of the decisions recorded by hand, by type with its version.

Commands of their own compose and check the other events; recorded by hand they could contradict.
"""

NEVER: Final = -1
"""Position of a decision that was not recorded."""

_REPLACING: Final = frozenset(
    kind.TYPE
    for kind in (
        *(ParameterSet, CategoryAwarded, CategoryWithdrawn, ReportCompared, BodyNamed),
        PublicationPolicySet,
    )
)
"""Types of which a later event replaces an earlier one, besides decisions on counting."""


class RecordDecision(Recording, frozen=True, kw_only=True):
    """A decision as an event; each type of event has its own place at each door."""

    NAME = "record-decision"
    PROPOSABLE = True

    type: str
    payload: dict[str, Any]
    """The fields of the event."""
    key: str | None = None

    def compose(self, house: House) -> Composed[Fact]:
        """Return the decision. Raises Refused."""
        return composed(house, msgspec.convert(self.payload, DEFINITIONS[self.type]), self.key)


def record(house: House, fact: Fact, key: str | None = None) -> Recorded[Fact]:
    """Record a decision; the same decision gives the first receipt. Raises as `composed`."""
    told = RecordDecision(type=fact.TYPE, payload=msgspec.to_builtins(fact), key=key)
    done: Recorded[Fact] = told.record(house)
    return done


def composed(house: House, fact: Fact, key: str | None = None) -> Composed[Fact]:
    """Compose a decision; the same decision gives the first receipt.

    A change of ratings counts as the same until a list has taken it in. Raises Refused for a pool
    that is not opened, and for a decision that could not take effect.
    """
    expected = {}
    if isinstance(fact, PoolFact | TournamentFact):
        expected = {fact.stream(): house.read.stream_version(fact.stream())}
    if isinstance(fact, PoolFact):
        house.pool_opened(fact.pool)
    chosen = key or _key(house, fact)
    new = NewEvent(fact, supersedes=_superseded(house.read, fact))
    if house.read.request(chosen):
        return Composed(Request(chosen, (new,)), fact)
    check(Present(house), fact)
    return Composed(Request(chosen, (new,), expected=expected), fact)


def _superseded(read: Reader, fact: Fact) -> str | None:
    """Return the id of the event that a withdrawal withdraws."""
    if not isinstance(fact, AdjustmentWithdrawn):
        return None
    event = read.at([fact.withdraws]).get(fact.withdraws)
    return event.event_id if event else None


def _key(house: House, fact: Fact) -> str:
    """Return a key made of the decision and the answered event.

    A repetition has the key of the first request. A decision is new if another decision on the
    same subject was recorded since, or, for changes of ratings, if a list took in the first; a new
    decision that could not take effect counts as a repetition.
    """
    key = f"record:{fact.TYPE}:{sha256(canonical.encode(fact)).hexdigest()[:32]}"
    before = house.read.requests(key)
    if isinstance(fact, RatingsAdjusted | RatingsAnnulled | BonusGranted):
        closed = house.read.last_in_stream(fact.stream(), PeriodClosed.TYPE)
        answered, is_new = closed.position if closed else "first", True
        withdrawn = house.read.last_in_stream(fact.stream(), AdjustmentWithdrawn.TYPE)
        if withdrawn and (not closed or withdrawn.position > closed.position):
            answered = withdrawn.position
    else:
        since = last_contrary(house.read, fact)
        answered, is_new = since, bool(before) and since > before[-1].last_position
    if before and not (is_new and _could_take_effect(house, fact)):
        return before[-1].key
    return f"{key}:{answered}" if is_new else key


def _could_take_effect(house: House, fact: Fact) -> bool:
    try:
        check(Present(house), fact)
    except Refused:
        return False
    return True


def is_used_up(house: House, fact: Fact) -> bool:
    """Whether a repeated entry decision was for a past entry, and is possible once more.

    The same words stay the same decision, also after the player entered by it and the rating
    ceased: a file of commands typed again must decide nothing. New words make a new decision.
    """
    if not isinstance(fact, EntryCapitalDecided) or not _could_take_effect(house, fact):
        return False
    pool = house.pool(fact.pool)
    players = set(columns.read(fact.player, columns.PLAYER).tolist())
    decided = {decision.player for decision in pool.facts.decisions} & players
    number = pool.lists()[-1].number + 1
    return not decided <= decided_entries(pool, players, number, Horizon.at(pool.known)).keys()


def last_contrary(read: Reader, *facts: Fact) -> int:
    """Return the position of the last decision contrary to any of some decisions, or NEVER.

    A refusal, a reinstatement and the same refusal again are three decisions: the last holds.
    Each stream is read once.
    """
    by_subject: dict[tuple[str, object], list[Fact]] = {}
    for fact in facts:
        for subject in _subjects(fact):
            by_subject.setdefault((fact.stream(), subject), []).append(fact)
    positions = (
        _last_in_stream(read, stream, by_subject) for stream in {stream for stream, _ in by_subject}
    )
    return max(positions, default=NEVER)


def _last_in_stream(
    read: Reader, stream: str, by_subject: Mapping[tuple[str, object], Sequence[Fact]]
) -> int:
    for recorded in reversed(_decisions(read, stream)):
        if is_decision(recorded) or recorded.type in _REPLACING:
            other = recorded.decoded().payload
            same = (by_subject.get((stream, subject), ()) for subject in _subjects(other))
            if any(fact != other for facts in same for fact in facts):
                return recorded.position
    return NEVER


def _decisions(read: Reader, stream: str) -> list[RecordedEvent]:
    """Return the events of a stream in order; of a pool only of types that replace one another."""
    return read.stream(stream, *(_REPLACING if stream.startswith("pool-") else ()))


def _subjects(fact: Fact) -> frozenset[object]:
    """Return the subjects of a decision in a stream; none for independent decisions."""
    match fact:
        case TournamentRefused() | TournamentCancelled() | TournamentReinstated():
            return frozenset({"tournament"})
        case GameDecision() | ExemptionGranted() if fact.game is not None:
            return frozenset({(fact.report, fact.game)})
        case ReportCompared():
            return frozenset({("file", fact.file)})
        case BodyNamed():
            return frozenset({("name", fact.in_force_from)})
        case PublicationPolicySet():
            return frozenset({"publication"})
        case ParameterSet():
            return frozenset({(fact.name, fact.in_force_from)})
        case CategoryDecided():
            return frozenset(columns.read(fact.player, columns.PLAYER).tolist())
    return frozenset()
