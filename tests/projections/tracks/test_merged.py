"""Merged players on the revised track: a single player from the beginning, if both
were carried over.
"""

from collections.abc import Sequence
from datetime import date

import pytest

from ledger.events.register import PlayersMerged, PlayersSeparated
from projections.list_document import ReadList
from projections.official.track import Track
from projections.queries import PoolQuery
from projections.queries.explain import explain
from projections.tracks.revised import revised
from tests.oracles.world import Carried
from tests.support.chess_desk import Desk
from tests.support.recording import a_ledger, begin, following, submit
from tests.support.worlds import FIDE, PERIODS, RUBELE, federation, games, rated, tournament

OTHERS = [rated(number, 2000) for number in range(3, 20)]
KEPT, MERGED = 1, 2


def lists(track: Track, pool: str = FIDE) -> list[ReadList]:
    """The lists of a track."""
    return [track.closed_list(closed.event) for closed in track.facts.pools[pool].closed]


def rows(found: Sequence[ReadList]) -> list[dict[str, list[int]]]:
    """The columns of lists."""
    return [{name: values.tolist() for name, values in one.values.items()} for one in found]


def recorded(desk: Desk, second: int) -> None:
    """Record a tournament of the first number, and another of the second: after each a
    list is closed.
    """
    for name, month, player, period in (("A", 7, 1, PERIODS[0]), ("B", 8, second, PERIODS[1])):
        days = (f"2025-{month:02d}-05", f"2025-{month:02d}-10")
        played = games(player, "3 1 4 1 5 = 6 1 7 =")
        submit(desk.ledger, tournament(name, *days, played), FIDE)
        desk.close(period)


@pytest.mark.parametrize(
    ("carried", "joined"),
    [
        (
            [Carried(1, 1800, games=10, peak=1810), Carried(2, 1900, games=25, peak=1950)],
            Carried(1, 1800, games=35, peak=1950),
        ),
        (
            [Carried(2, 1900, k=20, games=40, peak=1950)],
            Carried(1, 1900, k=20, games=40, peak=1950),
        ),
    ],
    ids=["both rated", "only the merged one"],
)
def test_reading_merged_before_they_are_one_from_the_first_list(tmp_path, carried, joined):
    """As in a ledger with one number alone."""
    for name, brought, second in (("two", carried, MERGED), ("one", [joined], KEPT)):
        world = federation(
            [*brought, *OTHERS], newcomers=sorted({1, 2} - {e.player for e in brought})
        )
        with a_ledger(str(tmp_path / name)) as ledger, following(ledger) as official:
            begin(ledger, world, FIDE)
            desk = Desk(ledger, official)
            recorded(desk, second)
            if second == MERGED:
                desk.record(PlayersMerged(kept=KEPT, merged=MERGED, by="fsi"))
                official.catch_up()
                track = revised(official.track).track
                found = rows(lists(track))
                pool = PoolQuery(track, FIDE)
                assert not pool.state(MERGED, 0).rating
                assert pool.state(KEPT, 0).rating == joined.rating
                explained = explain(pool, KEPT, pool.list_of(PERIODS[0]))
            else:
                official.catch_up()
                assert found == rows(lists(official.track))
                pool = PoolQuery(official.track, FIDE)
                alone = explain(pool, KEPT, pool.list_of(PERIODS[0]))
                assert [u.cells for u in explained.units] == [u.cells for u in alone.units]


DAYS = [("2014-03", date(2014, 3, 28)), ("2014-06", date(2014, 6, 28))]


def draughts(
    address: str,
    carried: Sequence[Carried],
    second: int,
    *,
    merged: bool = False,
    apart: bool = False,
) -> tuple[list[dict[str, list[int]]], dict[str, int]]:
    """The lists of an event of 1 and of an event of a second number, and the last state of 1.

    With a merge, those of the revised track.
    """
    brought = {each.player for each in carried}
    world = federation(
        [*carried, *OTHERS],
        newcomers=sorted({KEPT, MERGED} - brought),
        periods=tuple(name for name, _ in DAYS),
        on=date(2014, 1, 1),
    )
    with a_ledger(address) as ledger, following(ledger) as official:
        begin(ledger, world, RUBELE, DAYS)
        desk = Desk(ledger, official)
        for name, day, player in (("A", "2014-03-01", KEPT), ("B", "2014-06-01", second)):
            played = tournament(name, day, day, games(player, "3 1 4 1 5 = 6 1 7 ="))
            submit(desk.ledger, played, RUBELE)
            desk.close(day[:7], pool=RUBELE)
            if merged and name == "A":
                merge = desk.record(PlayersMerged(kept=KEPT, merged=MERGED, by="fid"))
        if apart:
            desk.record(PlayersSeparated(merge=merge, kept=KEPT, merged=MERGED, by="fid"))
        official.catch_up()
        track = revised(official.track).track if merged else official.track
        pool = PoolQuery(track, RUBELE)
        for row in pool.lists()[1:]:
            for player in (KEPT, MERGED):
                explain(pool, player, row)
        return rows(lists(track, RUBELE)), pool.state(KEPT, 2).fields


@pytest.mark.parametrize(
    ("carried", "joined"),
    [
        (
            [Carried(1, 2000, games=10), Carried(2, 3100, games=25)],
            Carried(1, 2000, games=35, peak=3100),
        ),
        ([Carried(2, 1900, games=25)], Carried(1, 1900, games=25)),
    ],
    ids=["both rated", "only the merged one"],
)
def test_reading_merged_before_in_a_chain_they_are_one_from_the_first_list(
    tmp_path, carried, joined
):
    """As in a ledger with one number alone: games carried over add, the category is the higher."""
    two = draughts(str(tmp_path / "two"), carried, MERGED, merged=True)
    assert two == draughts(str(tmp_path / "one"), [joined], KEPT)


def test_who_was_separated_was_never_merged_on_the_revised_track(tmp_path):
    """Also where an official list took the merge in."""
    carried = [rated(1, 2000), rated(2, 1900)]
    apart = draughts(str(tmp_path / "apart"), carried, MERGED, merged=True, apart=True)
    assert apart == draughts(str(tmp_path / "never"), carried, MERGED)
