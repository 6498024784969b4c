"""Statements of a file about its entrants: numbers in normal form, and decisions of `--map`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Final

from ledger.intake.formats import layout
from ledger.intake.formats.problems import Place, Problems, Words
from ledger.intake.formats.table import read_table
from ledger.intake.formats.text import whole
from ledger.register import identities
from ledger.register.search import Sought
from ledger.sentences import Input, Sentence
from ledger.spelling import folded
from ledger.store.reading import Reader
from ledger.tournaments.report import Entrant

REGISTER_THEM: Final = Sentence(
    "register such players ({register_new}), or correct the number",
    register_new=Input("register_new"),
)

_NONE: Final = "0"
"""Written by many programs for a missing number; also `000`."""


@dataclass(frozen=True)
class Claim:
    """An entrant and the numbers in the file, by scheme."""

    entrant: Entrant
    numbers: Mapping[str, str]
    refused: bool = False
    """Whether the number in columns 58-68 was refused as malformed."""

    @property
    def place(self) -> Place:
        """Place of the number of columns 58-68."""
        return layout.REPORTED_NUMBER.of_entrant(self.entrant)

    @cached_property
    def sought(self) -> Sought:
        """The data by which the register is searched."""
        entrant = self.entrant
        return Sought(entrant.name, entrant.birth_year or 0, entrant.sex, self.numbers)

    @property
    def shown(self) -> str:
        """The printed number and the name: `123, Rossi, Maria`."""
        printed = self.entrant.reported_number.strip()
        national = [f"{scheme} {number}" for scheme, number in sorted(self.numbers.items())]
        shown = (*([printed] if printed.strip(_NONE) else national[:1]), self.entrant.name)
        return ", ".join(word for word in shown if word)


def claims(
    entrants: Iterable[Entrant], scheme: str, decided: Mapping[int, object], problems: Problems
) -> list[Claim]:
    """Return the numbers of each entrant; malformed numbers go to `problems`.

    Such a number in columns 58-68 refuses the report, unless a decision says who the player is; a
    national number is ignored, with a warning.
    """
    return [_claim(entrant, scheme, problems, entrant.number in decided) for entrant in entrants]


def holders(read: Reader, made: Sequence[Claim]) -> dict[tuple[str, str], int]:
    """Return the players with the claimed numbers, by scheme and number."""
    claimed = sorted({number for claim in made for number in claim.numbers.items()})
    return {
        (scheme, number): player
        for scheme, pairs in groupby(claimed, key=itemgetter(0))
        for number, player in read.players_by_number(scheme, [own for _, own in pairs]).items()
    }


def _claim(entrant: Entrant, scheme: str, problems: Problems, decided: bool) -> Claim:
    text, national = entrant.reported_number, _national(entrant, problems)
    number = identities.number_in(scheme, text)
    if number is not None:
        return Claim(entrant, {**national, scheme: number})
    unreadable = bool(text.strip(_NONE))
    if unreadable:
        report_problem = problems.warn if decided else problems.refuse
        remedy = Sentence("add it to the file: it identifies the player")
        report_problem(
            layout.REPORTED_NUMBER.of_entrant(entrant), text, number_of(entrant, scheme), remedy
        )
    return Claim(entrant, national, refused=unreadable and not decided)


def number_of(entrant: Entrant, scheme: str) -> Sentence:
    """Return what is expected where an entrant has no number of a scheme."""
    if not entrant.name:
        return Sentence("the {scheme} number of the player", scheme=scheme)
    return Sentence("the {scheme} number of {name}", scheme=scheme, name=entrant.name)


def _national(entrant: Entrant, problems: Problems) -> dict[str, str]:
    numbers: dict[str, str] = {}
    for known in entrant.national:
        if not known.number.strip(_NONE):
            continue
        scheme = known.federation.lower()
        number = None
        if identities.is_scheme(scheme):
            number = identities.number_in(scheme, known.number)
        if number is None:
            field = Sentence("national number ({federation})", federation=known.federation)
            expected = Sentence("letters, digits and . / -, at most 11")
            problems.warn(
                Place(field, entrant.line), known.number, expected, Sentence("it was left out")
            )
        else:
            numbers.setdefault(scheme, number)
    return numbers


COLUMNS: Final = ("number", "name", "player", "birth_year", "candidates")
"""Columns of a map; the last two are for information and are not read."""

_REQUIRED: Final = COLUMNS[:3]

NEW: Final = "new"
"""Decision for a player not in the register."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A line of a map: the entrant with this start number and name is this player."""

    line: int = field(compare=False)
    number: int
    name: str
    player: str
    """As written: `572-4`, `fide:123` or `new`."""

    @property
    def place(self) -> Place:
        """Place in the map, not in the report."""
        return _in_map("player", self.line)


def _in_map(field: Words, line: int) -> Place:
    """Return a place in the map; line 0 is the whole map."""
    if not line:
        return Place(Sentence("map, {field}", field=field))
    return Place(Sentence("line {line} of the map, {field}", line=line, field=field))


Decisions = Mapping[int, Decision]
"""The decisions about a file, by start number."""


def read_decisions(data: bytes, problems: Problems) -> Decisions:
    """Read a map: a CSV file of number, name and player; without a player nothing is decided."""
    own = Problems()
    decisions: dict[int, Decision] = {}
    for row in read_table(data, COLUMNS, _REQUIRED, own):
        number, player = whole(row.text("number")), row.text("player")
        place = Place("number", row.line)
        if not number:
            expected, remedy = Sentence("a start number"), Sentence("take it from the file")
            own.refuse(place, row.text("number"), expected, remedy)
        elif player:
            decided = NEW if player.lower() == NEW else player
            decision = Decision(row.line, number, row.text("name"), decided)
            first = decisions.setdefault(number, decision)
            if first is not decision:
                expected = Sentence("each start number once (line {line} has it)", line=first.line)
                own.refuse(place, row.text("number"), expected, Sentence("keep one"))
    for problem in own.all():
        report_problem = problems.refuse if problem.severity == "refused" else problems.warn
        place = _in_map(problem.field, problem.line)
        report_problem(place, problem.found, problem.expected, problem.remedy)
    return decisions


def check_names(decisions: Decisions, named: Mapping[int, str], problems: Problems) -> None:
    """Refuse lines unlike the file's names by start number: the map may be another file's."""
    for number, decision in sorted(decisions.items()):
        if number not in named:
            expected = Sentence("a start number of this file")
            remedy = Sentence("take the map that was made for it, or delete the line")
            problems.refuse(_in_map("number", decision.line), str(number), expected, remedy)
        elif folded(named[number]) != folded(decision.name):
            expected = Sentence(
                "{name}, who has start number {number} in this file",
                name=named[number],
                number=number,
            )
            remedy = Sentence("take the map that was made for it, or correct the line")
            problems.refuse(_in_map("name", decision.line), decision.name, expected, remedy)
