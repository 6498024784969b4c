"""Reports of UISP chess that turn out wrong after a list booked them, told twice: see `revising`.

Besides what may be wrong of any report its time control may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from ledger.events.base import Fact
from tests.oracles.uisp import Cadence
from tests.oracles.uisp_corrections import Change
from tests.oracles.uisp_replay import Event, Season
from tests.oracles.uisp_seasons import CADENCES
from tests.projections.quarters import submit, written
from tests.projections.revising import Saying, Standing
from tests.projections.spoiling import details_corrected


@dataclass
class Timed(Standing):
    """A tournament as it stands, with its time control."""

    cadence: Cadence = field(kw_only=True)
    right: Cadence = field(kw_only=True)

    def retime(self, cadence: Cadence) -> Iterator[Fact]:
        """Correct the time control."""
        if cadence != self.cadence:
            self.cadence = cadence
            said = {"time_control": written(cadence), "online": cadence.online}
            yield details_corrected(self.played.id, **said)(self.report)

    def undo(self) -> Iterator[Fact]:
        """Put everything back as it was reported."""
        yield from self.retime(self.right)
        yield from super().undo()

    def spoil(self, random: Random, players: Sequence[int]) -> Iterator[Fact]:
        """Correct it in one of the ways, or undo what was corrected."""
        if random.random() < 0.15:
            yield from self.retime(Cadence(*random.choice(CADENCES), random.random() < 0.3))
        else:
            yield from super().spoil(random, players)


@dataclass
class Revising(Saying):
    """A season's tournaments while they are recorded and corrected, closing by closing."""

    season: Season
    book: str
    random: Random
    undone: bool = False
    standing: dict[str, Timed] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)

    def submit(self, event: Event) -> None:
        """Record a tournament and its report."""
        at = submit(self.ledger, event, self.book)
        it = Timed(event.played, at, self.book, cadence=event.cadence, right=event.cadence)
        self.standing[event.played.id] = it

    def revise(self, index: int, share: float = 0.5) -> None:
        """Correct some of what is recorded, before a closing; `undone`: and put it back."""
        for name, each in sorted(self.standing.items()):
            if self.random.random() < share and self.say(
                each.spoil(self.random, self.season.players)
            ):
                if self.undone:
                    self.say(each.undo())
                else:
                    self.changes.append(Change(name, each.games(), each.cadence, index))
