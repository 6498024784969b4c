"""Gaps in the texts of rapid and blitz to the end of 2021, which the body may fill."""

from dataclasses import replace

import pytest

from projections.rulebooks import rulebook


@pytest.mark.parametrize("book", ["fide-rapid", "fide-blitz"])
def test_article_7_2_4_what_a_half_point_is_worth_is_not_told_before_2022(book):
    """0 is not told; such events may stand on the lists of later editions, too."""
    name = "points_each_half_point_to_2021"
    law = rulebook(book)
    assert name in law.body_parameters
    assert {edition.numbers[name] for edition in law.editions} == {0}


@pytest.mark.parametrize("book", ["fide-rapid", "fide-blitz"])
def test_with_a_number_set_an_edition_still_knows_its_class(book):
    """Rapid or blitz: no text states the class, and the counting of games asks for the class."""
    name = "points_each_half_point_to_2021"
    for edition in rulebook(book).editions:
        said = edition.stating((replace(edition.numbers["stated"][name], stated=10),))
        assert said.numbers[name] == 10
        assert said.numbers["time_class"] == book.removeprefix("fide-")
