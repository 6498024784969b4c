"""Random histories with players merged, and some separated again: every row, exactly."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ledger.events.register import PlayersMerged, PlayersSeparated
from ops.closings.recordings import CloseList
from ops.house import House
from projections.queries import PoolQuery
from projections.rating.corrected import MERGED
from tests.oracles import fide_merges, random_worlds
from tests.oracles.merge import NEVER, Merge
from tests.oracles.world import World
from tests.support.corrected_families import FAMILIES
from tests.support.counts import FULL
from tests.support.recording import a_ledger, begin, following, record, submit
from tests.support.verified_worlds import verify
from tests.support.worksheet_checks import kinds_corrected
from tests.support.worlds import FIDE, fide_rows

SEEDS = range(40) if FULL else (2, 12, 24)
PAIRS = 4


def drawn(seed: int) -> tuple[World, list[Merge]]:
    """Draw a world with four merges; the two of a pair never stand in the same tournament.

    Two players carried over are separated again, or not.
    """
    world = random_worlds.fide_world(seed, players=20, periods=6, adjustments=0)
    random = Random(f"merges {seed}")
    players = random.sample([player.id for player in world.players], 2 * PAIRS)
    pairs = list(zip(players[::2], players[1::2], strict=True))
    carried = {one.player for one in world.carried}
    merges = []
    for pair in pairs:
        since = random.randrange(6)
        later = range(since + 1, 6) if carried.issuperset(pair) else ()
        merges.append(Merge(*pair, since, random.choice([*later, *later, *later, NEVER])))
    tournaments = []
    for tournament in world.tournaments:
        entrants = {side for game in tournament.games for side in (game.white, game.black)}
        gone = {merged for kept, merged in pairs if {kept, merged} <= entrants}
        games = tuple(g for g in tournament.games if not gone & {g.white, g.black})
        if games:
            tournaments.append(replace(tournament, games=games))
    return replace(world, tournaments=tuple(tournaments)), merges


@pytest.mark.parametrize("seed", SEEDS)
def test_lists_are_those_of_the_slow_calculation(tmp_path, seed):
    world, merges = drawn(seed)
    merged: dict[Merge, int] = {}
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        begin(ledger, world, FIDE)
        for index, period in enumerate(world.periods):
            for played in world.tournaments:
                if played.recorded == index:
                    submit(ledger, played, FIDE)
            for one in merges:
                if one.recorded == index:
                    fact = PlayersMerged(kept=one.kept, merged=one.merged, by="fsi")
                    merged[one] = record(ledger, f"merge {one.merged}", fact)
                if one.separated == index:
                    of: dict[str, Any] = {"kept": one.kept, "merged": one.merged, "by": "fsi"}
                    apart = PlayersSeparated(merge=merged[one], **of)
                    record(ledger, f"separate {one.merged}", apart)
            CloseList(pool=FIDE, period=period).record(House(ledger, official))
        ours = FAMILIES["fide"].rows(ledger, world)
        theirs = fide_rows(fide_merges.replay(world, merges))
        unlike = [
            f"{period} player {player}: {mine.get(player)}, exactly {exact.get(player)}"
            for period, mine, exact in zip(world.periods, ours, theirs, strict=True)
            for player in sorted({*mine, *exact})
            if mine.get(player) != exact.get(player)
        ]
        assert unlike == [], merges
        assert ours != fide_rows(fide_merges.replay(world, merges[:-1]))
        assert verify(ledger).faults == []
        official.catch_up()
        concerned = sorted({who for one in merges for who in (one.kept, one.merged)})
        assert MERGED in kinds_corrected(PoolQuery(official.track, FIDE), concerned)
