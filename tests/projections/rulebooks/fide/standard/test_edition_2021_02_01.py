"""FIDE B.02 as amended on 1 February 2021: hybrid tournaments may be rated."""

from projections.rulebooks.fide.standard import RULEBOOK
from tests.support.edition_columns import ratings_alone

EDITION = ratings_alone(RULEBOOK.edition("2021-02-01"))
AMENDED = ratings_alone(RULEBOOK.edition("2017-07-01"))


def test_article_0_2_hybrid_tournaments_by_approval():
    assert EDITION.numbers["hybrid_by_approval"] == 1
    assert "hybrid_by_approval" not in AMENDED.numbers


def test_what_the_amendment_leaves_alone():
    assert EDITION.columns == AMENDED.columns
    assert EDITION.numbers["registration_days"] == 7
