"""Categories of whole random worlds against the slow exact calculation, player by player."""

from datetime import date, timedelta

import pytest

from projections.queries import PoolQuery, categories
from projections.queries.explain.category_changes import rests_on
from tests.oracles import categories as by_hand
from tests.oracles import fide_standard, random_worlds
from tests.support.category_desk import at_a_desk
from tests.support.recording import a_ledger, close_all, following, recorded
from tests.support.worlds import FIDE, RUBELE

LADDER = {"Fourth": 0, "Third": 1500, "Second": 1700, "First": 2000, "Master": 2300}


@pytest.mark.parametrize("seed", range(6))
def test_every_promotion_of_a_draughts_season_with_its_tournament_and_what_it_skips(tmp_path, seed):
    world = random_worlds.rubele_world(seed)
    days = random_worlds.rubele_list_days(world)
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        recorded(ledger, world, RUBELE, days)
        official.catch_up()
        pool = PoolQuery(official.track, RUBELE)
        found = [
            (row.period, *rests_on(pool, change), change.player,
             change.before, change.after, change.skipped)
            for row in pool.lists()[1:]
            for change in categories.changes_of_list(pool, row)
        ]  # fmt: skip
        held = categories.on_day(pool).place
        states = pool.states(range(1, len(held)), len(days))
    expected = list(by_hand.promotions_of_draughts(world, days))
    assert len(expected) > 5
    assert sorted(found) == sorted(expected)
    for player, state in states.items():  # where replay needs the category too, it keeps the same
        assert state.fields.get("category", held[player]) == held[player]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("permanence", ["permanent", "follows"])
def test_the_category_of_everybody_on_every_list_of_a_chess_world(tmp_path, seed, permanence):
    world = random_worlds.fide_world(seed)
    since = (world.carried_on - timedelta(days=1)).isoformat()
    with at_a_desk(str(tmp_path / "ledger"), world, FIDE) as desk:
        desk.set_ladder(permanence, LADDER.items(), since)
        close_all(desk.ledger, desk.official, world, FIDE)
        pool = desk.pool()
        highest = {
            player.player: by_hand.category(player.rating, LADDER) for player in world.carried
        }
        for expected in fide_standard.replay(world):
            now = {who: by_hand.category(row.rating, LADDER) for who, row in expected.rows.items()}
            if permanence == "permanent":
                both = {who: {highest.get(who, name), name} for who, name in now.items()}
                now = highest | {
                    who: max(each, key=list(LADDER).index) for who, each in both.items()
                }
                highest = now
            held = categories.on_day(pool, date.fromisoformat(f"{expected.period}-01"))
            assert {at: held.name(at) for at in range(len(held.place)) if held.name(at)} == now
