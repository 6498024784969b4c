"""Entrants identified by number or decision, never by name alone; the map to decide with.

The number of columns 58-68 comes first, then national numbers, then the decisions of `--map`. An
entrant identified by none of these is new, or needs a decision: see decision 0009.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from ledger.events.base import Fact
from ledger.intake.formats import layout
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.text import federation_in, titles_of
from ledger.intake.people.claims import COLUMNS, Claim
from ledger.intake.people.recognising import Answer, Matching, recognise
from ledger.intake.people.registering import Learned, Person, Salts, learning, registration
from ledger.register.doubles import likely_pairs
from ledger.sentences import Sentence
from ledger.spelling import folded
from ledger.spreadsheet import cell
from ledger.store.reading import Reader
from ledger.store.requests import Subject
from ledger.tournaments.report import Entrant


@dataclass(frozen=True, slots=True)
class Roll:
    """The entrants as players: known, new, and known with new numbers."""

    known: tuple[int, ...] = ()
    """Register numbers in the order of the entrants; 0 is the next newcomer."""
    newcomers: tuple[Person, ...] = ()
    learned: tuple[Learned, ...] = ()
    scheme: str = "fide"

    def players(self, first_new: int) -> list[int]:
        """Return the entrants' register numbers; new players are numbered from `first_new`."""
        new = iter(range(first_new, first_new + len(self.newcomers)))
        return [player or next(new) for player in self.known]

    def new_numbers(self, first_new: int) -> dict[int, Mapping[str, str]]:
        """Return the numbers that the register will know, by player and scheme."""
        numbers: dict[int, Mapping[str, str]] = {
            player: person.all_numbers(self.scheme)
            for player, person in enumerate(self.newcomers, first_new)
        }
        return numbers | {learned.player: learned.numbers for learned in self.learned}

    def entered(
        self, first_new: int, on: date, salts: Salts
    ) -> tuple[tuple[Fact, ...], tuple[Subject, ...]]:
        """Return the events of registrations and added numbers, and the players' words.

        Both are empty where nobody is new and nothing was learned from this day on. Their stream is
        the register's: whoever appends them expects the version it had before `identify`.
        """
        entered: list[tuple[Fact, tuple[Subject, ...]]] = []
        if self.newcomers:
            entered.append(registration(self.newcomers, first_new, self.scheme, salts))
        if self.learned:
            entered.append(learning(self.learned, on, salts))
        facts = tuple(fact for fact, _ in entered)
        return facts, tuple(subject for _, subjects in entered for subject in subjects)


def identify(
    read: Reader, entrants: Iterable[Entrant], matching: Matching, problems: Problems
) -> Roll:
    """Match entrants with the register; undecided entrants are refused.

    The roll is used for a report without a refusal. For unknown numbers similar players are looked
    for in the index of names.
    """
    scheme, answers = matching.number_scheme, recognise(read, entrants, matching, problems)
    _check_each_once(answers, problems)
    new = [answer.claim for answer in answers if answer.new]
    taught = {answer.player: answer.taught for answer in answers if answer.taught}
    kept = sorted(read.subjects(list(taught)).items())
    _warn_of_doubles(new, problems)
    _warn_of_namesakes(new, [answer.claim for answer in answers if answer.player], problems)
    return Roll(
        tuple(answer.player for answer in answers),
        tuple(_person(claim, scheme, problems) for claim in new),
        tuple(Learned(player, body, taught[player]) for player, (_, body) in kept),
        scheme,
    )


def _check_each_once(answers: Iterable[Answer], problems: Problems) -> None:
    """Refuse two lines of a player; equal printed numbers were refused before."""
    lines: dict[object, Entrant] = {}
    for answer in sorted(answers, key=lambda answer: answer.claim.entrant.line):
        entrant = answer.claim.entrant
        keys = [answer.player] if answer.player else list(answer.claim.numbers.items())
        before = [lines.setdefault(key, entrant) for key in keys]
        first = next((other for other in before if other is not entrant), None)
        printed = entrant.reported_number
        if first is not None and not (printed and first.reported_number == printed):
            expected = Sentence(
                "each player once (line {line} is the same player)", line=first.line
            )
            remedy = Sentence("correct one of the two lines")
            problems.refuse(answer.claim.place, printed, expected, remedy)


def _warn_of_doubles(new: Sequence[Claim], problems: Problems) -> None:
    for one, other, _ in likely_pairs([claim.sought for claim in new]).pairs:
        first, second = new[one].entrant, new[other].entrant
        remedy = Sentence("both were registered as new: check whether they are the same person")
        problems.warn(layout.NAME.of_entrant(second), second.name, _other_than(first), remedy)


def _other_than(entrant: Entrant) -> Sentence:
    return Sentence(
        "somebody other than {name} (line {line})", name=entrant.name, line=entrant.line
    )


def _warn_of_namesakes(new: Sequence[Claim], known: Sequence[Claim], problems: Problems) -> None:
    named = {folded(claim.entrant.name): claim.entrant for claim in known if claim.entrant.name}
    for claim in new:
        entrant, other = claim.entrant, named.get(folded(claim.entrant.name))
        if other is not None and len({entrant.birth_year, other.birth_year} - {0, None}) <= 1:
            remedy = Sentence(
                "the player was registered as new: check whether the file names a person twice"
            )
            problems.warn(layout.NAME.of_entrant(entrant), entrant.name, _other_than(other), remedy)


def _person(claim: Claim, scheme: str, problems: Problems) -> Person:
    entrant = claim.entrant
    federation = federation_in(entrant.federation)
    if entrant.federation and not federation:
        place = layout.FEDERATION.of_entrant(entrant)
        expected = Sentence("a federation of three letters")
        remedy = Sentence("the player is registered without one")
        problems.warn_once(place, entrant.federation, expected, remedy)
    return Person(
        number=claim.numbers.get(scheme, ""),
        name=entrant.name,
        birth=entrant.birth,
        birth_year=entrant.birth_year or 0,
        sex=entrant.sex,
        federation=federation,
        titles=titles_of(entrant.title),
        others={key: number for key, number in claim.numbers.items() if key != scheme},
    )


def map_to_fill_in(read: Reader, entrants: Iterable[Entrant], matching: Matching) -> str:
    """Return the map to be filled in before a file can be taken, as CSV text.

    A line for each entrant of whom a person must say who he is, by start number; the column
    `player` is empty, `candidates` names who he may be. Only the header where all are known.
    """
    answers = recognise(read, entrants, matching, Problems())
    undecided = [answer for answer in answers if answer.undecided]
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for answer in sorted(undecided, key=lambda answer: answer.claim.entrant.number):
        entrant = answer.claim.entrant
        row = {
            "number": entrant.number,
            "name": cell(entrant.name),
            "player": "",
            "birth_year": entrant.birth_year or "",
            "candidates": cell(" | ".join(map(str, answer.suggested))),
        }
        writer.writerow(row)
    return text.getvalue()
