"""A tournament reported in parts: each with the ratings of the month, all under the
same edition.
"""

from dataclasses import replace
from datetime import date

import pytest

from projections.queries import PoolQuery
from projections.queries.recompute import preview
from tests.oracles.fide_booking import Careers
from tests.oracles.fide_editions import STANDARD
from tests.oracles.world import World
from tests.support.careers import begin, close_all, sealed_rows, submit
from tests.support.recording import a_ledger, following
from tests.support.worlds import federation, games, rated, tournament


def in_parts(begins: str) -> World:
    """Report 2700 against 2200 and 2600, two wins in a month, and against 2200 in the next month,
    of the same tournament.
    """
    parts = (
        tournament("T-000001", begins, "2025-10-06", games(1, "2 1 3 1")),
        tournament("T-000001", "2025-11-05", "2025-11-20", games(1, "2 1")),
    )
    whole = date.fromisoformat(begins), date(2025, 11, 20)
    played = [replace(each, part=at, whole=whole) for at, each in enumerate(parts, 1)]
    periods = ("2025-10", "2025-11", "2025-12")
    return federation([rated(1, 2700), rated(2, 2200), rated(3, 2600)], played, periods=periods)


@pytest.mark.parametrize(
    ("begins", "ratings"),
    [
        ("2025-09-30", [2700, 2704, 2705]),  # .08 + .36 at K 10; then .08 against 2200 again
        ("2025-10-01", [2700, 2704, 2704]),  # .04 + .36; then .04: the true difference
        ("2025-10-02", [2700, 2704, 2704]),
    ],
)
def test_article_0_1_a_part_goes_by_the_edition_of_the_whole(tmp_path, begins, ratings):
    """Both parts end after the amendment of October 2025; when the whole began decides for both."""
    careers = Careers({STANDARD: in_parts(begins)})
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, careers)
        with following(ledger) as official:
            close_all(ledger, official, careers)
        lists = sealed_rows(ledger, careers)[STANDARD]
    assert [rows[1]["rating"] for rows in lists] == ratings


@pytest.mark.parametrize("begins", ["2025-09-30", "2025-10-01"])
def test_article_0_1_before_a_list_takes_it_a_part_goes_by_the_same_edition(tmp_path, begins):
    """The findings before the closing are the findings afterwards."""
    careers = Careers({STANDARD: in_parts(begins)})
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, careers)
        for played in careers.worlds[STANDARD].tournaments:
            submit(ledger, played, STANDARD)
        with following(ledger) as official:
            official.catch_up()
            pool = PoolQuery(official.track, "fide-standard")
            parts = [*official.track.facts.pools["fide-standard"].waiting()]
            found = [preview.edition_of(pool, part) for part in parts]
            editions = {rating_list.name for rating_list in found if rating_list is not None}
    assert len(parts) == 2
    assert editions == {"2024-03-01" if begins < "2025-10" else "2025-10-01"}
