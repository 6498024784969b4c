"""An edition with another printed K changes all players on the first list, also without a game."""

from dataclasses import replace
from datetime import date

from projections.rulebooks import rulebook
from projections.rulebooks.engine import numbers
from projections.state.pool import Adoption
from tests.support.worlds import FIDE, PAIR, federation, rated, rows, stage

CHESS = rulebook(FIDE)
LAST = CHESS.editions[-1]
PLAYED_LONG_AGO = 3


def another_k(k: int):
    stated = LAST.numbers["stated"]
    stated = {**stated, "k_standard": replace(stated["k_standard"], stated=k)}
    return replace(LAST, name="2025-11-01", numbers=numbers.by_name(stated))


def k_on_lists(edition) -> list[int]:
    """The K of a player without games, on the lists before and after the edition's first day."""
    law = replace(CHESS, editions=(*CHESS.editions, edition))
    world = federation([*PAIR, rated(PLAYED_LONG_AGO, 2000, k=20, games=100)], [])
    on_stage = stage(world, FIDE, law=law)
    adoption = Adoption(date(2025, 11, 1), edition.name, edition.digest)
    on_stage.replay.facts.adopted.append(adoption)
    closed = [on_stage.close(period) for period in ("2025-09", "2025-10", "2025-11", "2025-12")]
    return [rows(closing)[PLAYED_LONG_AGO]["k"] for closing in closed]


def test_with_another_k_a_player_without_games_has_it_at_once():
    assert k_on_lists(another_k(15)) == [20, 20, 15, 15]


def test_with_the_same_k_it_stays():
    assert k_on_lists(another_k(20)) == [20, 20, 20, 20]
