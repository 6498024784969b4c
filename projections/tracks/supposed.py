"""A supposed history: the recorded one without an event, with another result, number or edition.

The lists are computed like the official ones, closing by closing: each takes the events up to its
position, and books corrections of earlier lists. No result is official.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import Any

from ledger.errors import Refused, words_of
from ledger.events.pool import PeriodClosed, PoolOpened, RulebookAdopted
from ledger.sentences import Position, Remedy, Sentence
from ledger.store.reading import Recorded
from projections.official import Following
from projections.official.stopping import STOPPING, pool_of
from projections.rating.external_lists import Lists
from projections.rulebooks import rulebook
from projections.rulebooks.engine.edition import Edition
from projections.state.pool import Adoption, PoolFacts
from projections.tracks.altered import Alterations, AlteredLedger
from projections.tracks.sandbox import Sandbox
from projections.tracks.supposed_numbers import check_kind


@dataclass(frozen=True)
class Supposition:
    """What is supposed: about events, and about the law of a pool."""

    pool: str
    events: Alterations = field(default_factory=Alterations)
    numbers: Mapping[str, Any] = field(default_factory=dict)
    """Values by name of a number of the editions."""
    editions: Mapping[str, date] = field(default_factory=dict)
    """By edition, the day from which it is in force."""


class Supposed(Sandbox):
    """A supposed history, to the position of an official track."""

    track = "supposed"
    ledger: AlteredLedger

    def __init__(self, official: Following, supposition: Supposition) -> None:
        """Compute all closed lists. Raises Refused for a history that cannot be computed."""
        super().__init__(official)
        self.supposition = supposition
        self._check_law()
        known = official.facts.position
        self.ledger = AlteredLedger(official.ledger, supposition.events, known)
        self.lists = Lists(self.ledger.read)
        self.facts.recall = self.ledger.read.stream
        pools = official.facts.pools.values()
        self._closed = {closed.position: closed for pool in pools for closed in pool.closed}
        for recorded in official.ledger.read.events(0, known):
            self._follow(recorded)
        for pool in self.facts.pools.values():
            pool.recorded_anew.clear()
        self.load()

    def _follow(self, recorded: Recorded) -> None:
        left_out = recorded.position in self.ledger.read.dropped
        if left_out or pool_of(recorded) in self.stopped or self._is_supposed_otherwise(recorded):
            self.facts.pass_by(recorded)
            return
        try:
            self.facts.apply(self.ledger.read.altered(recorded))
        except STOPPING as error:
            raise Refused(
                Sentence(
                    "without what is left out, event {event} has no meaning: {error}",
                    event=Position(recorded.position),
                    error=words_of(error),
                ),
                code="history-cannot-be-computed",
                found=f"#{recorded.position}",
            ) from error
        if recorded.type == PoolOpened.TYPE:
            self._suppose_law(recorded.decoded().payload.pool, recorded.position)
        if recorded.type == PeriodClosed.TYPE and recorded.position in self._closed:
            closed = self._closed[recorded.position]
            self.compute(closed, closed.horizon)

    def _is_supposed_otherwise(self, recorded: Recorded) -> bool:
        if recorded.type != RulebookAdopted.TYPE:
            return False
        fact: RulebookAdopted = recorded.decoded().payload
        return fact.pool == self.supposition.pool and fact.edition in self.supposition.editions

    def _check_law(self) -> None:
        law = rulebook(self.beside.facts.pools[self.supposition.pool].rulebook)
        known = {edition.name: edition for edition in law.editions}
        names = {name for edition in law.editions for name in edition.numbers["stated"]}
        wrong = [
            *self.supposition.editions.keys() - known,
            *self.supposition.numbers.keys() - names,
        ]
        if wrong:
            raise Refused(
                Sentence(
                    "{rulebook} has no edition or number {wrong}: {show} names them",
                    rulebook=law.name,
                    wrong=sorted(wrong),
                    show=Remedy("show-rulebook", rulebook=law.name),
                ),
                code="no-such-number",
                found=", ".join(sorted(wrong)),
                expected=Sentence("an edition or a number"),
            )
        for edition in reversed(law.editions):
            for name in self.supposition.numbers.keys() & edition.numbers["stated"].keys():
                check_kind(edition.numbers["stated"][name], self.supposition.numbers[name])

    def _suppose_law(self, pool: str, position: int) -> None:
        if pool != self.supposition.pool:
            return
        facts = self.facts.pools[pool]
        law = rulebook(facts.rulebook)
        found = SupposedPool(**{one.name: getattr(facts, one.name) for one in fields(facts)})
        found.supposed_numbers = self.supposition.numbers
        found.adopted += [
            Adoption(day, name, law.edition(name).digest, position)
            for name, day in self.supposition.editions.items()
        ]
        self.facts.pools[pool] = found


class SupposedPool(PoolFacts):
    """Facts about a pool with supposed numbers of its editions."""

    supposed_numbers: Mapping[str, Any] = {}

    def supposed(self, edition: Edition) -> Edition:
        """Return an edition with the supposed numbers."""
        stated = edition.numbers["stated"]
        return edition.stating(
            tuple(
                replace(stated[name], stated=value, set_by=Sentence("supposed"))
                for name, value in self.supposed_numbers.items()
                if name in stated
            )
        )
