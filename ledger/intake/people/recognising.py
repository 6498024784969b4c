"""Recognition of each entrant: by decision, by number, or candidates for a decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledger.errors import Refused
from ledger.intake.formats import layout
from ledger.intake.formats.problems import MAP, REGISTER_NEW, UNKNOWN_PLAYERS, Place, Problems
from ledger.intake.people.claims import Claim, holders
from ledger.intake.people.decisions import NEW, Decision, Decisions, check_names
from ledger.intake.people.identity_conflicts import DECIDE, Suspect
from ledger.register import identities
from ledger.register.people import Person, persons
from ledger.register.search import Found, candidates, may_be
from ledger.store.reading import Reader
from ledger.wording import counted

REGISTER_THEM: Final = "register such players with --register-new, or correct the number"

MOST_SUGGESTED: Final = 5
"""Persons named where somebody has to decide."""

_MOST_SHOWN: Final = 5
"""Unknown players named in the summary."""

_NOBODY: Final = 0


@dataclass(frozen=True)
class Answer:
    """An entrant and the recognised player, if any."""

    claim: Claim
    player: int = _NOBODY
    """Register number; 0 if new or unknown."""
    new: bool = False
    undecided: bool = False
    """Whether a person has to decide; the problem was reported."""
    taught: Mapping[str, str] | None = None
    """Numbers that the register learns."""
    suggested: tuple[Person, ...] = ()
    unknown: bool = False
    """Whether the register has no similar player, and new players are not to be registered."""

    @property
    def open(self) -> bool:
        """Whether no number and no decision identifies the entrant."""
        return not (self.player or self.new or self.undecided)


@dataclass(frozen=True)
class Recognition:
    """Recognises the entrants of a file."""

    read: Reader
    scheme: str
    """Of columns 58-68."""
    register_new: bool
    decisions: Decisions
    problems: Problems

    def answers(self, made: Sequence[Claim]) -> list[Answer]:
        """Return the answer for each entrant; unclear entrants go to `problems`."""
        named = {claim.entrant.number: claim.entrant.name for claim in made}
        check_names(self.decisions, named, self.problems)
        decided, holders_of = self._decided(named), holders(self.read, made)
        players = {*holders_of.values(), *(player for player in decided.values() if player)}
        known = persons(self.read, sorted(players))
        first = [self._answer(claim, decided, holders_of, known) for claim in made]
        return self._with_strangers(first)

    def _decided(self, named: Mapping[int, str]) -> dict[int, int | None]:
        """Return decided players by start number; 0 is a new player, None not found."""
        found = {}
        for number, decision in self.decisions.by_number.items():
            if number in named:
                found[number] = self._player(decision)
        return found

    def _player(self, decision: Decision) -> int | None:
        if decision.player == NEW:
            return _NOBODY
        try:
            return identities.find(self.read, decision.player)
        except Refused as refusal:
            expected = "a player of the register, as 572-4 or fide:123, or the word new"
            self.problems.refuse(decision.place, decision.player, expected, str(refusal))
            return None

    def _answer(
        self,
        claim: Claim,
        decided: Mapping[int, int | None],
        holders_of: Mapping[tuple[str, str], int],
        known: Mapping[int, Person],
    ) -> Answer:
        asked = claim.entrant.number in decided
        player = decided.get(claim.entrant.number)
        if player == _NOBODY:
            return Answer(self._without_taken(claim, holders_of, known), new=True)
        if player is not None:
            return self._believed(claim, player, holders_of, known, decided=True)
        if asked or claim.refused:
            return Answer(claim, undecided=True)
        owners = sorted(
            {holders_of[number] for number in claim.numbers.items() if number in holders_of}
        )
        if len(owners) > 1:
            return self._torn(claim, [known[person] for person in owners if person in known])
        if owners:
            return self._believed(claim, owners[0], holders_of, known)
        return Answer(claim)

    def _believed(
        self,
        claim: Claim,
        player: int,
        holders_of: Mapping[tuple[str, str], int],
        known: Mapping[int, Person],
        *,
        decided: bool = False,
    ) -> Answer:
        if player not in known:  # his words are erased
            return Answer(claim, player)
        suspect = Suspect(claim, known[player], self.scheme, holders_of, decided)
        if suspect.check(self.problems):
            return Answer(claim, player, taught=suspect.taught())
        return Answer(claim, undecided=True, suggested=(known[player],))

    def _torn(self, claim: Claim, owners: Sequence[Person]) -> Answer:
        found = ", ".join(f"{scheme} {number}" for scheme, number in sorted(claim.numbers.items()))
        expected = f"numbers of one player (they are of {_listed(owners)})"
        self.problems.refuse(claim.place, found, expected, DECIDE, MAP)
        return Answer(claim, undecided=True, suggested=tuple(owners))

    def _without_taken(
        self,
        claim: Claim,
        holders_of: Mapping[tuple[str, str], int],
        known: Mapping[int, Person],
    ) -> Claim:
        """Leave out numbers held by others, for an entrant decided to be new."""
        numbers_of_others = {
            number: holders_of[number] for number in claim.numbers.items() if number in holders_of
        }
        for (scheme, number), player in sorted(numbers_of_others.items()):
            who = known.get(player, identities.show(player))
            expected = f"an unused number (it belongs to {who})"
            remedy = "the player was registered without it, as decided"
            self.problems.warn(claim.place, f"{scheme} {number}", expected, remedy)
        own = {
            scheme: n for scheme, n in claim.numbers.items() if (scheme, n) not in numbers_of_others
        }
        return replace(claim, numbers=own)

    def _with_strangers(self, answers: Sequence[Answer]) -> list[Answer]:
        strangers = [answer.claim for answer in answers if answer.open]
        present = {answer.player for answer in answers} - {_NOBODY}
        sought = [claim.sought for claim in strangers]
        like = candidates(self.read, sought, MOST_SUGGESTED, besides=present) if sought else []
        stranger_answers = [self._stranger(*claim) for claim in zip(strangers, like, strict=True)]
        self._refuse_unknown(
            [answer.claim for answer in stranger_answers if answer.unknown], len(answers)
        )
        decided = iter(stranger_answers)
        return [next(decided) if answer.open else answer for answer in answers]

    def _stranger(self, claim: Claim, like: Sequence[Found]) -> Answer:
        suggested = tuple(found.person for found in like)
        likely = [person for person in suggested if may_be(claim.sought, person)]
        if likely:
            remedy = f"{DECIDE}; possible players: {_listed(likely)}"
            expected = "a decision: the register has similar players"
            self.problems.refuse(claim.place, claim.shown, expected, remedy, MAP)
        elif self.register_new:
            self._warn_of_namesakes(claim, like)
            return Answer(claim, new=True)
        return Answer(claim, undecided=True, suggested=suggested, unknown=not likely)

    def _refuse_unknown(self, unknown: Sequence[Claim], entrants: int) -> None:
        """Refuse all entrants unknown to the register, in a summary."""
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
        if not claim.numbers:
            remedy = "the player was registered without a number: find it if possible"
            expected = f"the {self.scheme} number of {claim.entrant.name or 'the player'}"
            self.problems.warn(claim.place, "", expected, remedy)
        for found in like:
            year = claim.entrant.birth_year
            if found.likeness == _SAME_NAME and year and year == found.person.birth_year:
                place = layout.NAME.of_entrant(claim.entrant)
                expected = f"somebody other than {found.person}"
                remedy = "the player was registered as new: check the number"
                self.problems.warn(place, claim.shown, expected, remedy)


_SAME_NAME: Final = 100


def _listed(persons: Iterable[Person]) -> str:
    return " | ".join(map(str, persons))
