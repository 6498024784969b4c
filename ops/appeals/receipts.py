"""Receipts of appeals: rules, the filing, each step, the decision."""

from ledger.events.appeals import AppealFact, AppealRulesSet
from ops.answers.outcomes import CommandReceipt
from ops.appeals.deciding import DecidedAppeal
from ops.appeals.filing import Filed
from ops.appeals.rules import deadline_words
from ops.appeals.words import words_of
from ops.commands.composed import Recorded
from ops.commands.receipts.tournaments import closed_list_words


def of_rules(done: Recorded[AppealRulesSet]) -> CommandReceipt:
    """Return the receipt of the rules for appeals."""
    rules = done.result
    about = {"pool": rules.pool, "kind": rules.kind, "in_force_from": rules.in_force_from}
    return CommandReceipt(receipts=(done.receipt,), about=about)


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
    notes = [str(deadline_words(rules, fact.notified_on))]
    if not done.result.in_time:
        notes.append("the appeal is late: who examines it will find it inadmissible")
    if not done.result.may_appeal:
        who = ", ".join(rules.appellants)
        notes.append(f"{fact.capacity} is not among those who may appeal ({who})")
    if done.result.open_already:
        others = ", ".join(done.result.open_already)
        notes.append(f"the same appellant contests the same already, and it is open: {others}")
    return CommandReceipt(receipts=(done.receipt,), about=about, notes=tuple(notes))


def of_step(done: Recorded[AppealFact]) -> CommandReceipt:
    """Return the receipt of a step of an appeal."""
    says, _ = words_of(done.result)
    about = {"appeal": done.result.appeal, "type": done.result.TYPE, "says": str(says)}
    return CommandReceipt(receipts=(done.receipt,), about=about)


def of_decision(done: Recorded[DecidedAppeal]) -> CommandReceipt:
    """Return the receipt of a decision, with the closed lists that stay."""
    result = done.result
    about = {
        "appeal": result.fact.appeal,
        "outcome": result.fact.outcome,
        "remedy": result.fact.remedy,
        "corrections": result.corrections,
    }
    notes = tuple(map(closed_list_words, result.effects))
    if result.fact.remedy == "new-printing":
        notes += ("the last list is printed again; publish the new printing: `list publish`",)
    return CommandReceipt(receipts=(done.receipt,), about=about, notes=notes)
