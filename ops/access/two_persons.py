"""Recordings that take two persons, by the policies of the pools."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from typing import Final

from msgspec import structs

from ledger.errors import BadEvent, Refused, Remedy
from ledger.events.approval import ApprovalPolicySet
from ledger.events.base import Fact, TournamentFact
from ledger.events.games import SheetCompleted
from ledger.events.pool import PeriodClosed, PoolOpened
from ledger.events.register import PlayersMerged, PlayersSeparated
from ledger.events.report import (
    EntrantReassigned,
    ReportPartSubmitted,
    ReportReplaced,
    ResultCorrected,
    TournamentSubmitted,
)
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.store.preparing import NO_PERSONS
from ledger.store.reading import Reader
from ledger.store.requests import Request, content_digest
from ops.access.actors import Actor
from ops.access.recording import pools_of

_CORRECTIONS: Final = frozenset(
    kind.TYPE
    for kind in (
        ResultCorrected,
        EntrantReassigned,
        TournamentDetailsCorrected,
        ReportReplaced,
        SheetCompleted,
    )
)
_REPORTS: Final = TournamentSubmitted.TYPE, ReportPartSubmitted.TYPE, SheetCompleted.TYPE

_MERGES: Final = frozenset((PlayersMerged.TYPE, PlayersSeparated.TYPE))

DECISIONS: Final = frozenset(
    (
        "tournament-refused.v1",
        "tournament-cancelled.v1",
        "tournament-reinstated.v1",
        "report-annulled.v1",
        "report-reinstated.v1",
        "exemption-granted.v1",
        "game-excluded.v1",
        "game-admitted.v1",
        "parameter-set.v1",
        "ratings-adjusted.v1",
        "ratings-annulled.v1",
        "adjustment-withdrawn.v1",
        "entry-capital-decided.v1",
        "bonus-granted.v1",
        "bonus-withdrawn.v1",
        "category-awarded.v1",
        "category-withdrawn.v1",
        "appeal-decided.v1",
    )
)
"""Types of decisions; those derived by a rule (`ground: rule`) are part of a closing."""

TYPES: Final = frozenset(
    (*_CORRECTIONS, *DECISIONS, *_MERGES, PeriodClosed.TYPE, ApprovalPolicySet.TYPE)
)
"""Types of events that may take two persons: a use case that records them can be proposed."""

POLICIES: Final = "policies"
"""The kind of a change of the policy itself, which takes two persons while it asks for any."""

Asked = Mapping[str, Collection[str]]
"""Kinds of recording that take two persons, each with the pools whose policies ask for them."""


class TwoPersonsNeeded(Refused):
    """The policy of a pool asks for a proposal and an approval; this request has none."""

    def __init__(self, asked: Asked) -> None:
        """Name the kinds and the pools."""
        self.asked = asked
        kinds = ", ".join(asked)
        super().__init__(
            f"two persons are needed for {kinds} in {', '.join(self.pools)}: one proposes with a "
            "key of their own, and another approves",
            field="actor",
            expected="an actor with a key",
            remedy=Remedy("key create", ("ACTOR",)),
        )

    @property
    def pools(self) -> list[str]:
        """Pools whose policies ask for two persons."""
        return sorted({pool for pools in self.asked.values() for pool in pools})


@dataclass(frozen=True, slots=True)
class Approval:
    """The approval of a proposed request by its digest."""

    number: int
    digest: bytes
    approver: Actor

    def given_to(self, request: Request) -> Request:
        """Return a request with the approver in every event, and the proposed event ids."""
        by = self.approver.id
        events = tuple(structs.replace(new, approved_by=by) for new in request.events)
        return replace(request, events=events, fingerprint=request.print())


def proposal_digest(request: Request) -> bytes:
    """Return the SHA-256 of key and content of a request, without approver and grounds."""
    plain = replace(
        request,
        events=tuple(structs.replace(new, approved_by=None) for new in request.events),
        grounds=None,
        reason=None,
        documents=tuple(one for one in request.documents if one.kind != "attachment"),
    )
    return sha256(f"{request.key}\n{content_digest(plain)}".encode()).digest()


def is_person(actor: Actor) -> bool:
    """Return whether an actor can be one of two persons: only an actor with an own key can."""
    return bool(actor.key) and actor.id.lower() not in NO_PERSONS


def approver_stated(approver: str) -> BadEvent:
    """Return the refusal of an event that states its approver itself."""
    return BadEvent(
        f"approved_by {approver!r}: an approval comes only from `ledger proposal approve`, typed "
        "by the approver: leave the field out",
        field="approved_by",
        found=approver,
        expected="no approver",
    )


def check_approver(request: Request, approval: Approval | None) -> None:
    """Check that no event names an approver but that of the approved proposal. Raises BadEvent."""
    by = approval.approver.id if approval else None
    for new in request.events:
        if new.approved_by is not None and new.approved_by != by:
            raise approver_stated(new.approved_by)


def check_two_persons(
    read: Reader, request: Request, day: date, approval: Approval | None = None
) -> None:
    """Check that a request has the approval asked for by the policy of a pool on a day.

    A request recorded before needs none: the store answers it. Raises TwoPersonsNeeded.
    """
    asked = two_persons_asked(read, request, day)
    if not asked or (approval is not None and proposal_digest(request) == approval.digest):
        return
    if read.request(request.key) is None:
        raise TwoPersonsNeeded(asked)


def two_persons_asked(read: Reader, request: Request, day: date) -> Asked:
    """Return the kinds in a request that take two persons on a day, each with the pools asking."""
    found: dict[str, set[str]] = {}
    for new in request.events:
        kind = _kind(new.fact)
        for pool in _pools(read, kind, new.fact, request):
            if kind in kinds_asked(read, pool, day) and _is_late(read, kind, new.fact, pool):
                found.setdefault(kind, set()).add(pool)
    return {kind: sorted(found[kind]) for kind in sorted(found)}


def _pools(read: Reader, kind: str, fact: Fact, request: Request) -> Collection[str]:
    """Return the pools that may ask two persons for an event; of a merge all pools.

    On which lists a player stands is not asked: the register is common to all pools.
    """
    if kind == "merges":
        return [recorded.decoded().payload.pool for recorded in read.of_type(PoolOpened.TYPE)]
    return pools_of(read, fact, request) if kind else ()


def kinds_asked(read: Reader, pool: str, day: date) -> tuple[str, ...]:
    """Return the kinds of recording for which a pool asks two persons on a day.

    Of the policies in force on the day the one recorded last decides. The policy changes by two
    persons while any policy asks for them, now or from a later day.
    """
    stream, kind = f"pool-{pool}", ApprovalPolicySet.TYPE
    if read.last_of_type(kind) < 0:  # asked of an index: a pool's stream may be long
        return ()
    recorded = read.last_in_stream(stream, kind, until=day), read.last_in_stream(stream, kind)
    policies: list[ApprovalPolicySet] = [one.decoded().payload for one in recorded if one]
    if not any(policy.two_persons_for for policy in policies):
        return ()
    in_force = policies[0].two_persons_for if recorded[0] else ()
    return (*in_force, POLICIES)


def _kind(fact: Fact) -> str:
    """Return the kind of recording of an event; empty: one person is always enough."""
    if isinstance(fact, ApprovalPolicySet):
        return POLICIES
    if isinstance(fact, PeriodClosed):
        return "closings" if fact.printing == 1 else "new-printings"
    if fact.TYPE in _CORRECTIONS:
        first_sheet = isinstance(fact, SheetCompleted) and fact.replaces is None
        return "" if first_sheet else "corrections"
    if fact.TYPE in _MERGES:
        return "merges"
    by_decision = getattr(fact, "ground", "decision") == "decision"
    return "decisions" if fact.TYPE in DECISIONS and by_decision else ""


def _is_late(read: Reader, kind: str, fact: Fact, pool: str) -> bool:
    """Whether a recording is late enough: a correction, once a closed list knew the report."""
    if kind != "corrections":
        return True
    assert isinstance(fact, TournamentFact)
    closed = read.last_in_stream(f"pool-{pool}", PeriodClosed.TYPE)
    if closed is None:
        return False
    event: PeriodClosed = closed.decoded().payload
    return any(position <= event.through_position for position in _reported(read, fact))


def _reported(read: Reader, fact: TournamentFact) -> Iterator[int]:
    """Yield the positions of the first reports of a tournament, one of each type."""
    for kind in _REPORTS:
        for recorded in read.stream(fact.stream(), kind)[:1]:
            yield recorded.position
