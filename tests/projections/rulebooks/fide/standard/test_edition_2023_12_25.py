"""FIDE B.02 as amended on 25 December 2023: the lead of a registration, and nothing else."""

from projections.rulebooks.fide.standard import RULEBOOK
from tests.support.edition_columns import ratings_alone

EDITION = ratings_alone(RULEBOOK.edition("2023-12-25"))
AMENDED = ratings_alone(RULEBOOK.edition("2022-01-01"))


def test_article_0_2_the_lead_goes_by_who_plays_no_longer_by_norms():
    names = ("registration_days", "registration_days_high", "registration_rating")
    assert [EDITION.numbers[name] for name in names] == [3, 30, 2700]
    assert EDITION.numbers["registration_rating_women"] == 2500
    assert "registration_days_norms" not in EDITION.numbers
    assert AMENDED.numbers["registration_days_norms"] == 30


def test_what_the_amendment_leaves_alone():
    """Every column is the column of January 2022, and so is every other number."""
    assert EDITION.columns == AMENDED.columns
    assert EDITION.waiting == AMENDED.waiting
    shared = set(AMENDED.numbers) & set(EDITION.numbers) - {"stated"}
    assert all(EDITION.numbers[name] == AMENDED.numbers[name] for name in shared)
