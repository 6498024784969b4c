"""The steps of an appeal: appeal admit, answer, recuse, suspend, decide, notify."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from ops.cli import output
from ops.cli.app import By, appeal_app, option
from ops.cli.appeals import AppealId
from ops.cli.shared_options import Acting

if TYPE_CHECKING:
    from ledger.events.appeals import AppealFact
    from ops.commands.composed import Recorded


@appeal_app.command
def admit(
    appeal: AppealId,
    *,
    inadmissible: Annotated[
        Literal["late", "standing", "form", "other"] | None,
        option("find it inadmissible on this ground; a late appeal is so without a word"),
    ] = None,
    other_side: Annotated[
        tuple[str, ...],
        option(
            "who is the other side: an opaque id; repeat for more; by default who recorded or "
            "approved what is contested"
        ),
    ] = (),
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Examine whether an appeal is admissible: in time, and not inadmissible otherwise.

    Example: ledger appeal admit A-000001 --by fide-council
    """
    from ops.commands.conduct_appeal import admit_appeal

    with acting.followed() as house:
        done = admit_appeal(house, appeal, by=by, inadmissible=inadmissible, other_side=other_side)
    _written(acting, done)


@appeal_app.command
def answer(
    appeal: AppealId,
    *,
    side: Annotated[str | None, option("who answers: an opaque id; by default who records")] = None,
    acting: Acting = Acting(),
) -> None:
    """Record the statement of the other side, which is the reason stated.

    That of somebody who is not known as the other side is recorded too; it ends no waiting.

    Example: ledger appeal answer A-000001 --side office-1
    """
    from ops.commands.answer_appeal import answer_appeal

    with acting.followed() as house:
        done = answer_appeal(house, appeal, side)
    _written(acting, done)


@appeal_app.command
def recuse(
    appeal: AppealId,
    member: Annotated[str, option("the member of the body: an opaque id, never a name")],
    *,
    ground: Annotated[
        Literal["own-act", "party", "relation", "other"], option("why they take no part")
    ],
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Record that a member of the body takes no part in an appeal.

    Example: ledger appeal recuse A-000001 person-9 --ground relation --by fide-council
    """
    from ops.commands.conduct_appeal import recuse_member

    with acting.followed() as house:
        done = recuse_member(house, appeal, member, ground, by=by)
    _written(acting, done)


@appeal_app.command
def suspend(
    appeal: AppealId,
    effect: Annotated[
        Literal["named", "holds", "lifted"],
        option(
            "named: the closing checklist names it; holds: the service closes no list of the "
            "pool; lifted: the suspension ends"
        ),
    ],
    *,
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Suspend what an appeal contests until the decision; nothing computed changes.

    Example: ledger appeal suspend A-000001 holds --by fide-council
    """
    from ops.commands.conduct_appeal import suspend_effect

    with acting.followed() as house:
        done = suspend_effect(house, appeal, effect, by=by)
    _written(acting, done)


@appeal_app.command
def decide(
    appeal: AppealId,
    outcome: Annotated[
        Literal["upheld", "upheld-in-part", "dismissed", "withdrawn"], option("the decision")
    ],
    *,
    member: Annotated[
        tuple[str, ...], option("who decided: an opaque id; repeat for more; needed without a key")
    ] = (),
    corrections: Annotated[
        Path | None,
        option("JSON file: a list of the corrections it causes, each with its command"),
    ] = None,
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Decide an appeal, and record the corrections it causes in the same request.

    The corrections are commands as objects, as {"command": "tournament correct result",
    "tournament": "T-000001", "game": "3:12", "white": "1", "black": "0"}. Closed lists stay; the
    next list books the difference, unless {"command": "list reprint", "list": "2025-11"} comes
    last.

    Example: ledger appeal decide A-000001 upheld --member person-3 --corrections decision.json
    --by fide-council
    """
    from ops.commands.decide_appeal import Decision, decide_appeal
    from ops.commands.read_corrections import read_corrections
    from ops.commands.receipts.appeals import decided

    caused = () if corrections is None else read_corrections(corrections)
    decision = Decision(outcome=outcome, by=by, members=member, corrections=caused)
    with acting.followed() as house:
        done = decide_appeal(house, appeal, decision)
    line = f"decided {appeal}: {outcome} ({output.at(done.receipt)})"
    output.receipt(acting.format, decided(done), [line])


@appeal_app.command
def notify(
    appeal: AppealId,
    *,
    on: Annotated[date, option("the day on which the parties were told")],
    source: Annotated[str, option("how they were told, e.g. registered letter")],
    replaces: Annotated[
        str | None, option("position of the mistaken notice that this one replaces, as #40")
    ] = None,
    acting: Acting = Acting(),
) -> None:
    """Record that the parties were told how an appeal ended, on its last day or later.

    Example: ledger appeal notify A-000001 --on 2026-03-20 --source "registered letter"
    """
    from ops.answers.clocks import position_of
    from ops.commands.conduct_appeal import notify_appeal

    replaced = None if replaces is None else position_of(replaces)
    with acting.followed() as house:
        done = notify_appeal(house, appeal, on, source, replaced)
    _written(acting, done)


def _written(acting: Acting, done: Recorded[AppealFact]) -> None:
    from ops.commands.receipts.appeals import step_recorded

    found = step_recorded(done)
    what = done.result.TYPE.partition(".")[0].replace("-", " ")
    says = f": {found.about['says']}" if found.about["says"] else ""
    line = f"{done.result.appeal}, {what}{says} ({output.at(done.receipt)})"
    output.receipt(acting.format, found, [line])
