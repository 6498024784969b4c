"""The worksheet of a merged and of a separated player as text."""

import re

from ledger.events.register import PlayersMerged, PlayersSeparated
from ledger.register.identities import show
from tests.support.chess_desk import at_a_desk
from tests.support.draughts_desk import JUNE, MARCH, SEPTEMBER, a_chain
from tests.support.recording import submit
from tests.support.worksheet_checks import text_of
from tests.support.worlds import FIDE, PERIODS, RUBELE, games, tournament


def test_in_a_chain_a_merge_and_a_separation_are_steps_with_one_line(tmp_path):
    with a_chain(str(tmp_path / "ledger")) as chain:
        chain.play("A", "2014-02-01", 2, "3 1")
        chain.shut(MARCH)
        merge = chain.merge(20, 2)
        chain.shut(JUNE)
        separation = chain.separate(merge, 20, 2)
        chain.shut(SEPTEMBER)
        pool = chain.pool(name=RUBELE)
        merged = f"was merged into {show(20)} by fid (#{merge})"
        separated = f"was separated from {show(20)} by fid (#{separation})"
        for player, period, kind, words in (
            (20, JUNE, "entry", merged),
            (2, JUNE, "exit", merged),
            (20, SEPTEMBER, "exit", separated),
            (2, SEPTEMBER, "entry", separated),
        ):
            (line,) = (one for one in text_of(pool, player, period).splitlines() if kind in one)
            assert words in line


def test_where_a_list_rates_a_period_the_difference_is_named(tmp_path):
    with at_a_desk(str(tmp_path / "ledger")) as desk:
        played = tournament("A", "2025-07-05", "2025-07-10", games(2, "3 1"))
        submit(desk.ledger, played, FIDE)
        desk.close(PERIODS[0])
        merge = desk.record(PlayersMerged(kept=1, merged=2, by="fsi"))
        desk.close(PERIODS[1])
        apart = desk.record(PlayersSeparated(merge=merge, kept=1, merged=2, by="fsi"))
        desk.close(PERIODS[2])
        decided = ("players merged", merge), ("players separated", apart)
        for period, (what, event) in zip(PERIODS[1:3], decided, strict=True):
            text = text_of(desk.pool(), 1, period)
            assert "with the merge or separation of players" in text
            assert re.search(rf"{what}, by fsi, .*\(#{event}\)", text)
