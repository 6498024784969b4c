"""Recognition of each entrant: by decision, by number, or candidates for a decision.

A number is mistyped more easily than a name and a birth year together. A number alone is therefore
believed; a number against the birth year is not; a number against the name only if the birth year
agrees. A decision by a person is believed, and contradictions become warnings.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Final

from ledger.errors import Refused
from ledger.intake.formats import layout
from ledger.intake.formats.problems import MAP, REGISTER_NEW, UNKNOWN_PLAYERS, Place, Problems
from ledger.intake.people.claims import (
    NEW,
    Claim,
    Decision,
    Decisions,
    check_names,
    claims,
    holders,
)
from ledger.register import identities
from ledger.register.likeness import LIKE, SAME, UNLIKE, likeness
from ledger.register.merges import kept_player, merges
from ledger.register.people import Person, persons
from ledger.register.search import Found, candidates, may_be
from ledger.sentences import Sentence
from ledger.store.reading import Reader
from ledger.tournaments.report import Entrant
from ledger.wording import counted

REGISTER_THEM: Final = "register such players with --register-new, or correct the number"

MOST_SUGGESTED: Final = 5
"""Persons named where somebody has to decide."""

_DECIDE: Final = "name the player in a line of --map"
_MOST_SHOWN: Final = 5
"""Unknown players named in the summary."""

_NOBODY: Final = 0


@dataclass(frozen=True, slots=True)
class Matching:
    """How entrants are recognised: scheme of columns 58-68, decisions, registration."""

    number_scheme: str = "fide"
    register_new: bool = False
    decisions: Decisions = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """An entrant and the recognised player, if any."""

    claim: Claim
    player: int = _NOBODY
    """Register number; 0 if new or unknown."""
    new: bool = False
    undecided: bool = False
    """Whether a person has to decide; the problem was reported."""
    taught: Mapping[str, str] = field(default_factory=dict)
    """Numbers that the register learns."""
    suggested: tuple[Person, ...] = ()
    unknown: bool = False
    """Whether the register has no similar player, and new players are not to be registered."""


def recognise(
    read: Reader, entrants: Iterable[Entrant], matching: Matching, problems: Problems
) -> list[Answer]:
    """Return the answer for each entrant; unclear entrants go to `problems`."""
    made = claims(entrants, matching.number_scheme, matching.decisions, problems)
    recognition = _Recognition(read, made, matching, problems)
    answers = [recognition.answer(claim) for claim in made]
    strangers = [claim for claim, answer in zip(made, answers, strict=True) if answer is None]
    present = {answer.player for answer in answers if answer}
    further = iter(recognition.strangers(strangers, present, len(made)) if strangers else ())
    return [answer or next(further) for answer in answers]


class _Recognition:
    def __init__(
        self, read: Reader, made: Sequence[Claim], matching: Matching, problems: Problems
    ) -> None:
        self.read, self.matching, self.problems = read, matching, problems
        self._merged, registered = merges(read), holders(read, made)
        self.registered = registered
        self.holders = {
            own: kept_player(self._merged, player) for own, player in registered.items()
        }
        self.decided = dict(self._decided(made))
        players = {*self.holders.values(), *filter(None, self.decided.values())}
        self.known = persons(read, sorted(players))

    def _decided(self, made: Sequence[Claim]) -> Iterator[tuple[int, int | None]]:
        """Yield decided players by start number; 0 is a new player, None not found."""
        names = {claim.entrant.number: claim.entrant.name for claim in made}
        check_names(self.matching.decisions, names, self.problems)
        for number, decision in self.matching.decisions.items():
            if number in names:
                yield number, _NOBODY if decision.player == NEW else self._player(decision)

    def _player(self, decision: Decision) -> int | None:
        try:
            return identities.find(self.read, decision.player)
        except Refused as refusal:
            expected = "a player of the register, as 572-4 or fide:123, or the word new"
            self.problems.refuse(decision.place, decision.player, expected, str(refusal))
            return None

    def answer(self, claim: Claim) -> Answer | None:
        """Return the answer by decision or by number; None if neither identifies the entrant."""
        number = claim.entrant.number
        player = self.decided.get(number)
        if player == _NOBODY:
            return Answer(self._without_taken(claim), new=True)
        if player is not None:
            return self._believed(claim, player, decided=True)
        if number in self.decided or claim.refused:
            return Answer(claim, undecided=True)
        owners = sorted({self.holders[own] for own in claim.numbers.items() if own in self.holders})
        if len(owners) > 1:
            persons_of = tuple(self.known[who] for who in owners if who in self.known)
            numbers = sorted(f"{scheme} {own}" for scheme, own in claim.numbers.items())
            expected = f"numbers of one player (they are of {_listed(persons_of)})"
            self.problems.refuse(claim.place, ", ".join(numbers), expected, _DECIDE, MAP)
            return Answer(claim, undecided=True, suggested=persons_of)
        self._warn_of_merges(claim)
        return self._believed(claim, owners[0]) if owners else None

    def _warn_of_merges(self, claim: Claim) -> None:
        for scheme, own in sorted(claim.numbers.items()):
            merge = self._merged.get(self.registered.get((scheme, own), _NOBODY))
            if merge is not None:
                kept = self.known.get(merge.kept, identities.show(merge.kept))
                expected = Sentence(
                    "a number of {kept}: {merge}",
                    kept=str(kept),
                    merge=identities.merge_words(merge),
                )
                remedy = "the player was taken as the kept one"
                self.problems.warn(claim.place, f"{scheme} {own}", expected, remedy)

    def _without_taken(self, claim: Claim) -> Claim:
        """Leave out numbers held by others, for an entrant decided to be new."""
        own = dict(claim.numbers)
        for scheme, number in sorted(claim.numbers.items()):
            player = self.holders.get((scheme, number))
            if player is not None:
                who = self.known.get(player, identities.show(player))
                expected = f"an unused number (it belongs to {who})"
                remedy = "the player was registered without it, as decided"
                self.problems.warn(claim.place, f"{scheme} {number}", expected, remedy)
                del own[scheme]
        return replace(claim, numbers=own)

    def _believed(self, claim: Claim, player: int, *, decided: bool = False) -> Answer:
        person = self.known.get(player)
        if person is None:  # the words of the player are erased
            return Answer(claim, player)
        fits = self._person_fits(claim.entrant, person, decided=decided)
        fits &= self._numbers_fit(claim, person, decided=decided)
        if not (fits or decided):
            return Answer(claim, undecided=True, suggested=(person,))
        taught = {
            scheme: number
            for scheme, number in claim.numbers.items()
            if scheme not in person.numbers and (scheme, number) not in self.holders
        }
        return Answer(claim, player, taught=taught)

    def _person_fits(self, entrant: Entrant, person: Person, *, decided: bool) -> bool:
        """Report another birth year, name or sex; return whether the number is believed."""
        report_problem, answer = (
            (self.problems.warn, ()) if decided else (self.problems.refuse, MAP)
        )
        years = {entrant.birth_year or 0, person.birth_year}
        year_fits = len(years - {0}) <= 1
        if not year_fits:
            own = identities.show(person.player)
            expected = f"{person.birth_year}, the birth year of {person}"
            remedy = (
                f"{_DECIDE}, or correct the register: ledger player correct {own} --birth-year …"
            )
            place = layout.BIRTH.of_entrant(entrant)
            report_problem(place, entrant.birth, expected, remedy, answer)
            report_problem = self.problems.warn
        alike = likeness(entrant.name, person.name)
        name_fits = alike >= UNLIKE or (year_fits and 0 not in years)
        place, expected = layout.NAME.of_entrant(entrant), f"a name like that of {person}"
        if not name_fits:
            remedy = f"correct the number, or {_DECIDE}"
            report_problem(place, entrant.name, expected, remedy, answer)
        elif alike < LIKE:
            self.problems.warn(place, entrant.name, expected, "check the number")
        if entrant.sex and person.sex and entrant.sex != person.sex:
            place, expected = layout.SEX.of_entrant(entrant), f"{person.sex}, as the register says"
            self.problems.warn(place, entrant.sex, f"{expected} of {person}", "check the number")
        return year_fits and name_fits

    def _numbers_fit(self, claim: Claim, person: Person, *, decided: bool) -> bool:
        """Report numbers of other players; the number of columns 58-68 refuses."""
        fit, answer = True, () if decided else MAP
        for scheme, number in sorted(claim.numbers.items()):
            holder = self.holders.get((scheme, number))
            if holder == person.player or (holder is None and scheme not in person.numbers):
                continue
            in_columns = scheme == self.matching.number_scheme
            fit &= not in_columns
            refuses = in_columns and not decided
            report_problem = self.problems.refuse if refuses else self.problems.warn
            whose = f" (it is that of {identities.show(holder)})" if holder else ""
            expected = f"a number of {person}{whose}"
            remedy = f"correct it, or {_DECIDE}; the register keeps its own"
            report_problem(claim.place, f"{scheme} {number}", expected, remedy, answer)
        return fit

    def strangers(
        self, unidentified: Sequence[Claim], present: AbstractSet[int], entrants: int
    ) -> list[Answer]:
        """Return the answers of entrants whom no number and no decision identifies."""
        sought = [claim.sought for claim in unidentified]
        like = candidates(self.read, sought, MOST_SUGGESTED, besides=present)
        answers = [self._stranger(*pair) for pair in zip(unidentified, like, strict=True)]
        self._refuse_unknown([answer.claim for answer in answers if answer.unknown], entrants)
        return answers

    def _stranger(self, claim: Claim, like: Sequence[Found]) -> Answer:
        suggested = tuple(found.person for found in like)
        likely = [person for person in suggested if may_be(claim.sought, person)]
        if likely:
            remedy = f"{_DECIDE}; possible players: {_listed(likely)}"
            expected = "a decision: the register has similar players"
            self.problems.refuse(claim.place, claim.shown, expected, remedy, MAP)
        elif self.matching.register_new:
            self._warn_of_namesakes(claim, like)
            return Answer(claim, new=True)
        return Answer(claim, undecided=True, suggested=suggested, unknown=not likely)

    def _refuse_unknown(self, unknown: Sequence[Claim], entrants: int) -> None:
        if not unknown:
            return
        found = f"{len(unknown):,} of {counted(entrants, 'entrant')}"
        first = " | ".join(claim.shown for claim in unknown[:_MOST_SHOWN])
        of_all = "the first" if len(unknown) > _MOST_SHOWN else "these"
        maybe = "possible players are listed in a map: --write-map FILE"
        remedy = f"{REGISTER_THEM}; {maybe}; {of_all}: {first}"
        place, expected = Place(UNKNOWN_PLAYERS), "players of the register"
        self.problems.refuse(place, found, expected, remedy, REGISTER_NEW)

    def _warn_of_namesakes(self, claim: Claim, like: Sequence[Found]) -> None:
        """Warn of a new player without a number, or with a known name and birth year."""
        entrant = claim.entrant
        if not claim.numbers:
            remedy = "the player was registered without a number: find it if possible"
            expected = f"the {self.matching.number_scheme} number of {entrant.name or 'the player'}"
            self.problems.warn(claim.place, "", expected, remedy)
        for person, alike in like:
            if alike == SAME and entrant.birth_year and entrant.birth_year == person.birth_year:
                place, expected = layout.NAME.of_entrant(entrant), f"somebody other than {person}"
                remedy = "the player was registered as new: check the number"
                self.problems.warn(place, claim.shown, expected, remedy)


def _listed(persons: Iterable[Person]) -> str:
    return " | ".join(map(str, persons))
