"""A rulebook that names a column no edition has does not load, and the error names the column."""

from dataclasses import replace

import pytest

from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine.rulebook import IncompleteRulebook
from projections.rulebooks.engine.terms import YearEndTerms

UISP = rulebook("uisp")


def test_a_column_of_the_core_that_is_missing_is_named():
    with pytest.raises(IncompleteRulebook) as refused:
        replace(UISP, own_rating="own")
    assert str(refused.value) == (
        "rulebook uisp is incomplete: own_rating: no edition has the entry column 'own'"
    )


def test_a_column_of_a_part_that_is_missing_is_named_with_the_part():
    with pytest.raises(IncompleteRulebook, match=r"year_end\.renews: no edition has the turn col"):
        replace(UISP, year_end=YearEndTerms(renews={"rating": "turned_rating"}))


def test_a_column_of_another_level_is_missing():
    with pytest.raises(IncompleteRulebook, match="lapses: no edition has the listed column 'k'"):
        replace(UISP, lapses=("k",))


@pytest.mark.parametrize("name", NAMES)
def test_corrections_of_a_chain_are_those_of_chained_ratings(name):
    law = rulebook(name)
    assert law.corrected
    assert (law.frozen_corrections is None) == law.chained


def test_corrections_of_a_chain_are_refused_elsewhere():
    with pytest.raises(LookupError, match="uisp books no corrections of a chain"):
        _ = UISP.chained_corrections
