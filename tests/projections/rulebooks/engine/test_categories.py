"""Categories: reached at their threshold, kept as their permanence says, stated beside editions."""

import numpy as np
import pytest

from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine.categories import PERMANENCE, reached, retained

THREE = (("Third", 0), ("Second", 1500), ("First", 1800))


@pytest.mark.parametrize(
    ("rating", "category"),
    [(1, 0), (1499, 0), (1500, 1), (1501, 1), (1799, 1), (1800, 2), (1801, 2), (9999, 2)],
)
def test_a_category_is_reached_at_its_threshold(rating, category):
    assert reached(np.array([rating]), THREE).tolist() == [category]


def test_several_thresholds_at_once_lead_to_the_highest():
    assert reached(np.array([300, 2000]), THREE).tolist() == [0, 2]


@pytest.mark.parametrize(
    ("permanence", "after"),
    [("permanent", [1, 1, 2]), ("follows", [0, 1, 2]), ("committee", [1, 1, 1])],
)
def test_what_is_kept_of_a_category_held_below_on_and_above_the_one_reached(permanence, after):
    held, come_to = np.array([1, 1, 1]), np.array([0, 1, 2])
    assert retained(held, come_to, permanence).tolist() == after


# ------------------------------------------------------------------------------- as editions state


def test_table_12_states_the_categories_of_italian_draughts():
    law = rulebook("rubele-italiana").edition("2008-01-01").numbers
    assert law["categories"] == (
        ("Provinciale", 0),
        ("Regionale", 1000),
        ("Nazionale", 2000),
        ("Candidato Maestro", 3000),
        ("Maestro", 3900),
    )
    assert law["titles"] == ("Grande Maestro",)


def test_reading_b8_keeps_the_highest_category_ever_reached():
    assert rulebook("rubele-italiana").edition("2008-01-01").numbers["permanence"] == "permanent"


def test_the_texts_of_the_world_body_state_no_categories():
    stating = {name for name in NAMES if "categories" in rulebook(name).editions[-1].numbers}
    assert not any(name.startswith("fide") for name in stating)


EDITIONS = [edition for name in NAMES for edition in rulebook(name).editions]


@pytest.mark.parametrize(
    "edition", EDITIONS, ids=lambda edition: f"{edition.rulebook} {edition.name}"
)
def test_categories_ascend_from_nothing_and_their_permanence_is_known(edition):
    categories = edition.numbers.get("categories", [["lowest", 0]])
    thresholds = [threshold for _, threshold in categories]
    assert thresholds[0] == 0
    assert thresholds == sorted(set(thresholds))
    assert edition.numbers.get("permanence", "permanent") in PERMANENCE
