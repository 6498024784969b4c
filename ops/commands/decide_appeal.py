"""Deciding an appeal: the decision and the corrections it causes, in one request."""

from dataclasses import dataclass
from hashlib import sha256

from ledger import canonical
from ledger.appeals.folding import Appeal
from ledger.errors import Refused
from ledger.events.appeals import AppealDecided, Outcome
from ledger.store.requests import NewEvent, Request, event_id
from ops.commands.appeal_conflicts import check_no_conflict
from ops.commands.appeal_corrections import Correction, caused
from ops.commands.closed_list_effects import KeptList, PoolWarning
from ops.commands.composed import Composed, UseCase, proposable
from ops.commands.conduct_appeal import (
    check_body,
    not_now,
    present_appeal,
    recorded_before,
    rules_of,
)
from ops.commands.refusals import check_reason
from ops.house import House

_GRANTING = ("upheld", "upheld-in-part")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A decision as stated: outcome, body, members, and corrections in their order."""

    outcome: Outcome
    by: str
    members: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class DecidedAppeal:
    """A decided appeal, the number of corrections, and the closed lists that stay."""

    fact: AppealDecided
    corrections: int
    effects: tuple[KeptList | PoolWarning, ...] = ()


@proposable
@UseCase
def decide_appeal(house: House, appeal_id: str, decision: Decision) -> Composed[DecidedAppeal]:
    """Decide an appeal, and record the corrections it causes in the same request.

    A list closed meanwhile stays, and the next one books the difference (`next-list`): everything
    is composed again. The same decision again gives the first receipt. Raises Refused: an appeal
    that is not admitted, another body, a conflict of interest, and as each correction does.
    """
    check_reason(house, "the reasons of the decision")
    appeal = present_appeal(house, appeal_id)
    fact = _fact(appeal, decision)
    again = recorded_before(house, appeal, fact)
    if again is not None:
        return Composed(again.request, DecidedAppeal(fact, len(decision.corrections)))
    _check(house, appeal, decision)
    key = f"{appeal.stream}:{appeal.version + 1}"
    content = [key, fact, decision.corrections]
    fingerprint = sha256(canonical.encode_typed(content)).digest()
    causation = event_id(key, fingerprint, 0)
    further = caused(house, decision.corrections, by=decision.by, causation=causation)
    request = Request(
        key,
        (NewEvent(fact), *further.events),
        fingerprint,
        expected={**further.expected, appeal.stream: appeal.version},
    )
    effects = tuple(dict.fromkeys(further.effects))
    return Composed(request, DecidedAppeal(fact, len(decision.corrections), effects))


def _fact(appeal: Appeal, decision: Decision) -> AppealDecided:
    return AppealDecided(
        appeal=appeal.id,
        pool=appeal.filed.pool,
        outcome=decision.outcome,
        members=decision.members,
        remedy="next-list" if decision.corrections and decision.outcome in _GRANTING else None,
        by=decision.by,
    )


def _check(house: House, appeal: Appeal, decision: Decision) -> None:
    if appeal.status != "admitted" and not (appeal.is_open and decision.outcome == "withdrawn"):
        raise not_now(appeal, f"{appeal.status}, and only an admitted appeal is decided")
    if decision.corrections and decision.outcome not in _GRANTING:
        raise Refused(
            f"{appeal.id}: a decision that is {decision.outcome} corrects nothing",
            code="corrections-without-ground",
            field="corrections",
            expected=" or ".join(_GRANTING),
        )
    check_body(rules_of(house, appeal), decision.by)
    check_no_conflict(house, appeal, decision.members)
