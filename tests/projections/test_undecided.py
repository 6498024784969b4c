"""What a text leaves to a body is told as such: who decides finds the article and the reason."""

from __future__ import annotations

from datetime import date
from itertools import combinations

import pytest

from projections import findings
from projections.finding import Finding
from projections.queries import PoolQuery
from tests.oracles.world import World
from tests.support.recording import a_ledger, begin, close_all, following
from tests.support.worlds import FIDE, federation, games, rated, tournament


def club(year: int, listed: int = 3) -> World:
    """A newcomer and four others, of whom so many are rated, all against all.

    The newcomer draws with 2 and beats the others, who draw among themselves.
    """
    others = (2, 3, 4, 6)
    met = [*games(1, "2 = 3 1 4 1 6 1")]
    for one, other in combinations(others, 2):
        met += games(one, f"{other} =")
    return federation(
        [rated(each, 1800) for each in others[:listed]],
        [tournament("RR", f"{year}-01-02", f"{year}-01-20", met)],
        newcomers=[1, *others[listed:]],
        periods=(f"{year}-02",),
        on=date(year, 1, 1),
    )


@pytest.fixture
def told(tmp_path):
    """Ask for the findings of the round robin of a year."""

    def ask(year: int, listed: int) -> list[Finding]:
        world = club(year, listed)
        with a_ledger(str(tmp_path / "ledger")) as ledger:
            begin(ledger, world, FIDE, editions=("2014-07-01", "2021-02-01", "2022-01-01"))
            with following(ledger) as official:
                close_all(ledger, official, world, FIDE)
                official.catch_up()
                found = findings.of_tournament(PoolQuery(official, FIDE), "RR")
        return [each for each in found if each.article == "6"]

    return ask


@pytest.mark.parametrize("year", [2015, 2021])
def test_article_6_a_round_robin_of_too_few_rated_needs_a_decision(told, year):
    """Three rated of five: one finding for the tournament, and for the games that wait for it."""
    tournament_wide, *of_games = told(year, 3)
    assert tournament_wide.kind == "needs a decision"
    assert tournament_wide.says.startswith("fewer than 4 are rated in a round robin of fewer")
    assert tournament_wide.remedy.startswith(
        "ledger event record exemption-granted --tournament RR"
    )
    assert of_games
    for each in of_games:
        assert "opponent unrated in a round robin of too few rated" in each.says


@pytest.mark.parametrize(("year", "listed"), [(2015, 4), (2021, 4), (2022, 3), (2022, 4)])
def test_article_6_enough_rated_or_later_nothing_needs_one(told, year, listed):
    """From 2022 on a round robin is rated as any other event."""
    assert told(year, listed) == []
