"""A rulebook without a column or state field does not load, and the error names the absent part."""

from dataclasses import replace

import pytest

from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine.rulebook import (
    DECISIONS,
    READ_BY_NAME,
    STATE_READ,
    IncompleteRulebook,
)
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


@pytest.mark.parametrize(
    ("level", "name"), [(level, name) for level, names in READ_BY_NAME.items() for name in names]
)
def test_every_edition_has_the_columns_read_by_name(level, name):
    (edition,) = UISP.editions
    columns = {key: column for key, column in edition.columns.items() if key != name}
    missing = f"edition {edition.name} has no {level.value} column '{name}'"
    with pytest.raises(IncompleteRulebook, match=missing):
        replace(UISP, editions=(replace(edition, columns=columns),))


@pytest.mark.parametrize("fact", DECISIONS)
def test_every_edition_takes_the_facts_of_decisions(fact):
    """Without these columns a decision would be recorded and never counted."""
    (edition,) = UISP.editions
    columns = {k: column for k, column in edition.columns.items() if fact not in column.needs}
    missing = f"edition {edition.name}: no column takes '{fact}'"
    with pytest.raises(IncompleteRulebook, match=missing):
        replace(UISP, editions=(replace(edition, columns=columns),))


@pytest.mark.parametrize("name", STATE_READ)
def test_the_state_has_the_fields_read_by_name(name):
    state = {key: column for key, column in UISP.state.items() if key != name}
    with pytest.raises(IncompleteRulebook, match=f"state: no field '{name}'"):
        replace(UISP, state=state)


@pytest.mark.parametrize("name", NAMES)
def test_corrections_of_a_chain_are_those_of_chained_ratings(name):
    law = rulebook(name)
    assert not law.corrected or (law.frozen_corrections is None) == law.chained


def test_corrections_of_a_chain_are_refused_elsewhere():
    with pytest.raises(LookupError, match="uisp books no corrections of a chain"):
        _ = UISP.chained_corrections
