"""The import that answers what a refused report asked: one command, to be pasted back."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

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
    """A command of `ledger` that repeats an import with answers."""

    words: tuple[str, ...]
    """The command, word by word; `…` and `YYYY-MM-DD` stand for what a person has to fill in."""
    corrected: bool
    """Whether the file has faults too that no argument answers: they are to be corrected first."""
    where_known: tuple[str, ...] = ()
    """Further arguments, for facts that are not needed."""

    def lines(self) -> Iterator[str]:
        """Say it in words, the command in one line."""
        first = "when the file is corrected, " if self.corrected else ""
        marks = [each for each in (FILL_IN, A_DAY) if any(w.endswith(each) for w in self.words)]
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
    file: Path, options: ImportOptions, refusal: Refused, further: Iterable[str] = ()
) -> ImportAgain | None:
    """Give the import of a file with the answers to what refused it; None where none is asked.

    Where something has to be corrected in the file, totals of points are not answered: with the
    results put right they may follow. `further` are arguments of the command that are no options
    of the import.
    """
    problems = refusal.problems if isinstance(refusal, ReportRefused) else ()
    refused = [each for each in problems if each.severity == "refused"]
    corrected = any(not each.answer for each in refused)
    needed = [each for each in _answers(refused) if not (corrected and each == IGNORE)]
    if not needed:
        return None
    known = [each for each in problems if each.severity == "warning"]
    answered = {subject(each) for each in needed}
    said = [each for each in _said(options) if subject(each) not in answered]
    facts = [each for each in _answers(known) if each[0] == "--set" and each not in said]
    return ImportAgain(
        (
            "ledger",
            "tournament",
            "import",
            str(file),
            *chain.from_iterable((*said, *needed)),
            *further,
        ),
        corrected,
        tuple(chain.from_iterable(each for each in facts if each not in needed)),
    )


def _answers(problems: Iterable[Problem]) -> tuple[Answer, ...]:
    return tuple(dict.fromkeys(each.answer for each in problems if each.answer))


def _said(options: ImportOptions) -> Iterator[Answer]:
    """Give the options of an import as they are typed."""
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
    yield from ((flag,) for flag, said in flags.items() if said)
    yield from (("--set", f"{fact}={value}") for fact, value in options.facts.items())
