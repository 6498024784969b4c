"""Recognition of each entrant: by decision, by number, or candidates for a decision.

A number is mistyped more easily than a name and a birth year together. A number alone is therefore
believed; a number against the birth year is not; a number against the name only if the birth year
agrees. A decision by a person is believed, and contradictions become warnings.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Final

from ledger.errors import Refused, words_of
from ledger.intake.formats import layout
from ledger.intake.formats.problems import (
    MAP,
    REGISTER_NEW,
    UNKNOWN_PLAYERS,
    Place,
    Problems,
    option,
)
from ledger.intake.people.claims import (
    NEW,
    REGISTER_THEM,
    Claim,
    Decision,
    Decisions,
    check_names,
    claims,
    holders,
    number_of,
)
from ledger.register import identities
from ledger.register.likeness import LIKE, SAME, UNLIKE, likeness
from ledger.register.merges import kept_player, merges
from ledger.register.people import Person, persons
from ledger.register.search import Found, candidates, may_be
from ledger.sentences import Amount, Count, Input, Remedy, Sentence
from ledger.store.reading import Reader
from ledger.tournaments.report import Entrant

MOST_SUGGESTED: Final = 5
"""Persons named where somebody has to decide."""

_DECIDE: Final = Sentence("name the player in a line of the map ({map})", map=Input("map"))
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
            expected = Sentence("a player of the register, as 572-4 or fide:123, or the word new")
            self.problems.refuse(decision.place, decision.player, expected, words_of(refusal))
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
            expected = Sentence(
                "numbers of one player (they are of {players})", players=_listed(persons_of)
            )
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
                remedy = Sentence("the player was taken as the kept one")
                self.problems.warn(claim.place, f"{scheme} {own}", expected, remedy)

    def _without_taken(self, claim: Claim) -> Claim:
        """Leave out numbers held by others, for an entrant decided to be new."""
        own = dict(claim.numbers)
        for scheme, number in sorted(claim.numbers.items()):
            player = self.holders.get((scheme, number))
            if player is not None:
                who = str(self.known.get(player, identities.show(player)))
                expected = Sentence("an unused number (it belongs to {player})", player=who)
                remedy = Sentence("the player was registered without it, as decided")
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
            expected = Sentence(
                "{year}, the birth year of {player}", year=person.birth_year, player=str(person)
            )
            correct = Remedy("correct-player", player=own, birth_year=None)
            remedy = Sentence(
                "{decide}, or correct the register: {correct}", decide=_DECIDE, correct=correct
            )
            place = layout.BIRTH.of_entrant(entrant)
            report_problem(place, entrant.birth, expected, remedy, answer)
            report_problem = self.problems.warn
        alike = likeness(entrant.name, person.name)
        name_fits = alike >= UNLIKE or (year_fits and 0 not in years)
        place = layout.NAME.of_entrant(entrant)
        expected = Sentence("a name like that of {player}", player=str(person))
        check = Sentence("check the number")
        if not name_fits:
            remedy = Sentence("correct the number, or {decide}", decide=_DECIDE)
            report_problem(place, entrant.name, expected, remedy, answer)
        elif alike < LIKE:
            self.problems.warn(place, entrant.name, expected, check)
        if entrant.sex and person.sex and entrant.sex != person.sex:
            expected = Sentence(
                "{sex}, as the register says of {player}", sex=person.sex, player=str(person)
            )
            self.problems.warn(layout.SEX.of_entrant(entrant), entrant.sex, expected, check)
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
            expected = Sentence("a number of {player}", player=str(person))
            if holder:
                expected = Sentence(
                    "a number of {player} (it is that of {holder})",
                    player=str(person),
                    holder=identities.show(holder),
                )
            remedy = Sentence("correct it, or {decide}; the register keeps its own", decide=_DECIDE)
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
            remedy = Sentence(
                "{decide}; possible players: {players}", decide=_DECIDE, players=_listed(likely)
            )
            expected = Sentence("a decision: the register has similar players")
            self.problems.refuse(claim.place, claim.shown, expected, remedy, MAP)
        elif self.matching.register_new:
            self._warn_of_namesakes(claim, like)
            return Answer(claim, new=True)
        return Answer(claim, undecided=True, suggested=suggested, unknown=not likely)

    def _refuse_unknown(self, unknown: Sequence[Claim], entrants: int) -> None:
        if not unknown:
            return
        of = Count(entrants, "entrant")
        found = Sentence("{unknown} of {entrants}", unknown=Amount(len(unknown)), entrants=of)
        players = " | ".join(claim.shown for claim in unknown[:_MOST_SHOWN])
        listed = Sentence("these: {players}", players=players)
        if len(unknown) > _MOST_SHOWN:
            listed = Sentence("the first: {players}", players=players)
        remedy = Sentence(
            "{register}; possible players are listed in a map: {write_map}; {listed}",
            register=REGISTER_THEM,
            write_map=option(("--write-map", "FILE")),
            listed=listed,
        )
        expected = Sentence("players of the register")
        self.problems.refuse(Place(UNKNOWN_PLAYERS), found, expected, remedy, REGISTER_NEW)

    def _warn_of_namesakes(self, claim: Claim, like: Sequence[Found]) -> None:
        """Warn of a new player without a number, or with a known name and birth year."""
        entrant = claim.entrant
        if not claim.numbers:
            remedy = Sentence("the player was registered without a number: find it if possible")
            expected = number_of(entrant, self.matching.number_scheme)
            self.problems.warn(claim.place, "", expected, remedy)
        for person, alike in like:
            if alike == SAME and entrant.birth_year and entrant.birth_year == person.birth_year:
                expected = Sentence("somebody other than {player}", player=str(person))
                remedy = Sentence("the player was registered as new: check the number")
                self.problems.warn(layout.NAME.of_entrant(entrant), claim.shown, expected, remedy)


def _listed(persons: Iterable[Person]) -> str:
    return " | ".join(map(str, persons))
