"""Elo-Rubele, decisions of the commission about a capital: VI.2 and VI.5."""

import numpy as np
import pytest

from projections.rulebooks.elo_rubele import international
from projections.rulebooks.elo_rubele.italian import RULEBOOK, deciding
from tests.support.edition_columns import ask, why

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


EDITIONS = [
    pytest.param(edition, id=f"{edition.rulebook} {edition.name}")
    for edition in (*RULEBOOK.editions, *international.RULEBOOK.editions)
]
CEASED = {"capital_ceased": [True, True, False], "unit": [0, 1, 2]}
"""Two whose capital ceased since; the second entered anew. The third holds his."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_article_vi_5_opponents_meet_the_capital_that_ceased_since(edition):
    """Reading of `capital_ceased` (`ceased_later`): 3500 at the place of the event, none now."""
    facts = {
        **CEASED,
        "rating_at_start": [3500, 2000, 1500],
        "listed_rating": [0, 300, 1600],
        "entry_capital": [300, 300, 300],
    }
    assert ask(edition, "capital_before", **facts) == [3500, 2000, 1500]
    said = why(edition, "capital_before", **facts)
    assert said == [deciding.BOOKED_NOTHING] * 2 + ["VI.5: the capital after the previous event"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_article_vi_5_of_his_own_nothing_is_booked(edition):
    """Reading of `capital_ceased` (`ceased_later`): neither games nor a change, and no entry."""
    nothing = {"nothing_booked": [True, True, False]}
    play = {
        "counted_games": [5, 5, 5],
        "entry_difference_hundredths": [150, 150, 150],
        "unit": [0, 1, 2],
        "units": 3,
    }
    assert ask(edition, "period_games", **play, **nothing) == [0, 0, 5]
    assert ask(edition, "sum_hundredths", **play, **nothing) == [0, 0, 150]
    held = {"listed_rating": [0, 300, 1600], "entering_capital": [300, 300, 300]}
    assert ask(edition, "initial_rating", **held, **nothing) == [0, 300, 1600]


def test_article_vi_5_it_is_told_of_the_player_in_the_step():
    """Reading of `capital_ceased`: rows of entries in another order than the rows of players."""
    ceased, of = np.array([True, False]), np.array([1, 0])
    assert deciding.nothing_booked(ceased, of, 3).tolist() == [False, True, False]


@pytest.mark.parametrize("edition", EDITIONS)
def test_article_vi_11_table_18_b_what_was_taken_ends_with_a_capital(edition):
    """Reading of `malus_taken_held` (`malus_of_a_life`): a player whose capital ceases, a player
    who stays, a player without a capital.
    """
    facts = {
        "annulled_by_decision": [True, False, False],
        "listed_malus_taken": [50, 50, 0],
        "listed_malus_years": [1 << 9, 1 << 9, 0],
    }
    assert ask(edition, "malus_taken_held", **facts) == [0, 50, 0]
    assert ask(edition, "malus_years_held", **facts) == [0, 1 << 9, 0]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("applies", "to"), [(True, 0), (True, 1400), (False, 0)])
def test_article_vi_2_a_capital_corrected_to_none_is_annulled(edition, applies, to):
    """Where the correction holds: 1500 to none, not to 1400."""
    facts = {"adjustment_applies": [applies], "adjusted_to": [to]}
    assert ask(edition, "annulled_by_decision", **facts) == [applies and to == 0]


def test_article_vi_11_table_18_b_where_nobody_ceases_what_was_taken_stays_as_listed():
    """Not a copy of the list: standings need not be told again."""
    listed = np.array([50, 0])
    assert deciding.malus_taken_held(listed, np.zeros((), dtype=bool)) is listed
