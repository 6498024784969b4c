"""Events of the streams `appeal-A`: an appeal from its filing to the notice of the decision.

Grounds, statements and reasons are stated as for every recording: erasable, beside the events.
"""

from datetime import date
from typing import Annotated, Final

from msgspec import Meta

from ledger.errors import BadEvent
from ledger.events.appeal_kinds import (
    GRANTING,
    AppealKind,
    Appellant,
    Inadmissible,
    Outcome,
    RecusalGround,
    Remedy,
    Suspension,
)
from ledger.events.base import By, Count, Fact, Id, Name, Number, PoolFact
from ledger.events.pool import Period
from ledger.sentences import Sentence

Days = Annotated[int, Meta(ge=1, lt=367)]
Instant = Annotated[Count, Meta(description="microseconds since 1970, UTC")]


class AppealRulesSet(PoolFact, frozen=True, kw_only=True):
    """The rules of a pool for a kind of appeals against acts notified from a day on.

    They replace those of the rulebook. Days without a value: no deadline.
    """

    TYPE = "appeal-rules-set.v1"
    DAY = "in_force_from"

    kind: AppealKind
    in_force_from: Annotated[date, Meta(description="for acts notified on this day or later")]
    deadline_days: Annotated[Days | None, Meta(description="days to appeal from the notice")] = None
    decision_days: Annotated[Days | None, Meta(description="days to decide, once admitted")] = None
    answer_days: Annotated[
        Days | None, Meta(description="days for the other side to answer, once admitted")
    ] = None
    body: Annotated[Id | None, Meta(description="the body that decides; without one, any")] = None
    appellants: Annotated[
        tuple[Appellant, ...], Meta(max_length=4, description="who may appeal; empty: everybody")
    ] = ()
    by: By


class AppealFact(Fact, frozen=True, kw_only=True):
    """An event about an appeal, with the pool of the contested act."""

    STREAM = "appeal-{fact.appeal}"

    appeal: Annotated[Id, Meta(description="the appeal, e.g. A-000001")]
    pool: Annotated[Id, Meta(description="the pool of the contested act")]


class AppealDecision(AppealFact, frozen=True, kw_only=True):
    """An event about an appeal that a body decides."""

    by: By


class AppealFiled(AppealFact, frozen=True, kw_only=True):
    """Somebody appeals against a recorded act, or against the row of a player on a list."""

    TYPE = "appeal-filed.v1"

    kind: AppealKind
    contested: Annotated[Count | None, Meta(description="position of the contested event")] = None
    period: Period | None = None
    player: Annotated[Number | None, Meta(description="register number of whom it concerns")] = None
    appellant: Annotated[Id, Meta(description="who appeals: an opaque id, never a name")]
    capacity: Appellant
    notified_on: Annotated[date, Meta(description="day of the notice, in the pool's zone")]
    notified_at: Annotated[Instant | None, Meta(description="instant of the notice")] = None
    source: Annotated[Name, Meta(description="how the day of the notice is known")]
    received_at: Annotated[
        Instant | None, Meta(description="when the body received it; left out: at recording")
    ] = None

    def __post_init__(self) -> None:
        of_list = self.period is not None and self.player is not None and self.contested is None
        of_event = self.contested is not None and self.period is None
        if not (of_list if self.kind == "list-row" else of_event):
            raise BadEvent(
                Sentence(
                    "an appeal against a row of a list contests a list and a player, any other "
                    "appeal an event"
                )
            )


class AppealAdmitted(AppealDecision, frozen=True, kw_only=True):
    """An appeal is admissible. `deadline` is the last day on which it could be filed."""

    TYPE = "appeal-admitted.v1"

    deadline: Annotated[date | None, Meta(description="left out: there was no deadline")] = None
    other_side: Annotated[
        tuple[Id, ...],
        Meta(
            max_length=50,
            description="who is the other side: opaque ids, never names; empty: who recorded or "
            "approved what is contested",
        ),
    ] = ()


class AppealDeclaredInadmissible(AppealDecision, frozen=True, kw_only=True):
    """An appeal is inadmissible, and is not examined further."""

    TYPE = "appeal-declared-inadmissible.v1"

    ground: Inadmissible
    deadline: Annotated[date | None, Meta(description="left out: there was no deadline")] = None


class AppealAnswered(AppealFact, frozen=True, kw_only=True):
    """The other side states its view, or somebody else does, whose statement is kept as well."""

    TYPE = "appeal-answered.v1"

    side: Annotated[Id, Meta(description="who answers: an opaque id, never a name")]
    late: Annotated[bool, Meta(description="after the last day for it")] = False
    of_other_side: Annotated[
        bool,
        Meta(description="whether it is a statement of the other side, so that none is awaited"),
    ] = True


class MemberRecused(AppealDecision, frozen=True, kw_only=True):
    """A member of the body takes no part in an appeal."""

    TYPE = "member-recused.v1"

    member: Annotated[Id, Meta(description="the actor: an opaque id, never a name")]
    ground: RecusalGround


class EffectSuspended(AppealDecision, frozen=True, kw_only=True):
    """The contested act is suspended until the decision; nothing computed changes by itself.

    `named`: the closing checklist names it; `holds`: the service closes no list of the pool;
    `lifted`: a suspension ends before the decision.
    """

    TYPE = "effect-suspended.v1"

    effect: Suspension


class AppealDecided(AppealDecision, frozen=True, kw_only=True):
    """An appeal is decided. The corrections it causes follow in the same request.

    `new-printing`: the last closed list is printed again with them, as the last of these events.
    """

    TYPE = "appeal-decided.v1"

    outcome: Outcome
    members: Annotated[
        tuple[Id, ...], Meta(max_length=50, description="who decided: opaque ids, never names")
    ] = ()
    remedy: Annotated[
        Remedy | None, Meta(description="how the corrections reach the lists, if there are any")
    ] = None

    def __post_init__(self) -> None:
        if self.remedy is not None and self.outcome not in GRANTING:
            raise BadEvent(
                Sentence("an appeal that is {outcome} has no remedy", outcome=self.outcome)
            )


class AppealNotified(AppealFact, frozen=True, kw_only=True):
    """The parties were told how an appeal ended: inadmissible, or decided."""

    TYPE = "appeal-notified.v1"
    DAY = "on"

    on: date
    source: Annotated[Name, Meta(description="how the notice was given")]


CLOSED_BY: Final = frozenset({AppealDeclaredInadmissible.TYPE, AppealDecided.TYPE})
"""Types of the events after which an appeal is no longer open."""

OF_APPEALS: Final = (
    AppealFiled.TYPE,
    AppealAdmitted.TYPE,
    AppealDeclaredInadmissible.TYPE,
    AppealAnswered.TYPE,
    MemberRecused.TYPE,
    EffectSuspended.TYPE,
    AppealDecided.TYPE,
    AppealNotified.TYPE,
)
"""Types of all events about appeals."""
