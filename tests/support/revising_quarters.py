"""Reports of UISP chess corrected after the booking list, told twice: see `revising`.

Besides what may be wrong of any report its time control may be.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from ledger.events.pool import EntryCapitalDecided
from projections import list_document
from tests.oracles.uisp import Cadence
from tests.oracles.uisp_corrections import Change, Told
from tests.oracles.uisp_replay import Event, Season
from tests.oracles.uisp_seasons import CADENCES
from tests.support.kept_state import lists_of
from tests.support.quarters import submit, tell, written
from tests.support.recording import record
from tests.support.revising import Facts, Saying, Standing
from tests.support.spoiling import details_corrected


@dataclass
class Timed(Standing):
    """A standing tournament with the time control."""

    cadence: Cadence = field(kw_only=True)
    right: Cadence = field(kw_only=True)

    def retime(self, cadence: Cadence) -> Facts:
        """Correct the time control."""
        if cadence != self.cadence:
            self.cadence = cadence
            said = {"time_control": written(cadence), "online": cadence.online}
            yield details_corrected(self.played.id, **said)(self.report)

    def undo(self) -> Facts:
        """Put everything back as reported."""
        yield from self.retime(self.right)
        yield from super().undo()

    def spoil(self, random: Random, players: Sequence[int]) -> Facts:
        """Make a correction, or undo an earlier correction."""
        if random.random() < 0.15:
            yield from self.retime(Cadence(*random.choice(CADENCES), random.random() < 0.3))
        else:
            yield from super().spoil(random, players)


@dataclass
class Revising(Saying):
    """A season's tournaments while recorded and corrected, closing by closing."""

    season: Season
    book: str
    random: Random
    undone: bool = False
    standing: dict[str, Timed] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)

    def submit(self, event: Event) -> None:
        """Record a tournament and the report."""
        at = submit(self.ledger, event, self.book)
        it = Timed(event.played, at, self.book, cadence=event.cadence, right=event.cadence)
        self.standing[event.played.id] = it

    def revise(self, index: int, share: float = 0.5) -> None:
        """Correct some recorded facts, before a closing; `undone`: and restore the facts."""
        for name, each in sorted(self.standing.items()):
            if self.random.random() < share and self.say(
                each.spoil(self.random, self.season.players)
            ):
                if self.undone:
                    self.say(each.undo())
                else:
                    self.changes.append(Change(name, each.games(), each.cadence, index))


@dataclass
class Telling(Revising):
    """The same, where lists of other bodies are recorded, and first ratings decided, closing by
    closing."""

    told: Told = field(default_factory=Told)

    def revise(self, index: int, share: float = 0.2) -> None:
        """Record the facts told before a closing, and correct some recorded facts.

        As the command does, a first rating is decided for nobody who has a rating.
        """
        for one in self.season.externals:
            if self.told.lists.get((one.body, one.day)) == index:
                tell(self.ledger, one)
        for player, (rating, since) in self.told.decided.items():
            if since == index and player not in self._listed():
                said = EntryCapitalDecided(
                    pool=self.book, player=f"{player:08d}", rating=f"{rating:04d}", by="uisp-chess"
                )
                record(self.ledger, f"decide {player}", said)
        super().revise(index, share)

    def _listed(self) -> set[int]:
        """The players of the last closed list."""
        *_, last = ["", *lists_of(self.ledger, self.book)]
        document = self.ledger.read.document(last) if last else None
        return set(list_document.read(document).values["player"].tolist()) if document else set()


def told_late(season: Season) -> Told:
    """Every third list of FIDE comes before a closing or never; some are decided."""
    random = Random(f"told {season.carried}")
    closings = range(len(season.quarters) + 2)
    lists = {
        (one.body, one.day): random.choice(closings)
        for one in season.externals
        if one.body == "fide" and random.random() < 0.4
    }
    new = [player for player in season.players if player not in season.carried]
    some = random.sample(new, len(new) // 3)
    return Told(
        lists, {player: (random.randint(1000, 2300), random.choice(closings)) for player in some}
    )
