"""Receipts of appeals: rules, the filing, each step, the decision."""

from ledger.events.appeals import AppealFact, AppealRulesSet
from ledger.sentences import Count, Remedy, Sentence
from ops.appeals.deciding import DecidedAppeal
from ops.appeals.filing import Filed
from ops.appeals.rules import deadline_words
from ops.appeals.words import words_of
from ops.commands.closed_list_words import closed_list_words
from ops.commands.composed import Recorded
from ops.doors.outcomes import CommandReceipt
from ops.words.states import word


def of_rules(done: Recorded[AppealRulesSet]) -> CommandReceipt:
    """Return the receipt of the rules for appeals."""
    rules = done.result
    about = {"pool": rules.pool, "kind": rules.kind, "in_force_from": rules.in_force_from}
    days = Count(rules.deadline_days, "day") if rules.deadline_days else Sentence("no deadline")
    says = Sentence(
        "appeals of kind {kind} in {pool} from {day}: {days}",
        kind=word("act contested", rules.kind),
        pool=rules.pool,
        day=rules.in_force_from,
        days=days,
    )
    return CommandReceipt(receipts=(done.receipt,), about=about, says=says)


def of_filing(done: Recorded[Filed]) -> CommandReceipt:
    """Return the receipt of a filed appeal, with the deadline and doubts about the appeal."""
    fact, rules = done.result.fact, done.result.rules
    about = {
        "appeal": fact.appeal,
        "pool": fact.pool,
        "kind": fact.kind,
        "in_time": done.result.in_time,
        "may_appeal": done.result.may_appeal,
    }
    notes = [deadline_words(rules, fact.notified_on)]
    if not done.result.in_time:
        notes.append(Sentence("the appeal is late: who examines it will find it inadmissible"))
    if not done.result.may_appeal:
        notes.append(
            Sentence(
                "{capacity} is not among those who may appeal ({who})",
                capacity=word("capacity", fact.capacity),
                who=tuple(word("capacity", one) for one in rules.appellants),
            )
        )
    if done.result.open_already:
        notes.append(
            Sentence(
                "the same appellant contests the same already, and it is open: {appeals}",
                appeals=done.result.open_already,
            )
        )
    says = Sentence("filed {appeal}", appeal=fact.appeal)
    return CommandReceipt(receipts=(done.receipt,), about=about, says=says, notes=tuple(notes))


def of_step(done: Recorded[AppealFact]) -> CommandReceipt:
    """Return the receipt of a step of an appeal."""
    fact, (content, _) = done.result, words_of(done.result)
    about = {"appeal": fact.appeal, "type": fact.TYPE, "says": content}
    step = word("event", fact.TYPE.partition(".")[0])
    says = Sentence("{appeal}, {step}", appeal=fact.appeal, step=step)
    if content:
        says = Sentence("{step}: {content}", step=says, content=content)
    return CommandReceipt(receipts=(done.receipt,), about=about, says=says)


def of_decision(done: Recorded[DecidedAppeal]) -> CommandReceipt:
    """Return the receipt of a decision, with the closed lists that stay."""
    result = done.result
    about = {
        "appeal": result.fact.appeal,
        "outcome": result.fact.outcome,
        "remedy": result.fact.remedy,
        "corrections": result.corrections,
    }
    says = Sentence(
        "decided {appeal}: {outcome}",
        appeal=result.fact.appeal,
        outcome=word("outcome of an appeal", result.fact.outcome),
    )
    notes = [*map(closed_list_words, result.effects)]
    if result.fact.remedy == "new-printing":
        publish = Remedy("publish-list", pool=result.fact.pool, period=None, on=None)
        notes.append(
            Sentence(
                "the last list is printed again; publish the new printing: {publish}",
                publish=publish,
            )
        )
    return CommandReceipt(receipts=(done.receipt,), about=about, says=says, notes=tuple(notes))
