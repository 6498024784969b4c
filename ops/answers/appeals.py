"""Appeals: the public register without personal data, and the file of a single appeal."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Final, Literal

import msgspec

from ledger.actors.bodies import decider
from ledger.appeals.folding import Appeal, Status, Step, all_appeals, read_appeal
from ledger.clock import local_day
from ledger.errors import Refused
from ledger.events.appeal_kinds import AppealKind, Outcome, Suspension
from ledger.events.appeal_kinds import Remedy as AppealRemedy
from ledger.events.appeals import (
    AppealAdmitted,
    AppealAnswered,
    AppealDecided,
    AppealDeclaredInadmissible,
    AppealFiled,
    AppealNotified,
    EffectSuspended,
    MemberRecused,
)
from ledger.register import identities
from ledger.sentences import NO_SENTENCE, Body, Position, Remedy, Sentence, plain
from ledger.store.recorded import Recorded
from ops.access.personal_data import BODY, PARTIES, RECORDER, BodyName
from ops.access.recording import note_denied
from ops.access.seeing import may_see
from ops.answers.abouts import Known, widened
from ops.answers.answer import Answer, Instant, known_to
from ops.answers.appeal_rules import answer_due, appeal_rules, deadline_words
from ops.answers.appeal_sides import other_side
from ops.answers.clocks import known_position
from ops.answers.recorded_events import Beside
from ops.house import House
from ops.words.states import word

State = Literal["open", "closed"]


class AppealRow(msgspec.Struct, frozen=True):
    """An appeal as the public register shows it: no person is named."""

    appeal: str
    pool: str
    kind: AppealKind
    concerns: str
    """The tournament or the list of the contested act."""
    filed_on: date
    status: Status
    due_on: date | None
    """Last day for the decision, where the pool has set one."""
    days_left: int | None
    """Days until then; negative: the day has passed."""
    suspension: Suspension | Literal[""]
    """named or holds, while the contested act is suspended."""
    outcome: Outcome | Literal[""]
    remedy: AppealRemedy | Literal[""]
    ended_on: date | None
    """Day on which the appeal was decided, or found inadmissible."""
    notified_on: date | None
    """Day on which the parties were told."""


class AboutAppeal(AppealRow, frozen=True, kw_only=True, omit_defaults=True):
    """An appeal with its deadlines and the other side."""

    player: str = ""
    """The player of the contested row of a list."""
    name: str = ""
    notified: date
    """Day on which the act was notified to the appellant."""
    source: str
    """Where that is written."""
    received_at: Instant
    deadline: Sentence
    """The last day to appeal, with the rule."""
    answer_due: date | None = None
    """Last day for the other side to answer."""
    answered: bool | None = None
    """None: not admitted yet."""
    other_side: Annotated[str, PARTIES] = ""
    """Opaque ids."""
    bodies: str = ""
    """Bodies that may decide the appeal."""
    body_names: Annotated[tuple[Sentence, ...], BODY] = ()
    """Their names of today."""


What = Literal[
    "filed",
    "admitted",
    "inadmissible",
    "answered",
    "member recused",
    "suspension",
    "decided",
    "notified",
]


class AppealStep(msgspec.Struct, frozen=True):
    """A recorded event of an appeal."""

    position: Position
    recorded_at: Instant
    recorded_by: Annotated[str, RECORDER]
    approved_by: Annotated[str, RECORDER]
    """The second person, where the pool asks for two; empty: nobody."""
    what: What
    says: Sentence
    decided_by: str
    decided_by_name: BodyName
    """Name of the body on the day of the step."""
    party: Annotated[str, PARTIES]
    """The appellant, the other side, or members of the body: opaque ids."""
    statement: Annotated[str, PARTIES]
    """Grounds, statement or reasons, or that they were erased."""
    attached: tuple[str, ...]
    """SHA-256 of the attached files."""


def appeals(
    house: House,
    *,
    pool: str | None = None,
    state: State | None = None,
    known_at: str | None = None,
) -> Answer[AppealRow, Known]:
    """Return the register of appeals, in the order of filing, as known at a moment.

    Raises Refused for an unknown pool or moment.
    """
    zone = house.pool_opened(pool).zone if pool else house.zone
    known = known_position(house.ledger, known_at, zone)
    found = [
        appeal
        for appeal in all_appeals(house.read, known)
        if pool in (None, appeal.filed.pool) and _is_in(appeal, state)
    ]
    last = known_to(house.read) if known is None else Position(known)
    return Answer(Known(known_to=last), rows_of(house, found, known))


def _is_in(appeal: Appeal, state: State | None) -> bool:
    return state is None or appeal.is_open == (state == "open")


def open_appeals(house: House, pool: str, known: int | None = None) -> list[Appeal]:
    """Return the open appeals of a pool, as known at a position (None: now)."""
    found = all_appeals(house.read, known)
    return [appeal for appeal in found if appeal.is_open and appeal.filed.pool == pool]


def rows_of(
    house: House, found: Sequence[Appeal], known: int | None = None
) -> tuple[AppealRow, ...]:
    """Return the rows of appeals at the present instant, or at that of a position."""
    now = house.ledger.clock() if known is None else house.read.true_instant(known)
    zones = {opened.pool: opened.zone for opened in house.pools_opened()}
    contested = house.read.at([one.filed.contested for one in found if one.filed.contested])
    return tuple(
        _row(
            appeal,
            zones[appeal.filed.pool],
            concerns=_concerns(appeal, contested),
            due=_due_on(house, appeal, zones[appeal.filed.pool], known),
            today=local_day(now, zones[appeal.filed.pool]),
        )
        for appeal in found
    )


def _row(appeal: Appeal, zone: str, *, concerns: str, due: date | None, today: date) -> AppealRow:
    decided, ended = appeal.decided, appeal.ended
    return AppealRow(
        appeal=appeal.id,
        pool=appeal.filed.pool,
        kind=appeal.filed.kind,
        concerns=concerns,
        filed_on=local_day(appeal.received_at, zone),
        status=appeal.status,
        due_on=due,
        days_left=None if due is None else (due - today).days,
        suspension=appeal.suspension.effect if appeal.suspension else "",
        outcome=decided.outcome if decided else "",
        remedy=(decided.remedy or "") if decided else "",
        ended_on=ended.taken_on(zone) if ended else None,
        notified_on=appeal.notified.on if appeal.notified else None,
    )


def _due_on(house: House, appeal: Appeal, zone: str, known: int | None) -> date | None:
    """Return the last day to decide an admitted appeal that is open; None: none is set."""
    if appeal.admitted is None or not appeal.is_open:
        return None
    filed = appeal.filed
    rules = appeal_rules(house, filed.pool, filed.kind, filed.notified_on, known)
    return rules.decision_due(appeal.admitted.recorded.recorded_at, zone)


def _concerns(appeal: Appeal, contested: Mapping[int, Recorded]) -> str:
    """Return the tournament or the list of the contested act; of another act, its position."""
    position = appeal.filed.contested
    if position is None:
        return appeal.filed.period or ""
    stored = contested.get(position)
    tournament = getattr(stored.decoded().payload, "tournament", "") if stored else ""
    return tournament or f"#{position}"


# ------------------------------------------------------------------------------- a single appeal


def show_appeal(
    house: House, appeal_id: str, *, known_at: str | None = None
) -> Answer[AppealStep, AboutAppeal]:
    """Return the steps of an appeal, with its state in `about`.

    Who may not see all appeals sees the own ones. Raises Refused for an appeal that is unknown, or
    of somebody else.
    """
    known = known_position(house.ledger, known_at, house.zone)
    appeal = read_appeal(house.read, appeal_id, known)
    if appeal is not None and not may_see(house.actor, "appeal-file", (), _owner(house, appeal)):
        note_denied(house.actor, "appeal-file")
        appeal = None
    if appeal is None:
        raise unknown_appeal(appeal_id)
    beside = Beside(house.read, [step.recorded for step in appeal.steps])
    rows = tuple(_step(step, beside) for step in appeal.steps)
    return Answer(_about(house, appeal, known), rows)


def _owner(house: House, appeal: Appeal) -> str:
    """Return the appellant: the actor who asks, if they appealed by another id."""
    appellant = appeal.filed.appellant
    return house.by if house.persons.are_one(house.by, appellant) else appellant


def unknown_appeal(appeal_id: str) -> Refused:
    """Return the refusal of an appeal that was not filed."""
    return Refused(
        Sentence(
            "there is no appeal '{appeal}': {list} names them",
            appeal=appeal_id,
            list=Remedy("list-appeals"),
        ),
        code="unknown-appeal",
        field="appeal",
        found=appeal_id,
    )


def _about(house: House, appeal: Appeal, known: int | None) -> AboutAppeal:
    filed, player = appeal.filed, appeal.filed.player
    rules = appeal_rules(house, filed.pool, filed.kind, filed.notified_on, known)
    return widened(
        AboutAppeal,
        rows_of(house, [appeal], known)[0],
        player=identities.show(player) if player else "",
        name=identities.names(house.read, [player])[player] if player else "",
        notified=filed.notified_on,
        source=filed.source,
        received_at=Instant(appeal.received_at),
        deadline=deadline_words(rules, filed.notified_on),
        answer_due=answer_due(house, appeal, known),
        answered=appeal.is_answered if appeal.admitted else None,
        other_side=", ".join(sorted(other_side(house, appeal))),
        bodies=", ".join(rules.bodies),
        body_names=tuple(plain(Body(body)) for body in rules.bodies),
    )


def _step(step: Step, beside: Beside) -> AppealStep:
    says, party = words_of(step.fact)
    envelope = step.recorded.decoded()
    return AppealStep(
        position=Position(step.recorded.position),
        recorded_at=Instant(step.recorded.recorded_at),
        recorded_by=step.recorded.recorded_by,
        approved_by=envelope.approved_by or "",
        what=_WHAT[type(step.fact)],
        says=says,
        decided_by=str(getattr(step.fact, "by", "")),
        decided_by_name=decider(step.recorded),
        party=party,
        statement=beside.reason(step.recorded.event_id, envelope.grounds),
        attached=envelope.grounds.attachments if envelope.grounds else (),
    )


_WHAT: Final[dict[type, What]] = {
    AppealFiled: "filed",
    AppealAdmitted: "admitted",
    AppealDeclaredInadmissible: "inadmissible",
    AppealAnswered: "answered",
    MemberRecused: "member recused",
    EffectSuspended: "suspension",
    AppealDecided: "decided",
    AppealNotified: "notified",
}


def words_of(fact: Any) -> tuple[Sentence, str]:
    """Return the content of an event of an appeal without persons, and the named parties."""
    match fact:
        case AppealFiled():
            act, capacity = word("act contested", fact.kind), word("capacity", fact.capacity)
            return Sentence("{act}, as {capacity}", act=act, capacity=capacity), fact.appellant
        case AppealAdmitted():
            return _until(fact.deadline), ", ".join(fact.other_side)
        case AppealDeclaredInadmissible():
            ground = word("ground of inadmissibility", fact.ground)
            return plain([ground, _until(fact.deadline)]), ""
        case AppealAnswered():
            return _answer(fact), fact.side
        case MemberRecused():
            return word("ground of a recusal", fact.ground), fact.member
        case EffectSuspended():
            return word("suspension", fact.effect), ""
        case AppealDecided():
            return decision_words(fact.outcome, fact.remedy or ""), ", ".join(fact.members)
        case AppealNotified():
            return Sentence("{day}, {source}", day=fact.on, source=fact.source), ""
    raise TypeError(f"{type(fact).__name__} is no event of an appeal")


def _until(deadline: date | None) -> Sentence:
    return Sentence("last day {day}", day=deadline) if deadline else Sentence("no deadline")


def _answer(fact: AppealAnswered) -> Sentence:
    """Return how a statement counts; nothing: of the other side, in time."""
    of_others = Sentence("not known as the other side")
    match fact.of_other_side, fact.late:
        case True, False:
            return NO_SENTENCE
        case True, True:
            return Sentence("late")
        case False, False:
            return of_others
    return Sentence("{whose}, late", whose=of_others)


def decision_words(outcome: Outcome, remedy: AppealRemedy | Literal[""]) -> Sentence:
    """Return the outcome of an appeal, with what follows from it."""
    found = word("outcome of an appeal", outcome)
    if not remedy:
        return found
    return Sentence("{found} ({by})", found=found, by=word("remedy of an appeal", remedy))
