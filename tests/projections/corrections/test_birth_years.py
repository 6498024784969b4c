"""Years of birth put right: each list keeps the year known then; an older list is explained so."""

import pytest

from ledger import columns
from ledger.events.register import PlayerDetailsCorrected
from ledger.store.ledger import Ledger
from ops.closings.recordings import CloseList
from ops.house import House
from projections.official import Official
from projections.queries import PoolQuery
from projections.queries.explain import explain
from tests.oracles.world import Carried
from tests.support.kept_state import a_rebuild_makes_the_same, lists_of
from tests.support.recording import a_ledger, begin, following, record, submit
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, PERIODS, federation, won

JUNIOR, ADULT = 2010, 1980
CARRIED = (Carried(1, 2000, games=100, peak=2000), Carried(2, 2000, games=100, peak=2000))


def born(year: int):
    """Make two players carried over without K; the first was born in that year."""
    return federation(CARRIED, born={1: year, 2: ADULT}, periods=PERIODS[:3])


def correct(ledger: Ledger, year: int, player: int = 1) -> int:
    """Record another year of birth for a player."""
    corrected = PlayerDetailsCorrected(
        player=columns.write([player], columns.PLAYER),
        birth_year=columns.write([year], columns.YEAR),
        sex="*",
        federation="***",
        commitment="0" * columns.COMMITMENT,
        by="the-federation",
    )
    return record(ledger, f"year {player} {year}", corrected)


def play(ledger: Ledger, official: Official, period: str, through: int | None = None) -> None:
    """1 beats 2 in the month before a list, and the list is closed."""
    month = int(period[-2:]) - 1
    submit(ledger, won(f"M{month}", f"2025-{month:02d}-05", f"2025-{month:02d}-06"), FIDE)
    CloseList(pool=FIDE, period=period, through=through).record(House(ledger, official))


def ks(official: Official) -> list[int]:
    """The K of player 1 on each list, the ratings carried over first."""
    official.catch_up()
    pool = PoolQuery(official.track, FIDE)
    assert [rating_list.number for rating_list in pool.lists()] == list(range(len(pool.lists())))
    return [pool.state(1, rating_list.number).fields["k"] for rating_list in pool.lists()]


@pytest.mark.parametrize("when", ["before all is carried over", "before the first list"])
def test_a_year_corrected_before_the_first_list_is_as_if_it_had_been_right(tmp_path, when):
    found = []
    for name, year in (("wrong", JUNIOR), ("right", ADULT)):
        with a_ledger(str(tmp_path / name)) as ledger, following(ledger) as official:
            begin(ledger, born(year), FIDE)
            if when == "before the first list":
                assert ks_of_list_0(official) == (40 if year == JUNIOR else 20)
            if year == JUNIOR:
                correct(ledger, ADULT)
            play(ledger, official, PERIODS[0])
            found.append((lists_of(ledger, FIDE), ks(official)))
            assert verify(ledger).faults == []
    assert found[0] == found[1]


def ks_of_list_0(official: Official) -> int:
    """Return the K of player 1 before any list is closed: asking must not fix the K."""
    official.catch_up()
    return PoolQuery(official.track, FIDE).state(1, 0).fields["k"]


@pytest.mark.parametrize(("through", "k"), [(-1, 40), (0, 20)])
def test_a_list_uses_the_year_known_at_its_position(tmp_path, through, k):
    """Corrected just after the position, though before the list itself; and just at the
    position.
    """
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        begin(ledger, born(JUNIOR), FIDE)
        at = correct(ledger, ADULT)
        CloseList(pool=FIDE, period=PERIODS[0], through=at + through).record(
            House(ledger, official)
        )
        play(ledger, official, PERIODS[1])
        assert ks(official) == [k, k, 20]
        assert verify(ledger).faults == []
        a_rebuild_makes_the_same(official)


def test_an_older_list_is_explained_by_the_year_it_knew(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        begin(ledger, born(JUNIOR), FIDE)
        play(ledger, official, PERIODS[0])
        official.catch_up()
        pool = PoolQuery(official.track, FIDE)
        before = explain(pool, 1, pool.list_of(PERIODS[0]))
        correct(ledger, ADULT)
        play(ledger, official, PERIODS[1])
        official.catch_up()
        pool = PoolQuery(official.track, FIDE)
        assert explain(pool, 1, pool.list_of(PERIODS[0])) == before
        (unit,) = explain(pool, 1, pool.list_of(PERIODS[1])).units
        assert unit.printed_before["k"] == before.units[0].printed_before["k"]
        assert unit.printed_before["k"].value == 40
        assert str(unit.printed_before["k"].why).startswith("8.3.3: ")


def test_article_8_3_3_the_next_list_prints_the_k_of_the_right_year(tmp_path):
    """The player does not play: a year is a fact for the list that knows the year, not for the
    next event.
    """
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        begin(ledger, born(ADULT), FIDE)
        play(ledger, official, PERIODS[0])
        correct(ledger, JUNIOR)
        CloseList(pool=FIDE, period=PERIODS[1]).record(House(ledger, official))
        assert ks(official) == [20, 20, 40]
        play(ledger, official, PERIODS[2])
        official.catch_up()
        pool = PoolQuery(official.track, FIDE)
        (unit,) = explain(pool, 1, pool.list_of(PERIODS[2])).units
        assert (unit.cells["k"].value, unit.printed_before["k"].value) == (40, 40)
        assert str(unit.printed_before["k"].why).startswith("8.3.3: 40 for a junior")
        assert verify(ledger).faults == []
        a_rebuild_makes_the_same(official)


def test_a_year_that_is_as_it_was_and_a_player_nobody_knows_change_nothing(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        begin(ledger, born(JUNIOR), FIDE)
        correct(ledger, 9999)
        correct(ledger, ADULT, player=3)
        official.catch_up()
        assert official.track.facts.years_corrected == []
        assert official.track.facts.birth_year.tolist() == [0, JUNIOR, ADULT]
