"""Who must be rated in a round robin, up to 2021: below, on and above every boundary."""

from __future__ import annotations

from typing import Any

import pytest

from projections.rulebooks.counting import FINE, TO_DECIDE
from projections.rulebooks.fide_standard import RULEBOOK
from tests.projections.rulebooks.asking import ask


def found(edition: str, **told: Any) -> int:
    """What is found about the composition of one round robin."""
    facts = {"round_robin": True, "double": False, "exempt_6_composition": False} | told
    asked = {name: [value] for name, value in facts.items()}
    (kind,) = ask(RULEBOOK.edition(edition), "composition", **asked)
    return int(kind)


@pytest.mark.parametrize(
    ("entrants", "rated", "kind"),
    [
        (9, 3, TO_DECIDE),
        (9, 4, FINE),
        (9, 5, FINE),
        (10, 3, TO_DECIDE),
        (10, 4, FINE),
        (12, 4, FINE),
        (13, 4, TO_DECIDE),
        (3, 3, FINE),
    ],
)
def test_article_6_round_robins_need_rated_players_to_2021(entrants, rated, kind):
    """Reading of `composition` (`round_robin_composition`): four of less than ten, then a third."""
    told = {"entrants": entrants, "rated_entrants": rated}
    assert found("2017-07-01", **told) == kind
    assert found("2017-07-01", **told, round_robin=False) == FINE
    assert found("2017-07-01", **told, exempt_6_composition=True) == FINE


@pytest.mark.parametrize(
    ("entrants", "rated", "kind"),
    [(5, 4, TO_DECIDE), (6, 3, TO_DECIDE), (6, 4, FINE), (7, 4, FINE)],
)
def test_article_6_double_round_robins(entrants, rated, kind):
    assert found("2021-02-01", double=True, entrants=entrants, rated_entrants=rated) == kind


def test_article_6_no_rule_of_composition_from_2022():
    assert "composition" not in RULEBOOK.edition("2022-01-01").columns
