"""From the rows of a carry-over file to the facts that are recorded of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from msgspec import structs

from ledger import columns
from ledger.events.base import Fact
from ledger.events.pool import NewcomerRows, RatingsCarriedOver
from ledger.intake.carry_over.carried_rows import CarriedRow
from ledger.intake.people.registering import Person, Salts, registration
from ledger.store.requests import Subject

_K = 2
_ACTIVE = 1
_RATING_SUM = 8


def _told(values: Iterable[int], width: int = columns.NUMBER) -> str | None:
    """Write a column that stands in an event only where something is told."""
    found = list(values)
    return columns.write(found, width) if any(found) else None


@dataclass(slots=True)
class CarriedFacts:
    """The facts of rows taken so far, and who is known by which number."""

    pool: str
    on: date
    source: str
    scheme: str
    players: dict[str, int]
    last_player: int
    """The last number of the register."""
    facts: list[Fact] = field(default_factory=list)
    subjects: list[Subject] = field(default_factory=list)

    def take(self, rows: Sequence[CarriedRow], salts: Salts, part: int, *, last: bool) -> None:
        """Add the facts of as many rows as an event holds: who is new, and the ratings."""
        new: dict[str, Person] = {}
        for row in rows:
            if row.number not in self.players:
                new.setdefault(row.number, row.person)
        if new:
            self._register(list(new.values()), salts)
        self.facts.append(structs.replace(self._ratings(rows), part=part, last_part=last))

    def _register(self, people: Sequence[Person], salts: Salts) -> None:
        fact, subjects = registration(people, self.last_player + 1, self.scheme, salts)
        self.players |= {each.numbers[self.scheme]: each.player for each in subjects}
        self.last_player += len(subjects)
        self.facts.append(fact)
        self.subjects += subjects

    def _ratings(self, rows: Sequence[CarriedRow]) -> RatingsCarriedOver:
        ordered = sorted(rows, key=lambda row: (self.players[row.number], row.pool_ended))
        rated = [row for row in ordered if not row.newcomer]
        waiting = [row for row in ordered if row.newcomer]
        return RatingsCarriedOver(
            pool=self.pool,
            on=self.on,
            source=self.source,
            player=self._players(rated),
            rating=columns.write((row.rating for row in rated), columns.RATING),
            games=columns.write((row.games for row in rated), columns.NUMBER),
            peak=columns.write((row.peak for row in rated), columns.RATING),
            k=columns.write((row.k for row in rated), _K),
            last_counted=columns.write((row.last_counted for row in rated), columns.MONTH),
            malus=_told(row.malus for row in rated),
            active=_told((row.active for row in rated), _ACTIVE),
            newcomers=self._newcomers(waiting) if waiting else None,
        )

    def _newcomers(self, rows: Sequence[CarriedRow]) -> NewcomerRows:
        return NewcomerRows(
            player=self._players(rows),
            ended=columns.write((row.pool_ended for row in rows), columns.MONTH),
            games=columns.write((row.pool_games for row in rows), columns.NUMBER),
            rating_sum=columns.write((row.pool_rating_sum for row in rows), _RATING_SUM),
            half_points=columns.write((row.pool_half_points for row in rows), columns.NUMBER),
        )

    def _players(self, rows: Iterable[CarriedRow]) -> str:
        return columns.write((self.players[row.number] for row in rows), columns.PLAYER)
