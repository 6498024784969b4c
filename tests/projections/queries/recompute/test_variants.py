"""All variants in a single step equal the replays of the whole ledger, variant by variant."""

from random import Random

import pytest

from ledger.errors import Refused
from ops.house import open_house
from projections.queries import PoolQuery
from projections.queries.recompute import variants
from projections.queries.recompute.rows import load
from projections.queries.recompute.variants import Variant, supposed_ratings
from projections.tracks.altered import Alterations
from projections.tracks.supposed import Supposition, supposed
from tests.support.corrected_families import SEVERAL
from tests.support.corrected_ledgers import corrected_ledger
from tests.support.counts import FULL
from tests.support.recording import LONG_AFTER
from tests.support.seasons import SEASONS, brought_in

NAMES = ["", *(season.name for season in SEASONS)]
"""Of all seasons; the sample has no name."""

RESULTS = ("10", "==", "01", "+-", "-+", "--", "00")
"""Codes of White and Black, played and forfeited."""

TOURNAMENTS = None if FULL else 2
"""Of a pool, drawn at random."""

SINGLE = 4 if FULL else 1
"""Variants of a tournament, replayed one by one."""


def variants_of(pool, booking, on):
    """Return every result of every game of a tournament, the counted result too."""
    reports, _ = load(pool, [booking.position], on.through_position)
    games = range(reports[booking.position].game_count)
    return [Variant(booking.position, game, *codes) for game in games for codes in RESULTS]


def ratings_in_one_step(pool, on, every):
    """Return by variant the players with another rating, with both ratings."""
    found: dict[Variant, dict[int, tuple[int, int]]] = {variant: {} for variant in every}
    for row in supposed_ratings(pool, on, every):
        if row.official != row.hypothetical:
            found[row.variant][row.player] = (row.official, row.hypothetical)
    return found


def ratings_one_by_one(house, pool, booking, variant):
    """Return the players with another rating in a replay of the ledger; in a chain after
    the event.
    """
    games = {(variant.report, variant.game): (variant.white, variant.black)}
    track = supposed(house.official, pool.name, Supposition((), Alterations(results=games)))
    place = booking.place + 1 if pool.law.chained else None
    everybody = range(1, house.official.facts.players + 1)
    was, now = (
        one.states(everybody, booking.number, place) for one in (pool, PoolQuery(track, pool.name))
    )
    ratings = {
        player: tuple(states[player].rating if player in states else 0 for states in (was, now))
        for player in {*was, *now}
    }
    return {player: both for player, both in ratings.items() if both[0] != both[1]}


def compared(house, draw):
    """Compare variants drawn at random in every pool; count the variants that move a rating."""
    moving = 0
    for name in house.official.facts.pools:
        pool = PoolQuery(house.official, name)
        lists = pool.lists()
        rated = [one for on in lists[1:] for one in pool.bookings(on.number) if one.edition]
        for booking in draw.sample(rated, len(rated))[:TOURNAMENTS]:
            every = variants_of(pool, booking, lists[booking.number])
            found = ratings_in_one_step(pool, lists[booking.number], every)
            for variant in draw.sample(every, min(SINGLE, len(every))):
                single = ratings_one_by_one(house, pool, booking, variant)
                assert found[variant] == single, (name, booking, variant)
                moving += bool(single)
    return moving


@pytest.mark.parametrize("name", NAMES)
def test_variants_of_a_season(name, tmp_path_factory):
    with open_house(str(brought_in(tmp_path_factory, name))) as house:
        assert compared(house, Random(name))


@pytest.mark.parametrize(
    ("family", "seed"),
    [(name, seed) for name, one in SEVERAL.items() for seed in one.seeds[: None if FULL else 1]],
)
def test_variants_of_a_history_with_corrections(family, seed, tmp_path_factory, tmp_path):
    address = tmp_path / "ledger"
    assert corrected_ledger(tmp_path_factory, family, seed, address)
    with open_house(str(address), LONG_AFTER) as house:
        assert compared(house, Random(seed))


def test_a_game_not_played_moves_others_on_the_list(tmp_path_factory, tmp_path):
    """Both players enter with another tournament of the list: an opponent of that tournament moves
    too.
    """
    seed, tournament = 19, "U-000020"
    address = tmp_path / "ledger"
    corrected_ledger(tmp_path_factory, "uisp, told late", seed, address)
    with open_house(str(address), LONG_AFTER) as house:
        pool = PoolQuery(house.official, "uisp")
        (booking,) = pool.bookings_of(tournament)
        on = pool.lists()[booking.number]
        forfeit = Variant(booking.position, 0, "+", "-")
        (found,) = ratings_in_one_step(pool, on, [forfeit]).values()
        assert found == ratings_one_by_one(house, pool, booking, forfeit)
        assert found.keys() > {20, 21}


@pytest.mark.parametrize("name", ["T-000001", "T-000014"])
def test_variants_cut_into_portions_have_the_same_ratings(name, tmp_path_factory, monkeypatch):
    with open_house(str(brought_in(tmp_path_factory))) as house:
        pools = [PoolQuery(house.official, pool) for pool in house.official.facts.pools]
        ((pool, booking),) = [(pool, one) for pool in pools for one in pool.bookings_of(name)]
        on = pool.lists()[booking.number]
        some = variants_of(pool, booking, on)[:20]
        together = list(supposed_ratings(pool, on, some))
        monkeypatch.setattr(variants, "GAMES_AT_ONCE", 1)
        assert list(supposed_ratings(pool, on, some)) == together


def test_a_list_closed_with_other_ratings_is_refused(tmp_path_factory, monkeypatch):
    with open_house(str(brought_in(tmp_path_factory))) as house:
        pool = PoolQuery(house.official, "fide-standard")
        (booking,) = pool.bookings_of("T-000001")
        on, variant = pool.lists()[booking.number], Variant(booking.position, 0, "=", "=")
        states = pool.states

        def otherwise(players, number, place=None):
            found = states(players, number, place)
            if number != on.number:
                return found
            return {who: one._replace(rating=one.rating + 1) for who, one in found.items()}

        monkeypatch.setattr(pool, "states", otherwise)
        with pytest.raises(Refused) as refused:
            list(supposed_ratings(pool, on, [variant]))
        assert refused.value.code == "list-deviates"
