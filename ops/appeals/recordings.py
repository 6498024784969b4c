"""Recordings about appeals: the rules of a pool, the filing, each step to the notice."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Annotated

from ledger.events.appeal_kinds import (
    GRANTING,
    AppealKind,
    Appellant,
    Inadmissible,
    Outcome,
    RecusalGround,
    Suspension,
)
from ops.appeals.corrections import AS_FILE, CausedCorrection, ListReprint
from ops.appeals.questions import AppealId
from ops.doors.fields import AS_POSITION, By, Player, Pool, Position, Text, means, served
from ops.doors.recordings import Recording, recording

if TYPE_CHECKING:
    from ledger.events.appeals import AppealFact, AppealRulesSet
    from ledger.events.base import Fact
    from ops.appeals.deciding import DecidedAppeal
    from ops.appeals.filing import Filed
    from ops.commands.composed import Composed, Recorded
    from ops.doors.outcomes import CommandReceipt
    from ops.house import House

Kind = Annotated[
    AppealKind,
    means(
        "what is contested: the refusal to rate a tournament, another decision, a report, or the "
        "row of a player on a list"
    ),
]
OneYear = served(ge=1, le=366)


@recording(
    "appeal file {pool} {kind}",
    "/v1/appeals",
    events=("appeal-filed.v1",),
)
class FileAppeal(Recording, frozen=True, kw_only=True):
    """File an appeal; the grounds are the reason stated.

    A late appeal is recorded too; the examiner finds it inadmissible.

    Example: ledger appeal file fide-standard report --contested "#13" --notified 2026-01-05
    --source "registered letter" --received 2026-01-09T10:00:00+01:00 --appellant club-12
    --capacity organiser --reason "The game of the first round was a draw."
    """

    pool: Pool
    kind: Kind
    contested: Annotated[
        Position | None, means("position of the contested event; not for list-row"), AS_POSITION
    ] = None
    period: Annotated[Text | None, means("for list-row: the list, e.g. 2025-11")] = None
    player: Annotated[
        Player | None, means("whom it concerns, as 572-4 or fide:N; needed for list-row")
    ] = None
    capacity: Annotated[Appellant, means("in which capacity the appellant appeals")] = "player"
    appellant: Annotated[
        Text | None, means("who appeals: an opaque id; by default who records")
    ] = None
    notified: Annotated[
        Text | None,
        means(
            "day of the notice, or instant with its zone; by default the publication of the list"
        ),
    ] = None
    source: Annotated[
        Text | None, means("how the day of the notice is known, e.g. registered letter")
    ] = None
    received: Annotated[
        Text | None, means("instant at which the committee received it; default: now")
    ] = None

    def compose(self, house: "House") -> "Composed[Filed]":
        """Return the filing. Raises Refused for an act that cannot be contested so."""
        from ops.appeals.filing import filed

        return filed(house, self)

    def receipt(self, _house: "House", done: "Recorded[Filed]") -> "CommandReceipt":
        """Return the receipt, with the deadline and doubts about the appeal."""
        from ops.appeals.receipts import of_filing

        return of_filing(done)


@recording(
    "appeal set-rules {pool} {kind}",
    "/v1/pools/{pool}/appeal-rules",
    events=("appeal-rules-set.v1",),
)
class SetAppealRules(Recording, frozen=True, kw_only=True):
    """Set the rules of a pool for a kind of appeals, in place of those of its rulebook.

    Example: ledger appeal set-rules fide-standard decision --deadline-days 10 --decision-days 30
    --body fsi --capacity player --capacity organiser --in-force-from 2026-01-01 --by fsi
    """

    FOLLOWS = False

    pool: Pool
    kind: Kind
    in_force_from: Annotated[date, means("for acts notified on this day or later")]
    deadline_days: Annotated[
        int | None, means("days to appeal from the notice; default: no deadline"), OneYear
    ] = None
    decision_days: Annotated[int | None, means("days to decide, once admitted"), OneYear] = None
    answer_days: Annotated[
        int | None, means("days for the other side to answer, before the decision"), OneYear
    ] = None
    body: Annotated[Text | None, means("the body that decides; default: any")] = None
    capacity: Annotated[
        tuple[Appellant, ...], means("the capacities in which one may appeal; default: all")
    ] = ()
    by: By

    def compose(self, house: "House") -> "Composed[AppealRulesSet]":
        """Return the event of the rules. Raises UnknownPool."""
        from ops.appeals.setting_rules import rules_set

        return rules_set(house, self)

    def receipt(self, _house: "House", done: "Recorded[AppealRulesSet]") -> "CommandReceipt":
        """Return the receipt of the rules."""
        from ops.appeals.receipts import of_rules

        return of_rules(done)


class Step(Recording, frozen=True, kw_only=True):
    """A step of an appeal."""

    appeal: AppealId

    def receipt(self, _house: "House", done: "Recorded[AppealFact]") -> "CommandReceipt":
        """Return the receipt of the step."""
        from ops.appeals.receipts import of_step

        return of_step(done)


@recording(
    "appeal admit {appeal}",
    "/v1/appeals/{appeal}/admission",
    events=("appeal-admitted.v1", "appeal-declared-inadmissible.v1"),
)
class AdmitAppeal(Step, frozen=True, kw_only=True):
    """Examine whether an appeal is admissible: in time, and not inadmissible otherwise.

    Example: ledger appeal admit A-000001 --by fsi
    """

    inadmissible: Annotated[
        Inadmissible | None,
        means("find it inadmissible on this ground; a late appeal is so without a word"),
    ] = None
    other_side: Annotated[
        tuple[Text, ...],
        means(
            "who is the other side: an opaque id; by default who recorded or approved what is "
            "contested"
        ),
    ] = ()
    by: By

    def compose(self, house: "House") -> "Composed[AppealFact]":
        """Return the examination. Raises Refused; Conflict."""
        from ops.appeals.steps import examined

        return examined(house, self)


@recording("appeal answer {appeal}", "/v1/appeals/{appeal}/answer", events=("appeal-answered.v1",))
class AnswerAppeal(Step, frozen=True, kw_only=True):
    """Record the statement of the other side, which is the reason stated.

    That of somebody who is not known as the other side is recorded too; it ends no waiting.

    Example: ledger appeal answer A-000001 --side office-7 --reason "The score sheets are enclosed."
    """

    side: Annotated[Text | None, means("who answers: an opaque id; by default who records")] = None

    def compose(self, house: "House") -> "Composed[AppealFact]":
        """Return the statement. Raises Refused."""
        from ops.appeals.answering import answered

        return answered(house, self)


@recording(
    "appeal recuse {appeal} {member}",
    "/v1/appeals/{appeal}/recusals",
    events=("member-recused.v1",),
)
class RecuseMember(Step, frozen=True, kw_only=True):
    """Record that a member of the body takes no part in an appeal.

    Example: ledger appeal recuse A-000001 person-9 --ground relation --by fsi
    """

    member: Annotated[Text, means("the member of the body: an opaque id, never a name")]
    ground: Annotated[RecusalGround, means("why they take no part")]
    by: By

    def compose(self, house: "House") -> "Composed[AppealFact]":
        """Return the recusal. Raises Refused."""
        from ops.appeals.steps import recused

        return recused(house, self)


@recording(
    "appeal suspend {appeal} {effect}",
    "/v1/appeals/{appeal}/suspension",
    events=("effect-suspended.v1",),
)
class SuspendEffect(Step, frozen=True, kw_only=True):
    """Suspend what an appeal contests until the decision; nothing computed changes.

    Example: ledger appeal suspend A-000001 holds --by fsi
    """

    effect: Annotated[
        Suspension,
        means(
            "named: the closing checklist names it; holds: the service closes no list of the pool; "
            "lifted: the suspension ends"
        ),
    ]
    by: By

    def compose(self, house: "House") -> "Composed[AppealFact]":
        """Return the suspension. Raises Refused; Conflict."""
        from ops.appeals.steps import suspended

        return suspended(house, self)


def _corrections() -> "Iterator[type[Fact]]":
    """Yield the types of the events of corrections."""
    from ops.appeals.caused import EVENTS

    yield from EVENTS


@recording(
    "appeal decide {appeal} {outcome}",
    "/v1/appeals/{appeal}/decision",
    events=("appeal-decided.v1",),
    beside=_corrections,
)
class DecideAppeal(Recording, frozen=True, kw_only=True):
    """Decide an appeal, and record the corrections it causes in the same request.

    The corrections are commands as objects, as {"command": "tournament correct result",
    "tournament": "T-000001", "game": "3:12", "white": "1", "black": "0"}. Closed lists stay; the
    next list books the difference, unless {"command": "list reprint", "period": "2025-11"} comes
    last.

    Example: ledger appeal decide A-000001 upheld --member person-3 --corrections decision.json
    --by fsi --decided-on 2026-01-19 --reason "Both score sheets show a draw."
    """

    PROPOSABLE = True

    appeal: AppealId
    outcome: Annotated[Outcome, means("the decision")]
    member: Annotated[
        tuple[Text, ...], means("who decided: an opaque id; needed without a key")
    ] = ()
    corrections: Annotated[
        tuple[CausedCorrection, ...],
        means("the corrections it causes, in their order, each with its command"),
        AS_FILE,
    ] = ()
    by: By

    @property
    def reprints(self) -> bool:
        """Whether a list is printed again."""
        reprints = any(isinstance(one, ListReprint) for one in self.corrections[-1:])
        return reprints and self.outcome in GRANTING

    @property
    def locks(self) -> bool:
        """A new printing names everything taken in: meanwhile nobody may append."""
        return self.reprints

    def compose(self, house: "House") -> "Composed[DecidedAppeal]":
        """Return the decision with its corrections. Raises Refused; Conflict; their refusals."""
        from ops.appeals.deciding import decided

        return decided(house, self)

    def receipt(self, _house: "House", done: "Recorded[DecidedAppeal]") -> "CommandReceipt":
        """Return the receipt, with the closed lists that stay."""
        from ops.appeals.receipts import of_decision

        return of_decision(done)


@recording("appeal notify {appeal}", "/v1/appeals/{appeal}/notice", events=("appeal-notified.v1",))
class NotifyAppeal(Step, frozen=True, kw_only=True):
    """Record that the parties were told how an appeal ended, on its last day or later.

    Example: ledger appeal notify A-000001 --on 2026-01-20 --source "registered letter"
    """

    on: Annotated[date, means("the day on which the parties were told")]
    source: Annotated[Text, means("how they were told, e.g. registered letter")]
    replaces: Annotated[
        Position | None,
        means("position of the mistaken notice that this one replaces"),
        AS_POSITION,
    ] = None

    def compose(self, house: "House") -> "Composed[AppealFact]":
        """Return the notice. Raises Refused."""
        from ops.appeals.steps import notified

        return notified(house, self)
