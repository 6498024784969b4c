"""Problems of a file: place, text found, text expected, remedy, and the option to answer with."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import ClassVar, Final, Literal, NamedTuple, TypeAlias

from ledger.errors import Refusal, Refused
from ledger.sentences import Amount, Input, Lines, Remedy, Sentence, plain

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


def at_most(most: int) -> Sentence:
    """Return the largest number."""
    return Sentence("at most {most}", most=Amount(most))


def characters(most: int) -> Sentence:
    """Return the length of the longest text."""
    return Sentence("at most {most} characters", most=Amount(most))


def one_out_of(names: Sequence[str]) -> Sentence:
    """Return the names of which one is expected."""
    return Sentence("one of {names}", names=", ".join(names))


def length_of(number: int) -> Sentence:
    """Return the length of a text."""
    return Sentence("{number} characters", number=Amount(number))


Severity = Literal["refused", "warning"]

Words: TypeAlias = str | Sentence
"""A sentence, or a text of the file, or one without Italian."""

MOST_KEPT: Final = 1_000
"""Problems of one severity that are listed; the rest is counted."""

UNKNOWN_PLAYERS: Final = "unknown players"
"""Field of the summary of unknown players, which comes first."""

LONGEST_FOUND: Final = 60
"""Characters of the found text in a message."""


FIELDS: Final = {
    str(name): name
    for name in (
        *(Sentence("start number"), Sentence("sex"), Sentence("title"), Sentence("name")),
        *(Sentence("rating"), Sentence("federation"), Sentence("player's number")),
        *(Sentence("national number"), Sentence("national rating"), Sentence("birth")),
        *(Sentence("points"), Sentence("rank"), Sentence("opponent"), Sentence("colour")),
        *(Sentence("bye"), Sentence("file"), Sentence("text"), Sentence("line")),
        *(Sentence("lines"), Sentence("columns"), Sentence("record"), Sentence("header")),
        *(Sentence("fields"), Sentence("row"), Sentence("rounds"), Sentence("games")),
        *(Sentence("players"), Sentence("teams"), Sentence("start numbers")),
        *(Sentence("unknown players"), Sentence("number scheme"), Sentence("pool")),
    )
}
"""The names of fields in both languages; other names are those of the file."""


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

    `repeats` says how often exactly the same was found further on.
    """

    severity: Severity
    place: Place
    found: Words
    expected: Words
    remedy: Words
    repeats: int = 0
    answer: Answer = ()
    """Options of an import that answer the problem."""

    def __str__(self) -> str:
        return str(self.says)

    @property
    def field(self) -> str:
        """The name of the field, for programs."""
        return str(self.place.field)

    @property
    def line(self) -> int:
        """The line, from 1; 0: the whole file."""
        return self.place.line

    @property
    def says(self) -> Sentence:
        """The problem as a sentence: the place, the text found, the text expected, the remedy."""
        field, line, column, last = self.place
        what = Sentence(
            "{field}: found {found}, expected {expected}; {remedy}",
            field=FIELDS.get(field, field) if isinstance(field, str) else field,
            found=self._shown(),
            expected=self.expected,
            remedy=self.remedy,
        )
        if not line:
            return what
        if not column:
            return Sentence("line {line}, {what}", line=line, what=what)
        if last <= column:
            return Sentence(
                "line {line}, column {column}, {what}", line=line, column=column, what=what
            )
        return Sentence(
            "line {line}, columns {column}-{last}, {what}",
            line=line,
            column=column,
            last=last,
            what=what,
        )

    def _shown(self) -> Sentence:
        found = self.found
        found = _shortened(found) if isinstance(found, str) else found.with_texts(_shortened)
        shown = Sentence('"{text}"', text=found) if found else Sentence("nothing")
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
                    problem.field,
                    problem.line,
                    problem.found,
                    problem.expected,
                    Remedy("import-report", problem.remedy, options=problem.answer),
                )


_Kind = tuple[Severity, Words, Words]
"""What problems have in common that are shown once: severity, field, found."""


class Problems:
    """Collects the problems of a file during reading."""

    def __init__(self) -> None:
        self._kept: dict[Severity, list[Problem]] = {"refused": [], "warning": []}
        self._counts: Counter[Severity] = Counter()
        self._alike: Counter[_Kind] = Counter()

    @property
    def refused(self) -> bool:
        """Whether any problem so far refuses the report."""
        return self._counts["refused"] > 0

    def refuse(
        self, place: Place, found: Words, expected: Words, remedy: Words, answer: Answer = ()
    ) -> None:
        """Add a fault: the report is refused."""
        self._keep(Problem("refused", place, found, expected, remedy, answer=answer))

    def warn(
        self, place: Place, found: Words, expected: Words, remedy: Words, answer: Answer = ()
    ) -> None:
        """Add a warning."""
        self._keep(Problem("warning", place, found, expected, remedy, answer=answer))

    def refuse_once(
        self, place: Place, found: Words, expected: Words, remedy: Words, answer: Answer = ()
    ) -> None:
        """Add a fault of perhaps every line: the first is shown, the others are counted."""
        self._keep_first(Problem("refused", place, found, expected, remedy, answer=answer))

    def warn_once(self, place: Place, found: Words, expected: Words, remedy: Words) -> None:
        """Add a warning of perhaps every line: the first is shown, the others are counted."""
        self._keep_first(Problem("warning", place, found, expected, remedy))

    def all(self) -> tuple[Problem, ...]:
        """Return all problems, in the order of the file."""
        kept = [
            replace(problem, repeats=max(0, self._alike[_kind(problem)] - 1))
            for problem in chain.from_iterable(self._kept.values())
        ]
        remedy = Sentence("correct those listed and read the file again")
        for severity, count in self._counts.items():
            if count > MOST_KEPT:
                found = Sentence("{number} problems", number=count)
                kept.append(Problem(severity, Place("file"), found, at_most(MOST_KEPT), remedy))
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
            key=lambda problem: (problem.field != UNKNOWN_PLAYERS, *problem.place[1:3]),
        )
    )


def _kind(problem: Problem) -> _Kind:
    return (problem.severity, problem.place.field, problem.found)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_FOUND else text[: LONGEST_FOUND - 1] + "…"


LONGEST_VALUE: Final = 200
"""Characters of a name, a place, a type, a time control or an arbiter."""
