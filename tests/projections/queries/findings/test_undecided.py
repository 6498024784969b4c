"""Points left by a text to a body: the deciding body finds the article and the reason."""

import pytest

from projections.finding import Finding
from projections.queries import PoolQuery, findings
from tests.support.recording import a_ledger, begin, close_all, following
from tests.support.worlds import FIDE, round_robin_club


@pytest.fixture
def told(tmp_path):
    """Ask for the findings of the round robin of a year."""

    def ask(year: int, listed: int) -> list[Finding]:
        world = round_robin_club(year, listed)
        with a_ledger(str(tmp_path / "ledger")) as ledger:
            begin(ledger, world, FIDE, editions=("2014-07-01", "2021-02-01", "2022-01-01"))
            with following(ledger) as official:
                close_all(ledger, official, world, FIDE)
                official.catch_up()
                found = findings.of_tournament(PoolQuery(official.track, FIDE), "RR")
        return [finding for finding in found if finding.article == "6"]

    return ask


@pytest.mark.parametrize("year", [2015, 2021])
def test_article_6_a_round_robin_of_too_few_rated_needs_a_decision(told, year):
    """Three rated of five: a finding for the tournament, and for the waiting games."""
    tournament_wide, *of_games = told(year, 3)
    assert tournament_wide.kind == "needs a decision"
    assert str(tournament_wide.says).startswith("fewer than 4 are rated in a round robin of fewer")
    assert str(tournament_wide.remedy).startswith("decide-exemption-granted tournament=RR")
    assert of_games
    for finding in of_games:
        assert "opponent unrated in a round robin with too few rated players" in str(finding.says)


@pytest.mark.parametrize(("year", "listed"), [(2015, 4), (2021, 4), (2022, 3), (2022, 4)])
def test_article_6_enough_rated_or_later_nothing_needs_one(told, year, listed):
    """From 2022 on a round robin is rated as any other event."""
    assert told(year, listed) == []
