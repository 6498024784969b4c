"""Elo UISP, what the body decides of a rating: I.3."""

from __future__ import annotations

import pytest

from projections.rulebooks import rulebook
from tests.support.edition_columns import ask
from tests.support.uisp_lists import EDITION, rate

EXACT = rulebook("uisp-exact").edition("2017-09-01")


@pytest.mark.parametrize("edition", [EDITION, EXACT])
def test_article_i_3_a_correction_by_decision_moves_the_rating_and_ends_what_was_rounded(edition):
    """Reading of `adjustment_applies`: it starts from the rating listed last, of who has one."""
    decided = {"adjusted": [True], "adjusted_from": [1503], "adjusted_to": [1600]}
    found = rate(1503, ("3+2", "1503 1"), edition=edition, online=[True], **decided)
    assert found["rating"].tolist() == [1603]
    lapsed = rate(1502, ("3+2", "1502 1"), edition=edition, online=[True], **decided)
    assert lapsed["rating"].tolist() == [1505]
    entering = {"adjusted_from": [0], "adjusted_to": [1600], "listed_rating": [0]}
    assert ask(EDITION, "adjustment_applies", adjusted=[True], **entering) == [False]
    unlisting = rate(1503, ("3+2", "1503 1"), **{**decided, "adjusted_to": [0]})
    assert unlisting["rating"].tolist() == [0]
    assert unlisting.why("rating", 0) == "I.3: unlisted by decision"


@pytest.mark.parametrize("edition", [EDITION, EXACT])
def test_article_i_3_a_bonus_by_decision_stands_beside_the_sum(edition):
    """Reading of `decided_bonus`: for who is listed, and not unlisted by the same list."""
    game = ("3+2", "1503 1")
    found = rate(1503, game, edition=edition, online=[True], decided_points=[-7])
    assert found["rating"].tolist() == [1506 - 7]
    assert found["decided_bonus"].tolist() == [-7]
    unlisting = {"adjusted": [True], "adjusted_from": [1503], "adjusted_to": [0]}
    gone = rate(1503, game, edition=edition, online=[True], decided_points=[7], **unlisting)
    assert (gone["decided_bonus"].tolist(), gone["rating"].tolist()) == ([0], [0])
