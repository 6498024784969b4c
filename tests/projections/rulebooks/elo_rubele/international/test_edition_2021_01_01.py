"""Elo-Rubele, international draughts, as changed in 2021: Q is 15."""

from datetime import date
from fractions import Fraction

import pytest
from msgspec import structs

from projections.rulebooks.elo_rubele.international import RULEBOOK
from tests.oracles.table_13 import FINAL, synthetic_world
from tests.support import draughts_editions
from tests.support.draughts_editions import VECTORS
from tests.support.worlds import rows, stage

EDITION = RULEBOOK.edition("2021-01-01")


def test_article_vi_6_table_11_its_tables_are_those_of_this_discipline():
    assert EDITION.columns["floor_points"].article == "VI.6, table 11"
    assert EDITION.numbers["bands"] == RULEBOOK.edition("2008-01-01").numbers["bands"]


@pytest.mark.parametrize("name", ["F22", "F24"])
def test_article_vi_10_table_16_examples_with_q(name):
    """F24: Q alone brings a capital onto a threshold of the coefficient, unconverted."""
    case = VECTORS[name]
    assert draughts_editions.after(EDITION, case) == (Fraction(case["exact"]), case["cf"])


def test_table_15_synthetic_completion_with_q():
    """Player 4 comes to 2997 by play; Q carries the capital to 3012, over 3000, unconverted."""
    world, days = synthetic_world("internazionale"), [("2010-06-01", date(2010, 6, 1))]
    on_stage = stage(world, "rubele-internazionale", days, since="2021-01-01")
    adopted = on_stage.replay.facts.adopted
    adopted[:] = [structs.replace(edition, in_force_from=date(2010, 1, 1)) for edition in adopted]
    on_stage.submit(world.tournaments[0])
    found = [row["rating"] for row in rows(on_stage.close("2010-06-01")).values()]
    assert found == [rating + 15 for rating in FINAL["internazionale"]]
