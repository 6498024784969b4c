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
        file_name=_name(name),
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
    problems = refusal.problems if isinstance(refusal, ReportRefused) else ()
    words = _words(problems) if problems else _plain(str(refusal))
    return Slip(
        instant=instant,
        file_name=_name(name),
        file=sha256(data).hexdigest(),
        outcome="refused",
        tournament=escaped(tournament)[: limits.ID_CHARACTERS] if tournament else None,
        words=words,
    )


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


def _words(problems: Iterable[Problem]) -> str:
    fields = (
        asdict(problem) | {"found": problem.found[: LONGEST_FOUND + 1]} for problem in problems
    )
    shown = [{key: text for key, text in words.items() if key != "answer"} for words in fields]
    return json.dumps([_clean(words) for words in shown], ensure_ascii=False)


def _plain(text: str) -> str:
    return json.dumps([{"text": _seen(text)[:_LONGEST_WORDS]}], ensure_ascii=False)


def _clean(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: _seen(text) if isinstance(text, str) else text for key, text in fields.items()}


def _name(text: str) -> str:
    return escaped(text)[: limits.FILE_NAME_CHARACTERS]


def _seen(text: str) -> str:
    """Return a text without invisible or unstorable characters; lines stay."""
    return escaped_lines(text)
