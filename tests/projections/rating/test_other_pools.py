"""Pools that look at each other, in a real ledger: the pool, the list, and the reason."""

from datetime import date

import pytest

from ops.closings.recordings import PublishList, ReprintList
from ops.house import House
from projections.official import Official
from projections.state.reports import Report
from tests.support.recording import following, record
from tests.support.spoiling import result_corrected
from tests.support.two_pools import BLITZ, FIDE, RAPID, Pools, pools_of
from tests.support.verified_worlds import verify
from tests.support.worksheet_checks import text_of
from tests.support.worlds import games, rated, tournament

STANDARD = [rated(1, 2000), rated(2, 2000), rated(3, 1900)]
IN_RAPID = [rated(1, 1900), rated(2, 1900)]
ROOKIE = tournament("R", "2025-07-05", "2025-07-06", games(3, "1 1 2 = 4 1"))
"""3, rated in standard chess only, beats 1, draws with 2 and beats 4, who has no rating at all."""


@pytest.fixture
def pools(tmp_path):
    """Standard and rapid, and four people."""
    with pools_of(str(tmp_path / "ledger"), 4) as made:
        made.open(FIDE, STANDARD)
        made.open(RAPID, IN_RAPID)
        yield made


# ----------------------------------------------------------------------- a standard rating as start


def test_a_standard_rating_makes_a_rated_player_of_who_has_none(pools):
    """+.50 and 0 at K 40, from 1900; the opponents' games count: −.50 at K 20."""
    pools.submit(ROOKIE, RAPID)
    pools.close("2025-08", FIDE, RAPID)
    assert pools.row(3, "2025-08") | {"last_counted": 0} == {
        "rating": 1920,
        "k": 40,
        "games": 2,
        "peak": 1920,
        "last_counted": 0,
    }
    assert pools.rating(1, "2025-08") == 1890
    assert pools.rating(2, "2025-08") == 1900
    assert pools.rating(4, "2025-08") == 0
    assert pools.rating(3, "2025-08", FIDE) == 1900


def test_the_worksheet_names_the_standard_rating_and_its_list(pools):
    pools.submit(ROOKIE, RAPID)
    pools.close("2025-08", FIDE, RAPID)
    explained = pools.explained(3, "2025-08")
    (unit,) = explained.units
    (sheet,) = unit.tournaments
    assert sheet.cells["rating_used"].value == 1900
    assert str(sheet.cells["rating_used"].why) == (
        "7.2.1: unrated when the tournament began: the standard rating"
    )
    assert [(pool.word, pool.pool, pool.used.period) for pool in sheet.other_pools] == [
        ("standard", FIDE, "carried over")
    ]
    assert [(line.kind, line.points) for line in unit.lines] == [("entry", 1900), ("play", 20)]
    text = text_of(pools.pool(RAPID), 3, "2025-08")
    assert "standard ratings of the list carried over of fide-standard" in text
    assert "own rating 1900: 7.2.1: unrated when the tournament began: the standard rating" in text


def test_the_standard_list_of_the_first_day_is_the_one_that_counts(pools):
    """3 wins 10 in standard chess on the list of August: an event begun before counts 1900."""
    pools.submit(tournament("S", "2025-07-01", "2025-07-02", games(3, "1 = 2 =")), FIDE)
    pools.submit(tournament("J", "2025-07-31", "2025-08-02", games(3, "1 =")), RAPID)
    pools.submit(tournament("A", "2025-08-01", "2025-08-02", games(3, "2 =")), RAPID)
    pools.close("2025-08", FIDE, RAPID)
    pools.close("2025-09", FIDE, RAPID)
    august = pools.rating(3, "2025-08", FIDE)
    assert august > 1900
    sheets = pools.explained(3, "2025-09").units[0].tournaments
    used = {sheet.tournament: sheet for sheet in sheets}
    assert used["J"].cells["rating_used"].value == 1900
    assert used["A"].cells["rating_used"].value == august
    assert [used[each].other_pools[0].used.period for each in "JA"] == ["carried over", "2025-08"]


def test_a_standard_rating_that_came_later_is_not_seen(pools):
    """A list sealed after the last position of another list does not exist for the latter."""
    pools.submit(ROOKIE, RAPID)
    pools.close("2025-08", FIDE, RAPID)
    before = pools.pool(RAPID).list_of("2025-08").digest
    pools.close("2025-09", FIDE)
    with following(pools.ledger) as anew:
        anew.rebuild()
    assert pools.pool(RAPID).list_of("2025-08").digest == before
    assert verify(pools.ledger).faults == []


def test_reading_in_force_from_holds_for_the_pools_that_look_at_the_list(pools):
    """3 loses the gain of the first printing of the standard list; J begins before the new
    printing.
    """
    drawn = tournament("S", "2025-07-01", "2025-07-02", games(3, "1 = 2 ="))
    report = pools.submit(drawn, FIDE)
    pools.submit(ROOKIE, RAPID)
    pools.close("2025-08", FIDE, RAPID)
    house = House(pools.ledger, pools.official)
    PublishList(pool=FIDE, period="2025-08", on=date(2025, 8, 1)).record(house)
    first, before = (pools.rating(3, "2025-08", pool) for pool in (FIDE, RAPID))
    record(pools.ledger, "correct", result_corrected("S", 0, "01")(report))
    ReprintList(pool=FIDE, period="2025-08", in_force_from=date(2025, 8, 15)).record(house)
    PublishList(pool=FIDE, period="2025-08", on=date(2025, 8, 14)).record(house)
    second = pools.rating(3, "2025-08", FIDE)
    assert second < first
    for name, start in (("J", "2025-08-14"), ("K", "2025-08-15")):
        pools.submit(tournament(name, start, "2025-08-20", games(1, "3 =")), RAPID)
    pools.close("2025-09", FIDE, RAPID)
    sheets = pools.explained(1, "2025-09").units[0].tournaments
    used = {sheet.tournament: sheet.other_pools[0].used.printing for sheet in sheets}
    assert used == {"J": 1, "K": 2}
    assert pools.rating(3, "2025-08") == before  # its list saw the first printing, and stays
    with following(pools.ledger) as anew:
        anew.rebuild()
    assert verify(pools.ledger).faults == []


# ----------------------------------------------------------------------------------- no such pool


def test_without_a_standard_pool_nobody_has_a_standard_rating_and_that_is_said(tmp_path):
    with pools_of(str(tmp_path / "ledger"), 4) as pools:
        pools.open(RAPID, IN_RAPID)
        pools.submit(ROOKIE, RAPID)
        pools.close("2025-08", RAPID)
        assert pools.rating(3, "2025-08") == 0
        assert (
            "warning 7.2.1: no pool of fide-standard was open: nobody has a standard rating"
            in pools.findings("R")
        )


def test_where_the_standard_pool_is_there_nothing_is_warned(pools):
    pools.submit(ROOKIE, RAPID)
    pools.close("2025-08", FIDE, RAPID)
    assert not [finding for finding in pools.findings("R") if "no pool of" in finding]


# ------------------------------------------------------------------------------ which pool it is


def start_of(pools: Pools, pool: str) -> int:
    """Return the rating of 3 at the start of the first event in a pool."""
    (unit,) = pools.explained(3, "2025-08", pool).units
    return int(unit.tournaments[0].cells["rating_used"].value)


def test_the_pool_named_at_the_opening_is_looked_at(tmp_path):
    """Reading `other_pool`: the pool named, else the pool opened first."""
    with pools_of(str(tmp_path / "ledger"), 4) as pools:
        pools.open("first", [rated(3, 1700)], law=FIDE)
        pools.open("second", [rated(3, 1800)], law=FIDE)
        pools.open("named", IN_RAPID, law=RAPID, beside="second")
        pools.open("unnamed", IN_RAPID, law=RAPID)
        pools.submit(ROOKIE, "named")
        pools.submit(tournament("Q", "2025-07-05", "2025-07-06", games(3, "1 =")), "unnamed")
        pools.close("2025-08", "first", "second", "named", "unnamed")
        assert (start_of(pools, "named"), start_of(pools, "unnamed")) == (1800, 1700)


def test_a_list_sees_what_was_sealed_up_to_its_own_position(pools):
    """Reading `lists_seen`: a standard list sealed later, of an earlier date, changes nothing."""
    pools.open("late", [rated(1, 1900)], law=RAPID, beside=FIDE)
    pools.close("2025-08", FIDE)
    position = pools.official.track.facts.position
    played = tournament("L", "2025-08-03", "2025-08-04", games(3, "1 ="))
    pools.submit(played, "late")
    pools.close("2025-08", "late", through=position + 2)
    pools.close("2025-09", FIDE, "late")
    assert (
        pools.explained(3, "2025-09", "late").units[0].tournaments[0].other_pools[0].used.number
        == 1
    )


# ------------------------------------------------------------------------------ in one pool only


def test_a_tournament_counts_in_the_pool_first_named(pools):
    """Reading `counted_once`: of two FIDE pools the first; the other says why the tournament is
    not rated.
    """
    both = tournament("B", "2025-07-05", "2025-07-06", games(1, "2 1"))
    pools.submit(both, FIDE, RAPID)
    why = (
        "not rated 1.1: counts in fide-standard: of the pools it was announced for, "
        "one of these two only"
    )
    assert why in pools.findings("B")  # before the list, and after it
    pools.close("2025-08", FIDE, RAPID)
    assert pools.rating(1, "2025-08", FIDE) == 2010
    assert pools.rating(1, "2025-08", RAPID) == 1900
    assert pools.findings("B") == [why]
    assert verify(pools.ledger).faults == []


@pytest.mark.parametrize("named", [(FIDE, RAPID), (RAPID, FIDE)])
@pytest.mark.parametrize(("time_control", "counts"), [("900+10", RAPID), ("5400+30", FIDE)])
def test_a_tournament_counts_in_the_pool_whose_time_it_has(pools, named, time_control, counts):
    """Reading `counted_once`: whichever is named first; said before the list is closed too."""
    both = tournament("B", "2025-07-05", "2025-07-06", games(1, "2 1"))
    pools.submit(both, *named, time_control=time_control)
    (other,) = {FIDE, RAPID} - {counts}
    said = f"not rated 1.1: counts in {counts}: of the pools it was announced for, "
    said += "one of these two only"
    assert said in pools.findings("B", other)
    assert said not in pools.findings("B", counts)
    pools.close("2025-08", FIDE, RAPID)
    assert pools.rating(1, "2025-08", FIDE) == (2010 if counts == FIDE else 2000)
    assert pools.rating(1, "2025-08", RAPID) == (1910 if counts == RAPID else 1900)
    assert verify(pools.ledger).faults == []


def test_a_pool_opened_after_the_report_takes_nothing_from_one_open_before(tmp_path):
    with pools_of(str(tmp_path / "ledger"), 4) as pools:
        pools.open(RAPID, IN_RAPID)
        pools.submit(tournament("B", "2025-07-05", "2025-07-06", games(1, "2 1")), FIDE, RAPID)
        pools.open(FIDE, STANDARD)
        pools.close("2025-08", FIDE, RAPID)
        assert pools.rating(1, "2025-08", RAPID) == 1910
        assert pools.rating(1, "2025-08", FIDE) == 2000


# ------------------------------------------------------------------------------------ three pools


def test_three_pools_are_rebuilt_and_verified(pools):
    """All lists again from nothing, after restarts and in another process."""
    pools.open(BLITZ, IN_RAPID)
    pools.submit(ROOKIE, RAPID)
    pools.submit(tournament("Z", "2025-08-02", "2025-08-02", games(3, "1 1 2 0")), BLITZ)
    for period in ("2025-08", "2025-09", "2025-10"):
        pools.close(period, FIDE, RAPID, BLITZ)
    pools.official.catch_up()
    with following(pools.ledger) as anew:
        anew.rebuild()
        assert lists_of(anew) == lists_of(pools.official)
    found = verify(pools.ledger)
    assert (found.faults, found.lists) == ([], 9)


def lists_of(official: Official) -> list[str]:
    """The digests of every list."""
    return [
        closing.event.list_digest
        for pool in official.track.facts.pools.values()
        for closing in pool.closed
    ]


def test_reports_for_one_pool_hold_no_names_of_pools(pools):
    """A report in replay grows only where several pools exist."""
    pools.submit(ROOKIE, RAPID)
    pools.official.catch_up()
    report: Report = next(pools.official.track.facts.pools[RAPID].waiting())
    assert (report.pools, report.start) == ((), date(2025, 7, 5))
