"""Every text has an article that drops rounds without an opponent, and the worksheet cites the
article.
"""

import numpy as np
import pytest

from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine.columns import unless, unplayed

EDITIONS = [edition for name in NAMES for edition in rulebook(name).editions]


@pytest.mark.parametrize(
    "edition", EDITIONS, ids=lambda edition: f"{edition.rulebook}-{edition.name}"
)
def test_byes_stand_under_the_article_of_games_not_played(edition):
    rule = edition.columns["counts"]
    nothing = [np.zeros(1, dtype=np.int64)] * len(rule.needs)
    said = rule.in_its_numbers(rule.function(*nothing)).of_byes
    article, _, says = said.partition(": ")
    assert says == "not played, so not counted"
    assert article in edition.articles


def test_a_text_that_drops_no_byes_says_nothing_of_them():
    nowhere = np.zeros(1, dtype=bool)
    assert unless((nowhere, "1: something"), otherwise="2: counts").of_byes == ""
    assert unless(unplayed(nowhere, "1: not played"), otherwise="2: counts").of_byes == (
        "1: not played"
    )
