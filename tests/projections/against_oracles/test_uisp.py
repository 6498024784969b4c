"""Ten quarters of UISP chess through a real ledger: every row of every ranking, exactly.

The seasons hold every named case (tests/oracles/test_uisp.py asserts it). With LEDGER_TEST_FULL=1
many more.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from tests.oracles import uisp_replay, uisp_seasons
from tests.oracles.uisp import LAW, SOURCES, Law
from tests.oracles.uisp_replay import Season
from tests.support.counts import FULL
from tests.support.quarters import Rows, begin, close_all, differences, exact_rows, sealed_rows
from tests.support.recording import a_ledger, following
from tests.support.verified_worlds import verify

SEEDS = range(40 if FULL else 3)
BOOKS = {"uisp": "published", "uisp-exact": "exact"}
"""What each rulebook goes on from."""


@pytest.fixture(scope="module")
def played() -> dict[tuple[str, int], tuple[Season, Rows]]:
    """Seasons and the rankings that the ledger sealed of them, recorded once for all tests."""
    return {}


def season_of(played, tmp_path_factory, book: str, seed: int) -> tuple[Season, Rows]:
    """The season of a seed, recorded and closed the first time it is asked for."""
    if (book, seed) not in played:
        season = uisp_seasons.season(seed)
        address = str(tmp_path_factory.mktemp("season") / "ledger")
        with a_ledger(address) as ledger:
            begin(ledger, season, book)
            with following(ledger) as official:
                close_all(ledger, official, season, book)
                assert verify(ledger).faults == []
                played[book, seed] = season, sealed_rows(official, season, book)
    return played[book, seed]


def unlike(season: Season, ours: Rows, book: str = "uisp", law: Law = LAW) -> list[str]:
    """The rows in which rankings and the exact calculation differ."""
    exact = uisp_replay.replay(season, BOOKS[book], law)
    return differences(season, ours, exact_rows(exact))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("book", BOOKS)
def test_seasons_row_for_row(played, tmp_path_factory, book, seed):
    season, ours = season_of(played, tmp_path_factory, book, seed)
    assert unlike(season, ours, book) == []


# ------------------------------------------------------------------------------------ controls

LAWS = {
    "a row of the table": LAW.with_wrong_edge(122),
    "the last row in use": LAW.with_wrong_edge(392),
    "no more than 400": replace(LAW, limit=412),
    "K 10": replace(LAW, k_blitz=15),
    "K 20": replace(LAW, k_rapid=15),
    "K 30": replace(LAW, k_standard=40),
    "the half of what is played online": replace(LAW, online_part=Fraction(1)),
    "blitz to ten minutes": replace(LAW, blitz_to_seconds=601),
    "rapid under an hour": replace(LAW, rapid_under_seconds=3540),
    "thirty minutes": replace(LAW, long_base_seconds=1799),
    "ten seconds": replace(LAW, long_increment_seconds=9),
    "the tenth day before": replace(LAW, closing_days=9),
    "the fixed points": replace(LAW, newcomer=1441),
    "the order of the lists": replace(LAW, sources=(SOURCES[1], SOURCES[0], *SOURCES[2:])),
    "the last of the lists": replace(LAW, sources=SOURCES[:-1]),
}


@pytest.mark.parametrize("number", LAWS)
def test_one_altered_number_is_caught(played, tmp_path_factory, number):
    """The exact side altered: the lists that were sealed no longer agree with it."""
    for seed in SEEDS:
        season, ours = season_of(played, tmp_path_factory, "uisp", seed)
        if unlike(season, ours, law=LAWS[number]):
            return
    raise AssertionError(f"nobody noticed: {number}")


def test_the_other_reading_of_carry_is_caught(played, tmp_path_factory):
    """Published and exact lead to different lists in the same season."""
    season, ours = season_of(played, tmp_path_factory, "uisp", SEEDS[0])
    assert unlike(season, ours, "uisp-exact") != []


def test_publications_moved_by_a_day_are_caught(played, tmp_path_factory):
    """What begins on the day of a publication would be played with the list before."""
    for seed in SEEDS:
        season, ours = season_of(played, tmp_path_factory, "uisp", seed)
        later = tuple(
            replace(each, published=each.published and each.published + timedelta(days=1))
            for each in season.quarters
        )
        if unlike(replace(season, quarters=later), ours):
            return
    raise AssertionError("nobody noticed")
