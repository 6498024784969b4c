"""Contradictions between an entrant and the player with the same number.

A number is mistyped more easily than a name and a birth year together. A number alone is therefore
believed; a number against the birth year is not; a number against the name only if the birth year
agrees. A decision by a person is believed, and contradictions become warnings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ledger.intake.formats import layout
from ledger.intake.formats.problems import MAP, Answer, Place, Problems
from ledger.intake.people.claims import Claim
from ledger.register import identities
from ledger.register.likeness import LIKE, UNLIKE, likeness
from ledger.register.people import Person

DECIDE: Final = "say who played in a line of --map"

Tell = Callable[[Place, str, str, str, Answer], None]


@dataclass(frozen=True, slots=True)
class Suspect:
    """An entrant and the player with the entrant's number."""

    claim: Claim
    person: Person
    scheme: str
    """Of columns 58-68."""
    held: Mapping[tuple[str, str], int]
    """Players with the numbers of the file."""
    decided: bool = False

    def check(self, problems: Problems) -> bool:
        """Report contradictions; return whether the number is believed."""
        report_problem = problems.warn if self.decided else problems.refuse
        believed = self._year_fits(report_problem)
        believed &= self._name_fits(report_problem if believed else problems.warn, problems)
        self._check_sex(problems)
        return (self._numbers_fit(report_problem, problems) and believed) or self.decided

    @property
    def _answer(self) -> Answer:
        return () if self.decided else MAP

    def taught(self) -> dict[str, str]:
        """Return numbers to add to the player: of schemes without a number, held by nobody."""
        return {
            scheme: number
            for scheme, number in self.claim.numbers.items()
            if scheme not in self.person.numbers and (scheme, number) not in self.held
        }

    def _year_fits(self, report_problem: Tell) -> bool:
        entrant, known = self.claim.entrant, self.person.birth_year
        if not entrant.birth_year or not known or entrant.birth_year == known:
            return True
        own = identities.show(self.person.player)
        expected = f"{known}, the birth year of {self.person}"
        remedy = f"{DECIDE}, or correct the register: ledger player correct {own} --birth-year …"
        report_problem(
            layout.BIRTH.of_entrant(entrant), entrant.birth, expected, remedy, self._answer
        )
        return False

    def _name_fits(self, report_problem: Tell, problems: Problems) -> bool:
        """Refuse a very different name, unless the birth year agrees; else warn."""
        entrant, person = self.claim.entrant, self.person
        alike = likeness(entrant.name, person.name)
        if alike >= LIKE:
            return True
        fits = alike >= UNLIKE or (
            bool(self.person.birth_year) and self.claim.entrant.birth_year == self.person.birth_year
        )
        place, expected = layout.NAME.of_entrant(entrant), f"a name like that of {person}"
        if fits:
            problems.warn(place, entrant.name, expected, "check the number")
        else:
            remedy = f"correct the number, or {DECIDE}"
            report_problem(place, entrant.name, expected, remedy, self._answer)
        return fits

    def _check_sex(self, problems: Problems) -> None:
        entrant, person = self.claim.entrant, self.person
        if entrant.sex and person.sex and entrant.sex != person.sex:
            remedy = "check the number"
            expected = f"{person.sex}, as the register says of {person}"
            problems.warn(layout.SEX.of_entrant(entrant), entrant.sex, expected, remedy)

    def _numbers_fit(self, report_problem: Tell, problems: Problems) -> bool:
        """Report numbers of other players; the number of columns 58-68 refuses."""
        fit = True
        for scheme, number in sorted(self.claim.numbers.items()):
            holder = self.held.get((scheme, number))
            if holder == self.person.player or (
                holder is None and scheme not in self.person.numbers
            ):
                continue
            fit &= scheme != self.scheme
            report_number = report_problem if scheme == self.scheme else problems.warn
            whose = f" (it is that of {identities.show(holder)})" if holder else ""
            expected = f"a number of {self.person}{whose}"
            remedy = f"correct it, or {DECIDE}; the register keeps its own"
            report_number(self.claim.place, f"{scheme} {number}", expected, remedy, self._answer)
        return fit
