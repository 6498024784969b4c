"""FIDE B.02 of 1 July 2017: known differences from 2014."""

from projections.rulebooks.fide.standard import RULEBOOK
from tests.support.edition_columns import ratings_alone

EDITION = ratings_alone(RULEBOOK.edition("2017-07-01"))
BEFORE = ratings_alone(RULEBOOK.edition("2014-07-01"))


def test_article_0_2_a_week_or_thirty_days_where_norms_are_possible():
    assert EDITION.numbers["registration_days"] == 7
    assert EDITION.numbers["registration_days_norms"] == 30


def test_article_0_2_what_counts_rests_on_the_same_numbers():
    """Stated in the edition, and beside the findings: both must agree."""
    for edition in RULEBOOK.editions:
        alone = ratings_alone(edition).numbers
        twice = set(alone) & set(edition.numbers) - {"stated"}
        assert all(alone[name] == edition.numbers[name] for name in twice), edition.name


def test_article_0_2_of_2014_has_numbers_of_admission_alone():
    """The text was not read: the digest holds no number of registration."""
    assert not any(name.startswith("registration") for name in BEFORE.numbers)


def test_every_formula_is_that_of_2014():
    assert EDITION.columns == BEFORE.columns
