"""Guests: players rated by another body's list, or by a decision, and on no list of the pool."""

from datetime import date

import pytest
from msgspec import structs

from ledger import columns
from ledger.events.external import ExternalListCompleted, ExternalListRecorded
from ledger.events.pool import EntryCapitalDecided
from ledger.events.report import TournamentSubmitted
from projections.queries import PoolQuery
from projections.queries.explain import explain
from tests.support.recording import a_ledger, begin, close_all, following, record
from tests.support.spoiling import result_corrected
from tests.support.worlds import FIDE, PERIODS, federation, games, rated, tournament

GUEST = 3
PLAYED = tournament("one", "2025-07-05", "2025-07-06", games(1, f"2 1 {GUEST} 1"))
WORLD = federation([rated(1, 2000), rated(2, 2000)], [PLAYED], newcomers=[GUEST])


def listed(day="2025-07-01", rating=2155, **more):
    """FIDE's list of a day, with the guest alone."""
    return ExternalListRecorded(
        body="fide",
        list=day[:7],
        list_date=date.fromisoformat(day),
        file="0" * 64,
        file_rows=1,
        player=columns.write([GUEST], columns.PLAYER),
        values={"standard": columns.write([rating], columns.NUMBER)},
        **more,
    )


def decided(rating=2155):
    return EntryCapitalDecided(
        pool=FIDE,
        player=columns.write([GUEST], columns.PLAYER),
        rating=columns.write([rating], columns.RATING),
        by="the-commission",
    )


@pytest.fixture
def ledger(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        yield made


def closed(ledger, ask):
    """Close the lists; return the pool for questions."""
    with following(ledger) as official:
        close_all(ledger, official, WORLD, FIDE)
        official.catch_up()
        return ask(PoolQuery(official.track, FIDE))


def rating_of(player):
    return lambda pool: pool.state(player, 1).rating


def test_without_a_list_the_games_against_the_guest_count_for_nobody(ledger):
    assert closed(ledger, rating_of(1)) == 2010


@pytest.mark.parametrize(
    ("fact", "rating"),
    [
        (listed(), 2024),  # 2155 against 2000: expected 0.29, and K is 20
        (listed(rating=0), 2010),
        (listed("2025-06-01"), 2010),  # a list holds for a month
    ],
)
def test_reading_guest_by_list(ledger, fact, rating):
    record(ledger, "list", fact)
    assert closed(ledger, rating_of(1)) == rating


def test_reading_guest_by_decision(ledger):
    record(ledger, "decision", decided())
    assert closed(ledger, rating_of(1)) == 2024


def test_reading_guest_by_decision_a_list_comes_first(ledger):
    record(ledger, "decision", decided(1600))
    record(ledger, "list", listed())
    assert closed(ledger, rating_of(1)) == 2024


def test_the_guest_gets_no_rating_in_the_pool_and_waits_for_none(ledger):
    record(ledger, "list", listed())
    assert closed(ledger, lambda pool: [pool.state(GUEST, at).rating for at in range(1, 5)]) == (
        [0] * len(PERIODS)
    )


def test_reading_guest_by_list_what_was_recorded_later_is_not_known(ledger):
    with following(ledger) as official:
        close_all(ledger, official, first_list_of(WORLD), FIDE)
        record(ledger, "list", listed())
        official.catch_up()
        assert PoolQuery(official.track, FIDE).state(1, 1).rating == 2010
        row = PoolQuery(official.track, FIDE).lists()[1]
        assert explain(PoolQuery(official.track, FIDE), 1, row).units[0].after == 2010


def first_list_of(world):
    """A world of which only the first list is closed."""
    return federation(world.carried, world.tournaments, newcomers=[GUEST], periods=PERIODS[:1])


def test_a_completion_tells_of_who_was_registered_later(ledger):
    record(ledger, "list", structs.replace(listed(), player="", values={"standard": ""}))
    told = ExternalListCompleted(
        body="fide",
        list="2025-07",
        player=columns.write([GUEST], columns.PLAYER),
        values={"standard": columns.write([2155], columns.NUMBER)},
    )
    record(ledger, "completion", told)
    assert closed(ledger, rating_of(1)) == 2024


def test_the_worksheet_of_both_sides_says_so(ledger):
    record(ledger, "list", listed())

    def ask(pool):
        row = pool.lists()[1]
        return explain(pool, 1, row).units[0], explain(pool, GUEST, row).units[0]

    ours, guests = closed(ledger, ask)
    assert (ours.before, ours.after) == (2000, 2024)
    assert {g.opponent: g.cells["opponent_rating"].value for g in ours.tournaments[0].games} == {
        2: 2000,
        GUEST: 2155,
    }
    (sheet,) = guests.tournaments
    by = sheet.entered_by
    assert by is not None
    assert by.source is not None
    assert (by.guest, by.rating, by.listed) == (True, 2155, 2155)
    assert (by.source.body, by.source.list, by.source.column) == ("fide", "2025-07", "standard")
    assert sheet.cells["rating_used"].value == 2155
    assert (guests.before, guests.after) == (None, None)


@pytest.mark.parametrize("fact", [listed(), decided()])
def test_a_correction_of_a_closed_list_is_booked_against_the_guest_too(ledger, fact):
    record(ledger, "what is known of the guest", fact)
    with following(ledger) as official:
        close_all(ledger, official, first_list_of(WORLD), FIDE)
        report = next(iter(ledger.read.of_type(TournamentSubmitted.TYPE))).position
        record(ledger, "the guest won", result_corrected("one", 1, "01")(report))
        close_all(ledger, official, WORLD, FIDE)
        official.catch_up()
        pool = PoolQuery(official.track, FIDE)
        assert pool.state(1, 1).rating == 2024
        assert pool.state(1, 2).rating == 2004  # K 20 for a whole point
        sheet = explain(pool, GUEST, pool.lists()[2]).units[-1]
        assert (sheet.before, sheet.after, sheet.cells["pooled_games"].value) == (None, None, 0)
