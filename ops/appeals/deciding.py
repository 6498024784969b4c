"""Deciding an appeal: the decision and its corrections in one request."""

from dataclasses import dataclass, replace
from hashlib import sha256

from ledger import canonical
from ledger.appeals.folding import Appeal
from ledger.errors import Refused
from ledger.events.appeal_kinds import GRANTING
from ledger.events.appeal_kinds import Remedy as AppealRemedy
from ledger.events.appeals import AppealDecided
from ledger.sentences import Input, Position, Remedy, Sentence, plain
from ledger.store.preparing import NO_PERSONS
from ledger.store.requests import NewEvent, Request, event_id
from ops.appeals.answering import check_heard
from ops.appeals.caused import caused
from ops.appeals.conflicts import check_no_conflict
from ops.appeals.recordings import DecideAppeal
from ops.appeals.steps import (
    check_body,
    not_now,
    present_appeal,
    recorded_before,
    rules_of,
    status_words,
)
from ops.commands.closed_list_effects import KeptList, PoolWarning
from ops.commands.composed import Composed
from ops.commands.refusals import check_reason
from ops.house import House
from ops.words.states import word


@dataclass(frozen=True, slots=True)
class DecidedAppeal:
    """A decided appeal, the number of corrections, and the unchanged closed lists."""

    fact: AppealDecided
    corrections: int
    effects: tuple[KeptList | PoolWarning, ...] = ()


def decided(house: House, decision: DecideAppeal) -> Composed[DecidedAppeal]:
    """Compose the decision on an appeal, with the corrections in the same request.

    A list closed meanwhile stays, and the next one books the difference (`next-list`), unless the
    last correction prints it again (`new-printing`). The same decision again gives the first
    receipt. Raises Refused: an appeal that is not admitted, an answer still awaited, another body,
    no member who decides, a conflict of interest, and as each correction does.
    """
    check_reason(house, Sentence("the reasons of the decision"))
    appeal = present_appeal(house, decision.appeal)
    fact = _fact(appeal, decision)
    again = recorded_before(house, appeal, fact)
    if again is not None:
        first = again.request.key
        _check_same_corrections(appeal, fact, first, _fingerprint(first, fact, decision))
        return Composed(again.request, DecidedAppeal(fact, len(decision.corrections)))
    _check(house, appeal, decision)
    key = f"{appeal.stream}:decision"  # the same after another step: a proposal stays open
    fingerprint = _fingerprint(key, fact, decision)
    alone = Request(key, (NewEvent(fact),), fingerprint, {appeal.stream: appeal.version})
    further = caused(house, decision.corrections, fact, alone)
    request = replace(
        alone,
        events=(*alone.events, *further.events),
        expected={**further.expected, **alone.expected},
        documents=tuple(further.documents),
    )
    kept = (one for one in dict.fromkeys(further.effects) if not _is_reprinted(one, fact))
    effects = tuple(kept)
    return Composed(request, DecidedAppeal(fact, len(decision.corrections), effects))


def _fingerprint(key: str, fact: AppealDecided, decision: DecideAppeal) -> bytes:
    """Return the fingerprint of a decision with its corrections."""
    return sha256(canonical.encode_typed([key, fact, decision.corrections])).digest()


def _check_same_corrections(appeal: Appeal, fact: AppealDecided, key: str, given: bytes) -> None:
    """Raise Refused where the same decision was recorded with other corrections.

    The id of the event follows from key and fingerprint: another id means another decision.
    """
    decided = next(step.recorded for step in appeal.steps if step.fact == fact)
    if decided.event_id != event_id(key, given, 0):
        raise Refused(
            Sentence(
                "{appeal} is decided ({decision}) with other corrections, or with none; these "
                "stay: record apart what is still to be corrected",
                appeal=appeal.id,
                decision=Position(decided.position),
            ),
            code="appeal-not-open",
            field="corrections",
            found=appeal.status,
            remedy=Remedy("show-appeal", appeal=appeal.id),
        )


def _is_reprinted(effect: KeptList | PoolWarning, fact: AppealDecided) -> bool:
    """Whether an effect is about a list replaced by a new printing in the same request."""
    kept = isinstance(effect, KeptList) and effect.pool == fact.pool
    return kept and fact.remedy == "new-printing"


def _remedy(decision: DecideAppeal) -> AppealRemedy | None:
    if not decision.corrections or decision.outcome not in GRANTING:
        return None
    return "new-printing" if decision.reprints else "next-list"


def _fact(appeal: Appeal, decision: DecideAppeal) -> AppealDecided:
    return AppealDecided(
        appeal=appeal.id,
        pool=appeal.filed.pool,
        outcome=decision.outcome,
        members=decision.member,
        remedy=_remedy(decision),
        by=decision.by,
    )


def _check(house: House, appeal: Appeal, decision: DecideAppeal) -> None:
    if appeal.status != "admitted" and not (appeal.is_open and decision.outcome == "withdrawn"):
        raise not_now(
            appeal,
            Sentence("{state}, and only an admitted appeal is decided", state=status_words(appeal)),
        )
    if decision.corrections and decision.outcome not in GRANTING:
        raise Refused(
            Sentence(
                "{appeal}: a decision with the outcome {outcome} corrects nothing",
                appeal=appeal.id,
                outcome=word("outcome of an appeal", decision.outcome),
            ),
            code="corrections-without-ground",
            field="corrections",
            expected=plain(" or ".join(GRANTING)),
        )
    check_body(rules_of(house, appeal), decision.by)
    if decision.outcome != "withdrawn":
        check_heard(house, appeal)
    _check_members(house, appeal, decision)
    check_no_conflict(house, appeal, decision.member)


def _check_members(house: House, appeal: Appeal, decision: DecideAppeal) -> None:
    """Raise Refused for a decision without a member; a withdrawal needs none.

    Who records with a key may be the only one. The command line of the server is nobody.
    """
    for member in decision.member:
        if member.lower() in NO_PERSONS:
            problem = Sentence(
                "{appeal}: '{member}' is no member of the body", appeal=appeal.id, member=member
            )
            raise _no_member(problem, member)
    is_nobody = house.by.lower() in NO_PERSONS
    if is_nobody and not decision.member and decision.outcome != "withdrawn":
        problem = Sentence("{appeal}: no member who decides is named", appeal=appeal.id)
        raise _no_member(problem, "")


def _no_member(problem: Sentence, found: str) -> Refused:
    return Refused(
        Sentence(
            "{problem}: name each of them ({input}), so that nobody with an interest decides",
            problem=problem,
            input=Input("member"),
        ),
        code="members-needed",
        field="members",
        found=found,
        expected=Sentence("the ids of the members who decide"),
    )
