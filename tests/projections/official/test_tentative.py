"""Tentative events move a copy of the official track as their recording moves the track."""

from functools import partial

import pytest

from ledger.events.pool import PeriodClosed
from ops.house import open_house
from projections.official import snapshot
from tests.support.counts import FULL
from tests.support.recorded_again import emptied, requests_of
from tests.support.seasons import SEASONS, brought_in

EVERY = 1 if FULL else 10
"""Of the requests of a season, each so many is tried first."""

TRIED = SEASONS if FULL else SEASONS[-1:]


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
