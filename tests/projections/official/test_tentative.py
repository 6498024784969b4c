"""Tentative events move a copy of the official track as their recording moves the track."""

import shutil
from functools import partial

import pytest
from sqlalchemy import text

from ledger.events.pool import PeriodClosed
from ledger.store.requests import NewEvent, Request
from ops.house import open_house
from projections.official import snapshot
from tests.support.counts import FULL
from tests.support.seasons import SEASONS, brought_in
from tests.support.tampering import unguarded

EVERY = 1 if FULL else 10
"""Of the requests of a season, each so many is tried first."""

TRIED = SEASONS if FULL else SEASONS[-1:]


def requests_of(ledger):
    """The requests of a ledger after the first, as they could be made again."""
    head = ledger.read.head()
    position = 1
    while position < head.next_position:
        receipt = ledger.read.request_at(position)
        events = ledger.read.events(receipt.first_position, receipt.last_position)
        new = []
        for recorded in events:
            body = recorded.decoded()
            beside = (body.approved_by, body.causation, body.supersedes)
            new.append(NewEvent(body.payload, body.valid_on, *beside))
        yield Request(receipt.key, tuple(new))
        position = receipt.last_position + 1


def emptied(source, target):
    """Copy a ledger, and leave of its events the first; its documents stay."""
    shutil.copy(source, target)
    with open_house(str(target)) as house, unguarded(house.ledger.engine) as connection:
        connection.execute(text("DELETE FROM append_request WHERE first_position > 0"))
        connection.execute(text("DELETE FROM event WHERE position > 0"))
        connection.execute(
            text(
                "UPDATE ledger_head SET next_position = 1, chain_hash = event.chain_hash,"
                " recorded_at = event.recorded_at FROM event"
            )
        )
    return str(target)


def _same(request):
    return request


def state_of(official):
    """The digest of facts and standings."""
    return snapshot.write(official.facts, official.standings()).digest


@pytest.mark.parametrize("season", TRIED, ids=lambda season: season.name)
def test_a_season_moves_tentatively_as_it_was_recorded(season, tmp_path_factory, tmp_path):
    source = brought_in(tmp_path_factory, season.name)
    target = emptied(source, tmp_path / "season.ledger")
    with open_house(str(source)) as whole, open_house(target) as house:
        for number, request in enumerate(requests_of(whole.ledger)):
            closes = any(isinstance(new.fact, PeriodClosed) for new in request.events)
            compose = partial(_same, request)
            if number % EVERY and not (closes and number % 3 == 0):
                house.append(compose)
                continue
            before = state_of(house.catch_up())
            with house.tentatively() as tentative:
                tentative.append(compose)
                tentative.catch_up()
                moved = state_of(tentative.official)
                assert tentative.official.is_at(tentative.read.head())
            assert state_of(house.official) == before
            house.append(compose)
            assert state_of(house.catch_up()) == moved, request.key
        assert house.read.head().next_position == whole.read.head().next_position
