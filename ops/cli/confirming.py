"""A person at a terminal confirms a recording with an input left open."""

import sys
from typing import Final

from ledger.errors import Refused
from ledger.sentences import Input, Sentence
from ops.cli import output, streams
from ops.cli.exits import Form
from ops.doors.recordings import Confirmation, Recording
from ops.words import said

_YES: Final = ("y", "yes", "s", "si", "sì")
"""Answers that agree, in each language."""


def confirmed(found: Confirmation, form: Form) -> Recording:
    """Return the recording that a person confirmed, after a preview.

    Raises Refused where nobody can be asked, or the answer is no.
    """
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise _refused(
            found,
            Sentence(
                "{open}, and nobody can be asked here: name it ({command}), or confirm it "
                "beforehand ({yes})",
                open=found.open,
                command=found.command,
                yes=Input("yes"),
            ),
            code="answer-needed",
        )
    for line in found.lines:
        (output.say if form == "text" else output.notice)(said(line))
    streams.flush()
    question = Sentence("{question} [y/N]", question=found.question)
    streams.write_error(f"{said(question)} ")
    if sys.stdin.readline().strip().lower() not in _YES:
        raise _refused(found, found.denied, code="answered-no")
    return found.told


def _refused(found: Confirmation, problem: Sentence, *, code: str) -> Refused:
    expected = getattr(found.told, found.field)
    return Refused(problem, code=code, field=found.field, expected=expected, remedy=found.command)
