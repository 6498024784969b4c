"""FIDE rapid and blitz of January 2012; the tests of 2014 hold the rest."""

from projections.rulebooks import rulebook
from tests.support.edition_columns import ask

EDITION = rulebook("fide-rapid").edition("2012-01-01")


def test_it_differs_from_2013_in_times():
    later = rulebook("fide-rapid").edition("2013-07-01").numbers["stated"]
    changed = {name for name, each in EDITION.numbers["stated"].items() if each != later[name]}
    assert changed == {"rapid_from_seconds", "blitz_to_seconds"}


def test_article_7_3_3_k_times_games_is_limited_from_the_first_list_on():
    """Reading `k_times_games_of_2012`: 36 games lower K to 19."""
    facts = {"listed_rating": [1800], "listed_k": [20], "entering_k": [20], "rated_games": [36]}
    assert ask(EDITION, "k", **facts) == [19]
