"""Reading `permanence_seen`: an entering player converts the category held in the
other pool.

The federation sets how long a category is kept; conversions go by that as `ledger list show` does.
"""

from collections.abc import Iterator
from datetime import date

import numpy as np
import pytest

from ledger.events.pool import ParameterSet
from projections.queries import categories
from projections.rating.other_pools import PoolInMemory
from projections.state.closed_list import Horizon
from tests.oracles import random_worlds
from tests.support.category_desk import at_a_desk
from tests.support.recording import a_ledger, close_all, following, record, registered
from tests.support.two_disciplines import INTERNATIONAL, ITALIAN, Draughts, entered
from tests.support.verified_worlds import verify
from tests.support.worlds import RUBELE, federation, games, rated, tournament

ROSE, FELL, LOW, HIGH = 1, 2, 3, 4
"""2990 at first: he rises to Candidato Maestro; so does he, and falls again; those they meet."""


@pytest.fixture
def draughts(tmp_path) -> Iterator[Draughts]:
    """Make a history: in February both win against a Maestro; then one player loses two games;
    the list is of March.
    """
    world = federation([], newcomers=[ROSE, FELL, LOW, HIGH])
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        record(ledger, "people", registered(world))
        found = Draughts(ledger, official)
        found.open(
            ITALIAN, rated(ROSE, 2990), rated(FELL, 2990), rated(LOW, 900), rated(HIGH, 4000)
        )
        found.open(INTERNATIONAL, rated(LOW, 2000))
        played = {"A": games(HIGH, f"{ROSE} 0 {FELL} 0"), "B": games(FELL, f"{LOW} 0 {LOW} 0")}
        for at, (name, each) in enumerate(played.items(), start=1):
            day = f"2015-02-{at:02}"
            found.submit(tournament(name, day, day, each), ITALIAN)
        yield found


def keep(draughts: Draughts, word: str, since: str) -> None:
    """Let the federation say how long a category of Italian draughts is kept."""
    fact = ParameterSet(
        pool=ITALIAN, name="permanence", word=word, in_force_from=date.fromisoformat(since),
        by="council",
    )  # fmt: skip
    record(draughts.ledger, f"{word} from {since}", fact)


def capitals(draughts: Draughts, day: str) -> list[int]:
    """Return the capitals of the two on entering international draughts on a day after the list of
    March.
    """
    played = tournament("C", day, day, games(LOW, f"{ROSE} = {FELL} ="))
    draughts.submit(played, INTERNATIONAL)
    draughts.close(INTERNATIONAL, "march")
    pool = draughts.close(INTERNATIONAL, "june")
    assert verify(draughts.ledger).faults == []
    return [entered(pool, player, "june")[0] for player in (ROSE, FELL)]


@pytest.mark.parametrize(
    ("word", "expected"),
    [("permanent", [1700, 1700]), ("follows", [1700, 1000]), ("committee", [1000, 1000])],
)
def test_article_vi_13_what_is_only_proposed_or_was_lowered_is_not_held(draughts, word, expected):
    """Table 20: Candidato Maestro 1700, Nazionale 1000. The list says the same of both."""
    keep(draughts, word, "2015-01-02")
    italian = draughts.close(ITALIAN, "march")
    held = categories.on_day(italian, date(2015, 4, 1))
    names = {1700: "Candidato Maestro", 1000: "Nazionale"}
    assert capitals(draughts, "2015-04-01") == expected
    assert [held.name(player) for player in (ROSE, FELL)] == [names[player] for player in expected]


def test_where_a_committee_decides_from_the_beginning_nobody_carried_over_holds_more(draughts):
    keep(draughts, "committee", "2015-01-01")
    draughts.close(ITALIAN, "march")
    assert capitals(draughts, "2015-04-01") == [500, 500]


@pytest.mark.parametrize(("day", "fell"), [("2015-05-01", 1700), ("2015-05-02", 1000),
                                           ("2015-05-03", 1000)])  # fmt: skip
def test_law_between_two_lists_moves_what_is_held_from_its_day_on(draughts, day, fell):
    """`follows` from 2 May, a day without a list: lowered on this day."""
    draughts.close(ITALIAN, "march")
    keep(draughts, "follows", "2015-05-02")
    assert capitals(draughts, day) == [1700, fell]


def test_what_was_lowered_stays_so_where_it_is_kept_for_good_again(draughts):
    draughts.close(ITALIAN, "march")
    keep(draughts, "follows", "2015-05-02")
    keep(draughts, "permanent", "2015-05-10")
    assert capitals(draughts, "2015-05-20") == [1700, 1000]


def test_permanence_recorded_after_a_list_was_sealed_moves_nothing_there(draughts):
    """However early the day: the category seen by the list stays, and reproduces."""
    draughts.close(ITALIAN, "march")
    assert capitals(draughts, "2015-05-20") == [1700, 1700]
    keep(draughts, "follows", "2015-05-02")
    draughts.official.rebuild()
    assert verify(draughts.ledger).faults == []


@pytest.mark.parametrize("seed", range(2))
def test_a_pool_beside_sees_what_every_list_of_a_season_says(tmp_path, seed):
    """The permanence changes from list to list; without decisions both walks hold the same."""
    world = random_worlds.rubele_world(seed)
    days = random_worlds.rubele_list_days(world)
    with at_a_desk(str(tmp_path / "ledger"), world, RUBELE, days) as desk:
        words = ("follows", "committee", "permanent", "follows", "permanent")
        for word, (_, since) in zip(words, days, strict=False):
            desk.say(ParameterSet(
                pool=RUBELE, name="permanence", word=word, in_force_from=since, by="council"
            ))  # fmt: skip
        close_all(desk.ledger, desk.official, world, RUBELE)
        pool = desk.pool()
        standings = desk.official.track.replay(RUBELE).begun()
        seen = PoolInMemory(RUBELE, pool.facts, standings, Horizon.at(pool.known))
        everybody = np.arange(len(standings.state["rating"]), dtype=np.int32)
        differs = 0
        for row in pool.lists():
            held = np.maximum(categories.on_day(pool, row.in_force_from).place, 0)
            assert seen.values("category", row.in_force_from, everybody).tolist() == held.tolist()
            differs += int((held != standings.shown_on("category", row.number, everybody)).sum())
        assert differs > 3
