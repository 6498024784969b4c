"""FIDE rapid and blitz of July 2013; the tests of 2014 hold the rest."""

from projections.rulebooks import rulebook

EDITION = rulebook("fide-rapid").edition("2013-07-01")


def test_it_differs_from_2014_in_games_and_times():
    later = rulebook("fide-rapid").edition("2014-07-01").numbers["stated"]
    changed = {name for name, each in EDITION.numbers["stated"].items() if each != later[name]}
    assert changed == {
        "first_rating_games",
        "rapid_from_seconds",
        "blitz_to_seconds",
    }


def test_article_6_1_4_a_first_rating_takes_nine_games():
    assert EDITION.numbers["first_rating_games"] == 9


def test_article_1_1_ten_minutes_are_rapid():
    assert (EDITION.numbers["rapid_from_seconds"], EDITION.numbers["blitz_to_seconds"]) == (
        600,
        599,
    )
