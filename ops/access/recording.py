"""The check of a request before recording: the actor needs the role for each event."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from ledger.errors import Refused
from ledger.events.base import Fact
from ledger.events.opening import ClockCorrected
from ledger.events.tournament import TournamentDetailsCorrected, TournamentRegistered
from ledger.logs import Logger
from ledger.sentences import Sentence, plain
from ledger.store.reading import Reader
from ledger.store.requests import Request
from ops.access.actors import Actor
from ops.access.roles import MAY_RECORD, Rule

log: Final = Logger(__name__)


def note_denied(actor: Actor, asked: str) -> None:
    """Write a line of the log about a denied attempt."""
    log.warning("access_denied", actor=actor.id, key=actor.key, asked=asked)


class NotAllowed(Refused):
    """The actor lacks the role; every such attempt is a line of the log."""

    def __init__(
        self, message: str | Sentence, actor: Actor, asked: str, expected: str | Sentence
    ) -> None:
        note_denied(actor, asked)
        super().__init__(message, field="actor", found=actor.id, expected=expected)


def check_allowed(read: Reader, actor: Actor, request: Request) -> None:
    """Raise NotAllowed unless the actor may record every event of a request."""
    for event in request.events:
        rule, pools = MAY_RECORD[event.fact.TYPE], pools_of(read, event.fact, request)
        if not actor.fits(rule, pools):
            raise _refusal(actor, event.fact.TYPE, rule, pools)


def check_may_record(actor: Actor, types: Iterable[str], pools: Collection[str]) -> None:
    """Raise NotAllowed unless the actor may record events of all these types in some pools."""
    for kind in types:
        if not actor.fits(MAY_RECORD[kind], pools):
            raise _refusal(actor, kind, MAY_RECORD[kind], pools)


def check_may_begin(
    read: Reader,
    actor: Actor,
    types: Collection[str],
    pools: Iterable[str],
    tournaments: Iterable[str] = (),
) -> None:
    """Raise NotAllowed unless the actor may record an event of one of some types.

    Checked before anything is composed, so that a refusal shows nothing to somebody without the
    role. The pools are those named, and those of recorded tournaments; where none is known, a role
    in any pool is enough here: the store checks each event (`check_allowed`).
    """
    asked = {*pools, *(pool for named in tournaments for pool in _recorded_pools(read, named))}
    rules = {kind: _known(MAY_RECORD[kind], asked) for kind in types}
    if not any(actor.fits(rule, asked) for rule in rules.values()):
        kind, rule = next(iter(rules.items()))
        raise _refusal(actor, kind, rule, asked)


def _known(rule: Rule, pools: Collection[str]) -> Rule:
    """Return a rule as far as it can be checked where no pools are known yet."""
    return rule if pools or rule.reach != "pools" else rule._replace(reach="any")


def check_may_vouch(actor: Actor) -> None:
    """Raise NotAllowed unless the actor may say that the clock of the machine is right.

    The same actors may name the events of a wrong clock.
    """
    rule = MAY_RECORD[ClockCorrected.TYPE]
    if not actor.fits(rule):
        raise _refusal(actor, ClockCorrected.TYPE, rule, set())


def pools_of(read: Reader, fact: Fact, request: Request) -> set[str]:
    """Return the pools of an event; none for an event of the whole ledger.

    The pools of a tournament are those announced or corrected last, or those in the request.
    """
    pool, tournament = getattr(fact, "pool", None), getattr(fact, "tournament", None)
    if pool:
        return {pool}
    if tournament is None:
        return set()
    named = [new.fact for new in request.events]
    return {*_recorded_pools(read, tournament), *_named_pools(named, tournament)}


def _named_pools(facts: list[Fact], tournament: str) -> Iterator[str]:
    for fact in facts:
        if isinstance(fact, TournamentRegistered) and fact.tournament == tournament:
            yield from fact.pools
        elif isinstance(fact, TournamentDetailsCorrected) and fact.tournament == tournament:
            yield from fact.details.pools or ()


def _recorded_pools(read: Reader, tournament: str) -> list[str]:
    """Return the pools of a recorded tournament, as announced or corrected last."""
    types = TournamentRegistered.TYPE, TournamentDetailsCorrected.TYPE
    recorded = read.stream(f"tournament-{tournament}", *types)
    facts = (one.decoded().payload for one in reversed(recorded))
    return next((pools for fact in facts if (pools := [*_named_pools([fact], tournament)])), [])


def check_recorder(actor: Actor, request: Request) -> None:
    """Raise NotAllowed if an actor records under another id."""
    if request.recorded_by != actor.id:
        raise NotAllowed(
            Sentence(
                "{actor} records as {recorder}: everybody records under their own id",
                actor=actor.id,
                recorder=request.recorded_by,
            ),
            actor,
            f"record-as {request.recorded_by}",
            actor.id,
        )


def _refusal(actor: Actor, what: str, rule: Rule, pools: Collection[str]) -> NotAllowed:
    lacking = actor.lacks(plain(what), rule, pools)
    message = Sentence(
        "{actor} may not record {event}: {remedy}",
        actor=actor.id,
        event=lacking.denied,
        remedy=lacking.remedy,
    )
    return NotAllowed(message, actor, what, lacking.roles)
