"""The slip of an import: file, instant and outcome.

A slip is no fact of the ledger: a file that was refused records nothing, and its slip proves that
it was handed in. What it says may name persons, as problems do, so that it can be erased.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from hashlib import sha256
from typing import Any, Final

from ledger import limits
from ledger.errors import Damaged, Refused
from ledger.intake.formats.problems import LONGEST_FOUND, Problem, ReportRefused
from ledger.intake.import_report.receipts import ImportReceipt
from ledger.store.slips import Slip
from ledger.visible import escaped, escaped_lines

_LONGEST_WORDS: Final = 10_000
"""Characters of a refusal that is no list of problems."""


def complete_slip(name: str, receipt: ImportReceipt, instant: int) -> Slip:
    """Return the slip of an accepted file; a repetition has the first positions."""
    return Slip(
        instant=instant,
        file_name=escaped(name)[: limits.FILE_NAME_CHARACTERS],
        file=receipt.file,
        outcome="complete",
        tournament=receipt.tournament,
        first_position=receipt.first_position,
        words=_words(receipt.warnings),
    )


def refused_slip(
    name: str, data: bytes, refusal: Refused, instant: int, tournament: str | None = None
) -> Slip:
    """Return the slip of a refused file; `tournament` is the intended tournament."""
    words = json.dumps([{"text": escaped_lines(str(refusal))[:_LONGEST_WORDS]}], ensure_ascii=False)
    if isinstance(refusal, ReportRefused) and refusal.problems:
        words = _words(refusal.problems)
    return Slip(
        instant=instant,
        file_name=escaped(name)[: limits.FILE_NAME_CHARACTERS],
        file=sha256(data).hexdigest(),
        outcome="refused",
        tournament=escaped(tournament)[: limits.ID_CHARACTERS] if tournament else None,
        words=words,
    )


def _words(problems: Iterable[Problem]) -> str:
    """Return problems as JSON text, without their answers and invisible characters."""
    words = []
    for problem in problems:
        fields = asdict(problem) | {"found": problem.found[: LONGEST_FOUND + 1]}
        del fields["answer"]
        texts = {name: escaped_lines(text) for name, text in fields.items() if type(text) is str}
        words.append(fields | texts)
    return json.dumps(words, ensure_ascii=False)


def lines_of_slip(slip: Slip) -> list[str]:
    """Return the lines of a slip, a line for each problem."""
    try:
        return [_line(words) for words in json.loads(slip.words)]
    except (ValueError, TypeError) as error:
        raise Damaged(
            f"the words of import slip {slip.number} cannot be read ({error}): `ledger verify` "
            "names what was changed; restore the ledger from a backup or a dump"
        ) from error


def _line(fields: dict[str, Any]) -> str:
    if "text" in fields:
        return str(fields["text"])
    problem = Problem(**fields)
    return f"{problem.severity}: {problem}"
