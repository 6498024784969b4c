"""The command to repeat a refused import with answers."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from ledger.errors import Refused
from ledger.intake.formats.points import IGNORE
from ledger.intake.formats.problems import (
    A_DAY,
    DATE_ORDER,
    FILL_IN,
    MAP,
    Answer,
    Problem,
    ReportRefused,
    subject,
)
from ledger.intake.import_report.options import ImportOptions


@dataclass(frozen=True, slots=True)
class ImportAgain:
    """A command that repeats an import with answers."""

    words: tuple[str, ...]
    """Words of the command; `…` and `YYYY-MM-DD` are for a person to fill in."""
    corrected: bool
    """Whether the file needs a correction first, since no argument answers some of its faults."""
    where_known: tuple[str, ...] = ()
    """Further arguments, for optional facts."""

    def lines(self) -> Iterator[str]:
        """Yield the introduction and the command."""
        first = "when the file is corrected, " if self.corrected else ""
        marks = [mark for mark in (FILL_IN, A_DAY) if any(w.endswith(mark) for w in self.words)]
        fill_in = f" (fill in {' and '.join(marks)})" if marks else ""
        yield f"{first}to answer what is asked{fill_in}:"
        yield f"  {shlex.join(self.words)}"
        if set(DATE_ORDER) <= set(self.words):
            yield "  or with --date-order dmy, if the day stands before the year"
        if set(MAP) <= set(self.words):
            yield "  the map to fill in is written by --write-map FILE in place of --map"
        if self.where_known:
            yield f"  where known, add: {shlex.join(self.where_known)}"


def import_again(
    file: str, options: ImportOptions, refusal: Refused, further: Iterable[str] = ()
) -> ImportAgain | None:
    """Return the import of a file with answers to a refusal; None without a question.

    If the file needs a correction too, totals of points are not answered: they may agree once the
    results are corrected. `further` are arguments of the command besides the import's options.
    """
    problems = refusal.problems if isinstance(refusal, ReportRefused) else ()
    refused = [problem for problem in problems if problem.severity == "refused"]
    corrected = any(not problem.answer for problem in refused)
    needed = [answer for answer in _answers(refused) if not (corrected and answer == IGNORE)]
    if not needed:
        return None
    warnings = [problem for problem in problems if problem.severity == "warning"]
    answered = {subject(answer) for answer in needed}
    given = [option for option in _given(options) if subject(option) not in answered]
    facts = [answer for answer in _answers(warnings) if answer[0] == "--set"]
    return ImportAgain(
        ("ledger", "tournament", "import", file, *chain.from_iterable((*given, *needed)), *further),
        corrected,
        tuple(chain.from_iterable(fact for fact in facts if fact not in (*given, *needed))),
    )


def _answers(problems: Iterable[Problem]) -> tuple[Answer, ...]:
    return tuple(dict.fromkeys(problem.answer for problem in problems if problem.answer))


def _given(options: ImportOptions) -> Iterator[Answer]:
    """Yield the options of an import as typed."""
    for pool in options.pools:
        yield ("--pool", pool)
    named = {
        "--of": options.of,
        "--replaces": options.replaces,
        "--part": options.part,
        "--rounds": "-".join(map(str, options.rounds or ())),
        "--number-scheme": options.number_scheme,
        "--map": options.map_file,
        "--form": options.form if options.form != "auto" else "",
        "--date-order": options.date_order,
    }
    for option, value in named.items():
        if value:
            yield (option, str(value))
    flags = {
        "--last-part": options.last_part,
        "--by-month": options.by_month,
        "--register-new": options.register_new,
    }
    yield from ((flag,) for flag, is_given in flags.items() if is_given)
    yield from (("--set", f"{fact}={value}") for fact, value in options.facts.items())
