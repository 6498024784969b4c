"""Elo-Rubele, what the commission decides of a capital: VI.2 and VI.5."""

from __future__ import annotations

import pytest

from projections.rulebooks.elo_rubele.italian import RULEBOOK
from tests.support.edition_columns import ask

EDITION = RULEBOOK.edition("2008-01-01")


def test_article_vi_5_a_correction_holds_if_it_starts_from_the_capital_listed_last():
    facts = {
        "adjusted": [True, True, False],
        "adjusted_from": [2000, 1999, 2000],
        "adjusted_to": [2030, 2030, 2030],
        "listed_rating": [2000, 2000, 2000],
    }
    assert ask(EDITION, "adjustment", **facts) == [30, 0, 0]


@pytest.mark.parametrize(
    ("listed", "before", "after", "holds"),
    [
        (1500, 1500, 99, False),
        (1500, 1500, 100, True),
        (1500, 1500, 101, True),
        (1500, 1500, 0, True),
        (1500, 1499, 1600, False),
        (0, 0, 1500, False),
    ],
)
def test_article_vi_5_a_correction_needs_a_capital_and_leaves_the_minimum(
    listed, before, after, holds
):
    """Reading of `adjustment_applies`: from the capital held, to none or the minimum at least."""
    facts = {
        "adjusted": [True],
        "adjusted_from": [before],
        "adjusted_to": [after],
        "listed_rating": [listed],
    }
    assert ask(EDITION, "adjustment_applies", **facts) == [holds]


@pytest.mark.parametrize(
    ("listed", "adjustment", "points", "given"),
    [
        (2000, 0, 10, 10),
        (2000, 0, -10, -10),
        (111, 0, -10, -10),
        (110, 0, -10, -10),
        (109, 0, -10, -9),
        (120, -11, -10, -9),
        (90, 0, -10, 0),
        (0, 0, 10, 0),
    ],
)
def test_article_vi_5_a_bonus_by_decision_is_for_a_capital_and_leaves_the_minimum(
    listed, adjustment, points, given
):
    """Reading of `decided_bonus`: below a minimum that was raised nothing more is taken."""
    facts = {"decided_points": [points], "adjustment": [adjustment], "listed_rating": [listed]}
    found = ask(EDITION, "decided_bonus", annulled_by_decision=[False], **facts)
    assert found == [given]
    assert ask(EDITION, "decided_bonus", annulled_by_decision=[True], **facts) == [0]
