"""Admission by ratings on the revised track: by the ratings officially in force at the start."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest

from ledger.events.tournament import TournamentRegistered
from ledger.store.requests import Document
from projections.finding import Finding
from projections.official.track import Track
from projections.queries import PoolQuery, findings
from projections.tracks.revised import revised
from tests.oracles.world import Tournament, World
from tests.support.recording import a_ledger, begin, following, record, submission
from tests.support.two_pools import FIDE, RAPID, Pools, pools_of
from tests.support.worlds import federation, games, rated, round_robin_club, tournament

LATE = "late"
"""A tournament of July whose report is recorded after the list of August."""


@contextmanager
def chess(path, world: World, editions=None) -> Iterator[Pools]:
    """A ledger with the players of a world."""
    with a_ledger(str(path / "ledger")) as ledger, following(ledger) as official:
        begin(ledger, world, FIDE, editions=editions)
        yield Pools(ledger, official)


def announce(pools: Pools, played: Tournament, pool: str = FIDE, **facts: Any) -> None:
    """Record a tournament with facts of the announcement, and the report."""
    usual: dict[str, Any] = {"registered_on": played.start, "announced_as_rated": True}
    days = {"start": played.start, "end": played.end}
    announced = TournamentRegistered(
        tournament=played.id, name=played.id, pools=(pool,), **{**usual, **days, **facts}
    )
    file = Document("report", f"report of {played.id}".encode())
    report = submission(played, file.digest)
    record(pools.ledger, f"submit {played.id}", announced, report, documents=[file])


def tracks(pools: Pools) -> tuple[Track, Track]:
    """Both tracks, which differ in the ratings of the list of August."""
    official = pools.official.catch_up()
    return official, revised(official).track


def ratings(pools: Pools, player: int, list_of: str, pool: str = FIDE) -> list[int]:
    """A player's rating on a list of both tracks; 0: none."""
    asked = [PoolQuery(track, pool) for track in tracks(pools)]
    return [one.state(player, one.list_of(list_of).number).rating for one in asked]


def told(pools: Pools, name: str, article: str, pool: str = FIDE) -> list[list[Finding]]:
    """Return the findings of both tracks about a tournament under an article."""
    asked = [findings.of_tournament(PoolQuery(track, pool), name) for track in tracks(pools)]
    return [[finding for finding in found if finding.article == article] for found in asked]


def booked(pools: Pools, player: int, list_of: str, pool: str = FIDE) -> list[int]:
    """Return the games counted by a list for a player, on both tracks."""
    found = []
    for track in tracks(pools):
        on = PoolQuery(track, pool).list_of(list_of)
        closed = track.facts.pools[pool].closed[on.number - 1]
        rows = track.closed_list(closed.event).values
        found += rows["period_games"][rows["player"] == player].tolist()
    return found


@pytest.mark.parametrize(
    ("rating", "result", "revised"), [(2395, "1", 2405), (2404, "0", 2399)], ids=["below", "above"]
)
def test_article_1_1_thinking_time_by_the_rating_officially_in_force(
    tmp_path, rating, result, revised
):
    """Reading `admitted_officially`: 90 minutes are enough officially, or are not."""
    world = federation([rated(1, rating), rated(2, rating), rated(3, 2300)])
    with chess(tmp_path, world) as pools:
        pools.close("2025-08", FIDE)
        lost_or_won = tournament(LATE, "2025-07-05", "2025-07-10", games(1, f"2 {result}"))
        announce(pools, lost_or_won, time_control="7200+30")
        fast = tournament("B", "2025-08-05", "2025-08-10", games(1, "3 ="))
        announce(pools, fast, time_control="5400")
        pools.close("2025-09", FIDE)
        assert ratings(pools, 1, "2025-08") == [rating, revised]
        official, same = told(pools, "B", "1.1")
        assert official == same
        assert bool(official) == (rating >= 2400)
        assert booked(pools, 3, "2025-09") == [int(rating < 2400)] * 2


def test_article_6_1_a_match_with_who_is_officially_unrated(tmp_path):
    """Reading `admitted_officially`: rated on the revised list of August, and nowhere else."""
    world = federation([rated(number, 1800) for number in range(2, 8)], newcomers=[1])
    with chess(tmp_path, world) as pools:
        pools.close("2025-08", FIDE)
        first = games(1, "2 1 3 = 4 = 5 1 6 0")
        announce(pools, tournament(LATE, "2025-07-05", "2025-07-10", first))
        match = tournament("B", "2025-08-05", "2025-08-10", games(1, "7 1"))
        announce(pools, match, match_games=1)
        pools.close("2025-09", FIDE)
        official, revised = ratings(pools, 1, "2025-08")
        assert not official
        assert revised
        for found in told(pools, "B", "6.1"):
            assert [str(finding.says) for finding in found] == [
                "1 game: a match with an unrated player"
            ] * 2
        assert booked(pools, 7, "2025-09") == [0, 0]


def test_article_6_1_a_match_of_rapid_by_the_standard_rating_officially_in_force(tmp_path):
    """Reading `admitted_officially`: a standard rating stands for a missing rapid rating."""
    with pools_of(str(tmp_path / "ledger"), 7) as pools:
        pools.open(FIDE, [rated(number, 1800) for number in range(2, 8)])
        pools.open(RAPID, [rated(7, 1800)])
        pools.close("2025-08", FIDE, RAPID)
        first = games(1, "2 1 3 = 4 = 5 1 6 0")
        announce(pools, tournament(LATE, "2025-07-05", "2025-07-10", first))
        match = tournament("B", "2025-08-05", "2025-08-06", games(1, "7 1"))
        announce(pools, match, RAPID, match_games=1, time_control="900+10")
        pools.close("2025-09", FIDE, RAPID)
        official, revised = ratings(pools, 1, "2025-08")
        assert not official
        assert revised
        assert booked(pools, 7, "2025-09", RAPID) == [0, 0]


def test_article_6_the_composition_of_a_round_robin_as_officially_rated(tmp_path):
    """Reading `admitted_officially`: three of five are too few, four on the revised list enough."""
    club = round_robin_club(2019, 3)
    (robin,) = club.tournaments
    others = [rated(number, 1800) for number in range(10, 21)]
    world = federation(
        [*club.carried, *others],
        newcomers=[1, 6],
        periods=("2019-01", "2019-02"),
        on=date(2018, 12, 1),
    )
    with chess(tmp_path, world, ("2014-07-01", "2017-07-01")) as pools:
        pools.close("2019-01", FIDE)
        first = games(6, " ".join(f"{other.player} =" for other in others))
        announce(pools, tournament(LATE, "2018-12-05", "2018-12-20", first))
        announce(pools, robin)
        pools.close("2019-02", FIDE)
        official, revised = ratings(pools, 6, "2019-01")
        assert not official
        assert revised
        for found in told(pools, robin.id, "6"):
            (composition,) = (str(finding.says) for finding in found if finding.player is None)
            assert composition.startswith("fewer than 4 are rated in a round robin of fewer")
        assert booked(pools, 2, "2019-02") == [2, 3]  # without the game against the newcomer


@pytest.mark.parametrize(
    ("rating", "result", "revised"), [(2698, "1", 2703), (2704, "0", 2699)], ids=["below", "above"]
)
def test_article_0_2_1_registration_by_the_highest_officially_rated(
    tmp_path, rating, result, revised
):
    """Reading `admitted_officially`: ten days before the start, of thirty for the highest."""
    world = federation([rated(1, rating), rated(2, rating), rated(3, 2300)])
    with chess(tmp_path, world) as pools:
        pools.close("2025-08", FIDE)
        announce(pools, tournament(LATE, "2025-07-05", "2025-07-10", games(1, f"2 {result}")))
        played = tournament("B", "2025-08-15", "2025-08-20", games(1, "3 ="))
        announce(pools, played, registered_on=played.start.replace(day=5))
        pools.close("2025-09", FIDE)
        assert ratings(pools, 1, "2025-08") == [rating, revised]
        official, same = told(pools, "B", "0.2.1")
        assert official == same
        assert bool(official) == (rating > 2700)
