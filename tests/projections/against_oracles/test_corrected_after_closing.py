"""Random histories with reports corrected after the booking lists: every row, exactly.

Results, entrants, days, weights, time controls, whole tournaments, corrected and put back, list
after list; in Elo UISP also entry ratings that are known late.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ledger.store.ledger import Ledger
from tests.oracles import rubele_corrected_cases
from tests.oracles.rubele_law import LAW
from tests.support.corrected_families import (
    FAMILIES,
    SEVERAL,
    Corrected,
    first_years,
    record_years,
    year_differences,
    year_kinds,
    year_rows,
)
from tests.support.counts import FULL
from tests.support.kept_state import a_rebuild_makes_the_same, lists_of
from tests.support.made_once import made_once
from tests.support.recording import a_ledger, following
from tests.support.verified_worlds import verify


@dataclass
class Recorded:
    """A history recorded and corrected: the ledger, the corrections, the rows of the lists."""

    address: str
    history: Any
    changes: Sequence[Any]
    rows: Any


Recording = Callable[[str, int], Recorded]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> Recording:
    """Return the history of a family and a seed, recorded at the first request."""
    made: dict[tuple[str, int], Recorded] = {}

    def of(family: str, seed: int) -> Recorded:
        if (family, seed) not in made:
            made[family, seed] = made_once(
                tmp_path_factory,
                f"corrected-{family}-{seed}",
                lambda folder: record(FAMILIES[family], seed, str(folder / "ledger")),
            )
        return made[family, seed]

    return of


def record(family: Corrected, seed: int, address: str) -> Recorded:
    """Record the history of a seed in a new ledger."""
    history = family.draw(seed)
    with a_ledger(address) as ledger:
        changes = family.record(ledger, history, seed, False)
        return Recorded(address, history, changes, family.rows(ledger, history))


def unlike(family: str, made: Recorded, **how: Any) -> list[str]:
    """Return the rows absent from the slow calculation; `how` spoils it."""
    return list(FAMILIES[family].differences(made.history, made.rows, made.changes, **how))


@pytest.mark.parametrize(
    ("family", "seed"), [(name, seed) for name, one in FAMILIES.items() for seed in one.seeds]
)
def test_lists_are_those_of_the_slow_calculation(recorded, family, seed):
    made = recorded(family, seed)
    assert unlike(family, made) == []
    if family not in SEVERAL or (not FULL and seed != FAMILIES[family].seeds[0]):
        return  # quick, one ledger of each regulation is verified
    with Ledger.open(made.address) as ledger:
        assert verify(ledger).faults == []


def test_reports_are_annulled_and_reinstated_among_the_corrections(recorded):
    """After the booking lists, and before: in every family, row by row as calculated."""
    types = {family: Counter[str]() for family in FAMILIES}
    for family, one in FAMILIES.items():
        for seed in one.seeds:
            with Ledger.open(recorded(family, seed).address) as ledger:
                types[family].update(event.type for event in ledger.read.events())
    assert all(found["report-annulled.v1"] > 0 for found in types.values())
    assert sum(found["report-reinstated.v1"] for found in types.values()) > 1


@pytest.mark.parametrize(
    ("family", "how"), [(name, how) for name, one in FAMILIES.items() for how in one.spoilt]
)
def test_a_slow_calculation_that_is_spoilt_comes_to_other_lists(recorded, family, how):
    one = FAMILIES[family]
    made = (recorded(family, seed) for seed in one.seeds)
    assert any(unlike(family, history, **one.spoilt[how]) for history in made)


@pytest.mark.parametrize("family", FAMILIES)
def test_without_corrections_other_lists_come_out(recorded, family):
    made = recorded(family, FAMILIES[family].seeds[0])
    assert unlike(family, replace(made, changes=[])) != []


@pytest.mark.parametrize("family", [name for name, one in FAMILIES.items() if one.undoes])
def test_corrections_undone_before_the_next_closing_leave_every_list_as_without(tmp_path, family):
    one = FAMILIES[family]
    seed = one.seeds[0]
    history = one.short(seed)
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        one.record(ledger, history, seed, True)
        assert any("corrected" in event.type for event in ledger.read.events())
        assert list(one.differences(history, one.rows(ledger, history), [])) == []
        with following(ledger) as official:
            official.catch_up()
            assert one.corrected(official) == []


@pytest.mark.parametrize("family", SEVERAL)
def test_every_rating_is_explained_and_what_is_kept_is_what_a_rebuild_makes(recorded, family):
    """Lines that do not come to the booking are damage: `explain` raises."""
    one = FAMILIES[family]
    kinds = set()
    for seed in one.seeds[:2]:
        made = recorded(family, seed)
        with Ledger.open(made.address) as ledger, following(ledger) as official:
            official.catch_up()
            kinds |= one.kinds(official, made.history)
            if seed == one.seeds[0]:
                a_rebuild_makes_the_same(official, 37)
    assert kinds >= one.expected


@pytest.mark.parametrize("family", SEVERAL)
def test_sqlite_and_postgresql_come_to_the_same(tmp_path: Path, postgres_database: str, family):
    one, found = FAMILIES[family], []
    seed = one.seeds[-1]
    history = one.short(seed)
    for address in (str(tmp_path / "ledger"), postgres_database):
        with a_ledger(address) as ledger:
            one.record(ledger, history, seed, False)
            with following(ledger) as official:
                official.catch_up()
                corrected = one.corrected(official)
            found.append(([lists_of(ledger, pool) for pool in one.pools], corrected))
    assert found[0] == found[1]
    assert corrected, "nothing that a list had booked was corrected"


# ----------------------------------------------------------------------------- years of draughts


def test_the_years_hold_every_case(recorded):
    seen = Counter[str]()
    for seed in FAMILIES["rubele"].seeds:
        made = recorded("rubele", seed)
        seen += rubele_corrected_cases.reached(made.history, made.changes)
    assert set(rubele_corrected_cases.CASES) == {case for case, times in seen.items() if times}


def test_reading_minimum_set_corrections_under_a_minimum_that_changes(tmp_path):
    """Events as corrected by the minimum of their day, points due now by the minimum of
    the list.
    """
    era, minimum = first_years(14)(2), {date(2010, 3, 1): 1200, date(2013, 7, 1): 400}
    law = replace(LAW, floors=((date(2008, 1, 1), 100), *minimum.items()))
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        changes = record_years(ledger, era, 2, minimum=minimum)
        rows = year_rows(ledger, era)
        with following(ledger) as official:
            assert year_kinds(official, era)
        assert verify(ledger).faults == []
    assert list(year_differences(era, rows, changes, law)) == []
    for since in minimum:
        other = tuple((day, least + (day == since)) for day, least in law.floors)
        assert any(year_differences(era, rows, changes, replace(law, floors=other))), since
