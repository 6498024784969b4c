"""Appeals and their rules: appeal set-rules, file, show, list."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from ledger.sentences import Sentence
from ops.cli import output
from ops.cli.app import By, PoolName, appeal_app, option
from ops.cli.shared_options import Acting, Knowing

AppealId = Annotated[str, option("the appeal, by its id, e.g. A-000001")]
Kind = Annotated[
    Literal["refusal", "decision", "report", "list-row"],
    option(
        "what is contested: the refusal to rate a tournament, another decision, a report, or the "
        "row of a player on a list"
    ),
]
Capacity = Literal["player", "organiser", "federation", "body"]


@appeal_app.command(name="set-rules")
def set_rules(
    pool: PoolName,
    kind: Kind,
    *,
    in_force_from: Annotated[date, option("for acts notified on this day or later")],
    deadline_days: Annotated[
        int | None, option("days to appeal from the notice; default: no deadline")
    ] = None,
    decision_days: Annotated[int | None, option("days to decide, once admitted")] = None,
    answer_days: Annotated[
        int | None, option("days for the other side to answer, before the decision")
    ] = None,
    body: Annotated[str | None, option("the body that decides; default: any")] = None,
    appellant: Annotated[
        tuple[Capacity, ...], option("who may appeal; repeat for more; default: everybody")
    ] = (),
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Set the rules of a pool for a kind of appeals, in place of those of its rulebook.

    Example: ledger appeal set-rules uisp decision --deadline-days 10 --body uisp-committee
    --in-force-from 2026-01-01 --by the-council
    """
    from ledger.events.appeals import AppealRulesSet
    from ops.commands import set_appeal_rules as setting
    from ops.commands.receipts.appeals import rules_set

    rules = AppealRulesSet(
        pool=pool,
        kind=kind,
        in_force_from=in_force_from,
        deadline_days=deadline_days,
        decision_days=decision_days,
        answer_days=answer_days,
        body=body,
        appellants=appellant,
        by=by,
    )
    with acting.opened() as house:
        done = setting.set_appeal_rules(house, rules)
    days = f"{deadline_days} days" if deadline_days else "no deadline"
    line = (
        f"appeals of kind {kind} in {pool} from {in_force_from}: {days} ({output.at(done.receipt)})"
    )
    output.receipt(acting.format, rules_set(done), [line])


@appeal_app.command
def file(
    pool: PoolName,
    kind: Kind,
    *,
    contested: Annotated[
        str | None, option("position of the contested event, as #40; not for list-row")
    ] = None,
    period: Annotated[str | None, option("for list-row: the list, e.g. 2025-11")] = None,
    player: Annotated[
        str | None, option("whom it concerns, as 572-4 or fide:N; needed for list-row")
    ] = None,
    capacity: Annotated[Capacity, option("in which capacity the appellant appeals")] = "player",
    appellant: Annotated[
        str | None, option("who appeals: an opaque id; by default who records")
    ] = None,
    notified: Annotated[
        str | None,
        option("day or instant of the notice; by default the publication of the list"),
    ] = None,
    source: Annotated[
        str | None, option("how the day of the notice is known, e.g. registered letter")
    ] = None,
    received: Annotated[
        str | None, option("instant at which the committee received it; default: now")
    ] = None,
    acting: Acting = Acting(),
) -> None:
    """File an appeal; the grounds are the reason stated.

    A late appeal is recorded too; the examiner finds it inadmissible.

    Example: ledger appeal file fide-standard refusal --contested "#40" --notified 2026-03-02
    --source "registered letter" --capacity organiser
    """
    from ledger.register import identities
    from ops.answers.clocks import position_of
    from ops.commands.file_appeal import Filing, file_appeal
    from ops.commands.receipts.appeals import filed

    with acting.followed() as house:
        filing = Filing(
            pool=pool,
            kind=kind,
            contested=None if contested is None else position_of(contested),
            period=period,
            player=None if player is None else identities.find(house.read, player),
            capacity=capacity,
            appellant=appellant,
            notified=notified,
            source=source,
            received=received,
        )
        done = file_appeal(house, filing)
    output.receipt(
        acting.format, filed(done), [f"filed {done.result.fact.appeal} ({output.at(done.receipt)})"]
    )


@appeal_app.command
def show(appeal: AppealId, *, knowing: Knowing = Knowing()) -> None:
    """Show an appeal: its state, and every step.

    Example: ledger appeal show A-000001
    """
    from ops.answers.appeals import show_appeal
    from ops.cli.words import appeal_step

    with knowing.followed() as house:
        found = show_appeal(house, appeal, known_at=knowing.known_at)
    title = Sentence("appeal {appeal}", appeal=appeal)
    output.answer(found, knowing.format, title=title, words=appeal_step)


@appeal_app.command(name="list")
def list_(
    *,
    pool: Annotated[str | None, option("only of this pool; default: all")] = None,
    state: Annotated[
        Literal["open", "closed"] | None, option("only open or closed appeals; default: all")
    ] = None,
    knowing: Knowing = Knowing(),
) -> None:
    """Show the register of appeals, without any person: state, days left, outcome.

    Example: ledger appeal list --state open
    """
    from ops.answers.appeals import appeals
    from ops.cli.words import appeal_row

    with knowing.followed() as house:
        found = appeals(house, pool=pool, state=state, known_at=knowing.known_at)
    output.answer(found, knowing.format, title=Sentence("appeals"), words=appeal_row)
