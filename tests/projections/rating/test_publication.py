"""Lists in force from publication: the day, and the ratings used until then."""

from dataclasses import replace
from datetime import date

import pytest

from projections.rating.other_pools import PoolInMemory
from projections.rating.standings import Standings
from projections.rulebooks import rulebook
from projections.rulebooks.engine.terms import Force
from projections.state.closed_list import Horizon
from projections.state.pool import Published
from tests.support.uisp_office import an_office
from tests.support.worlds import FIDE, PAIR, federation, rated, ratings, stage, won

LAW = replace(rulebook(FIDE), in_force_by=Force.PUBLICATION)


def days(*published: int | None) -> Standings:
    """Standings after lists dated on the first of each month, published on these days of March."""
    since = [date(2025, month, 1) for month in range(1, len(published) + 2)]
    known = {n: date(2025, 3, day) for n, day in enumerate(published, start=1) if day}
    return Standings({}, since=since, published=known)


@pytest.mark.parametrize(("day", "number"), [(9, 0), (10, 1), (11, 1), (20, 2)])
def test_a_list_is_in_force_from_the_day_of_its_publication(day, number):
    assert days(10, 20).list_in_force(date(2025, 3, day)) == number


def test_what_was_carried_over_is_in_force_from_its_own_day():
    assert days(10).list_in_force(date(2024, 12, 31)) is None
    assert days(10).list_in_force(date(2025, 1, 1)) == 0


def test_reading_never_published_is_never_in_force():
    assert days(10, None).list_in_force(date(2030, 1, 1)) == 1


def test_reading_published_out_of_order_the_newest_list_holds():
    assert days(20, 10).list_in_force(date(2025, 3, 15)) == 2
    assert days(20, 10).list_in_force(date(2025, 3, 25)) == 2


@pytest.mark.parametrize(
    ("published", "after"),
    [
        (None, 2020),  # 2000 against 2000 once more, so +10 again
        (date(2025, 8, 10), 2019),  # 2010 against 1990: it expects .53, so +9.4
        (date(2025, 8, 11), 2020),
    ],
)
def test_a_tournament_is_played_with_the_list_published_when_it_begins(published, after):
    """1 beats 2 in July, and again in the tournament that begins on 10 August."""
    on_stage = stage(federation(PAIR), FIDE, law=LAW)
    on_stage.submit(won("A", "2025-07-05", "2025-07-06"))
    on_stage.close("2025-08")
    on_stage.submit(won("B", "2025-08-10", "2025-08-12"))
    if published:
        on_stage.position += 1
        on_stage.replay.facts.published["2025-08"] = [Published(on_stage.position, published)]
    on_stage.close("2025-09")
    assert ratings(on_stage.closings, 1) == [2010, after]


def test_a_publication_that_is_recorded_later_is_not_known():
    on_stage = stage(federation(PAIR), FIDE, law=LAW)
    on_stage.close("2025-08")
    said = Published(on_stage.position + 1, date(2025, 8, 1))
    on_stage.replay.facts.published["2025-08"] = [said]
    assert on_stage.replay.law.published(on_stage.position) == {}
    assert on_stage.replay.law.published(on_stage.position + 1) == {1: date(2025, 8, 1)}


def test_another_pool_sees_what_was_published_by_then(tmp_path):
    """Where a pool looks at a pool with lists in force by publication."""
    with an_office(str(tmp_path / "ledger"), [rated(1, 1500)]) as office:
        office.close("2025-Q4")
        position = office.publish("2025-Q4", "2025-10-12")
        office.official.catch_up()
        facts, standings = office.pool().facts, office.official.track.replay("uisp").begun()
        before, after = (
            PoolInMemory("uisp", facts, standings, Horizon.at(at))
            for at in (position - 1, position)
        )
        assert before.list_on(date(2025, 10, 12)) == 0
        assert [after.list_on(date(2025, 10, day)) for day in (11, 12)] == [0, 1]
