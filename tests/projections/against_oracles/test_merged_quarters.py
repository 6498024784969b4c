"""Random seasons of Elo UISP in which players are merged and separated: every row, exactly."""

from dataclasses import dataclass, field, replace
from random import Random

import pytest

from ledger.events.register import PlayersMerged, PlayersSeparated
from projections.queries import PoolQuery
from projections.rating.corrected import MERGED
from tests.oracles import uisp_merges
from tests.oracles.merge import NEVER, Merge
from tests.oracles.uisp_replay import Event, Season
from tests.support import quarters
from tests.support.counts import FULL
from tests.support.quarters import BOOKS, Plain
from tests.support.recording import a_ledger, following, record
from tests.support.verified_worlds import verify
from tests.support.worksheet_checks import kinds_corrected

SEEDS = range(30 if FULL else 2)
PAIRS = 4


@dataclass
class Registrar(Plain):
    """Records merges and separations before the closings."""

    merges: list[Merge] = field(default_factory=list)
    recorded: dict[Merge, int] = field(default_factory=dict)

    def revise(self, index: int) -> None:
        for one in self.merges:
            if one.recorded == index:
                fact = PlayersMerged(kept=one.kept, merged=one.merged, by="uisp")
                self.recorded[one] = record(self.ledger, f"merge {one}", fact)
            if one.separated == index:
                at = self.recorded[one]
                apart = PlayersSeparated(merge=at, kept=one.kept, merged=one.merged, by="uisp")
                record(self.ledger, f"separate {one}", apart)


def drawn(seed: int) -> tuple[Season, list[Merge]]:
    """Draw a season and the merges: of two rated players, some separated later, and of a
    newcomer.

    The two of a pair never stand in one tournament, and the newcomer in none before the merge.
    """
    season, random = quarters.small(seed), Random(f"merges {seed}")
    last = len(season.quarters)
    rated = random.sample(sorted(season.carried), 2 * PAIRS + 1)
    merges = []
    for kept, merged in zip(rated[: 2 * PAIRS : 2], rated[1 : 2 * PAIRS : 2], strict=True):
        since = random.randrange(last)
        until = random.choice([NEVER, *range(since + 1, last)])
        merges.append(Merge(kept, merged, since, until))
    newcomer = random.choice([player for player in season.players if player not in season.carried])
    merges.append(Merge(newcomer, rated[-1], random.randrange(last)))
    events = (_apart(event, merges) for event in season.events)
    return replace(season, events=tuple(event for event in events if event.played.games)), merges


def _apart(event: Event, merges: list[Merge]) -> Event:
    entrants = {side for game in event.played.games for side in (game.white, game.black)}
    gone = {one.merged for one in merges if {one.kept, one.merged} <= entrants}
    newcomer = merges[-1]
    if event.played.recorded < newcomer.recorded:
        gone.add(newcomer.kept)
    games = tuple(g for g in event.played.games if not gone & {g.white, g.black})
    return replace(event, played=replace(event.played, games=games))


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_lists_are_those_of_the_slow_calculation(tmp_path, book, seed):
    season, merges = drawn(seed)
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        quarters.begin(ledger, season, book)
        with following(ledger) as official:
            quarters.close_all(
                ledger, official, season, book, Registrar(ledger, book, merges=merges)
            )
            ours = quarters.sealed_rows(official, season, book)
            concerned = sorted({who for one in merges for who in (one.kept, one.merged)})
            assert kinds_corrected(PoolQuery(official.track, book), concerned) <= {MERGED}
        assert verify(ledger).faults == []
    exact = quarters.exact_rows(uisp_merges.replay(season, merges, BOOKS[book]))
    assert quarters.differences(season, ours, exact) == [], merges
    fewer = quarters.exact_rows(uisp_merges.replay(season, merges[:-1], BOOKS[book]))
    assert quarters.differences(season, ours, fewer) != []
