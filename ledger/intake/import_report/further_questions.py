"""What an import would ask next, were the questions of its refusal answered: asked with them.

An import that does not know its days or its players cannot ask what rests on these. So it is tried
once more, and nothing recorded, with an answer to each of its questions (today, or any name, where
a person has to fill one in); what that asks besides is told with the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from typing import Final

from ledger.errors import Refused
from ledger.intake.formats.answers import A_DAY, FILL_IN, REGISTER_NEW, Answer, subject
from ledger.intake.formats.problems import Problem, ReportRefused
from ledger.intake.import_report.options import ImportOptions

_DAYS: Final = frozenset({"start", "end"})

Attempt = Callable[[ImportOptions], Iterable[Problem]]
"""Does all that an import does and records nothing; gives its warnings, raises what it raises."""


def with_further_questions(
    refused: ReportRefused, options: ImportOptions, today: date, attempt: Attempt
) -> ReportRefused:
    """Give a refusal with what would be asked next; the same where nothing would be."""
    asked = [each for each in refused.problems if each.answer]
    needed = [each.answer for each in asked if each.severity == "refused"]
    if not needed:
        return refused
    try:
        found = tuple(attempt(answered(options, needed, today)))
    except ReportRefused as again:
        found = again.problems
    except Refused:
        return refused
    subjects = {subject(each.answer) for each in asked} | _DAYS
    further = [each for each in found if each.answer and subject(each.answer) not in subjects]
    return ReportRefused([*refused.problems, *further]) if further else refused


def answered(options: ImportOptions, answers: Iterable[Answer], today: date) -> ImportOptions:
    """Give options with answers; `today` and any text stand for what a person has to fill in."""
    facts, said = dict(options.facts), list(answers)
    day = facts.get("received_on", str(today))
    for answer in said:
        if answer[0] == "--set":
            name, _, value = answer[1].partition("=")
            facts[name] = value.replace(FILL_IN, "?").replace(A_DAY, day)
    if _DAYS & {subject(answer) for answer in said}:  # one of them alone may contradict the other
        facts |= dict.fromkeys(sorted(_DAYS), day)
    orders = [value for option, *value in said if option == "--date-order"]
    return replace(
        options,
        facts=facts,
        register_new=options.register_new or REGISTER_NEW in said,
        date_order=orders[0][0] if orders else options.date_order,
    )
