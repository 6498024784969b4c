"""The grammar of editions: columns by name, and the computed graph."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.rating import rate
from projections.rulebooks.engine.columns import (
    ENTRY,
    GAME,
    UNIT,
    Choice,
    Level,
    Values,
    choose,
    column,
    columns_of,
    total,
)
from projections.rulebooks.engine.edition import Edition
from tests.oracles import random_worlds
from tests.support.worlds import FIDE, RUBELE, closings


@column(article="1", level="game", unit="points", does="subtract")
def lead(own: Values, other: Values) -> Values:
    """1. Own points less the other's.

    More words that are not the sentence.
    """
    return own - other


@column(article="1, 2", level="game", unit="points", does="choose")
def counted(lead: Values, cap: int) -> Choice:
    """1, 2. The lead, at most the cap."""
    return choose((lead > cap, cap, "2: the cap"), otherwise=(lead, "1: the lead itself"))


@column(article="3", level="unit", unit="points", does="total")
def score(counted: Values, unit: Values, units: int) -> Values:
    """3. The sum for each unit."""
    return total(counted, unit, units)


@column(article="4", level="unit", unit="points", does="add")
def published(score: Values, bonus: Values) -> Values:
    """4. The score and the bonus."""
    return score + bonus


def edition(*rules: Any, **numbers: Any) -> Edition:
    columns = {rule.__name__: rule.__rule__ for rule in rules}
    return Edition("toy", "2000-01-01", None, columns, numbers, "", {})


TOY = edition(published, score, counted, lead, cap=5)
FACTS = {
    "own": np.array([9, 3, 8]),
    "other": np.array([1, 3, 4]),
    "unit": np.array([0, 0, 1]),
    "units": 2,
    "bonus": np.array([10, 20]),
}


# ----------------------------------------------------------------------------------- columns


def test_a_column_says_its_article_level_and_sentence():
    rule = TOY.columns["lead"]
    assert (rule.name, rule.article, rule.level, rule.unit) == ("lead", "1", GAME, "points")
    assert rule.needs == ("own", "other")
    assert rule.sentence == "Own points less the other's."


def test_columns_of_a_module_come_in_the_order_of_its_text():
    module = ModuleType("toy")
    module.__dict__.update(score=score, lead=lead, not_a_rule=len)
    assert list(columns_of(module)) == ["score", "lead"]


# ---------------------------------------------------------------------------------- evaluation


def test_columns_are_computed_in_the_order_they_need_each_other():
    sheet = TOY.evaluate([GAME, UNIT], FACTS)
    assert sheet["counted"].tolist() == [5, 0, 4]
    assert sheet["published"].tolist() == [15, 24]
    assert [str(sheet.why("counted", row)) for row in (0, 1)] == [
        "2: the cap",
        "1: the lead itself",
    ]


def test_only_what_is_wanted_and_what_it_rests_on_is_computed():
    sheet = TOY.evaluate([GAME, UNIT], FACTS, ["score"])
    assert "published" not in sheet.values
    assert sheet["score"].tolist() == [5, 4]


def test_what_the_wanted_rest_on_goes_with_the_reasons_for_it():
    """Wanted columns and the facts are kept: the other columns free memory for the next."""
    assert TOY.evaluate([GAME, UNIT], FACTS, ["score"]).choices == {}
    sheet = TOY.evaluate([GAME, UNIT], FACTS, ["score", "counted"])
    assert sheet.values.keys() == {*TOY.numbers, *FACTS, "score", "counted"}
    assert str(sheet.why("counted", 0)) == "2: the cap"


def test_levels_that_are_not_asked_for_are_left_out():
    assert "score" not in TOY.evaluate([GAME], FACTS).values


def test_a_fact_that_bears_a_columns_name_stands_in_its_place():
    given_lead = {"lead": np.array([1, 1, 1]), "unit": FACTS["unit"], "units": 2}
    sheet = TOY.evaluate([GAME, UNIT], given_lead, ["score"])
    assert sheet["score"].tolist() == [2, 1]


def test_a_column_that_rests_on_nothing_there_is_an_error():
    with pytest.raises(KeyError, match="bonus"):
        TOY.evaluate([UNIT], {"score": np.array([1])})


def test_what_one_level_needs_of_another():
    assert TOY.needed(GAME, [UNIT]) == {"counted"}
    assert TOY.needed(ENTRY, [UNIT]) == frozenset()
    assert TOY.needed(UNIT, Level) == {"score"}


def test_an_amendment_replaces_a_column_by_its_name():
    @column(article="1, 2", level="game", unit="points", does="clamp")
    def counted(lead: Values, cap: int) -> Values:
        """1, 2. At most the cap, and at least the opposite of the cap."""
        return np.clip(lead, -cap, cap)

    amended = edition(lead, counted, score, published, cap=4)
    sheet = amended.evaluate([GAME, UNIT], {**FACTS, "own": np.array([9, 3, -9])})
    assert sheet["counted"].tolist() == [4, 0, -4]
    assert TOY.evaluate([GAME], FACTS)["counted"].tolist() == [5, 0, 4]


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(-1000, 1000))))
def test_totals_are_sums_by_group(rows):
    group = np.array([each for each, _ in rows], dtype=np.int64)
    values = np.array([value for _, value in rows], dtype=np.int64)
    expected = [sum(value for each, value in rows if each == at) for at in range(5)]
    assert total(values, group, 5).tolist() == expected


# ------------------------------------------------------------- the same values, whatever is kept


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("book", [FIDE, RUBELE])
def test_keeping_everything_changes_no_value(book, seed):
    """A worksheet shows the making of the rating: every column computed for the list appears in
    the full sheets with the same values, or with a single value where all rows agree.
    """
    draughts = book == RUBELE
    world = (random_worlds.rubele_world if draughts else random_worlds.fide_world)(seed)
    days = random_worlds.rubele_list_days(world) if draughts else []
    outcomes = [outcome for closing in closings(world, book, days) for outcome in closing.outcomes]
    for rated in outcomes:
        full = rate(rated.step)
        pairs = [(rated.unit, full.unit), *zip(rated.sheets, full.sheets, strict=True)]
        for lean, kept in pairs:
            assert set(lean.values) <= set(kept.values)
            for name, values in lean.values.items():
                same = (
                    np.broadcast_to(values, np.shape(kept[name]))
                    if np.ndim(values) == 0
                    else values
                )
                assert np.array_equal(same, kept[name]), name
        for part, sheet in zip(rated.step.parts, full.sheets, strict=True):
            wanted = {n for n, rule in part.edition.columns.items() if rule.level in (GAME, ENTRY)}
            assert wanted <= set(sheet.values)
