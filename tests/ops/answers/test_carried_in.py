"""Days before the ledger began: answered from lists with a stated day, or not at all."""

from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any

import pytest

from ledger.clock import microseconds
from ledger.errors import Refused
from ledger.register import identities
from ops.answers.abouts import Note
from ops.answers.answer import Answer, stated
from ops.answers.carried_in import ListAsked, list_known_at, rating_known_at
from ops.answers.clocks import BeforeTheLedger
from ops.answers.explanation import explained
from ops.answers.list_order import Asked
from ops.answers.player_ratings import PlayerRating
from ops.answers.selection import EVERYBODY, Selection
from ops.answers.stated_lists import BASIS, NotKnownHere, last_day
from ops.house import House
from ops.players.many_ratings import ratings_query
from ops.players.ratings import RatingAsked
from ops.trails.player_trail import player_trail
from ops.trails.questions import ShowTrail
from tests.support.before_the_ledger import EXTERNAL, FILE, OPENED, ROME, begin
from tests.support.command import done
from tests.support.new_ledgers import begun
from tests.support.people import enter, person
from tests.support.worlds import FIDE

ANNA, BRUNO = (identities.show(player) for player in (1, 2))


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A ledger of 14 March 2026: ratings of 1 September, and FIDE's list of 1 October 2025.

    Anna is on both; Bruno is not on FIDE's list.
    """
    folder = tmp_path_factory.mktemp("carried")
    address = str(folder / "ledger")
    with begun(address, "example.org", ROME, lambda: OPENED) as ledger, House(ledger) as made:
        begin(made, folder)
        made.catch_up()
        yield made


def rating(house: House, player: str = ANNA, **asked) -> Answer[PlayerRating, Any]:
    as_of = asked.get("as_of")
    return rating_known_at(house, FIDE, player, as_of, asked.get("known_at"))


def refused(house: House, player: str = ANNA, **asked) -> str:
    with pytest.raises(NotKnownHere) as error:
        rating(house, player, **asked)
    return str(error.value)


@pytest.mark.parametrize(
    ("known_at", "name", "value"),
    [
        ("2025-09-01", "carried over", 2210),
        ("2025-09-30", "carried over", 2210),
        ("2025-10-01", "fide 2025-10", 2225),
        ("2026-03-13", "fide 2025-10", 2225),
    ],
)
def test_the_newest_list_stated_by_then_answers(house, known_at, name, value):
    """On the stated day, between two, and until the day before the ledger began."""
    found = rating(house, known_at=known_at)
    assert (found.rows[0].list, found.rows[0].rating) == (name, value)
    assert stated(found.about)["basis"] == BASIS


def test_the_basis_names_source_stated_day_file_and_since_when_the_ledger_knows(house):
    carried = rating(house, known_at="2025-09-15").about
    assert (str(carried.source), carried.stated_day) == ("FIDE, September 2025", date(2025, 9, 1))
    assert carried.file == sha256(FILE).hexdigest()
    assert str(carried.says) == (
        "carried in: FIDE, September 2025, stated for 2025-09-01; this ledger itself knew it from "
        "2026-03-14 on"
    )
    external = rating(house, known_at="2025-10-15").about
    assert (str(external.source), external.file) == ("list 2025-10 of fide", EXTERNAL)


def test_the_day_before_the_first_stated_day_is_not_known(house):
    says = refused(house, known_at="2025-08-31")
    assert "not known to this ledger, which began on 2026-03-14" in says
    assert says.endswith(f"no list of {FIDE} in it states 2025-08-31 or an earlier day")


def test_a_position_is_never_answered_from_stated_days(house):
    """#0 is known, and nothing of a pool is known at #0."""
    with pytest.raises(Refused, match="at #0 nothing was known"):
        rating(house, known_at="#0")


def test_the_day_on_which_the_ledger_began_is_answered_by_the_ledger(house):
    assert "basis" not in stated(rating(house, known_at="2026-03-14").about)


def test_an_instant_knows_the_lists_of_the_days_that_had_ended(house):
    """The end of 30 September in Rome is the beginning of 1 October, the day of the later list."""
    noon = rating(house, known_at="2025-10-01T12:00:00+02:00")
    assert noon.rows[0].list == "carried over"
    end = microseconds(datetime(2025, 9, 30, 22, tzinfo=UTC))
    assert [last_day(at, ROME).day for at in (end - 1, end, end + 1)] == [29, 30, 30]


def test_as_of_an_earlier_day_takes_an_earlier_list(house):
    found = rating(house, known_at="2025-12-01", as_of=date(2025, 9, 30))
    assert found.rows[0].list == "carried over"
    assert "2025-08-31" in refused(house, known_at="2025-12-01", as_of=date(2025, 8, 31))


def test_a_day_after_the_moment_is_echoed_and_flagged(house):
    """Of lists after the moment nothing is known; up to the moment the newest list holds."""
    for as_of, note in ((date(2025, 12, 1), None), (date(2026, 1, 1), Note("later-may-hold"))):
        about = rating(house, known_at="2025-12-01", as_of=as_of).about
        assert (about.as_of, about.note) == (as_of, note)
        trail = player_trail(
            house, ShowTrail(player=ANNA, pool=FIDE, as_of=as_of, known_at="2025-12-01")
        ).about
        assert (trail.as_of, trail.pools[0].note) == (as_of, note)
    assert rating(house, known_at="2025-12-01").about.as_of is None


def test_who_is_not_on_the_ratings_carried_over_is_not_known(house):
    """Registered later: on neither list, and neither proves anything about the player."""
    record_person(house)
    later = identities.show(3)
    for day in ("2025-09-15", "2025-10-15"):
        assert f"has no row of {later}" in refused(house, later, known_at=day)


def record_person(house: House) -> None:
    if identities.last(house.read).player < 3:
        enter(house.ledger, person("Verdi, Carla", 1980, "w", "ITA", fide="103"))
        house.catch_up()


def test_who_is_missing_on_a_whole_list_had_no_rating(house):
    found = rating(house, BRUNO, known_at="2025-10-15")
    assert (found.rows[0].rating, found.rows[0].list) == (None, "fide 2025-10")
    assert rating(house, BRUNO, known_at="2025-09-15").rows[0].rating == 1800


def test_the_rows_of_the_list_are_those_stated(house):
    asked = ListAsked(FIDE, known_at="2025-09-15")
    found = list_known_at(house, asked, EVERYBODY, Asked())
    rows = [(row.player, row.columns["rating"]) for row in found.rows]
    assert rows == [(ANNA, 2210), (BRUNO, 1800)]
    assert stated(found.about)["basis"] == BASIS
    page = list_known_at(house, asked, EVERYBODY, Asked(1, 2))
    assert [row.player for row in page.rows] == [BRUNO]


def test_a_list_by_name_and_categories_are_not_known(house):
    with pytest.raises(BeforeTheLedger, match="not known to this ledger"):
        list_known_at(house, ListAsked(FIDE, "2026-04", None, "2025-09-15"), EVERYBODY, Asked())
    asked = ListAsked(FIDE, known_at="2025-09-15")
    with pytest.raises(NotKnownHere, match="categories"):
        list_known_at(house, asked, Selection(category="M"), Asked())


def test_the_trail_has_the_newest_list_and_says_what_is_not_known(house):
    found = player_trail(house, ShowTrail(player=ANNA, known_at="2025-12-31"))
    (entry,) = found.rows
    assert (entry.kind, entry.rating, entry.valid_on) == ("carried in", 2225, date(2025, 10, 1))
    assert stated(found.about)["basis"] == BASIS
    assert str(stated(found.about)["says"]).startswith("not known to this ledger: single games")
    with pytest.raises(NotKnownHere):
        player_trail(house, ShowTrail(player=ANNA, known_at="2025-08-31"))


def test_games_and_reasons_are_not_known(house):
    with pytest.raises(BeforeTheLedger, match="not known to this ledger, which began on 2026"):
        explained(house, FIDE, ANNA, known_at="2025-12-31")


def test_many_ratings_at_once_have_the_same_basis(house):
    days = ("2025-10-15", "2025-08-31", None)
    asked = [RatingAsked(FIDE, ANNA, known_at=day) for day in days]
    carried, unknown, now = ratings_query(house, asked).rows
    assert (carried.rating, carried.basis, carried.list) == (2225, BASIS, "fide 2025-10")
    assert (carried.file, now.file) == (EXTERNAL, None)
    assert unknown.refused == "not-known-here"
    assert (now.rating, now.basis) == (2210, None)


def test_a_stated_list_answers_no_question_about_the_revised_track(house):
    """No list of another body states the ratings of a history without delays."""
    with pytest.raises(NotKnownHere, match="without the revised track"):
        rating_known_at(house, FIDE, ANNA, None, "2025-10-15", "revised")
    asked = ListAsked(FIDE, known_at="2025-09-15", track="revised")
    with pytest.raises(NotKnownHere, match="without the revised track"):
        list_known_at(house, asked, EVERYBODY, Asked())
    (row,) = ratings_query(house, [RatingAsked(FIDE, ANNA, None, "2025-10-15", "revised")]).rows
    assert row.refused == "not-known-here"
    with pytest.raises(NotKnownHere, match="without the revised track"):
        player_trail(house, ShowTrail(player=ANNA, known_at="2025-10-15", revised=True))


def test_the_command_line_answers_the_same(house, monkeypatch):
    monkeypatch.setenv("LEDGER", house.ledger.address)
    shown = done("player", "rating", FIDE, ANNA, "--known-at", "2025-10-15")
    assert "2225" in shown
    assert "carried in: list 2025-10 of fide" in shown
    assert "2210" in done("list", "show", FIDE, "--known-at", "2025-09-15")
    told = done("player", "trail", ANNA, "--known-at", "2025-09-15")
    assert "basis carried in" in told
    assert "not known to this ledger: single games, tournaments, decisions and reasons" in told
