"""The causes of rating changes on each list: tournaments by name, decisions by their
events, years.
"""

from datetime import date
from typing import Any

import pytest

from ledger import columns
from ledger.events.counting import ExemptionGranted, TournamentRefused
from ledger.events.pool import EntryCapitalDecided, RatingsAdjusted
from ledger.events.register import PlayersMerged
from ledger.register import identities
from ops.answers.causes_on_lists import Causes, causes_of
from ops.closings.recordings import CloseList
from ops.house import House, open_house
from ops.players.history import rating_history
from ops.tournaments.corrections import AnnulReport, CorrectResult, ReinstateReport
from projections.queries import PoolQuery
from tests.support import recording
from tests.support.command import done, run
from tests.support.correcting_desk import at_a_desk
from tests.support.recording import record
from tests.support.seasons import FIDE as SEASON
from tests.support.spoiling import reassigned
from tests.support.uisp_office import UISP, an_office
from tests.support.worlds import (
    FIDE,
    PERIODS,
    RUBELE,
    federation,
    games,
    rated,
    tournament,
)


def causes(pool: PoolQuery, player: int) -> dict[str, Causes]:
    """Return, by list, the causes of a player's rating change."""
    last = pool.lists()[-1].number
    found = causes_of(pool, player, pool.changes(player, last))
    periods = {row.number: row.period for row in pool.lists()}
    return {periods[number]: each for number, each in found.items()}


def entry_decided(pool: str, player: int, rating: int) -> EntryCapitalDecided:
    return EntryCapitalDecided(
        pool=pool, player=columns.write([player], 8), rating=f"{rating}", by=pool, article="I.5"
    )


def positions(found: Causes) -> list[int]:
    return [each.position for each in found.decisions]


@pytest.fixture
def desk(tmp_path):
    with at_a_desk(str(tmp_path / "ledger")) as made:
        yield made


def official(desk) -> PoolQuery:
    desk.official.catch_up()
    return PoolQuery(desk.official.track, FIDE)


def test_the_tournament_is_named_and_what_was_corrected_of_the_players_own_games(desk):
    """Game 0 is of 1 and 2, game 1 of 1 and 3; before the list, and after."""
    first = desk.result(f"#{desk.report}#0", "0", "1").receipt.first_position
    desk.close()
    second = desk.result(f"#{desk.report}#1", "1", "0").receipt.first_position
    desk.close(PERIODS[1])
    mine, second_ones, third_ones = (causes(official(desk), player) for player in (1, 2, 3))
    (played,) = mine[PERIODS[0]].tournaments
    assert (played.tournament, played.name, played.points) == ("T-1", "Tournament T-1", None)
    assert positions(mine[PERIODS[0]]) == [first]
    assert (mine[PERIODS[1]].tournaments, positions(mine[PERIODS[1]])) == ((), [second])
    assert mine[PERIODS[1]].decisions[0].tournament == "T-1"
    assert positions(second_ones[PERIODS[0]]) == [first]
    assert PERIODS[1] not in second_ones
    assert (positions(third_ones[PERIODS[0]]), positions(third_ones[PERIODS[1]])) == ([], [second])


def test_corrections_of_games_of_others_are_not_behind_the_change(desk):
    """Game 0 is of 1 and 2, game 1 of 1 and 3: both corrected after the list."""
    desk.close()
    first, second = (
        desk.result(f"#{desk.report}#{game}", *scores).receipt.first_position
        for game, scores in enumerate((("0", "1"), ("1", "0")))
    )
    desk.close(PERIODS[1])
    found = {player: positions(causes(official(desk), player)[PERIODS[1]]) for player in (1, 2, 3)}
    assert found == {1: [first, second], 2: [first], 3: [second]}


def test_decisions_name_who_decided_and_the_article(desk):
    """Not decisions without effect: by a body without the right, or about the name of the
    tournament.
    """
    asked: dict[str, Any] = {"tournament": "T-1", "article": "1.1"}
    lifted = record(desk.ledger, "lift", ExemptionGranted(**asked, by="fide-qc"))
    nobody = record(desk.ledger, "lift too", ExemptionGranted(**asked, by="my-club"))
    renamed = desk.details(name="Another name").receipt.first_position
    desk.close()
    rating = official(desk).state(1, 1).rating
    adjusted = RatingsAdjusted(
        pool=FIDE, player=columns.write([1], 8), before=f"{rating:04d}", after="2100",
        by="fide-qc", article="7.1.4",
    )  # fmt: skip
    decided = record(desk.ledger, "adjust", adjusted)
    desk.close(PERIODS[1])
    mine = causes(official(desk), 1)
    assert positions(mine[PERIODS[0]]) == [lifted]
    assert (nobody, renamed) == (lifted + 1, lifted + 2)
    (taken,) = mine[PERIODS[1]].decisions
    assert (taken.position, taken.event, taken.decided_by, taken.article) == (
        decided, "ratings-adjusted", "fide-qc", "7.1.4",
    )  # fmt: skip
    assert (taken.position, taken.event) == (decided, "ratings-adjusted")
    assert (taken.decided_by, taken.article) == ("fide-qc", "7.1.4")


def test_a_tournament_that_is_refused_after_its_list_is_behind_the_change_of_the_next(desk):
    desk.close()
    refused = record(desk.ledger, "refuse", TournamentRefused(tournament="T-1", by="fide-qc"))
    desk.close(PERIODS[1])
    assert positions(causes(official(desk), 1)[PERIODS[1]]) == [refused]


def test_a_correction_of_results_that_waited_is_behind_the_change_of_the_first_rating(tmp_path):
    """Player 6 has three games on the first list and two more on the second, the list with the
    first rating.
    """
    world = federation([rated(each, 1900) for each in range(1, 6)], newcomers=(6,))
    first = tournament("A", "2025-07-05", "2025-07-10", games(6, "1 1 2 = 3 ="))
    second = tournament("B", "2025-08-05", "2025-08-10", games(6, "4 = 5 1"))
    clock = recording.clock_at(2025, 12)
    with (
        recording.a_ledger(str(tmp_path / "ledger"), clock) as ledger,
        recording.following(ledger) as official,
    ):
        recording.begin(ledger, world, FIDE)
        report = recording.submit(ledger, first, FIDE)
        recording.submit(ledger, second, FIDE)
        for period in PERIODS[:2]:
            CloseList(pool=FIDE, period=period).record(House(ledger, official))
        corrected = CorrectResult(
            tournament="A", game=f"#{report}#0", white="0", black="1", by="the-body"
        ).record(House(ledger, official))
        CloseList(pool=FIDE, period=PERIODS[2]).record(House(ledger, official))
        official.catch_up()
        found = causes(PoolQuery(official.track, FIDE), 6)
    assert positions(found[PERIODS[2]]) == [corrected.receipt.first_position]


def test_a_reinstated_report_is_behind_the_return_to_the_list(tmp_path):
    """The five games of player 6 give a first rating: then void, and given again."""
    world = federation([rated(each, 1900) for each in range(1, 6)], newcomers=(6,))
    played = tournament("A", "2025-07-05", "2025-07-10", games(6, "1 1 2 = 3 = 4 = 5 1"))
    clock = recording.clock_at(2025, 12)
    with (
        recording.a_ledger(str(tmp_path / "ledger"), clock) as ledger,
        recording.following(ledger) as official,
    ):
        recording.begin(ledger, world, FIDE)
        recording.submit(ledger, played, FIDE)
        house = House(ledger, official)
        CloseList(pool=FIDE, period=PERIODS[0]).record(house)
        AnnulReport(tournament="A", by="the-body").record(house)
        CloseList(pool=FIDE, period=PERIODS[1]).record(house)
        back = ReinstateReport(tournament="A", by="the-body").record(house).receipt.first_position
        CloseList(pool=FIDE, period=PERIODS[2]).record(house)
        official.catch_up()
        pool = PoolQuery(official.track, FIDE)
        assert [bool(pool.state(6, number).rating) for number in (1, 2, 3)] == [True, False, True]
        assert positions(causes(pool, 6)[PERIODS[2]]) == [back]


def test_what_was_carried_over_is_named_by_its_event(desk):
    desk.close()
    (carried,) = official(desk).facts.carried
    (begun,) = causes(official(desk), 1)["carried over"].decisions
    assert (begun.position, begun.event) == (carried.position, "ratings-carried-over")


def test_who_enters_by_a_decision_has_it_behind_the_first_rating(tmp_path):
    with an_office(str(tmp_path / "ledger"), [rated(1, 1500), rated(2, 1500)], (3,)) as office:
        office.none_on_any_list("2025-08")
        decided = record(office.ledger, "decide", entry_decided(UISP, 3, 1600))
        office.submit(tournament("A", "2025-08-01", "2025-08-02", games(3, "1 1")))
        office.closed("2025-Q4")
        office.submit(tournament("B", "2025-11-01", "2025-11-02", games(3, "1 1")))
        office.closed("2026-Q1")
        found = causes(office.pool(), 3)
        assert positions(found["2025-Q4"]) == [decided]
        assert positions(found["2026-Q1"]) == []


def test_a_decision_about_an_entry_is_behind_no_later_list(tmp_path):
    """Also where only the states of the later list are asked about, as for the last lists."""
    with an_office(str(tmp_path / "ledger"), [rated(1, 1500), rated(2, 1500)], (3,)) as office:
        office.none_on_any_list("2025-08")
        record(office.ledger, "decide", entry_decided(UISP, 3, 1600))
        office.submit(tournament("A", "2025-08-01", "2025-08-02", games(3, "1 1")))
        office.closed("2025-Q4")
        office.submit(tournament("B", "2025-11-01", "2025-11-02", games(3, "1 1")))
        office.closed("2026-Q1")
        pool = office.pool()
        later = pool.list_of("2026-Q1").number
        found = causes_of(pool, 3, pool.changes(3, later, since=later))
    assert [one.tournament for one in found[later].tournaments] == ["B"]
    assert positions(found[later]) == []


def test_of_decisions_about_an_entry_the_one_that_the_correcting_list_took_is_behind_it(tmp_path):
    """The entrant was 3, not 2; of two decisions the later counts, and a third came too late."""
    with an_office(str(tmp_path / "ledger"), [rated(1, 1500), rated(2, 1500)], (3,)) as office:
        office.none_on_any_list("2025-08")
        played = tournament("A", "2025-08-01", "2025-08-02", games(1, "2 1"))
        report = office.submit(played)
        office.closed("2025-Q4")
        record(office.ledger, "first", entry_decided(UISP, 3, 1600))
        decided = record(office.ledger, "second", entry_decided(UISP, 3, 1650))
        corrected = record(office.ledger, "reassign", reassigned("A", 1, 3)(report))
        office.closed("2026-Q1")
        record(office.ledger, "third", entry_decided(UISP, 3, 1700))
        found = causes(office.pool(), 3)
        assert positions(found["2026-Q1"]) == [decided, corrected]


def test_a_rating_that_goes_on_from_a_merged_number_has_no_decision_about_an_entry(tmp_path):
    """3 has the rating of 2 after the merge, not the rating decided by a body before."""
    with an_office(str(tmp_path / "ledger"), [rated(1, 1500), rated(2, 1500)], (3,)) as office:
        office.none_on_any_list("2025-08")
        record(office.ledger, "decide", entry_decided(UISP, 3, 1600))
        merged = record(office.ledger, "merge", PlayersMerged(kept=3, merged=2, by="uisp"))
        office.submit(tournament("A", "2025-08-01", "2025-08-02", games(3, "1 1")))
        office.closed("2025-Q4")
        assert office.pool().state(3, 1).rating
        assert positions(causes(office.pool(), 3)["2025-Q4"]) == [merged]


DAYS = [("2014", date(2014, 12, 31)), ("2015", date(2015, 12, 31))]


def test_where_each_event_is_rated_by_itself_points_and_ends_of_years_are_told(tmp_path):
    """1 plays A and B in 2014; 3 plays nothing: the end of the year takes 50 points."""
    world = federation(
        [rated(1, 2000), rated(2, 2000), rated(3, 1500)],
        periods=("2014", "2015"), on=date(2014, 1, 1),
    )  # fmt: skip
    with recording.a_ledger(str(tmp_path / "ledger")) as ledger:
        recording.begin(ledger, world, RUBELE, DAYS)
        with recording.following(ledger) as official:
            for name, day, score in (("A", "2014-05-01", "2 1"), ("B", "2014-06-01", "2 0")):
                played = tournament(name, day, day, games(1, score))
                recording.submit(ledger, played, RUBELE)
            for period in world.periods:
                CloseList(pool=RUBELE, period=period).record(House(ledger, official))
            official.catch_up()
            pool = PoolQuery(official.track, RUBELE)
            mine, idle = causes(pool, 1)["2014"], causes(pool, 3)
            assert [each.tournament for each in mine.tournaments] == ["A", "B"]
            moved = pool.state(1, 1).rating - pool.state(1, 0).rating
            assert sum(each.points or 0 for each in mine.tournaments) == moved
            lost = pool.state(3, 2).rating - pool.state(3, 0).rating
            assert lost < 0
            assert sum(e.points for one in idle.values() for e in one.years_ended) == lost
            assert all(not one.tournaments for one in idle.values())


def test_in_a_chain_the_correction_and_the_decision_are_behind_the_first_rating(tmp_path):
    """The entrant of A was 3, not 2, and enters with the capital decided since."""
    world = federation(
        [rated(1, 2000), rated(2, 2000)], newcomers=(3,), periods=("2014", "2015"),
        on=date(2014, 1, 1),
    )  # fmt: skip
    with recording.a_ledger(str(tmp_path / "ledger")) as ledger:
        recording.begin(ledger, world, RUBELE, DAYS)
        with recording.following(ledger) as official:
            played = tournament("A", "2014-05-01", "2014-05-01", games(1, "2 1"))
            report = recording.submit(ledger, played, RUBELE)
            CloseList(pool=RUBELE, period="2014").record(House(ledger, official))
            decided = record(ledger, "decide", entry_decided(RUBELE, 3, 1234))
            corrected = record(ledger, "reassign", reassigned("A", 1, 3)(report))
            CloseList(pool=RUBELE, period="2015").record(House(ledger, official))
            official.catch_up()
            found = causes(PoolQuery(official.track, RUBELE), 3)
    assert positions(found["2015"]) == [decided, corrected]


def test_the_command_shows_them_in_words_and_as_values(desk):
    corrected = desk.result(f"#{desk.report}#0", "0", "1").receipt.first_position
    desk.close()
    asked = ("player", "history", FIDE, identities.show(1), "--ledger", desk.address)
    row = run(*asked, "--format", "json").document["rows"][-1]
    assert row["tournaments"] == [
        {"tournament": "T-1", "name": "Tournament T-1", "points": "-10"}
    ]  # fmt: skip
    (decision,) = row["decisions"]
    assert (decision["position"], decision["event"]) == (corrected, "result-corrected")
    shown = done(*asked, "--format", "csv").splitlines()[-1]
    assert f"T-1 Tournament T-1 (-10),#{corrected} result corrected T-1 by the-body" in shown


def test_the_last_lists_of_a_history_are_those_of_the_whole(ledger_of):
    with open_house(str(ledger_of(SEASON))) as house:
        pool = house.pool(FIDE)
        last = pool.lists()[-1]
        for player in range(1, house.official.facts.players + 1, 40):
            every = rating_history(pool, player, last).rows
            for count in (1, 2, 5):
                assert rating_history(pool, player, last, last=count).rows == every[-count:]
