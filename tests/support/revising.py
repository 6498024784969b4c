"""Reports corrected after the booking list: drawn from a seed, told twice.

Once as events of a ledger, once as what the oracle is told: from which closing on a tournament had
which games.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from random import Random

from ledger.events.base import Fact
from ledger.events.counting import ReportAnnulled, ReportReinstated
from ledger.store.ledger import Ledger
from tests.oracles.fide_corrections import Change
from tests.oracles.world import Game, Tournament, World
from tests.support.recording import record
from tests.support.spoiling import RESULTS, details_corrected, reassigned, result_corrected
from tests.support.worlds import FIDE

Facts = Generator[Fact, int, None]
"""Facts to be recorded; each is told its position."""


@dataclass
class Standing:
    """A tournament as in the standing report: players by row, results, whether the report
    counts.
    """

    played: Tournament
    report: int = -1
    book: str = FIDE
    rows: list[int] = field(init=False)
    results: list[str] = field(init=False)
    counts: bool = True
    annulment: int = -1
    """Position of the last annulment."""

    def __post_init__(self) -> None:
        """Begin with the reported facts."""
        sides = {side for game in self.played.games for side in (game.white, game.black)}
        self.rows = sorted(sides)
        self.results = [game.white_result + game.black_result for game in self.played.games]

    def games(self) -> tuple[Game, ...] | None:
        """Return the present games; None where the report does not count."""
        row = {player: at for at, player in enumerate(Standing(self.played).rows)}
        pairs = zip(self.played.games, self.results, strict=True)
        found = tuple(
            Game(self.rows[row[each.white]], self.rows[row[each.black]], *both)
            for each, both in pairs
        )
        return found if self.counts else None

    def correct_result(self, index: int, both: str) -> Facts:
        """Give a game other results."""
        if self.results[index] != both:
            self.results[index] = both
            yield result_corrected(self.played.id, index, both)(self.report)

    def reassign(self, row: int, player: int) -> Facts:
        """Let a row be another player, unless already in the report."""
        if player not in self.rows:
            self.rows[row] = player
            yield reassigned(self.played.id, row, player)(self.report)

    def count(self, counts: bool) -> Facts:
        """Change whether the report counts: every other report is annulled, and reinstated."""
        if self.counts == counts:
            return
        self.counts = counts
        if self.report % 2 == 0:
            pools = (self.book,) if counts else ("elsewhere",)
            yield details_corrected(self.played.id, pools=pools)(self.report)
        elif counts:
            yield ReportReinstated(
                tournament=self.played.id, report=self.report, lifts=self.annulment, by="appeals"
            )
        else:
            self.annulment = yield ReportAnnulled(
                tournament=self.played.id, report=self.report, by="appeals"
            )

    def undo(self) -> Facts:
        """Put everything back as reported."""
        right = Standing(self.played)
        yield from self.count(True)
        for index, both in enumerate(right.results):
            yield from self.correct_result(index, both)
        for row, player in enumerate(right.rows):
            yield from self.reassign(row, player)

    def spoil(self, random: Random, players: Sequence[int]) -> Facts:
        """Make a correction, or undo an earlier correction."""
        way = random.randrange(6)
        if way == 0:
            yield from self.count(not self.counts)
        elif way == 1:
            yield from self.undo()
        elif way == 2:
            row = random.randrange(len(self.rows))
            yield from self.reassign(row, random.choice(players))
        else:
            for index in random.sample(range(len(self.results)), min(way, len(self.results))):
                yield from self.correct_result(index, random.choice(RESULTS))


@dataclass
class Saying:
    """A ledger with facts recorded one by one, each in a separate request."""

    ledger: Ledger
    said: int = field(default=0, init=False)

    def say(self, facts: Facts) -> int:
        """Record facts one by one, with the position told to each; return the number."""
        before, fact = self.said, next(facts, None)
        while fact is not None:
            self.said += 1
            position = record(self.ledger, f"revise {self.said}", fact)
            try:
                fact = facts.send(position)
            except StopIteration:
                break
        return self.said - before


@dataclass
class Revising(Saying):
    """A world's tournaments while recorded and corrected, closing by closing."""

    world: World
    random: Random
    standing: dict[str, Standing] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)

    def revise(self, index: int, share: float = 0.25) -> None:
        """Correct some recorded facts, before a closing."""
        players = [player.id for player in self.world.players]
        for name, each in sorted(self.standing.items()):
            if self.random.random() < share and self.say(each.spoil(self.random, players)):
                self.changes.append(Change(name, each.games(), index))
