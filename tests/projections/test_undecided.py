"""What a text leaves open is told as such: who decides finds the article and the rule's figure."""

from __future__ import annotations

from datetime import date
from itertools import combinations

import pytest

from projections import findings
from projections.answers import Pool
from projections.finding import Finding
from tests.oracles.world import World
from tests.projections.recording import a_ledger, begin, close_all, following
from tests.projections.worlds import FIDE, federation, games, rated, tournament


def club(year: int) -> World:
    """A newcomer and four rated players, all against all: he draws with 2 and beats the others."""
    met = [*games(1, "2 = 3 1 4 1 6 1")]
    for one, other in combinations((2, 3, 4, 6), 2):
        met += games(one, f"{other} =")
    return federation(
        [rated(each, 1800) for each in (2, 3, 4, 6)],
        [tournament("RR", f"{year}-01-02", f"{year}-01-20", met)],
        newcomers=[1],
        periods=(f"{year}-02",),
        on=date(year, 1, 1),
    )


@pytest.fixture(params=["tournament", "player"])
def told(tmp_path, request):
    """Ask for the findings of the round robin of a year, or of its newcomer."""

    def ask(year: int) -> list[Finding]:
        world = club(year)
        with a_ledger(str(tmp_path / "ledger")) as ledger:
            begin(ledger, world, FIDE, editions=("2014-07-01", "2021-02-01", "2022-01-01"))
            with following(ledger) as official:
                close_all(ledger, official, world, FIDE)
                official.catch_up()
                pool = Pool(official, FIDE)
                if request.param == "tournament":
                    found = findings.of_tournament(pool, "RR")
                else:
                    found = findings.of_player(pool, 1)
        return [each for each in found if each.kind == "needs a decision"]

    return ask


@pytest.mark.parametrize("year", [2015, 2021])
def test_article_8_2_a_newcomer_of_a_round_robin_needs_a_decision(told, year):
    """Rc = 1800 + (3 x 87 / 4) x 4/5 = 1852.2; 3.5 of 4 is three half points above one half."""
    (mine,) = [each for each in told(year) if each.article == "8.2"]
    assert mine.player == 1
    assert "a newcomer in what may be a round robin" in mine.says
    assert mine.remedy.startswith("decide his rating (ratings-adjusted); the rule alone gives 1912")


def test_article_8_52_games_against_him_need_a_decision(told):
    undecided = [each for each in told(2015) if each.article == "8.52"]
    about = {each.player for each in undecided}
    assert about in (set(), {2, 3, 4, 6})  # a player's findings are his own
    assert all("opponent unrated in what may be a round robin" in each.says for each in undecided)


def test_article_8_2_from_2022_nothing_needs_a_decision(told):
    """A round robin is rated as any other event."""
    assert [each for each in told(2022) if each.article.startswith("8")] == []
