"""Every answer about ratings names the track; the revised track has the readers of an outlook."""

import pytest

from ops.access.actors import Actor
from ops.access.recording import NotAllowed
from ops.answers import category_questions, explanation, player_ratings, rating_lists
from ops.house import open_house
from ops.lists.changes import list_changes
from ops.players import history
from ops.pools import closed_lists
from tests.support.seasons import DRAUGHTS

POOL, PLAYER, PERIOD, EARLIER = "rubele-italiana", 61, "2013-01-15", "2012-01-15"
LATE = "T-000027"
"""A tournament of 2010 whose report came a year late, and one of its players."""


@pytest.fixture(scope="module")
def house(ledger_of):
    with open_house(str(ledger_of(DRAUGHTS))) as opened:
        yield opened


def answers(pool):
    """Return the answers about a pool: name, and answer."""
    on, last = pool.list_of(PERIOD), pool.lists()[-1]
    yield "rating", player_ratings.player_rating(pool, PLAYER, on)
    yield "list", rating_lists.rating_list(pool, on, None)
    yield "history", history.rating_history(pool, PLAYER, last)
    yield "lists", closed_lists.closed_lists(pool)
    yield "comparison", list_changes((pool, EARLIER), (pool, PERIOD))
    yield "holders", category_questions.category_holders(pool)
    yield "promotions", category_questions.promotions(pool, pool.list_of(PERIOD))


@pytest.mark.parametrize("track", ["official", "revised"])
def test_every_answer_says_its_track(house, track):
    pool = house.pool(POOL, None, track)
    assert {name: answer.about.track for name, answer in answers(pool)} == dict.fromkeys(
        ["rating", "list", "history", "lists", "comparison", "holders", "promotions"], track
    )
    assert explanation.explanation(pool, PLAYER, pool.list_of(PERIOD)).track == track


def test_a_late_report_counts_on_the_list_of_its_year(house):
    """Officially the report came on the next list, from the capitals before: 16 points more."""
    ratings, lists = {}, {}
    for track in ("official", "revised"):
        pool = house.pool(POOL, None, track)
        ratings[track] = pool.state(PLAYER, pool.list_of("2012-01-15").number).rating
        lists[track] = [pool.lists()[booked.number].period for booked in pool.bookings_of(LATE)]
    assert ratings["official"] - ratings["revised"] == 16
    assert lists == {"official": ["2012-01-15"], "revised": ["2011-01-15"]}


def test_a_revised_list_is_not_said_to_be_sealed(house):
    pool = house.pool(POOL, None, "revised")
    assert rating_lists.basis(pool, pool.list_of(PERIOD)).sealed_by is None
    assert {row.sealed_by for row in closed_lists.closed_lists(pool).rows} == {None}


def test_the_revised_track_is_computed_once_for_a_position(house):
    one, other = (house.pool(POOL, known, "revised") for known in (None, None))
    assert one.records is not other.records
    assert one.official.store is other.official.store
    earlier = house.pool(POOL, one.known - 20, "revised")
    assert earlier.known == earlier.official.facts.position == one.known - 20


def test_the_public_sees_official_lists_alone(ledger_of):
    with open_house(str(ledger_of(DRAUGHTS))) as opened:
        opened.actor = Actor("somebody")
        assert opened.pool(POOL).track == "official"
        with pytest.raises(NotAllowed):
            opened.pool(POOL, None, "revised")


@pytest.mark.parametrize("track", ["official", "revised"])
def test_a_player_registered_after_a_position_has_neither_rating_nor_category_there(house, track):
    pool, last = house.pool(POOL, 20, track), house.official.facts.players
    [found] = player_ratings.player_rating(pool, last, pool.lists()[-1]).rows
    assert (found.rating, found.category) == (None, "")
