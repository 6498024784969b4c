"""The statement of the other side of an appeal, which the decision awaits."""

from datetime import date
from typing import Final

from msgspec import structs

from ledger.appeals.folding import Appeal
from ledger.clock import end_of_day
from ledger.errors import Refused
from ledger.events.appeals import AppealAnswered, AppealFact
from ledger.sentences import Remedy, Sentence
from ops.access.roles import COMMITTEE, OFFICER
from ops.appeals.recordings import AnswerAppeal
from ops.appeals.rules import answer_due
from ops.appeals.sides import is_of_other_side
from ops.appeals.steps import (
    check_is_other_side,
    present_appeal,
    recorded_before,
    while_open,
)
from ops.commands.composed import Composed
from ops.commands.refusals import check_reason
from ops.house import House

_RECORD_FOR_OTHERS: Final = frozenset({COMMITTEE, OFFICER})


def answered(house: House, asked: AnswerAppeal) -> Composed[AppealFact]:
    """Compose the statement of the other side, by default of who records it.

    The statement itself is the stated reason. After the last day for it, it is recorded as late.
    One of somebody who is not known as the other side is recorded too, and the other side is still
    awaited. Raises Refused unless the appeal is open, and for a statement recorded for somebody
    else: only the committee and the office do that.
    """
    check_reason(house, Sentence("the statement of the other side"))
    appeal, side = present_appeal(house, asked.appeal), asked.side
    for_others = house.actor.everything or house.actor.has_in(_RECORD_FOR_OTHERS, appeal.filed.pool)
    if side not in (None, house.by) and not for_others:
        raise Refused(
            Sentence(
                "{actor} may not answer as {side}: the committee and the office record the "
                "statements of others",
                actor=house.by,
                side=side,
            ),
            code="answer-for-another",
            field="side",
            found=side,
            expected=house.by,
        )
    answering = _as_named(house, appeal, side or house.by)
    check_is_other_side(house, appeal, (answering,))
    fact = AppealAnswered(
        appeal=appeal.id,
        pool=appeal.filed.pool,
        side=answering,
        of_other_side=is_of_other_side(house, appeal, answering)
        or (for_others and not appeal.other_side),
    )
    late = structs.replace(fact, late=True)
    again = recorded_before(house, appeal, fact) or recorded_before(house, appeal, late)
    if again is not None:
        return again
    due = answer_due(house, appeal)
    if due is not None and not _is_to_come(house, appeal, due):
        fact = late
    return while_open(house, appeal, fact)


def _as_named(house: House, appeal: Appeal, actor: str) -> str:
    """Return the id under which an actor is named as the other side, else their own."""
    named = (other for other in appeal.other_side if house.persons.are_one(other, actor))
    return next(named, actor)


def check_heard(house: House, appeal: Appeal) -> None:
    """Raise Refused while the other side may still answer, and has not."""
    due = answer_due(house, appeal)
    if due is not None and not appeal.is_answered and _is_to_come(house, appeal, due):
        words = Sentence(
            "{appeal}: the other side may answer until {due} has ended; decide after its "
            "statement, or after that day",
            appeal=appeal.id,
            due=due,
        )
        if appeal.answers:
            words = Sentence(
                "{appeal}: the other side may answer until {due} has ended, and none of the "
                "statements so far is known as its own; decide after its statement, or after that "
                "day",
                appeal=appeal.id,
                due=due,
            )
        raise Refused(
            words,
            code="answer-awaited",
            field="appeal",
            found=appeal.id,
            expected=Sentence("a statement, or a day after {due}", due=due),
            remedy=Remedy("answer-appeal", appeal=appeal.id),
        )


def _is_to_come(house: House, appeal: Appeal, last: date) -> bool:
    """Return whether the end of a day, in the zone of the pool, is to come."""
    return house.ledger.clock() < end_of_day(last, house.pool_opened(appeal.filed.pool).zone)
