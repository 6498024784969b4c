"""Whole seasons of UISP chess in which first ratings are known late: every row, exactly.

FIDE's lists are recorded, and ratings decided, closing by closing, while reports are corrected.
Against the slow calculation, explained, rebuilt. With LEDGER_TEST_FULL=1 more of them.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ledger.store.ledger import Ledger
from projections.explain import explain
from projections.queries import PoolQuery
from projections.queries.corrections import corrected_units
from projections.steps.corrected import ASKED, BOOKED, ENTERED
from tests.oracles import uisp_corrections
from tests.oracles.uisp_corrections import Change, Told
from tests.oracles.uisp_replay import Season
from tests.support.counts import FULL
from tests.support.kept_state import kept_rows, state_of
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
from tests.support.revising_quarters import Telling, told_late
from tests.support.verified_worlds import verify
from tests.support.worksheet_checks import check_lines

SEEDS = range(30) if FULL else (1, 19)


def record_and_tell(ledger: Ledger, season: Season, book: str) -> list[Change]:
    """Record a season, telling late what its newcomers begin with; give the changes of reports."""
    told = told_late(season)
    telling = Telling(ledger, season, book, Random(f"{season.carried}"), told=told)
    begin(ledger, season, book, told.lists)
    with following(ledger) as official:
        close_all(ledger, official, season, book, telling)
    return telling.changes


def exactly(season: Season, changes: list[Change], book: str, **how: Any) -> Rows:
    """The rankings of the slow calculation."""
    how = {"told": told_late(season), **how}
    return exact_rows(uisp_corrections.replay(season, changes, BOOKS[book], **how))


@pytest.fixture(scope="module")
def told(tmp_path_factory) -> list[tuple[Season, list[Change], Rows, set[str]]]:
    """Seasons, what was corrected of them, the rankings sealed, what became of closed lists."""
    found = []
    for seed in SEEDS:
        season = small(seed)
        with a_ledger(str(tmp_path_factory.mktemp("season") / "ledger")) as ledger:
            changes = record_and_tell(ledger, season, "uisp")
            with following(ledger) as official:
                ours = sealed_rows(official, season, "uisp")
                kinds = {each.unit.kind for each in corrected_units(PoolQuery(official, "uisp"))}
                found.append((season, changes, ours, kinds))
            assert verify(ledger).faults == []
    return found


def test_lists_are_those_of_the_slow_calculation(told):
    for season, changes, ours, _ in told:
        assert differences(season, ours, exactly(season, changes, "uisp")) == []


def test_lists_that_carry_the_index_exactly_are_those_of_the_slow_calculation(tmp_path):
    season = small(SEEDS[1])
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        changes = record_and_tell(ledger, season, "uisp-exact")
        with following(ledger) as official:
            ours = sealed_rows(official, season, "uisp-exact")
    assert differences(season, ours, exactly(season, changes, "uisp-exact")) == []


SPOILT: dict[str, dict[str, Any]] = {
    "all known from the beginning": {"told": Told()},
    "not less what was booked so far": {"telescoped": False},
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_slow_calculation_that_is_spoilt_comes_to_other_lists(told, how):
    for season, changes, ours, _ in told:
        if differences(season, ours, exactly(season, changes, "uisp", **SPOILT[how])):
            return
    raise AssertionError("nobody noticed")


def test_what_is_told_one_closing_later_comes_to_other_lists(told):
    for season, changes, ours, _ in told:
        right = told_late(season)
        later = Told(
            {each: since + 1 for each, since in right.lists.items()},
            {player: (rating, since + 1) for player, (rating, since) in right.decided.items()},
        )
        if differences(season, ours, exactly(season, changes, "uisp", told=later)):
            return
    raise AssertionError("nobody noticed")


def test_the_seasons_hold_who_enters_late_and_who_is_asked_of_another_day(told):
    kinds = {kind for *_, held in told for kind in held}
    assert kinds == {BOOKED, ENTERED, ASKED}


def test_every_rating_is_explained_and_what_is_kept_is_what_a_rebuild_makes(tmp_path):
    """What does not come to what was booked, line by line, is damage: `explain` raises."""
    season = small(SEEDS[0])
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        record_and_tell(ledger, season, "uisp")
        with following(ledger) as official:
            official.catch_up()
            pool = PoolQuery(official, "uisp")
            for on in pool.lists()[1:]:
                for player in season.players[:: None if FULL else 4]:
                    check_lines(explain(pool, player, on))
            rows, state = kept_rows(official.store.engine), state_of(official)
            official.rebuild(13)
            assert kept_rows(official.store.engine) == rows
            assert state_of(official) == state
