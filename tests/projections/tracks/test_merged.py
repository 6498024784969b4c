"""Merged players on the revised track: one from the beginning, if both were carried over."""

from collections.abc import Sequence
from datetime import date

import pytest

from ledger.events.register import PlayersMerged
from projections.list_document import ReadList
from projections.official import Following
from projections.queries import PoolQuery
from projections.queries.explain import explain
from projections.tracks.revised import Revised
from tests.oracles.world import Carried
from tests.support.chess_desk import Desk
from tests.support.recording import a_ledger, begin, following, submit
from tests.support.worlds import FIDE, PERIODS, RUBELE, federation, games, rated, tournament

OTHERS = [rated(each, 2000) for each in range(3, 20)]
KEPT, MERGED = 1, 2


def lists(track: Following, pool: str = FIDE) -> list[ReadList]:
    """The lists of a track."""
    return [track.closed_list(closed.event) for closed in track.facts.pools[pool].closed]


def rows(found: Sequence[ReadList]) -> list[dict[str, list[int]]]:
    """The columns of lists."""
    return [{name: values.tolist() for name, values in one.values.items()} for one in found]


def recorded(desk: Desk, second: int) -> None:
    """A tournament of the first number, and one of the second: after each a list is closed."""
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
    """As in a ledger in which there was one number alone."""
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
                revised = Revised(official)
                found = rows(lists(revised))
                pool = PoolQuery(revised, FIDE)
                assert not pool.state(MERGED, 0).rating
                assert pool.state(KEPT, 0).rating == joined.rating
                explained = explain(pool, KEPT, pool.list_of(PERIODS[0]))
            else:
                official.catch_up()
                assert found == rows(lists(official))
                pool = PoolQuery(official, FIDE)
                alone = explain(pool, KEPT, pool.list_of(PERIODS[0]))
                assert [u.cells for u in explained.units] == [u.cells for u in alone.units]


def test_reading_merged_before_in_a_chain_the_capital_of_the_kept_number_goes_on(tmp_path):
    """As in a ledger in which there was one number alone."""
    days = [("2014-03", date(2014, 3, 28)), ("2014-06", date(2014, 6, 28))]
    found = {}
    for second, carried in ((MERGED, [rated(1, 2000), rated(2, 1900)]), (KEPT, [rated(1, 2000)])):
        world = federation(
            [*carried, *OTHERS],
            newcomers=[each for each in (1, 2) if each > len(carried)],
            periods=("2014-03",),
            on=date(2014, 1, 1),
        )
        with a_ledger(str(tmp_path / str(second))) as ledger, following(ledger) as official:
            begin(ledger, world, RUBELE, days)
            desk = Desk(ledger, official)
            for name, day, player in (("A", "2014-03-01", 1), ("B", "2014-06-01", second)):
                played = tournament(name, day, day, games(player, "3 1 4 1 5 = 6 1 7 ="))
                submit(desk.ledger, played, RUBELE)
                desk.close(day[:7], pool=RUBELE)
            if second == MERGED:
                desk.record(PlayersMerged(kept=KEPT, merged=MERGED, by="fid"))
            official.catch_up()
            track = Revised(official) if second == MERGED else official
            found[second] = rows(lists(track, RUBELE))
    assert found[MERGED] == found[KEPT]
