"""A round robin of 2018 with newcomers, in a ledger: corrected after the list, and explained."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from itertools import combinations
from pathlib import Path

import pytest

from tests.oracles.world import Game, Tournament
from tests.support.chess_desk import Desk
from tests.support.recording import a_ledger, begin, following, submit
from tests.support.spoiling import result_corrected
from tests.support.verified_worlds import verify
from tests.support.worksheet_checks import text_of
from tests.support.worlds import FIDE, federation, rated, tournament

RATED = [rated(player, 1700 + 50 * player, k=20) for player in (3, 4, 5, 6)]
NEWCOMERS = (1, 2)
CODES = "1=1=0=010=1=1=="
"""Of all pairs in order: newcomer 1 beats 2, who makes 1.5 of 5."""


def all_met(codes: str) -> tuple[Game, ...]:
    pairs = combinations((1, 2, 3, 4, 5, 6), 2)
    other = {"1": "0", "0": "1", "=": "="}
    return tuple(Game(*pair, code, other[code]) for pair, code in zip(pairs, codes, strict=True))


def robin(codes: str = CODES) -> Tournament:
    return tournament("RR", "2018-01-05", "2018-01-20", all_met(codes))


@contextmanager
def desk(folder: Path) -> Iterator[Desk]:
    """Two newcomers and four rated players, before the list of February 2018."""
    world = federation(
        RATED, newcomers=NEWCOMERS, periods=("2018-02", "2018-03"), on=date(2018, 1, 1)
    )
    with a_ledger(str(folder)) as ledger, following(ledger) as official:
        begin(ledger, world, FIDE, editions=("2017-07-01",))
        made = Desk(ledger, official)
        yield made
        assert verify(ledger).faults == []


def listed(at: Desk, period: str) -> list[int]:
    return [at.rating(number, period) for number in range(1, 7)]


@pytest.mark.parametrize("game", [0, 3, 14])
def test_a_game_corrected_moves_all_whom_the_newcomers_met(tmp_path, game):
    """Between newcomers, between a newcomer and a rated player, or between rated players: each
    figure rests on all results, so the next list books the change of a right report for
    everybody.
    """
    right = CODES[:game] + "0" + CODES[game + 1 :]
    with desk(tmp_path / "right") as sound:
        submit(sound.ledger, robin(right), FIDE)
        sound.close("2018-02")
        sound.close("2018-03")
        expected = listed(sound, "2018-03")
        assert all(expected)
    with desk(tmp_path / "wrong") as late:
        position = submit(late.ledger, robin(), FIDE)
        late.close("2018-02")
        assert listed(late, "2018-02") != expected
        late.record(result_corrected("RR", game, "01")(position))
        late.close("2018-03")
        assert listed(late, "2018-03") == expected


def test_the_worksheet_shows_the_average_of_the_round_robin(tmp_path):
    """The rated have dp 72, 72, -240 and 149, their mean is 13.25: Rc is 1925 less 13.25 x 5/6."""
    with desk(tmp_path / "ledger") as at:
        submit(at.ledger, robin(), FIDE)
        at.close("2018-02")
        pool = at.pool()
        found = text_of(pool, 2, "2018-02")
    assert "a round robin of 5 opponents; Rc 45935/24" in found
    for cells in ("pooled parts 24", "shrinking opponents 5", "computed first rating 1790"):
        assert cells in " ".join(found.split())
