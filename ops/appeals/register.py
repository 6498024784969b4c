"""Appeals: the public register without personal data, and the file of a single appeal."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from ledger.actors.bodies import decider
from ledger.appeals.folding import Appeal, Step, all_appeals, read_appeal
from ledger.clock import local_day
from ledger.errors import Refused
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
from ledger.sentences import Body, Position, Remedy, Sentence, plain
from ledger.store.recorded import Recorded
from ops.access.recording import note_denied
from ops.access.seeing import may_see
from ops.answers.abouts import Known, widened
from ops.answers.answer import Answer, Instant, known_to
from ops.answers.clocks import known_position
from ops.appeals.rows import AboutAppeal, AppealRow, AppealStep, State, What
from ops.appeals.rules import answer_due, appeal_rules, deadline_words
from ops.appeals.sides import other_side
from ops.appeals.words import words_of
from ops.events.register import Beside
from ops.house import House


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
