"""Sixty months in three pools through a real ledger: every row of every sealed list, exactly.

The careers hold every named case (tests/oracles/test_careers.py asserts it). An era is played where
the rulebooks have editions for its first day. With LEDGER_TEST_FULL=1 ten times as many careers.
"""

from __future__ import annotations

import os
from datetime import date

import pytest

from projections.rulebooks import rulebook
from tests.oracles import fide_careers, random_careers
from tests.oracles.fide_booking import Careers
from tests.oracles.fide_editions import LAW, POOLS, STANDARD, Law
from tests.oracles.random_careers import ERAS, LINKED_FROM, era_of
from tests.projections.careers import (
    Rows,
    begin,
    close_all,
    differences,
    exact_rows,
    sealed_rows,
)
from tests.projections.recording import a_ledger, following

FULL = os.environ.get("LEDGER_TEST_FULL") == "1"


def covered(seed: int) -> tuple[str, ...]:
    """The pools whose rulebooks begin early enough for the careers of a seed."""
    begins = ERAS[era_of(seed)]
    found = []
    for pool in POOLS:
        needed = begins if pool == STANDARD else max(begins, LINKED_FROM)
        if date.fromisoformat(rulebook(pool).editions[0].name) <= needed:
            found.append(pool)
    return tuple(found)


SEEDS = [seed for seed in range(40 if FULL else 4) if STANDARD in covered(seed)]


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> dict[int, tuple[Careers, Rows]]:
    """Careers and the rows that the ledger sealed of them, recorded once for all tests."""
    return {}


def careers_of(played, tmp_path_factory, seed: int) -> tuple[Careers, Rows]:
    """The careers of a seed, recorded and closed the first time they are asked for."""
    if seed not in played:
        careers = random_careers.careers(seed, covered(seed))
        address = str(tmp_path_factory.mktemp("careers") / f"ledger{seed}")
        with a_ledger(address) as ledger:
            begin(ledger, careers)
            with following(ledger) as official:
                close_all(ledger, official, careers)
            played[seed] = careers, sealed_rows(ledger, careers)
    return played[seed]


def unlike(careers: Careers, ours: Rows, law: Law = LAW) -> list[str]:
    """The rows in which sealed lists and the exact calculation differ."""
    periods = {pool: world.periods for pool, world in careers.worlds.items()}
    return differences(periods, ours, exact_rows(fide_careers.replay(careers, law)))


@pytest.mark.parametrize("seed", SEEDS)
def test_careers_row_for_row(played, tmp_path_factory, seed):
    careers, ours = careers_of(played, tmp_path_factory, seed)
    assert unlike(careers, ours) == []
