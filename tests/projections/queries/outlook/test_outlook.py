"""Looking ahead: the outlook of the next list equals the next list."""

from datetime import date

import pytest
from msgspec import structs

from ledger.sentences import Remedy
from ops.closings.recordings import CloseList
from ops.house import House
from ops.players.outlook import player_outlook
from projections.queries import NotCovered, PoolQuery
from projections.queries.coming_lists import NOT_ANNOUNCED
from projections.queries.outlook import Outlook
from projections.state.closed_list import Horizon
from tests.oracles.world import Game
from tests.support import recording
from tests.support.answer_rows import fields
from tests.support.category_desk import LADDER, at_a_desk, beats
from tests.support.recording import a_ledger, begin, clock_at, following, registered, submit
from tests.support.worlds import FIDE, RUBELE, federation, rated, tournament, won

SPRING, SUMMER = "2025-04", "2025-07"
DAYS = ((SPRING, date(2025, 4, 1)), (SUMMER, date(2025, 7, 1)))
DRAUGHTS = federation(
    [rated(1, 950), rated(2, 950), rated(3, 950)], periods=(SPRING, SUMMER), on=date(2025, 1, 1)
)
CHESS = federation(
    [rated(1, 1495, last_counted="2025-07"), rated(2, 1495), rated(3, 1790, last_counted="2024-10")]
)


@pytest.fixture
def draughts(tmp_path):
    with at_a_desk(str(tmp_path / "ledger"), DRAUGHTS, RUBELE, DAYS) as desk:
        yield desk


@pytest.fixture
def chess(tmp_path):
    with at_a_desk(str(tmp_path / "ledger"), CHESS, FIDE) as desk:
        desk.set_ladder("permanent")
        yield desk


def outlook(desk, player):
    return Outlook(desk.pool(), player)


# ------------------------------------------------------------------------------ the rating to come


def test_the_provisional_rating_is_the_one_the_list_then_shows(chess):
    chess.submit(won("A", "2025-07-05", "2025-07-06"), won("B", "2025-07-12", "2025-07-13"))
    ahead = outlook(chess, 1)
    assert (ahead.official, ahead.due.period, ahead.games) == (1495, "2025-08", 2)
    assert [each.report.tournament for each in ahead.tournaments] == ["A", "B"]
    chess.close("2025-08")
    assert ahead.rating == chess.pool().state(1, 1).rating > 1500


def test_in_a_chain_each_tournament_says_by_how_much_it_moved_the_rating(draughts):
    draughts.submit(
        tournament("A", "2025-02-01", "2025-02-02", beats(1, 2)),
        tournament("B", "2025-03-01", "2025-03-02", beats(3, 1)),
    )
    ahead = outlook(draughts, 1)
    assert [(each.report.tournament, each.points) for each in ahead.tournaments] == [
        ("A", 160), ("B", ahead.rating - 1110),
    ]  # fmt: skip
    draughts.close(SPRING)
    assert ahead.rating == draughts.pool().state(1, 1).rating


def test_to_look_ahead_changes_no_list(chess):
    """The list sealed after a question is the list computed before any question."""
    chess.submit(won("A", "2025-07-05", "2025-07-06"))
    pool = chess.pool()
    due = pool.law.calendar.due("2025-08", {})
    unasked = (
        chess.official.track.replay(FIDE).fork().close(due, Horizon.at(pool.known)).document.digest
    )
    outlook(chess, 1)
    chess.close("2025-08")
    assert chess.pool().list_of("2025-08").digest == unasked


@pytest.mark.parametrize(("end", "due"), [("28", True), ("29", True), ("30", False)])
def test_what_ended_after_the_cut_off_is_not_yet_due(chess, end, due):
    """The list of 1 August takes events ended by 29 July: the day before, on, after."""
    chess.submit(won("A", "2025-07-20", f"2025-07-{end}"))
    ahead = outlook(chess, 1)
    assert [each.report.tournament for each in ahead.tournaments] == ["A"] * due
    assert [each.tournament for each in ahead.not_due] == ["A"] * (not due)
    assert (ahead.rating > ahead.official) == due


def test_a_list_that_nobody_announced_takes_what_is_recorded(tmp_path):
    """The day of the list is today."""
    today = clock_at(2025, 3, 15)
    with at_a_desk(str(tmp_path / "ledger"), DRAUGHTS, RUBELE, clock=today) as desk:
        desk.submit(tournament("A", "2025-02-01", "2025-02-02", beats(1, 2)))
        ahead = outlook(desk, 1)
        assert (ahead.due.period, ahead.due.list_date) == (NOT_ANNOUNCED, date(2025, 3, 15))
        assert ahead.rating == 1110


def test_what_the_list_takes_but_does_not_rate_is_told(chess):
    """The tournament began before histories begin: outside the rulebook."""
    chess.submit(won("A", "2025-06-20", "2025-06-22"))
    ahead = outlook(chess, 1)
    assert [each.tournament for each in ahead.not_rated] == ["A"]
    assert ahead.tournaments == []
    assert ahead.rating == ahead.official


def test_a_tournament_without_a_counted_game_of_the_player_carries_nothing(chess):
    """B: a forfeit won. Neither outlook nor bulletin rests on B."""
    forfeit = (Game(1, 2, "+", "-"), Game(2, 3, "1", "0"))
    chess.submit(
        won("A", "2025-07-05", "2025-07-06"),
        tournament("B", "2025-07-12", "2025-07-13", forfeit),
    )
    ahead = outlook(chess, 1)
    assert [each.report.tournament for each in ahead.tournaments] == ["A"]
    assert [each.tournament for each in ahead.not_rated] == ["B"]
    chess.close("2025-08")
    assert "1 promoted Third to Second by A" in chess.told("2025-08")


@pytest.mark.parametrize(("rating", "off"), [(1409, True), (1410, False), (1411, False)])
def test_article_7_2_1_who_would_fall_below_the_floor_is_told_that_he_leaves(tmp_path, rating, off):
    """A defeat by an equal costs 10 points: 1399, 1400, 1401; the floor is 1400."""
    world = federation([rated(1, 2000), rated(2, rating), rated(3, rating)])
    with at_a_desk(str(tmp_path / "ledger"), world, FIDE) as desk:
        desk.submit(tournament("A", "2025-07-05", "2025-07-06", beats(3, 2)))
        ahead = outlook(desk, 2)
        assert str(ahead.removal_clause or "").startswith("7.2.1: ") == off
        assert (ahead.rating == 0) == off
        desk.close("2025-08")
        assert ahead.rating == desk.pool().state(2, 1).rating


# -------------------------------------------------------------------------------------- promotions


def test_a_promotion_foreseen_is_the_one_the_bulletin_then_shows(chess):
    chess.submit(won("A", "2025-07-05", "2025-07-06"))
    ((foreseen, _),) = outlook(chess, 1).category_changes()
    assert (foreseen.before, foreseen.after, foreseen.on) == ("Third", "Second", date(2025, 8, 1))
    chess.close("2025-08")
    assert chess.of_list("2025-08") == [foreseen]


def test_in_a_chain_a_peak_of_the_open_period_is_foreseen_too(draughts):
    draughts.submit(
        tournament("A", "2025-02-01", "2025-02-02", beats(1, 2)),
        tournament("B", "2025-03-01", "2025-03-02", beats(3, 1)),
    )
    ahead = outlook(draughts, 1)
    assert ahead.rating < 1000
    assert [each.after for each, _ in ahead.category_changes()] == ["Regionale"]
    draughts.close(SPRING)
    assert ahead.category_changes()[0][0] in draughts.of_list(SPRING)


@pytest.mark.parametrize(("threshold", "points"), [(1504, 295), (1505, 295), (1506, 1)])
def test_points_to_promotion_go_from_the_provisional_rating_to_the_next_category(
    chess, threshold, points
):
    """Provisionally 1505: the threshold just passed, on the threshold, just missed; then First at
    1800.
    """
    rows = (("Third", 0), ("Second", threshold), ("First", 1800))
    chess.set_ladder("permanent", rows, "2025-07-02")
    chess.submit(won("A", "2025-07-05", "2025-07-06"))
    assert outlook(chess, 1).rating == 1505
    ahead = outlook(chess, 1).next_category()
    assert ahead is not None
    assert ahead.threshold - 1505 == points


def test_points_to_promotion_pass_over_a_category_that_is_held_anyway(draughts):
    """Regionale by a peak, below 1000 since: the next category is Nazionale."""
    draughts.submit(tournament("A", "2025-02-01", "2025-02-02", beats(1, 2)))
    draughts.close(SPRING)
    draughts.submit(tournament("B", "2025-05-01", "2025-05-02", beats(3, 1, 1)))
    ahead = outlook(draughts, 1)
    found = ahead.next_category()
    assert ahead.rating < 1000
    assert found is not None
    assert (found.category, found.threshold) == ("Nazionale", 2000)


def test_a_category_withdrawn_while_the_rating_reaches_it_is_named_beside_the_next(chess):
    chess.submit(won("A", "2025-07-05", "2025-07-06"))
    chess.close("2025-08")
    assert outlook(chess, 1).unheld_category() is None
    chess.withdraw(1, "Second", "2025-08-02")
    ahead = outlook(chess, 1)
    held_back, above = ahead.unheld_category(), ahead.next_category()
    assert held_back is not None
    assert above is not None
    assert (held_back.category, held_back.threshold, above.category) == ("Second", 1500, "First")


def test_above_the_highest_category_there_is_nothing_ahead(chess):
    chess.set_ladder("permanent", LADDER[:2], "2025-07-02")
    assert outlook(chess, 3).next_category() is None


def test_a_pool_without_categories_has_none_ahead(tmp_path):
    with at_a_desk(str(tmp_path / "ledger"), CHESS, FIDE) as desk:
        ahead = outlook(desk, 1)
        assert ahead.category_changes() == []
        assert ahead.next_category() is None
        (said,) = [e for e in fields(player_outlook(desk.pool(), 1)) if e["what"] == "categories"]
        (ask,) = said["says"].remedies()
        assert ask == Remedy("list-category-holders", pool="fide-standard")
        assert said["says"].template.startswith("provisional: none are set")


# ---------------------------------------------------------------------------------------- inactive


@pytest.mark.parametrize(("player", "period"), [(1, "2026-07"), (3, "2025-10")])
def test_article_7_2_2_who_becomes_inactive_is_told_the_list_that_will_show_it(
    chess, player, period
):
    """The last game is on the list of July 2025, or of October 2024: twelve lists later."""
    (found,) = outlook(chess, player).lapses()
    assert (found.column, found.period, found.article) == ("inactive", period, "7.2.2")
    assert not found.already


def test_article_7_2_2_what_is_told_is_what_the_lists_then_show(chess):
    """Below, on: the list of September shows player 3 as active, the list of October as
    inactive.
    """
    flags = []
    for period in ("2025-08", "2025-09", "2025-10"):
        chess.close(period)
        document = chess.ledger.read.document(chess.pool().list_of(period).digest) or b""
        flags.append(document.splitlines()[-1][-1:])
    assert flags == [b"-", b"-", b"i"]
    (found,) = outlook(chess, 3).lapses()
    assert (found.period, found.already) == ("2025-11", True)


def test_article_7_2_2_who_is_inactive_already_is_not_told_that_he_becomes_so(chess):
    """On the list of October, and still on the list of November: no more from then on."""
    said = []
    for period in ("2025-08", "2025-09", "2025-10"):
        chess.close(period)
        rows = fields(player_outlook(chess.pool(), 3))
        said += [str(row["says"]) for row in rows if row["what"] == "inactive"]
    assert said == [
        "provisional: unless a game is counted by then",
        "provisional: from then on",
        "provisional: as on the last list, until a game is counted",
    ]


def test_a_game_of_the_open_period_puts_off_the_day(chess):
    chess.submit(tournament("A", "2025-07-05", "2025-07-06", beats(3, 1)))
    (found,) = outlook(chess, 3).lapses()
    assert found.period == "2026-08"


def test_who_has_no_rating_is_not_told_that_he_becomes_inactive(tmp_path):
    world = federation([rated(1, 2000)], newcomers=[2])
    with at_a_desk(str(tmp_path / "ledger"), world, FIDE) as desk:
        assert outlook(desk, 2).rating == 0
        assert outlook(desk, 2).lapses() == []


# ------------------------------------------------------------------------------- as known then


def test_as_known_then_it_says_what_the_list_then_showed(draughts):
    """Asked after another event and the closing of both: as before them."""
    draughts.submit(tournament("A", "2025-02-01", "2025-02-02", beats(1, 2)))
    known = draughts.pool().known
    before = outlook(draughts, 1)
    foreseen = before.category_changes()
    draughts.submit(tournament("B", "2025-03-01", "2025-03-02", beats(3, 1)))
    draughts.close(SPRING)
    then = Outlook(draughts.pool(known), 1)
    assert (then.due, then.rating, then.official) == (before.due, before.rating, 950)
    assert [each.report.tournament for each in then.tournaments] == ["A"]
    assert then.category_changes() == foreseen
    assert (after := outlook(draughts, 1)).due.period == SUMMER
    assert after.official != before.rating


def test_as_known_then_a_list_that_was_not_announced_has_the_day_of_what_was_known(tmp_path):
    """Today is in July; the known event was recorded in March."""
    clock = [clock_at(2025, 3, 15)()]
    with at_a_desk(str(tmp_path / "ledger"), DRAUGHTS, RUBELE, clock=lambda: clock[0]) as desk:
        desk.submit(tournament("A", "2025-02-01", "2025-02-02", beats(1, 2)))
        known = desk.pool().known
        clock[0] = clock_at(2025, 7, 1)()
        desk.submit(tournament("B", "2025-06-01", "2025-06-02", beats(1, 2)))
        assert Outlook(desk.pool(known), 1).due.list_date == date(2025, 3, 15)
        assert outlook(desk, 1).due.list_date == date(2025, 7, 1)


def test_as_known_then_who_was_not_registered_yet_is_refused(draughts):
    known = draughts.pool().known
    with pytest.raises(NotCovered, match="the register held no such player"):
        Outlook(draughts.pool(known), 4)


# ------------------------------------------------------------------- a rating that would cease


@pytest.mark.parametrize(
    ("played", "ceases"), [("2014-05-01", date(2016, 12, 31)), ("2015-05-01", date(2017, 12, 31))]
)
def test_article_vi_2_table_22_the_day_on_which_a_foreigner_ceases_is_foreseen(
    tmp_path, played, ceases
):
    """Two whole years after the last event; the list that shows the end, if announced."""
    days = [(str(year), date(year, 12, 31)) for year in (2015, 2016)]
    world = federation(
        [rated(1, 2000), rated(2, 2000)], periods=("2015", "2016"), on=date(2014, 1, 1)
    )
    people = structs.replace(registered(world), federation="ITASUI")
    with a_ledger(str(tmp_path / "ledger")) as ledger, pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording, "registered", lambda _: people)
        begin(ledger, world, RUBELE, days)
        submit(ledger, tournament("A", played, played, beats(1, 2)), RUBELE)
        with following(ledger) as official:
            official.catch_up()
            ahead = Outlook(PoolQuery(official.track, RUBELE), 2)
            found = ahead.ceases()
            assert found is not None
            listed = "2016" if ceases.year == 2016 else NOT_ANNOUNCED
            assert (found[0].on, found[1]) == (ceases, listed)
            assert Outlook(PoolQuery(official.track, RUBELE), 1).ceases() is None
            (row,) = [
                field
                for field in fields(player_outlook(ahead.pool, 2))
                if field["what"] == "rating ceases"
            ]
            assert (row["on"], row["article"]) == (ceases, "VI.2, table 22")
            for period, _ in days:
                CloseList(pool=RUBELE, period=period).record(House(ledger, official))
            official.catch_up()
            left = PoolQuery(official.track, RUBELE).state(2, 2).rating
            assert (left == 0) == (ceases.year == 2016)


def test_in_a_pool_whose_years_do_not_end_nothing_ceases(chess):
    assert outlook(chess, 1).ceases() is None
