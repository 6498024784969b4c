"""Counted games so far of players carried over without a number: the same in every answer.

A K below 40 implies thirty games (8.3.3, reading `games_carried_with_k`, decision 0014); K 40
implies nothing. The carry-over states 77 games of the first player, and none of the others.
"""

from datetime import UTC, date, datetime

import pytest

from ledger.clock import microseconds
from ledger.register import identities
from ops.answers.carried_in import ListAsked, list_known_at, rating_known_at
from ops.answers.list_order import Asked
from ops.answers.selection import EVERYBODY
from ops.closings.recordings import CloseList
from ops.doors.uploads import Upload
from ops.external_lists.recordings import CarryOver
from ops.house import House
from ops.players.history import history_asked
from ops.players.many_ratings import ratings_query
from ops.players.people import player_overview
from ops.players.ratings import RatingAsked
from ops.players.recordings import MergePlayer
from ops.pools.recordings import OpenPool
from ops.trails.player_trail import player_trail
from ops.trails.questions import ShowTrail
from tests.support.command import done
from tests.support.new_ledgers import begun
from tests.support.recording import adopt, submit
from tests.support.worlds import FIDE, games, tournament

OPENED, LATER = (
    microseconds(datetime(*day, tzinfo=UTC)) for day in ((2025, 10, 14), (2025, 12, 14))
)
BEFORE = "2025-10-10"
FILE = b"""number,name,rating,k,games
101,"Rossi, Anna",2210,20,77
102,"Bianchi, Bruno",1800,20,
103,"Verdi, Carla",1500,40,
104,"Neri, Dino",1700,20,50
"""
STATED = [(77, False), (30, True), (None, True), (50, False)]
"""Number of games, and whether it is a least number, of each player carried over."""
EACH = [identities.show(player) for player in range(1, 5)]


@pytest.fixture
def clock():
    return [OPENED]


@pytest.fixture
def house(tmp_path, clock):
    with (
        begun(str(tmp_path / "ledger"), "example.org", "Europe/Rome", lambda: clock[0]) as ledger,
        House(ledger) as made,
    ):
        OpenPool(pool=FIDE, first_period="2025-11").record(made)
        adopt(ledger, FIDE, "2025-10-01")
        file = tmp_path / "ratings.csv"
        file.write_bytes(FILE)
        carried = CarryOver(
            pool=FIDE,
            file=Upload.at(file),
            on=date(2025, 10, 1),
            source="L",
            register_new=True,
        )
        carried.record(made)
        made.catch_up()
        yield made


def told(row):
    return row.games_so_far, row.games_at_least


def answers(house, player, known_at=None):
    """Return the games so far of a player from every question with such a number."""
    (many,) = ratings_query(house, [RatingAsked(FIDE, player, known_at=known_at)]).rows
    (one,) = rating_known_at(house, FIDE, player, None, known_at).rows
    found = {told(many), told(one)}
    if known_at is None:
        (person,) = player_overview(house, player).rows
        found |= {told(rating) for rating in person.ratings}
        found |= {told(history_asked(house.pool(FIDE), player, None).rows[-1])}
    (carried,) = (
        row
        for row in player_trail(house, ShowTrail(player=player, known_at=known_at)).rows
        if row.kind in ("carried over", "carried in")
    )
    return found | {(carried.values["games"], carried.values.get("games_at_least", False))}


@pytest.mark.parametrize("known_at", [None, BEFORE])
def test_every_answer_has_the_games_carried_over(house, known_at):
    assert [answers(house, player, known_at) for player in EACH] == [{one} for one in STATED]


def test_rows_of_the_list_carried_over_have_no_games(house):
    """Neither has a list of the ledger; before, 0 where the games are unknown."""
    found = list_known_at(house, ListAsked(FIDE, known_at=BEFORE), EVERYBODY, Asked())
    assert all("games" not in row.columns for row in found.rows)


def test_games_of_lists_add_up_to_a_least_number(house, clock):
    """1 plays 2 and 3; then 4, with a stated number, is merged into 2, without a number."""
    played = tournament("T", "2025-10-14", "2025-10-15", games(1, "2 1 3 1"))
    submit(house.ledger, played, FIDE)
    clock[0] = LATER
    house.catch_up()
    CloseList(pool=FIDE, period="2025-11").record(house)
    house.catch_up()
    found = [told(history_asked(house.pool(FIDE), player, None).rows[-1]) for player in EACH]
    assert found == [(79, False), (31, True), (1, True), (50, False)]
    MergePlayer(kept=EACH[3], player=EACH[1], by="fsi").record(house)
    house.catch_up()
    CloseList(pool=FIDE, period="2025-12").record(house)
    house.catch_up()
    (row,) = rating_known_at(house, FIDE, EACH[3], None, None).rows
    assert told(row) == (81, True)


def test_tables_say_at_least_and_unknown(house, monkeypatch):
    monkeypatch.setenv("LEDGER", house.ledger.address)
    for command in (("rating", FIDE), ("history", FIDE), ("show",), ("trail",)):
        told = [" ".join(done("player", *command, player).split()) for player in EACH]
        assert "at least" not in told[0]
        assert "at least 30" in told[1]
        assert "unknown" in told[2]
