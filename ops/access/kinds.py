"""The kinds of recording in a request that take two persons: by policies of pools, or always.

Most kinds are seen from the types of events; `moves-a-rating` is an effect, which the preview of a
request tells; an own case follows from who records.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import date
from typing import Final

from ledger.actors.persons import Persons
from ledger.events.approval import PROPOSALS, ApprovalPolicySet
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
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader
from ledger.store.requests import Request
from ledger.tournaments.naming import decided_about
from ops.access.recording import pools_of
from ops.access.roles import MAY_RECORD

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
        "report-compared.v1",
        "exemption-granted.v1",
        "game-excluded.v1",
        "game-admitted.v1",
        "parameter-set.v1",
        "publication-policy-set.v1",
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

MOVES: Final = "moves-a-rating"
"""The kind of whatever else moves a rating, seen from its preview."""

OWN_CASES: Final = "own-cases"
"""The kind of decisions about the player that the recorder is: they always take two persons."""

POLICIES: Final = "policies"
"""The kind of a change of the policy itself, which takes two persons while it asks for any."""

_MOVES_NOTHING: Final = frozenset(
    (
        *("ledger-opened.v1", "ledger-restored.v1", "clock-corrected.v1"),
        *("pool-opened.v1", "pool-zone-corrected.v1"),
        *("actor-role-granted.v1", "actor-role-withdrawn.v1", "body-named.v1", *PROPOSALS),
        *("api-key-made.v1", "api-key-reopened.v1", "api-key-revoked.v1"),
        *("list-published.v1", "closing-policy-set.v1", "deviation-recorded.v1"),
        *("appeal-rules-set.v1", "appeal-filed.v1", "appeal-admitted.v1", "appeal-answered.v1"),
        *("appeal-declared-inadmissible.v1", "appeal-notified.v1", "effect-suspended.v1"),
        *("member-recused.v1", "personal-data-erased.v1", "rules-compared.v1"),
    )
)
"""Types of events by which no rating moves."""

TYPES: Final = MAY_RECORD.keys() - _MOVES_NOTHING
"""Types of events that may take two persons."""

Asked = Mapping[str, Collection[str]]
"""Kinds of recording that take two persons, each with the pools concerned."""

Moved = Callable[[Request, Collection[str]], Collection[str]]
"""Returns those of some pools in which a request moves a rating on a list to come."""


def two_persons_asked(ledger: Ledger, request: Request, day: date, moved: Moved) -> Asked:
    """Return the kinds in a request that take two persons on a day, each with the pools asking."""
    read = ledger.read
    found: dict[str, set[str]] = {}
    for new in request.events:
        kind = _kind(new.fact)
        for pool in _pools(read, kind, new.fact, request):
            if kind in kinds_asked(read, pool, day) and _is_late(read, kind, new.fact, pool):
                found.setdefault(kind, set()).add(pool)
    found[OWN_CASES] = {*_pools_of_own_case(ledger, request)}
    found[MOVES] = {*_pools_moved(read, request, day, moved)}
    return {kind: sorted(found[kind]) for kind in sorted(found) if found[kind]}


def _pools(read: Reader, kind: str, fact: Fact, request: Request) -> Collection[str]:
    """Return the pools that may ask two persons for an event; of a merge all pools.

    On which lists a player stands is not asked: the register is common to all pools.
    """
    if kind == "merges":
        return _all_pools(read)
    return pools_of(read, fact, request) if kind else ()


def _pools_of_own_case(ledger: Ledger, request: Request) -> Collection[str]:
    """Return the pools in which a request decides about the player that its recorder is.

    What belongs to no pool, such as a birth year, concerns all of them.
    """
    facts = [new.fact for new in request.events]
    if not Persons(ledger).is_one_of(request.recorded_by, decided_about(ledger.read, facts)):
        return ()
    pools = {pool for fact in facts for pool in pools_of(ledger.read, fact, request)}
    return pools or _all_pools(ledger.read)


def _pools_moved(read: Reader, request: Request, day: date, moved: Moved) -> Collection[str]:
    """Return the pools asking two persons for what moves a rating in which a request moves one.

    A closing has kinds of its own.
    """
    types = {new.fact.TYPE for new in request.events}
    if PeriodClosed.TYPE in types or types <= _MOVES_NOTHING | {ApprovalPolicySet.TYPE}:
        return ()
    asking = [pool for pool in _all_pools(read) if MOVES in kinds_asked(read, pool, day)]
    return moved(request, asking) if asking else ()


def _all_pools(read: Reader) -> list[str]:
    return [recorded.decoded().payload.pool for recorded in read.of_type(PoolOpened.TYPE)]


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
