"""Tentative events move a copy of the official track as their recording moves the track."""

import shutil
from dataclasses import replace
from functools import partial

import pytest

from ledger.errors import Damaged
from ledger.events.pool import PeriodClosed
from ops.house import open_house
from ops.tournaments.corrections import CorrectResult
from projections.official import snapshot
from projections.official.results import Computed
from tests.support.counts import FULL
from tests.support.recorded_again import emptied, requests_of
from tests.support.seasons import SEASONS, brought_in
from tests.support.tentative_ledgers import with_next

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


POOL, GAMES = "fide-standard", ("#8#0", "#8#1")
"""Games of the first tournament; each is corrected on a track of its own."""


def corrected(house, game):
    """A track beside a house on which the result of a game is corrected."""
    CorrectResult(tournament="T-000001", game=game, white="=", black="=", by="fsi").record(house)
    house.catch_up()
    return house.official


def results_of(pool):
    """Return the rows of all players in the record of the last list, and the place of the
    record.
    """
    last = pool.lists()[-1]
    states = pool.states(range(1, pool.official.facts.players + 1), last.number)
    return last.position, {player: state.fields for player, state in states.items()}


@pytest.fixture
def house(sample, tmp_path):
    with open_house(str(shutil.copy(sample, tmp_path / "two.ledger"))) as house:
        yield house


@pytest.fixture
def tracks(house):
    """Make two tracks with the same beginning, each with another correction."""
    with house.tentatively() as one, house.tentatively() as other:
        yield [corrected(each, game) for each, game in zip((one, other), GAMES, strict=True)]


def test_two_next_lists_of_one_track_have_their_own_results(house, tracks):
    """Both are closed at the same position; neither reads the results computed for the other."""
    alone = []
    for game in GAMES:
        with house.tentatively() as tentative:
            alone.append(results_of(with_next(corrected(tentative, game), POOL)))
    together = [with_next(track, POOL) for track in tracks]
    assert [results_of(pool) for pool in together] == alone
    (first, its), (second, other) = alone
    assert first == second
    assert its != other


def test_results_that_two_tracks_share_are_caught(tracks, monkeypatch):
    monkeypatch.setattr(Computed, "fork", lambda results: results)
    one, other = tracks
    pools = [with_next(track, POOL) for track in (one, replace(other, results=one.results))]
    with pytest.raises(Damaged):
        results_of(pools[0])


def test_a_track_stays_as_it_is_when_a_list_is_closed_on_it(tracks):
    """Two next lists of a track come out alike, and neither is on the track."""
    before = state_of(tracks[0])
    one, other = (with_next(tracks[0], POOL) for _ in range(2))
    assert results_of(one) == results_of(other)
    assert one.lists()[-1].digest == other.lists()[-1].digest
    assert state_of(tracks[0]) == before
    assert not tracks[0].results.records
