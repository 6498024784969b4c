"""Deciding an appeal: the decision and its corrections in one request."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from ledger import canonical
from ledger.appeals.folding import Appeal
from ledger.errors import Refused
from ledger.events.appeals import AppealDecided, Outcome
from ledger.events.appeals import Remedy as AppealRemedy
from ledger.sentences import Remedy
from ledger.store.preparing import NO_PERSONS
from ledger.store.requests import NewEvent, Request, event_id
from ops.commands.answer_appeal import check_heard
from ops.commands.appeal_conflicts import check_no_conflict
from ops.commands.appeal_corrections import Correction, ReprintList, caused
from ops.commands.closed_list_effects import KeptList, PoolWarning
from ops.commands.composed import Composed, P, T, UseCase, proposable
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
    """A decided appeal, the number of corrections, and the unchanged closed lists."""

    fact: AppealDecided
    corrections: int
    effects: tuple[KeptList | PoolWarning, ...] = ()


class _Deciding(UseCase[P, T]):
    """A decision. A new printing names everything taken in: meanwhile nobody may append."""

    def locks(self, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> bool:
        """Return whether a list is printed again."""
        decisions = (one for one in (*arguments, *options.values()) if isinstance(one, Decision))
        return any(_remedy(decision) == "new-printing" for decision in decisions)


@proposable
@_Deciding
def decide_appeal(house: House, appeal_id: str, decision: Decision) -> Composed[DecidedAppeal]:
    """Decide an appeal, and record the corrections in the same request.

    A list closed meanwhile stays, and the next one books the difference (`next-list`), unless the
    last correction prints it again (`new-printing`). The same decision again gives the first
    receipt. Raises Refused: an appeal that is not admitted, an answer still awaited, another body,
    no member who decides, a conflict of interest, and as each correction does.
    """
    check_reason(house, "the reasons of the decision")
    appeal = present_appeal(house, appeal_id)
    fact = _fact(appeal, decision)
    again = recorded_before(house, appeal, fact)
    if again is not None:
        first = again.request.key
        _check_same_corrections(appeal, fact, first, _fingerprint(first, fact, decision))
        return Composed(again.request, DecidedAppeal(fact, len(decision.corrections)))
    _check(house, appeal, decision)
    key = f"{appeal.stream}:decision"  # the same after another step: a proposal stays open
    fingerprint = _fingerprint(key, fact, decision)
    decided = Request(key, (NewEvent(fact),), fingerprint, {appeal.stream: appeal.version})
    further = caused(house, decision.corrections, fact, decided)
    request = replace(
        decided,
        events=(*decided.events, *further.events),
        expected={**further.expected, **decided.expected},
        documents=tuple(further.documents),
    )
    kept = (one for one in dict.fromkeys(further.effects) if not _is_reprinted(one, fact))
    effects = tuple(kept)
    return Composed(request, DecidedAppeal(fact, len(decision.corrections), effects))


def _fingerprint(key: str, fact: AppealDecided, decision: Decision) -> bytes:
    """Return the fingerprint of a decision with its corrections."""
    return sha256(canonical.encode_typed([key, fact, decision.corrections])).digest()


def _check_same_corrections(appeal: Appeal, fact: AppealDecided, key: str, given: bytes) -> None:
    """Raise Refused where the same decision was recorded with other corrections.

    The id of the event follows from key and fingerprint: another id means another decision.
    """
    decided = next(step.recorded for step in appeal.steps if step.fact == fact)
    if decided.event_id != event_id(key, given, 0):
        raise Refused(
            f"{appeal.id} is decided (#{decided.position}) with other corrections, or with none; "
            "these stay: record what is still to be corrected by its own command",
            code="appeal-not-open",
            field="corrections",
            found=appeal.status,
            remedy=Remedy("show-appeal", appeal=appeal.id),
        )


def _is_reprinted(effect: KeptList | PoolWarning, fact: AppealDecided) -> bool:
    """Whether an effect is about a list replaced by a new printing in the same request."""
    kept = isinstance(effect, KeptList) and effect.pool == fact.pool
    return kept and fact.remedy == "new-printing"


def _remedy(decision: Decision) -> AppealRemedy | None:
    if not decision.corrections or decision.outcome not in _GRANTING:
        return None
    return "new-printing" if isinstance(decision.corrections[-1], ReprintList) else "next-list"


def _fact(appeal: Appeal, decision: Decision) -> AppealDecided:
    return AppealDecided(
        appeal=appeal.id,
        pool=appeal.filed.pool,
        outcome=decision.outcome,
        members=decision.members,
        remedy=_remedy(decision),
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
    if decision.outcome != "withdrawn":
        check_heard(house, appeal)
    _check_members(house, appeal, decision)
    check_no_conflict(house, appeal, decision.members)


def _check_members(house: House, appeal: Appeal, decision: Decision) -> None:
    """Raise Refused for a decision without a member; a withdrawal needs none.

    Who records with a key may be the only one. The command line of the server is nobody.
    """
    for member in decision.members:
        if member.lower() in NO_PERSONS:
            raise _no_member(f"{appeal.id}: {member!r} is no member of the body", member)
    is_nobody = house.by.lower() in NO_PERSONS
    if is_nobody and not decision.members and decision.outcome != "withdrawn":
        raise _no_member(f"{appeal.id}: no member who decides is named", "")


def _no_member(problem: str, found: str) -> Refused:
    return Refused(
        f"{problem}: name each with --member, so that nobody with an interest decides",
        code="members-needed",
        field="members",
        found=found,
        expected="the ids of the members who decide",
    )
