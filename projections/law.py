"""The law of a pool: which edition of its rulebook is in force on a day, as adopted."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from projections.adopted import changed
from projections.pool_facts import Adoption, PoolFacts
from projections.rulebooks import rulebook
from projections.rulebooks.grammar import Edition
from projections.rulebooks.rulebook import Force, OutsideRulebook, in_force


class LawChanged(Exception):
    """A number of an adopted edition is not what it was when it was adopted."""


class Law:
    """The editions adopted for a pool, by day."""

    def __init__(self, facts: PoolFacts, known: int | None = None) -> None:
        """Take the pool's rulebook and what was adopted of it, up to the position known."""
        self.rulebook = rulebook(facts.rulebook)
        self._facts, self._known = facts, known

    def edition_on(self, day: date) -> Edition | None:
        """Give the edition in force on a day; None before the first adopted.

        Raises LawChanged where its numbers are not those that were adopted.
        """
        adopted = in_force(((each.in_force_from, each) for each in self._adopted()), day)
        if adopted is None:
            return None
        edition = self.rulebook.edition(adopted.edition)
        if edition.digest != adopted.numbers_digest:
            raise LawChanged(
                f"{self.rulebook.name} {edition.name}: numbers have digest {edition.digest}, "
                f"adopted were {adopted.numbers_digest}: restore the numbers that were adopted"
            )
        if others := changed(edition, adopted.numbers):
            raise LawChanged(
                f"{self.rulebook.name} {edition.name}: {'; '.join(others)}: "
                "restore the numbers that were adopted"
            )
        return edition

    def _adopted(self) -> Iterable[Adoption]:
        """Give the adoptions that hold: of two of one edition, the one recorded later."""
        adopted, known = self._facts.adopted, self._known
        return {
            each.edition: each for each in adopted if known is None or each.position <= known
        }.values()

    def published(self, through: int) -> dict[int, date] | None:
        """Give the days from which lists are in force, as known at a position; None: their dates.

        Reading `never_published`: a list that is not published, or of which that is not known yet,
        is not in force; the one before it holds.
        """
        if self.rulebook.in_force_by is Force.LIST_DATE:
            return None
        return self._facts.published_lists(through)

    def edition_of_list(self, day: date) -> Edition:
        """Give the edition in force on a list date. Raises OutsideRulebook where there is none."""
        edition = self.edition_on(day)
        if edition is None:
            first = min((each.in_force_from for each in self._facts.adopted), default=None)
            begins = f"coverage begins on {first}" if first else "adopt one with `ledger adopt`"
            raise OutsideRulebook(
                f"no adopted edition of {self.rulebook.name} covers {day}: {begins}"
            )
        return edition
