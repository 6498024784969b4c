"""Articles of Elo-Rubele about categories, in Italian draughts: thresholds in threes."""

import numpy as np
import pytest

from projections.rulebooks import rulebook
from projections.rulebooks.engine.categories import reached, retained

LAW = rulebook("rubele-italiana").edition("2008-01-01").numbers

THRESHOLDS = [
    (1000, "Provinciale", "Regionale"),
    (2000, "Regionale", "Nazionale"),
    (3000, "Nazionale", "Candidato Maestro"),
    (3900, "Candidato Maestro", "Maestro"),
]


@pytest.mark.parametrize(("threshold", "below", "on"), THRESHOLDS)
def test_article_vi_9_table_12_a_category_is_reached_at_its_threshold(threshold, below, on):
    capitals = np.array([threshold - 1, threshold, threshold + 1])
    names = [LAW["categories"][at][0] for at in reached(capitals, LAW["categories"])]
    assert names == [below, on, on]


def test_article_vi_9_what_was_reached_is_kept_when_the_capital_falls():
    """Reading B8: the tables know promotions only."""
    regional, national = 1, 2
    held, come_to = np.array([national, national]), np.array([regional, national + 1])
    assert retained(held, come_to, LAW["permanence"]).tolist() == [national, national + 1]


def test_article_vi_9_no_capital_makes_a_grand_master():
    assert not {"Grande Maestro"} & {name for name, _ in LAW["categories"]}
    assert LAW["titles"] == ("Grande Maestro",)
