"""Random histories through a real ledger: every row of every sealed list, exactly.

The histories hold every named case of their regulation (tests/oracles asserts it): FIDE careers of
sixty months in three pools, UISP seasons of ten quarters, sixteen years of draughts in both
disciplines (capital, category, games, bonus and corrective, malus taken or given back, its total).
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from functools import reduce
from operator import getitem
from typing import Any

import pytest

from tests.oracles.fide_editions import POOLS
from tests.oracles.random_careers import ERAS
from tests.support.families import FAMILIES, covered, season_differences
from tests.support.made_once import made_once

Sealed = Callable[[str, int], tuple[Any, Any]]


@pytest.fixture(scope="module")
def sealed(tmp_path_factory) -> Sealed:
    """Return the history of a family and a seed, and the rows, recorded at the first request."""
    recorded: dict[tuple[str, int], tuple[Any, Any]] = {}

    def of(family: str, seed: int) -> tuple[Any, Any]:
        if (family, seed) not in recorded:
            recorded[family, seed] = made_once(
                tmp_path_factory,
                f"sealed-{family}-{seed}",
                lambda folder: FAMILIES[family].sealed(str(folder / "ledger"), seed),
            )
        return recorded[family, seed]

    return of


@pytest.mark.parametrize(
    ("family", "seed"), [(name, seed) for name, one in FAMILIES.items() for seed in one.seeds]
)
def test_row_for_row(sealed, family, seed):
    assert list(FAMILIES[family].differences(*sealed(family, seed))) == []


@pytest.mark.parametrize(
    ("family", "number"), [(name, what) for name, one in FAMILIES.items() for what in one.altered]
)
def test_one_altered_number_is_caught(sealed, family, number):
    """The exact side altered: the sealed lists no longer agree."""
    one = FAMILIES[family]
    law = one.altered[number]
    assert any(any(one.differences(*sealed(family, seed), law)) for seed in one.seeds)


@pytest.mark.parametrize(
    ("family", "keys"), [(name, keys) for name, one in FAMILIES.items() for keys in one.lists]
)
def test_one_altered_point_is_caught(sealed, family, keys):
    """A point more in a row of a list."""
    one = FAMILIES[family]
    history, rows = sealed(family, one.seeds[0])
    altered = deepcopy(rows)
    listed = reduce(getitem, keys, altered)
    player, row = next(iter(listed.items()))
    if isinstance(row, dict):
        listed[player] = {**row, "rating": row["rating"] + 1}
    else:
        listed[player] = (row[0] + 1, *row[1:])
    (difference,) = one.differences(history, altered)
    assert f"player {player}:" in difference


@pytest.mark.parametrize("seed", range(len(ERAS)))
def test_the_fide_rulebooks_cover_every_era_in_every_pool(seed):
    """Without an edition on the first day an era would be left out, and nobody would know."""
    assert covered(seed) == POOLS


def test_the_other_reading_of_carry_is_caught(sealed):
    """Published and exact lead to different lists in the same season of Elo UISP."""
    assert season_differences("uisp-exact", *sealed("uisp", 0)) != []


def test_publications_moved_by_a_day_are_caught(sealed):
    """An event begun on the day of a publication would be played with the list before."""

    def moved(season: Any) -> Any:
        later = tuple(
            replace(one, published=one.published and one.published + timedelta(days=1))
            for one in season.quarters
        )
        return replace(season, quarters=later)

    played = [sealed("uisp", seed) for seed in FAMILIES["uisp"].seeds]
    assert any(season_differences("uisp", moved(season), rows) for season, rows in played)


def test_events_at_full_weight_are_caught(sealed):
    era, rows = sealed("rubele", FAMILIES["rubele"].seeds[0])
    full = tuple(replace(event, weight=Fraction(1)) for event in era.events)
    assert any(FAMILIES["rubele"].differences(replace(era, events=full), rows))
