"""The steps of an appeal before and after its decision: each is recorded once."""

from collections.abc import Iterable
from datetime import date

from msgspec import structs

from ledger.appeals.folding import Appeal, read_appeal
from ledger.appeals.rules import AppealRules
from ledger.clock import local_day
from ledger.errors import Refused
from ledger.events.appeal_kinds import Inadmissible
from ledger.events.appeals import (
    AppealAdmitted,
    AppealDeclaredInadmissible,
    AppealFact,
    AppealNotified,
    EffectSuspended,
    MemberRecused,
)
from ledger.sentences import Body, Input, Position, Remedy, Sentence, plain
from ledger.store.requests import NewEvent, Request
from ops.appeals.conflicts import check_no_conflict
from ops.appeals.recordings import AdmitAppeal, NotifyAppeal, RecuseMember, SuspendEffect
from ops.appeals.register import unknown_appeal
from ops.appeals.rules import appeal_rules
from ops.appeals.words import words_of
from ops.commands.composed import Composed
from ops.commands.refusals import check_reason, day_contradicts, day_to_come
from ops.house import House
from ops.words.states import word


def examined(house: House, asked: AdmitAppeal) -> Composed[AppealFact]:
    """Examine whether an appeal is admissible; compose the result.

    An appeal after the deadline is inadmissible as `late`, whatever is asked; the last day ends in
    the zone of the pool. `other_side` are those who may answer, by default who recorded or approved
    what is contested. Raises Refused: no open appeal, another body, a conflict of interest, the
    appellant as the other side.
    """
    appeal = present_appeal(house, asked.appeal)
    rules = rules_of(house, appeal)
    fact = _examined(house, appeal, rules, asked)
    if isinstance(fact, AppealAdmitted):
        check_is_other_side(house, appeal, asked.other_side)
        fact = structs.replace(fact, other_side=asked.other_side)
    again = recorded_before(house, appeal, fact)
    if again is not None:
        return again
    if appeal.status != "filed":
        raise not_now(appeal, Sentence("examined already: {state}", state=status_words(appeal)))
    check_body(rules, asked.by)
    check_no_conflict(house, appeal)
    return step(appeal, fact)


def _examined(house: House, appeal: Appeal, rules: AppealRules, asked: AdmitAppeal) -> AppealFact:
    """Return the event of an examined appeal."""
    filed, zone = appeal.filed, house.pool_opened(appeal.filed.pool).zone
    late = not rules.in_time(appeal.received_at, filed.notified_on, zone)
    deadline = rules.deadline(filed.notified_on)
    ground: Inadmissible | None = "late" if late else asked.inadmissible
    if ground == "late" and not late:
        last = Sentence("there is no deadline")
        if deadline:
            last = Sentence("the last day was {day}", day=deadline)
        problem = Sentence(
            "{appeal} was filed in time: {last}; state another ground", appeal=appeal.id, last=last
        )
        raise Refused(problem, code="not-late", field="inadmissible", found="late")
    if ground is None:
        return AppealAdmitted(appeal=appeal.id, pool=filed.pool, deadline=deadline, by=asked.by)
    return AppealDeclaredInadmissible(
        appeal=appeal.id, pool=filed.pool, deadline=deadline, ground=ground, by=asked.by
    )


def check_is_other_side(house: House, appeal: Appeal, actors: Iterable[str]) -> None:
    """Raise Refused where the appellant is among those who answer, perhaps by another id."""
    appellant = appeal.filed.appellant
    for actor in actors:
        if house.persons.are_one(actor, appellant):
            problem = Sentence(
                "{appeal}: {actor} appealed; the other side answers", appeal=appeal.id, actor=actor
            )
            raise Refused(problem, code="own-appeal", field="side", found=actor)


def recused(house: House, asked: RecuseMember) -> Composed[AppealFact]:
    """Compose that a member of the body takes no part. Raises Refused unless it is open."""
    appeal = present_appeal(house, asked.appeal)
    fact = MemberRecused(
        appeal=appeal.id,
        pool=appeal.filed.pool,
        member=asked.member,
        ground=asked.ground,
        by=asked.by,
    )
    check_body(rules_of(house, appeal), asked.by)
    return while_open(house, appeal, fact)


def suspended(house: House, asked: SuspendEffect) -> Composed[AppealFact]:
    """Compose the suspension of the contested act until the decision, or its end.

    Nothing computed changes: the closing checklist names the act, and with `holds` the service
    closes no list of the pool. Raises Refused: no open appeal, another body, a conflict.
    """
    appeal = present_appeal(house, asked.appeal)
    fact = EffectSuspended(
        appeal=appeal.id, pool=appeal.filed.pool, effect=asked.effect, by=asked.by
    )
    again = recorded_before(house, appeal, fact)
    if asked.effect == "lifted" and appeal.suspension is None and again is None:
        problem = Sentence(
            "{appeal}: nothing is suspended, so there is nothing to lift", appeal=appeal.id
        )
        raise Refused(problem, code="not-suspended", field="effect", found=asked.effect)
    check_body(rules_of(house, appeal), asked.by)
    check_no_conflict(house, appeal)
    return while_open(house, appeal, fact)


def notified(house: House, asked: NotifyAppeal) -> Composed[AppealFact]:
    """Compose that the parties were told how an appeal ended; the same again gives the receipt.

    `replaces` is the position of the present notice, if its day or source was mistaken: both stay,
    and the new one counts. Raises Refused: an open appeal, a day to come or before the end of the
    appeal, a second notice that replaces none, a replaced one without a reason.
    """
    appeal = present_appeal(house, asked.appeal)
    on = asked.on
    fact = AppealNotified(appeal=appeal.id, pool=appeal.filed.pool, on=on, source=asked.source)
    again = recorded_before(house, appeal, fact)
    if again is not None:
        return again
    today = local_day(house.ledger.clock(), house.pool_opened(fact.pool).zone)
    if on > today:
        raise day_to_come(Sentence("{day} is to come", day=on), "on", on, today)
    if appeal.is_open:
        raise not_now(
            appeal,
            Sentence("still open, and is notified once it is decided or inadmissible"),
        )
    _check_after_the_end(house, appeal, on)
    _check_replaced(house, appeal, asked.replaces)
    return step(appeal, fact)


def _check_after_the_end(house: House, appeal: Appeal, on: date) -> None:
    """Raise Refused for a day before that on which the appeal ended."""
    ended = appeal.ended
    day = ended.taken_on(house.pool_opened(appeal.filed.pool).zone) if ended else None
    if day is not None and on < day:
        raise day_contradicts(
            Sentence(
                "{input} {on}: {appeal} ended on {day} only; write the day of the notice, or, of "
                "a decision taken before its recording, state that day with it ({decided_on})",
                input=Input("on"),
                on=str(on),
                appeal=appeal.id,
                day=day,
                decided_on=Input("decided_on"),
            ),
            "on",
            on,
            Sentence("{day} or after", day=day),
        )


def _check_replaced(house: House, appeal: Appeal, replaces: int | None) -> None:
    """Raise Refused for a second notice, unless it names the first, and says why."""
    notices = [one for one in appeal.steps if isinstance(one.fact, AppealNotified)]
    present = notices[-1] if notices else None
    if replaces == (present.recorded.position if present else None):
        if present is not None:
            check_reason(house, Sentence("why another notice takes the place of the first"))
        return
    if present is None:
        problem = Sentence(
            "{input} {event}: {appeal} has no notice yet; leave it out",
            input=Input("replaces"),
            event=Position(replaces or 0),
            appeal=appeal.id,
        )
        raise Refused(problem, code="not-the-notice", field="replaces", found=f"#{replaces}")
    first = f"#{present.recorded.position}"
    raise Refused(
        Sentence(
            "{appeal} is notified already ({notice}: {says}); if that is wrong, name it as "
            "replaced ({input}), with the reason",
            appeal=appeal.id,
            notice=Position(present.recorded.position),
            says=words_of(present.fact)[0],
            input=Input("replaces"),
        ),
        code="notified-already" if replaces is None else "not-the-notice",
        field="replaces",
        found="" if replaces is None else f"#{replaces}",
        expected=first,
        remedy=Remedy("show-appeal", appeal=appeal.id),
    )


# --------------------------------------------------------------------------------- what all share


def present_appeal(house: House, appeal_id: str) -> Appeal:
    """Return an appeal as it is now, with the official track caught up. Raises Refused."""
    house.catch_up()
    appeal = read_appeal(house.read, appeal_id)
    if appeal is None:
        raise unknown_appeal(appeal_id)
    return appeal


def rules_of(house: House, appeal: Appeal) -> AppealRules:
    """Return the rules that hold for an appeal."""
    filed = appeal.filed
    return appeal_rules(house, filed.pool, filed.kind, filed.notified_on)


def check_body(rules: AppealRules, by: str) -> None:
    """Raise Refused for a body that does not decide such appeals."""
    if rules.bodies and by not in rules.bodies:
        raise Refused(
            Sentence(
                "{body} does not decide such appeals; who does: {bodies} ({source})",
                body=Body(by),
                bodies=tuple(map(Body, rules.bodies)),
                source=rules.source,
            ),
            code="body-not-competent",
            field="by",
            found=by,
            expected=plain(", ".join(rules.bodies)),
        )


def recorded_before(house: House, appeal: Appeal, fact: AppealFact) -> Composed[AppealFact] | None:
    """Return the composition of a step taken before; else None.

    Of suspensions and of notices the last counts: a suspension may be set, lifted and set again.
    """
    of_kind = [one for one in appeal.steps if type(one.fact) is type(fact)]
    if isinstance(fact, EffectSuspended | AppealNotified):
        of_kind = of_kind[-1:]
    same = [one.recorded.position for one in of_kind if one.fact == fact]
    return Composed(house.read.request_at(same[-1]), fact) if same else None


def step(appeal: Appeal, fact: AppealFact, *further: NewEvent) -> Composed[AppealFact]:
    """Return the composition of the next step of an appeal, with further events after it."""
    key = f"{appeal.stream}:{appeal.version + 1}"
    expected = {appeal.stream: appeal.version}
    return Composed(Request(key, (NewEvent(fact), *further), expected=expected), fact)


def while_open(house: House, appeal: Appeal, fact: AppealFact) -> Composed[AppealFact]:
    """Return the composition of a step of an open appeal, or of the same step taken before."""
    again = recorded_before(house, appeal, fact)
    if again is not None:
        return again
    if not appeal.is_open:
        raise not_now(appeal, Sentence("{state} already", state=status_words(appeal)))
    return step(appeal, fact)


def status_words(appeal: Appeal) -> Sentence:
    """Return the state of an appeal in words."""
    return word("state of an appeal", appeal.status)


def not_now(appeal: Appeal, says: Sentence) -> Refused:
    """Return the refusal of a step that the state of an appeal does not allow."""
    return Refused(
        Sentence(
            "{appeal} is {says}; its steps: {show}",
            appeal=appeal.id,
            says=says,
            show=Remedy("show-appeal", appeal=appeal.id),
        ),
        code="appeal-not-open" if not appeal.is_open else "appeal-open",
        field="appeal",
        found=appeal.status,
    )
