"""Addresses of appeals: the register, a single appeal, its filing, the rules of a pool."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from ledger.events.appeals import AppealFiled, AppealKind, AppealRulesSet, Appellant
from ledger.register import identities
from ops.answers import appeals as answers
from ops.answers.abouts import Known
from ops.answers.answer import Answer
from ops.answers.appeals import AboutAppeal, AppealRow, AppealStep, State
from ops.answers.outcomes import Outcome
from ops.commands import file_appeal as filings
from ops.commands import set_appeal_rules as rules
from ops.commands.receipts import appeals as receipts
from ops.doors.declare import Asked
from ops.doors.fields import KnownAt, Player, Pool, Text, means, moment
from ops.house import House
from ops.http.address import question, recording
from ops.http.addresses.corrections import By
from ops.http.asked import Body, OfPoolRecorded, Position, Recording

AppealId = Annotated[Text, means("id of an appeal", "A-000001")]
ActorId = Annotated[Text, Meta(description="An actor: an opaque id, never a name.")]
Source = Annotated[Text, Meta(description="How the notice is known, e.g. registered letter.")]


class Appeals(Asked, frozen=True, kw_only=True):
    """The register of appeals."""

    pool: Annotated[Pool | None, Meta(description="Only of this pool.")] = None
    state: Annotated[State | None, Meta(description="Only open or closed appeals.")] = None
    known_at: KnownAt = None


@question("/v1/appeals", Appeals, Answer[AppealRow, Known], shows="appeal", forms=("json", "csv"))
def list_appeals(house: House, asked: Appeals) -> Answer[AppealRow, Known]:
    """Show the register of appeals, without any person: state, days left, outcome."""
    known_at = moment(asked.known_at)
    return answers.appeals(house, pool=asked.pool, state=asked.state, known_at=known_at)


class OfAppeal(Asked, frozen=True, kw_only=True):
    """A question about an appeal."""

    appeal: AppealId
    known_at: KnownAt = None


@question(
    "/v1/appeals/{appeal}", OfAppeal, Answer[AppealStep, AboutAppeal], shows="own-appeal-file"
)
def show_appeal(house: House, asked: OfAppeal) -> Answer[AppealStep, AboutAppeal]:
    """Show the state and every step of an appeal; appellants see their own appeals."""
    return answers.show_appeal(house, asked.appeal, known_at=moment(asked.known_at))


class Filing(Body, frozen=True, kw_only=True):
    """An appeal; its grounds are the reason stated."""

    pool: Pool
    kind: Annotated[
        AppealKind,
        Meta(
            description="What is contested: the refusal to rate a tournament, another decision, a "
            "report, or the row of a player on a list."
        ),
    ]
    contested: Annotated[
        Position | None, Meta(description="Position of the contested event; not for list-row.")
    ] = None
    period: Annotated[Text | None, Meta(description="For list-row: the list.")] = None
    player: Annotated[Player | None, Meta(description="Whom it concerns; needed for list-row.")] = (
        None
    )
    capacity: Annotated[Appellant, Meta(description="In which capacity the appellant appeals.")] = (
        "player"
    )
    appellant: Annotated[ActorId | None, Meta(description="By default who records.")] = None
    notified: Annotated[
        Text | None,
        Meta(
            description="Day of the notice, or instant with its zone; by default the publication "
            "of the list."
        ),
    ] = None
    source: Source | None = None
    received: Annotated[
        Text | None,
        Meta(description="Instant at which the committee received it; by default now."),
    ] = None


@recording("/v1/appeals", Recording, Outcome, body=Filing, events=(AppealFiled,))
def file_appeal(house: House, _: Recording, body: Filing) -> Outcome:
    """File an appeal; a late appeal is recorded too, and the examiner finds it inadmissible."""
    filing = filings.Filing(
        pool=body.pool,
        kind=body.kind,
        contested=body.contested,
        period=body.period,
        player=None if body.player is None else identities.find(house.read, body.player),
        capacity=body.capacity,
        appellant=body.appellant,
        notified=body.notified,
        source=body.source,
        received=body.received,
    )
    return receipts.filed(filings.file_appeal(house, filing)).outcome()


Days = Annotated[int, Meta(ge=1, le=366)]


class Rules(Body, frozen=True, kw_only=True):
    """The rules of a pool for a kind of appeals."""

    kind: Annotated[AppealKind, Meta(description="What such appeals contest.")]
    in_force_from: Annotated[date, Meta(description="For acts notified on this day or later.")]
    deadline_days: Annotated[
        Days | None, Meta(description="Days to appeal from the notice; by default no deadline.")
    ] = None
    decision_days: Annotated[Days | None, Meta(description="Days to decide, once admitted.")] = None
    answer_days: Annotated[
        Days | None, Meta(description="Days for the other side to answer, before the decision.")
    ] = None
    body: Annotated[Text | None, Meta(description="The body that decides; by default any.")] = None
    appellant: Annotated[
        tuple[Appellant, ...], Meta(description="Who may appeal; by default everybody.")
    ] = ()
    by: By


@recording(
    "/v1/pools/{pool}/appeal-rules",
    OfPoolRecorded,
    Outcome,
    body=Rules,
    events=(AppealRulesSet,),
)
def set_appeal_rules(house: House, asked: OfPoolRecorded, body: Rules) -> Outcome:
    """Set the rules of a pool for a kind of appeals, in place of those of its rulebook."""
    fact = AppealRulesSet(
        pool=asked.pool,
        kind=body.kind,
        in_force_from=body.in_force_from,
        deadline_days=body.deadline_days,
        decision_days=body.decision_days,
        answer_days=body.answer_days,
        body=body.body,
        appellants=body.appellant,
        by=body.by,
    )
    return receipts.rules_set(rules.set_appeal_rules(house, fact)).outcome()
