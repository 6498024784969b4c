"""A closed list, neither published nor in force, changes nothing public."""

import re
import shutil
from contextlib import closing
from datetime import date

import pytest

from ledger.events.pool import ClosingPolicySet
from ledger.store.ledger import Ledger
from ops.access.actors import PUBLIC
from ops.closings.recordings import PublishList, ReprintList
from ops.house import House, open_house, reading
from projections.official.shared import SharedOfficial
from projections.state import Facts
from tests.support import hidden_lists
from tests.support.both_doors import QUESTIONS, pools
from tests.support.correcting_desk import at_a_desk
from tests.support.counts import FULL
from tests.support.league import announced
from tests.support.private_facts import (
    CHESS,
    DRAUGHTS,
    NOON,
    UNPUBLISHED,
    WAITING,
    close_unpublished,
    hand_in,
    schedule_unpublished,
)
from tests.support.recording import record
from tests.support.served import headers_of, office_key, served
from tests.support.worlds import FIDE, PERIODS

KNOWN_TO = re.compile('"known_to":[0-9]+')
"""The position of an answer: events are counted for everybody."""


@pytest.fixture
def ledger(sample, tmp_path):
    """The sample season with a tournament not yet counted by any list."""
    path = shutil.copy(sample, tmp_path / "unpublished.ledger")
    with Ledger.open(str(path)) as opened, House(opened) as house:
        schedule_unpublished(house)
        hand_in(house)
    return path


def asked(address):
    """Return every question about every pool, and the questions about the tournament and the lists
    to come.
    """
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


def test_the_etag_of_a_public_list_is_the_same_before_and_after_an_unpublished_one(ledger):
    paths = [f"/v1/pools/{pool}/lists/current{form}" for pool in UNPUBLISHED for form in FORMS]
    with served(ledger, clock=lambda: NOON) as client:
        before = [client.get(path).headers["ETag"] for path in paths]
        with Ledger.open(str(ledger)) as opened, House(opened) as house:
            close_unpublished(house)
        assert [client.get(path).headers["ETag"] for path in paths] == before


FORMS = ("", ".csv", ".jsonl")
MAY = date(2026, 5, 1)


def test_categories_with_a_hidden_printing_are_not_shown_with_the_public_one(sample, tmp_path):
    """Also where both pools end with the same event, and a reader of the printing asks first."""
    path = str(shutil.copy(sample, tmp_path / "printed.ledger"))
    world, asked = hidden_lists.PRINTED_AGAIN, f"/v1/pools/{DRAUGHTS}/lists/2025-12-05?limit=200"
    key = office_key(path)
    with Ledger.open(path) as opened, House(opened) as house:
        hidden_lists.begin(house, world)
        with served(path, clock=lambda: world.now) as client:
            before = client.get(asked).json()["rows"]
            hidden_lists.close(house, world, DRAUGHTS)
            policy = ClosingPolicySet(
                pool=DRAUGHTS, in_force_from=MAY, mode="by-hand", publish=False, by="fid"
            )
            record(opened, "policy", policy)
            seen = client.get(asked, headers=headers_of(key)).json()["rows"]
            assert [one["category"] for one in seen] != [one["category"] for one in before]
            assert client.get(asked).json()["rows"] == before


def test_a_pool_without_a_public_list_shows_the_ratings_carried_over(ledger):
    """And not the ratings of the hidden list."""
    with open_house(str(ledger)) as house:
        whole = house.pool(CHESS)
        hidden = whole.without_lists_since(whole.lists()[1].position)
        players = [player for player, state in whole.states(range(1, 40), 0).items()]
        assert players
        assert ratings_in(hidden.states(players, 5)) == ratings_in(whole.states(players, 0))
        assert ratings_in(hidden.states(players, 5)) != ratings_in(whole.states(players, 5))


def ratings_in(states):
    return {player: state.rating for player, state in states.items()}


def test_a_question_applies_no_event_twice_while_a_new_printing_is_not_published(
    tmp_path, monkeypatch
):
    """Each event is applied once to the track, and once to the pool without the printing, for all
    readers.
    """
    applied = []
    monkeypatch.setattr(Facts, "_check_follows", lambda _facts, event: applied.append(event))
    with at_a_desk(str(tmp_path / "ledger")) as desk:
        house = House(desk.ledger, desk.official)
        desk.close()
        PublishList(pool=FIDE, period=PERIODS[0], on=date(2025, 8, 2)).record(house)
        desk.result(f"#{desk.report}#0", "0", "1")
        ReprintList(pool=FIDE, period=PERIODS[0], in_force_from=date(2025, 8, 20)).record(house)
        with closing(SharedOfficial(desk.ledger)) as shared:

            def cost():
                applied.clear()
                with reading(shared) as asked:
                    asked.act_as(PUBLIC)
                    assert asked.pool(FIDE).lists()[-1].printing == 1
                return len(applied)

            cost()
            for number in range(2, 12):
                record(desk.ledger, f"announce {number}", announced(f"T-{number}"))
                assert (cost(), cost()) == (2, 0)
