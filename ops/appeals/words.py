"""Words of appeals: rows of tables, and what an event of an appeal says."""

from datetime import date
from typing import TYPE_CHECKING, Any, Literal

from ledger.events.appeal_kinds import Outcome
from ledger.events.appeal_kinds import Remedy as AppealRemedy
from ledger.events.appeals import (
    AppealAdmitted,
    AppealAnswered,
    AppealDecided,
    AppealDeclaredInadmissible,
    AppealFiled,
    AppealNotified,
    EffectSuspended,
    MemberRecused,
)
from ledger.sentences import NO_SENTENCE, Sentence, plain
from ops.doors.documents import Row, cells
from ops.words.states import word

if TYPE_CHECKING:
    from ops.appeals.rows import AppealRow, AppealStep


def appeal_row(row: "AppealRow") -> Row:
    """Return an appeal of the register, with the outcome beside the status."""
    shown = cells(row, {"outcome": "", "remedy": ""})
    if row.outcome:
        found = decision_words(row.outcome, row.remedy)
        shown["status"] = Sentence("{status}: {found}", status=shown["status"], found=found)
    return {**shown, "suspension": shown["suspension"] or None}


def appeal_step(row: "AppealStep") -> Row:
    """Return a step of an appeal; the approvals and files only where there are some."""
    attached = ", ".join(row.attached) or None
    return cells(row, approved_by=row.approved_by or None, attached=attached)


def words_of(fact: Any) -> tuple[Sentence, str]:
    """Return the content of an event of an appeal without persons, and the named parties."""
    match fact:
        case AppealFiled():
            act, capacity = word("act contested", fact.kind), word("capacity", fact.capacity)
            return Sentence("{act}, as {capacity}", act=act, capacity=capacity), fact.appellant
        case AppealAdmitted():
            return _until(fact.deadline), ", ".join(fact.other_side)
        case AppealDeclaredInadmissible():
            ground = word("ground of inadmissibility", fact.ground)
            return plain([ground, _until(fact.deadline)]), ""
        case AppealAnswered():
            return _answer(fact), fact.side
        case MemberRecused():
            return word("ground of a recusal", fact.ground), fact.member
        case EffectSuspended():
            return word("suspension", fact.effect), ""
        case AppealDecided():
            return decision_words(fact.outcome, fact.remedy or ""), ", ".join(fact.members)
        case AppealNotified():
            return Sentence("{day}, {source}", day=fact.on, source=fact.source), ""
    raise TypeError(f"{type(fact).__name__} is no event of an appeal")


def _until(deadline: date | None) -> Sentence:
    return Sentence("last day {day}", day=deadline) if deadline else Sentence("no deadline")


def _answer(fact: AppealAnswered) -> Sentence:
    """Return how a statement counts; nothing: of the other side, in time."""
    of_others = Sentence("not known as the other side")
    match fact.of_other_side, fact.late:
        case True, False:
            return NO_SENTENCE
        case True, True:
            return Sentence("late")
        case False, False:
            return of_others
    return Sentence("{whose}, late", whose=of_others)


def decision_words(outcome: Outcome, remedy: AppealRemedy | Literal[""]) -> Sentence:
    """Return the outcome of an appeal, with what follows from it."""
    found = word("outcome of an appeal", outcome)
    if not remedy:
        return found
    return Sentence("{found} ({by})", found=found, by=word("remedy of an appeal", remedy))
