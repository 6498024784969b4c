"""Whole seasons of UISP chess corrected after their lists were closed: every row, exactly.

Against the slow calculation, undone, rebuilt, explained. With LEDGER_TEST_FULL=1 more of them, and
of each list everybody instead of every fourth player.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ledger.store.ledger import Ledger
from ops.answers.rating_lists import sealed_list
from projections.queries import PoolQuery
from projections.queries.corrections import corrected_units
from projections.steps.corrected import BOOKED, ENTERED
from tests.oracles import uisp_corrections
from tests.oracles.uisp import LAW
from tests.oracles.uisp_corrections import Change
from tests.oracles.uisp_replay import Season
from tests.support.counts import FULL
from tests.support.kept_state import a_rebuild_makes_the_same, lists_of
from tests.support.quarters import (
    BOOKS,
    Rows,
    begin,
    close_all,
    differences,
    exact_rows,
    sealed_rows,
    small,
)
from tests.support.recording import a_ledger, following
from tests.support.revising_quarters import Revising
from tests.support.verified_worlds import verify
from tests.support.worksheet_checks import kinds_corrected

SEEDS = range(30) if FULL else (1, 3)
"""Of quick runs: in the first a newcomer's only tournament falls away, in the other one enters."""


def record_and_revise(
    ledger: Ledger, season: Season, book: str, *, undone: bool = False
) -> list[Change]:
    """Record a season, correcting before each closing what lists have booked; give the changes."""
    revising = Revising(ledger, season, book, Random(f"{season.carried}"), undone)
    begin(ledger, season, book)
    with following(ledger) as official:
        close_all(ledger, official, season, book, revising)
    assert revising.said
    return revising.changes


@pytest.fixture(scope="module")
def corrected(tmp_path_factory) -> list[tuple[Season, list[Change], Rows, set[str]]]:
    """Seasons, what was corrected of them, the rankings sealed, what became of corrections."""
    found = []
    for seed in SEEDS:
        season = small(seed)
        with a_ledger(str(tmp_path_factory.mktemp("season") / "ledger")) as ledger:
            changes = record_and_revise(ledger, season, "uisp")
            with following(ledger) as official:
                ours = sealed_rows(official, season, "uisp")
                found.append((season, changes, ours, became(PoolQuery(official, "uisp"))))
    return found


def became(pool: PoolQuery) -> set[str]:
    """What became of the corrections of a pool, and of its players."""
    kinds = {each.unit.kind for each in corrected_units(pool)}
    last = pool.lists()[-1].number
    listed = sealed_list(pool, pool.lists()[-1]).values["player"].tolist()
    left = [each for each in pool.states(listed, last).values() if not each.fields["games"]]
    return kinds | {"left without a game" for each in left if each.fields["entry_rating"]}


def rows_of(ledger: Ledger, season: Season, book: str) -> Rows:
    """The rankings of the sealed lists."""
    with following(ledger) as official:
        return sealed_rows(official, season, book)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("book", BOOKS)
def test_lists_are_those_of_the_slow_calculation(tmp_path, book, seed):
    """Results, entrants, time controls, whole tournaments, corrected and put back."""
    season = small(seed)
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        changes = record_and_revise(ledger, season, book)
        ours = rows_of(ledger, season, book)
        exact = uisp_corrections.replay(season, changes, BOOKS[book])
        assert differences(season, ours, exact_rows(exact)) == []
        assert verify(ledger).faults == []


SPOILT: dict[str, dict[str, Any]] = {
    "not less what was booked so far": {"telescoped": False},
    "another number of the law": {"law": replace(LAW, k_rapid=15)},
    "another first rating": {"law": replace(LAW, newcomer=1441)},
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_slow_calculation_that_is_spoilt_comes_to_other_lists(corrected, how):
    for season, changes, ours, _ in corrected:
        spoilt = uisp_corrections.replay(season, changes, **SPOILT[how])
        if differences(season, ours, exact_rows(spoilt)):
            return
    raise AssertionError("nobody noticed")


def test_the_seasons_hold_who_enters_by_a_correction_and_who_is_left_without_a_game(corrected):
    kinds = {kind for *_, held in corrected for kind in held}
    assert kinds == {BOOKED, ENTERED, "left without a game"}


def test_without_corrections_other_lists_come_out(corrected):
    for season, _, ours, _ in corrected:
        assert differences(season, ours, exact_rows(uisp_corrections.replay(season, [])))


@pytest.mark.parametrize("book", BOOKS)
def test_corrections_undone_before_the_next_closing_leave_every_list_as_without(tmp_path, book):
    season = small(SEEDS[0])
    found = []
    for name in ("with", "without"):
        with a_ledger(str(tmp_path / name)) as ledger:
            if name == "with":
                record_and_revise(ledger, season, book, undone=True)
            else:
                begin(ledger, season, book)
                with following(ledger) as official:
                    close_all(ledger, official, season, book)
            assert verify(ledger).faults == []
            found.append(lists_of(ledger, book))
    assert found[0] == found[1]


@pytest.mark.parametrize("book", BOOKS)
def test_every_rating_is_explained_and_what_is_kept_is_what_a_rebuild_makes(tmp_path, book):
    """What does not come to what was booked, line by line, is damage: `explain` raises."""
    season = small(3)
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        record_and_revise(ledger, season, book)
        with following(ledger) as official:
            official.catch_up()
            pool = PoolQuery(official, book)
            kinds = kinds_corrected(pool, season.players[:: None if FULL else 4])
            a_rebuild_makes_the_same(official, 13)
    assert kinds == {BOOKED}  # who enters is no unit
