"""A list that is closed, and neither published nor in force, changes nothing that is public."""

import re
import shutil

import pytest

from ledger.store.ledger import Ledger
from ops.house import House, open_house
from tests.support.both_doors import QUESTIONS, pools
from tests.support.counts import FULL
from tests.support.private_facts import (
    CHESS,
    NOON,
    UNPUBLISHED,
    WAITING,
    close_unpublished,
    hand_in,
    schedule_unpublished,
)
from tests.support.served import served

KNOWN_TO = re.compile('"known_to":[0-9]+')
"""The position of an answer: events are counted for everybody."""


@pytest.fixture
def ledger(sample, tmp_path):
    """The sample season with a tournament that no list counts yet."""
    path = shutil.copy(sample, tmp_path / "unpublished.ledger")
    with Ledger.open(str(path)) as opened, House(opened) as house:
        schedule_unpublished(house)
        hand_in(house)
    return path


def asked(address):
    """Every question about every pool, and those about the tournament and the lists to come."""
    with open_house(str(address)) as house:
        house.catch_up()
        known = pools(house, 3 if FULL else 1)
    yield from (
        question.path
        for questions in QUESTIONS.values()
        for pool in known
        for question in questions(pool)
    )
    for pool, period in UNPUBLISHED.items():
        yield f"/v1/pools/{pool}/lists/{period}"
        yield f"/v1/tournaments?pool={pool}&list={period}"
    yield f"/v1/games?tournament={WAITING}"
    yield f"/v1/tournaments/{WAITING}"
    yield f"/v1/tournaments/{WAITING}/table"
    yield f"/v1/pools/{CHESS}/findings/{WAITING}"


def test_what_is_public_is_the_same_before_and_after_an_unpublished_list(ledger):
    paths = [*asked(ledger)]
    with served(ledger, clock=lambda: NOON) as client:

        def answers():
            found = {path: client.get(path) for path in paths}
            return {
                path: (answer.status_code, KNOWN_TO.sub("", answer.text))
                for path, answer in found.items()
            }

        before = answers()
        with Ledger.open(str(ledger)) as opened, House(opened) as house:
            close_unpublished(house)
            assert [house.pool(pool).lists()[-1].period for pool in UNPUBLISHED] == [
                *UNPUBLISHED.values()
            ]
            assert [booked.tournament for booked in house.pool(CHESS).bookings_of(WAITING)]
        after = answers()
    assert [path for path in paths if before[path] != after[path]] == []
    assert before[f"/v1/tournaments/{WAITING}/table"][0] == 200


def test_a_pool_without_a_public_list_shows_the_ratings_carried_over(ledger):
    """And not those of the list that the reader may not see."""
    with open_house(str(ledger)) as house:
        whole, hidden = house.pool(CHESS), house.pool(CHESS)
        hidden.show_at_most(0)
        players = [player for player, state in whole.states(range(1, 40), 0).items()]
        assert players
        assert hidden.states(players, 0) == whole.states(players, 0)
        assert hidden.states(players, 0) != whole.states(players, 5)
