"""Sixty months in three pools through a real ledger: every row of every sealed list, exactly.

The careers hold every named case (tests/oracles/test_careers.py asserts it). An era is played where
the rulebooks have editions for its first day. With LEDGER_TEST_FULL=1 ten times as many careers.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from projections.rulebooks import rulebook
from tests.oracles import random_careers
from tests.oracles.fide_booking import Careers
from tests.oracles.fide_editions import BLITZ, LAW, POOLS, RAPID, STANDARD, Law
from tests.oracles.fide_replay import Replay, lists_of
from tests.oracles.random_careers import ERAS, LINKED_FROM, era_of
from tests.support.careers import (
    Rows,
    begin,
    close_all,
    differences,
    sealed_rows,
)
from tests.support.counts import FULL
from tests.support.recording import a_ledger, following


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
    return list(differences(ours, lists_of(Replay(careers, law))))


def differ(careers: Careers, ours: Rows, law: Law) -> bool:
    """Whether there is such a row: the calculation goes no further than to the first."""
    return any(differences(ours, lists_of(Replay(careers, law))))


# ------------------------------------------------------------------------------------ controls

STATED: list[tuple[str, dict[str, Any]]] = [
    (STANDARD, {"floor": 1010}),
    (STANDARD, {"limit": 412}),
    (STANDARD, {"upgrades": 2}),
    (STANDARD, {"no_limit_from": 2800}),
    (STANDARD, {"points_per_half_over": 21}),
    (STANDARD, {"added_rating": 1810}),
    (STANDARD, {"first_rating_games": 6}),
    (STANDARD, {"pool_months": 25}),
    (STANDARD, {"k_games": 31}),
    (STANDARD, {"k_high_from": 2405}),
    (STANDARD, {"junior_until": 17}),
    (STANDARD, {"junior_under": 2310}),
    (STANDARD, {"k_times_games": 690}),
    (RAPID, {"k_printed_from": "2023-01"}),
    (RAPID, {"gap_not_rated": 650}),
    (BLITZ, {"gap_with_above": 2900}),
]
"""Numbers of editions, altered wherever an edition of the pool states them."""

LAWS = {
    **{f"{pool} {next(iter(each))}": LAW.altered(pool, **each) for pool, each in STATED},
    "a cell of 8.1.2": replace(LAW, tables=LAW.tables.with_wrong_pd(100, 65)),
    "the part lifted in March 2024": replace(LAW, lift_part=Fraction(41, 100)),
    "the month of the lift": replace(LAW, lift_list="2024-04"),
    "the gap of October 2022": replace(LAW, catch_up_gap=101),
    "the third list after the end": replace(LAW, late_lists=4),
    "three days before the list": replace(LAW, closing_days=4),
    "twelve lists without a game": replace(LAW, inactive_after=13),
}


@pytest.mark.parametrize("number", LAWS)
def test_one_altered_number_is_caught(played, tmp_path_factory, number):
    """The exact side altered: the lists that were sealed no longer agree with it."""
    for seed in SEEDS:
        careers, ours = careers_of(played, tmp_path_factory, seed)
        if differ(careers, ours, LAWS[number]):
            return
    raise AssertionError(f"nobody noticed: {number}")


def test_one_altered_point_is_caught(played, tmp_path_factory):
    """One rating of one row of one list."""
    careers, ours = careers_of(played, tmp_path_factory, SEEDS[0])
    rows = ours[STANDARD][30]
    player, row = next(iter(rows.items()))
    rows[player] = {**row, "rating": row["rating"] + 1}
    (told,) = unlike(careers, ours)
    rows[player] = row
    assert f"player {player}" in told


# ---------------------------------------------------------------------------------- whole careers


@pytest.mark.parametrize("seed", range(len(ERAS)))
def test_the_rulebooks_cover_every_era_in_every_pool(seed):
    """Without an edition for its first day an era would not be played, and nobody would know."""
    assert covered(seed) == POOLS


@pytest.mark.parametrize("seed", SEEDS)
def test_careers_row_for_row(played, tmp_path_factory, seed):
    careers, ours = careers_of(played, tmp_path_factory, seed)
    assert unlike(careers, ours) == []
