"""Problems of a file: place, text found, text expected, remedy, and the option to answer with."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import ClassVar, Final, Literal, NamedTuple, TypeAlias

from ledger.errors import Refusal, Refused
from ledger.sentences import Input, Lines, Remedy, Sentence, plain

Answer = tuple[str, ...]
"""Options with values; () if no option answers."""


FILL_IN: Final = "…"
A_DAY: Final = "YYYY-MM-DD"
"""Placeholders for a text and for a day."""

DATE_ORDER: Final[Answer] = ("--date-order", "ymd")
"""The order in which the format prints a date of two digits of year; dmy is the other one."""

REGISTER_NEW: Final[Answer] = ("--register-new",)

ANOTHER_EVENT: Final[Answer] = ("--another-event",)
"""The word that a report is not of the event of a recorded tournament."""

MAP: Final[Answer] = ("--map", FILL_IN)
"""The file of decisions about entrants."""


def setting(fact: str, value: str = FILL_IN) -> Answer:
    """Return the option to set a fact by hand."""
    return ("--set", f"{fact}={value}")


def subject(answer: Answer) -> str:
    """Return the fact or option of an answer."""
    return answer[1].partition("=")[0] if answer[0] == "--set" else answer[0]


def option(answer: Answer) -> Sentence:
    """Return an answer as each door writes it: `--set points=ignore` at the command line."""
    name = answer[0].removeprefix("--").replace("-", "_")
    return Sentence("{input} {value}", input=Input(name), value=" ".join(answer[1:]))


Severity = Literal["refused", "warning"]

Words: TypeAlias = str | Sentence
"""A sentence, or a text of the file, or one without Italian."""

MOST_KEPT: Final = 1_000
"""Problems of one severity that are listed; the rest is counted."""

UNKNOWN_PLAYERS: Final = "unknown players"
"""Field of the summary of unknown players, which comes first."""

LONGEST_FOUND: Final = 60
"""Characters of the found text in a message."""


class Place(NamedTuple):
    """Place in a file: field, line (from 1; 0: whole file), columns (0: whole line)."""

    field: Words
    line: int = 0
    column: int = 0
    last_column: int = 0


def by_hand(fact: str) -> Place:
    """Return the place of a fact given by hand."""
    return Place(Sentence("{fact} (given by hand)", fact=fact))


class Value(NamedTuple):
    """A text and its place, in the order of a problem: `problems.refuse(*value, …)`."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a report, in the words of an arbiter.

    `line` and `column` count from 1 (0: the whole file, the whole line); `last_column` ends the
    field; `found` is a text of the file, or a sentence about it; `repeats` says how often exactly
    the same was found further on.
    """

    severity: Severity
    line: int
    column: int
    field: Words
    found: Words
    expected: Words
    remedy: Words
    last_column: int = 0
    repeats: int = 0
    answer: Answer = ()
    """Options of an import that answer the problem."""

    def __str__(self) -> str:
        return str(self.says)

    @property
    def says(self) -> Sentence:
        """The problem as a sentence: the place, the text found, the text expected, the remedy."""
        what = Sentence(
            "{field}: found {found}, expected {expected}; {remedy}",
            field=self.field,
            found=self._shown(),
            expected=self.expected,
            remedy=self.remedy,
        )
        if not self.line:
            return what
        if not self.column:
            return Sentence("line {line}, {what}", line=self.line, what=what)
        if self.last_column <= self.column:
            return Sentence(
                "line {line}, column {column}, {what}",
                line=self.line,
                column=self.column,
                what=what,
            )
        return Sentence(
            "line {line}, columns {column}-{last}, {what}",
            line=self.line,
            column=self.column,
            last=self.last_column,
            what=what,
        )

    def _shown(self) -> Sentence:
        shown = self.found
        if not isinstance(shown, Sentence):
            cut = shown if len(shown) <= LONGEST_FOUND else f"{shown[: LONGEST_FOUND - 1]}…"
            shown = Sentence('"{text}"', text=cut) if cut else Sentence("nothing")
        if not self.repeats:
            return shown
        return Sentence("{found} (and {repeats} more like it)", found=shown, repeats=self.repeats)


class ReportRefused(Refused):
    """The report is refused; `problems` lists all its faults."""

    WHAT: ClassVar[Sentence] = Sentence("report")
    """Name of the refused file in the message."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        refusals = [problem.says for problem in self.problems if problem.severity == "refused"]
        count = len(refusals)
        words = Sentence("{what} refused, problems: {count}", what=self.WHAT, count=count)
        super().__init__(plain(Lines((words, *refusals))))

    def refusals(self) -> Iterator[Refusal]:
        """Yield each refusing problem."""
        for problem in self.problems:
            if problem.severity == "refused":
                yield Refusal.of(
                    self.code,
                    problem.says,
                    str(problem.field),
                    problem.line,
                    problem.found,
                    problem.expected,
                    Remedy("import-report", problem.remedy, options=problem.answer),
                )


class Problems:
    """Collects the problems of a file during reading."""

    def __init__(self) -> None:
        self._kept: dict[Severity, list[Problem]] = {"refused": [], "warning": []}
        self._counts: Counter[Severity] = Counter()
        self._alike: Counter[tuple[Severity, Words, Words]] = Counter()

    @property
    def refused(self) -> bool:
        """Whether any problem so far refuses the report."""
        return self._counts["refused"] > 0

    def refuse(
        self, place: Place, found: Words, expected: Words, remedy: Words, answer: Answer = ()
    ) -> None:
        """Add a fault: the report is refused."""
        self._keep(_problem("refused", place, found, expected, remedy, answer))

    def warn(
        self,
        place: Place,
        found: Words,
        expected: Words,
        remedy: Words,
        answer: Answer = (),
    ) -> None:
        """Add a warning."""
        self._keep(_problem("warning", place, found, expected, remedy, answer))

    def refuse_once(
        self, place: Place, found: Words, expected: Words, remedy: Words, answer: Answer = ()
    ) -> None:
        """Add a fault of perhaps every line: the first is shown, the others are counted."""
        self._keep_first(_problem("refused", place, found, expected, remedy, answer))

    def warn_once(self, place: Place, found: Words, expected: Words, remedy: Words) -> None:
        """Add a warning of perhaps every line: the first is shown, the others are counted."""
        self._keep_first(_problem("warning", place, found, expected, remedy))

    def all(self) -> tuple[Problem, ...]:
        """Return all problems, in the order of the file."""
        kept = [
            replace(problem, repeats=max(0, self._alike[_kind(problem)] - 1))
            for problem in chain.from_iterable(self._kept.values())
        ]
        limit, remedy = f"at most {MOST_KEPT}", "correct those listed and read the file again"
        for severity, count in self._counts.items():
            if count > MOST_KEPT:
                found = f"{count} problems"
                kept.append(_problem(severity, Place("file"), found, limit, remedy))
        return in_order(kept)

    def _keep(self, problem: Problem) -> None:
        self._counts[problem.severity] += 1
        if len(self._kept[problem.severity]) < MOST_KEPT:
            self._kept[problem.severity].append(problem)

    def _keep_first(self, problem: Problem) -> None:
        kind = _kind(problem)
        self._alike[kind] += 1
        if self._alike[kind] == 1:
            self._keep(problem)


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems in the order of the file, unknown players first."""
    return tuple(
        sorted(
            problems,
            key=lambda problem: (problem.field != UNKNOWN_PLAYERS, problem.line, problem.column),
        )
    )


def _kind(problem: Problem) -> tuple[Severity, Words, Words]:
    return (problem.severity, problem.field, problem.found)


def _problem(
    severity: Severity,
    place: Place,
    found: Words,
    expected: Words,
    remedy: Words,
    answer: Answer = (),
) -> Problem:
    field, line, column, last_column = place
    return Problem(
        severity, line, column, field, found, expected, remedy, last_column, answer=answer
    )


LONGEST_VALUE: Final = 200
"""Characters of a name, a place, a type, a time control or an arbiter."""
