"""Whole numbers pass; a fraction is refused, and so is a number too large to store."""

from fractions import Fraction
from math import inf, nan

import numpy as np
import pytest

from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine import numbers
from projections.rulebooks.engine.columns import total
from projections.rulebooks.engine.game import score_hundredths
from projections.rulebooks.engine.whole import NotWhole, TooLarge, stored, whole


def objects(*values: object) -> np.ndarray:
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column


@pytest.mark.parametrize(
    "values",
    [
        np.array([1545.0, -3.0]),
        np.array(1545.0),
        objects(1545, 7),
        objects(Fraction(3090, 2), 10**30),
        objects(1545.0),
    ],
    ids=repr,
)
def test_whole_values_of_any_type_become_integers(values):
    found = whole(values, "rating")
    assert found.shape == values.shape
    assert found.ravel().tolist() == values.ravel().tolist()
    assert {type(value) for value in found.ravel().tolist()} == {int}


@pytest.mark.parametrize("kind", ["int8", "int32", "int64", "uint8", "bool"])
def test_integers_are_not_looked_through(kind):
    values = np.array([0, 1, 1], dtype=kind)
    assert whole(values, "rating") is values


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (1544.9999, "1544.9999"),
        (1545.6, "1545.6"),
        (-0.5, "-0.5"),
        (Fraction(7728, 5), "7728/5"),
        (nan, "nan"),
        (inf, "inf"),
        ("Maestro", "Maestro"),
    ],
)
def test_a_fraction_is_refused_with_column_and_value(value, shown):
    values = objects(1545, value) if isinstance(value, Fraction | str) else np.array([1545, value])
    with pytest.raises(NotWhole) as refused:
        whole(values, "rating", "uisp 2017-09-01, column ")
    assert str(refused.value).startswith(
        f"uisp 2017-09-01, column rating is {shown}, which is no whole number: nothing is cut off"
    )
    assert (refused.value.field, refused.value.found) == ("rating", shown)


@pytest.mark.parametrize(
    ("kind", "most"), [("int8", 127), ("int16", 32_767), ("int32", 2_147_483_647)]
)
def test_what_cannot_be_stored_is_refused(kind, most):
    for value in (-most - 1, -most, 0, most - 1, most):
        found = stored(np.array([7, value]), kind, "rating")
        assert (found.tolist(), found.dtype) == ([7, value], np.dtype(kind))
    for value in (most + 1, most + 7, -most - 2):
        for values in (np.array([7, value], dtype=np.int64), objects(7, value)):
            with pytest.raises(TooLarge, match=f"^rating is {value}, and only -{most + 1} to"):
                stored(values, kind, "rating")
    with pytest.raises(TooLarge, match="rating is 1000000000000000000000000000000, and only"):
        stored(objects(7, 10**30), kind, "rating")


def test_a_sum_cuts_no_fraction():
    group = np.array([0, 0, 1])
    assert total(np.array([50.0, 100.0, 0.0]), group, 2).tolist() == [150, 0]
    with pytest.raises(NotWhole, match=r"a number to add up is 0\.5, which is no whole"):
        total(np.array([50.0, 0.5, 0.0]), group, 2)


@pytest.mark.parametrize("draw", [Fraction(1, 2), 0.5])
def test_a_number_of_the_text_is_not_cut_into_an_integer(draw):
    results = np.array([ord(code) for code in "1=0"], dtype=np.uint8)
    assert score_hundredths(results, 100, 50).tolist() == [100, 50, 0]
    with pytest.raises(NotWhole, match=r"draw_hundredths is (1/2|0\.5), which is no"):
        score_hundredths(results, 100, draw)


DESCRIBED = 'article = "1"\nunit = "points"\nsays = "x"\n'


@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        ("value = 0.5", "0.5"),
        ("value = 40.0", "40.0"),
        ("value = [[1, 2], [3, 4.5]]", "4.5"),
        ('columns = ["x"]\nrows = [[0, 3, 50], [4, 10, 50.5]]', "50.5"),
        ('columns = ["x"]\nrows = [[0, 3, 50]]\nbeyond = [99.5]', "99.5"),
    ],
)
def test_an_edition_with_a_decimal_does_not_load(tmp_path, stated, shown):
    path = tmp_path / "edition_2030_01_01.toml"
    path.write_text(f"[k_new]\n{DESCRIBED}{stated}\n", encoding="utf-8")
    with pytest.raises(NotWhole) as refused:
        numbers.load(path)
    assert str(refused.value).startswith(
        f"edition_2030_01_01.toml, number k_new is {shown}, which is no whole number"
    )


@pytest.mark.parametrize("stated", ["value = 40", 'value = "2/5"', 'value = "next-list"'])
def test_whole_numbers_fractions_and_words_load(tmp_path, stated):
    path = tmp_path / "edition_2030_01_01.toml"
    path.write_text(f"[k_new]\n{DESCRIBED}{stated}\n", encoding="utf-8")
    assert list(numbers.load(path)) == ["k_new"]


@pytest.mark.parametrize("name", NAMES)
def test_no_edition_states_a_decimal(name):
    """The files were read: no decimal."""
    assert all(edition.numbers["stated"] for edition in rulebook(name).editions)
