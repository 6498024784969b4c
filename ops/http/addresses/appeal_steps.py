"""Addresses of the steps of an appeal, from its examination to the notice of the decision."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from ledger.events.appeals import (
    AppealAdmitted,
    AppealAnswered,
    AppealDecided,
    AppealDeclaredInadmissible,
    AppealNotified,
    EffectSuspended,
    Inadmissible,
    MemberRecused,
    RecusalGround,
    Suspension,
)
from ledger.events.appeals import Outcome as AppealOutcome
from ledger.events.counting import ReportAnnulled, ReportReinstated
from ledger.events.external import ExternalListSearched
from ledger.events.pool import PeriodClosed
from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.events.tournament import TournamentDetailsCorrected
from ops.answers.outcomes import Outcome
from ops.commands import answer_appeal as answers
from ops.commands import conduct_appeal
from ops.commands import decide_appeal as decisions
from ops.commands.appeal_corrections import Correction
from ops.commands.receipts import appeals as receipts
from ops.commands.record_decision import BY_HAND
from ops.house import House
from ops.http.address import recording
from ops.http.addresses.appeals import ActorId, AppealId, Source
from ops.http.addresses.corrections import By
from ops.http.asked import Body, Position, Recording


class OfAppealRecorded(Recording, frozen=True, kw_only=True):
    """Something is recorded of an appeal."""

    appeal: AppealId


class Examination(Body, frozen=True, kw_only=True):
    """The examination of an appeal."""

    inadmissible: Annotated[
        Inadmissible | None,
        Meta(description="Find it inadmissible on this ground; a late appeal is so without it."),
    ] = None
    other_side: Annotated[
        tuple[ActorId, ...],
        Meta(
            description="Who is the other side; by default who recorded or approved what is "
            "contested."
        ),
    ] = ()
    by: By


@recording(
    "/v1/appeals/{appeal}/admission",
    OfAppealRecorded,
    Outcome,
    body=Examination,
    events=(AppealAdmitted, AppealDeclaredInadmissible),
)
def admit_appeal(house: House, asked: OfAppealRecorded, body: Examination) -> Outcome:
    """Examine whether an appeal is admissible: in time, and not inadmissible otherwise."""
    done = conduct_appeal.admit_appeal(
        house,
        asked.appeal,
        by=body.by,
        inadmissible=body.inadmissible,
        other_side=body.other_side,
    )
    return receipts.step_recorded(done).outcome()


class Statement(Body, frozen=True, kw_only=True):
    """The statement of the other side, which is the reason stated."""

    side: Annotated[ActorId | None, Meta(description="Who answers; by default who records.")] = None


@recording(
    "/v1/appeals/{appeal}/answer",
    OfAppealRecorded,
    Outcome,
    body=Statement,
    events=(AppealAnswered,),
)
def answer_appeal(house: House, asked: OfAppealRecorded, body: Statement) -> Outcome:
    """Record the statement of the other side.

    That of somebody who is not known as the other side is recorded too; it ends no waiting.
    """
    done = answers.answer_appeal(house, asked.appeal, body.side)
    return receipts.step_recorded(done).outcome()


class Recusal(Body, frozen=True, kw_only=True):
    """A member of the body who takes no part."""

    member: Annotated[ActorId, Meta(description="The member of the body.")]
    ground: Annotated[RecusalGround, Meta(description="Why they take no part.")]
    by: By


@recording(
    "/v1/appeals/{appeal}/recusals",
    OfAppealRecorded,
    Outcome,
    body=Recusal,
    events=(MemberRecused,),
)
def recuse_member(house: House, asked: OfAppealRecorded, body: Recusal) -> Outcome:
    """Record that a member of the body takes no part in an appeal."""
    done = conduct_appeal.recuse_member(house, asked.appeal, body.member, body.ground, by=body.by)
    return receipts.step_recorded(done).outcome()


class SuspensionBody(Body, frozen=True, kw_only=True):
    """A suspension of what an appeal contests."""

    effect: Annotated[
        Suspension,
        Meta(
            description="named: the closing checklist names it; holds: the service closes no list "
            "of the pool; lifted: the suspension ends."
        ),
    ]
    by: By


@recording(
    "/v1/appeals/{appeal}/suspension",
    OfAppealRecorded,
    Outcome,
    body=SuspensionBody,
    events=(EffectSuspended,),
)
def suspend_effect(house: House, asked: OfAppealRecorded, body: SuspensionBody) -> Outcome:
    """Suspend what an appeal contests until the decision; nothing computed changes."""
    done = conduct_appeal.suspend_effect(house, asked.appeal, body.effect, by=body.by)
    return receipts.step_recorded(done).outcome()


class Decision(Body, frozen=True, kw_only=True):
    """The decision on an appeal, with the corrections it causes."""

    outcome: Annotated[AppealOutcome, Meta(description="The decision.")]
    member: Annotated[tuple[ActorId, ...], Meta(description="Who decided.")] = ()
    corrections: Annotated[
        tuple[Correction, ...],
        Meta(description="The corrections it causes, in their order, each with its command."),
    ] = ()
    by: By


@recording(
    "/v1/appeals/{appeal}/decision",
    OfAppealRecorded,
    Outcome,
    body=Decision,
    events=(AppealDecided,),
    beside=(
        *(ResultCorrected, EntrantReassigned, TournamentDetailsCorrected),
        *(ReportAnnulled, ReportReinstated, PeriodClosed, ExternalListSearched),
        *BY_HAND.values(),
    ),
)
def decide_appeal(house: House, asked: OfAppealRecorded, body: Decision) -> Outcome:
    """Decide an appeal, and record the corrections it causes in the same request.

    Closed lists stay; the next list books the difference, unless the last correction prints the
    last closed list again.
    """
    decision = decisions.Decision(
        outcome=body.outcome, by=body.by, members=body.member, corrections=body.corrections
    )
    done = decisions.decide_appeal(house, asked.appeal, decision)
    return receipts.decided(done).outcome()


class Notice(Body, frozen=True, kw_only=True):
    """The notice to the parties."""

    on: Annotated[date, Meta(description="The day on which the parties were told.")]
    source: Source
    replaces: Annotated[
        Position | None,
        Meta(description="Position of the mistaken notice that this one replaces."),
    ] = None


@recording(
    "/v1/appeals/{appeal}/notice",
    OfAppealRecorded,
    Outcome,
    body=Notice,
    events=(AppealNotified,),
)
def notify_appeal(house: House, asked: OfAppealRecorded, body: Notice) -> Outcome:
    """Record that the parties were told how an appeal ended."""
    done = conduct_appeal.notify_appeal(house, asked.appeal, body.on, body.source, body.replaces)
    return receipts.step_recorded(done).outcome()
